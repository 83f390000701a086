/* Help: the rules on two screens, the icons, what every name means; names in the page are links to it. */

const TABS = {round: "The round", words: "Words", icons: "Icons", names: "All names"};
const LEAST_NAME = 3;
let help = null, helpOf = "", nameParts = null, helpTab = "round";

/* Loads the help of the present task, once, and shows the page anew: names are links from then on. */
async function loadHelp() {
  const of = JSON.stringify([table.title, table.task, table.options]);
  if (of === helpOf) return;
  helpOf = of;
  help = await ask("help");
  const names = Object.keys(help.names).filter(name => name.length >= LEAST_NAME && !name.includes(" (a kind"));
  const words = names.sort((a, b) => b.length - a.length).map(name => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  nameParts = names.length ? new RegExp(`(?<![\\w’'])(?:${words.join("|")})(?![\\w])`, "g") : null;
}

/* Words as nodes, the names in them as links to their explanation. */
function linked(words) {
  const nodes = [];
  let at = 0;
  for (const found of nameParts ? words.matchAll(nameParts) : []) {
    const link = element("a", found[0], "name");
    link.setAttribute("role", "button");
    link.tabIndex = 0;
    nodes.push(words.slice(at, found.index), link);
    at = found.index + found[0].length;
  }
  return [...nodes, words.slice(at)];
}

function withLinks(tag, words, className) {
  const made = element(tag, undefined, className);
  made.append(...linked(words));
  return made;
}

/* Opens the help, at a name if one is given. */
async function openHelp(name = "") {
  await loadHelp();
  byId("look-up").value = name;
  showHelp(name ? "names" : help.rules ? "round" : "names");
  if (!byId("help").open) byId("help").showModal();
  byId(name ? "help-shown" : "look-up").focus();
}

function showHelp(tab) {
  helpTab = tab;
  byId("help-tabs").replaceChildren(...Object.entries(TABS).filter(([it]) => help.rules || it === "names").map(([it, title]) => {
    const button = element("button", it === "round" ? help.rules.round : title);
    button.type = "button";
    button.setAttribute("role", "tab");
    button.setAttribute("aria-selected", it === tab);
    button.addEventListener("click", () => { byId("look-up").value = ""; showHelp(it); });
    return button;
  }));
  byId("help-shown").replaceChildren(...{round: roundOf, words: () => listOf(help.rules.words), icons: iconsOf, names: namesFound}[tab]());
  byId("help-shown").scrollTop = 0;
}

/* The round as a diagram; the part that is played now is marked. */
function roundOf() {
  const diagram = element("ol", undefined, "round");
  diagram.append(...help.rules.stages.map(({name, words, phases}) => {
    const stage = element("li", undefined, phases.includes(table.phase) ? "now" : "");
    stage.append(element("b", name), withLinks("span", words));
    return stage;
  }));
  return [...help.rules.goal.map(line => withLinks("p", line)), diagram];
}

function listOf(words) {
  const list = element("dl");
  for (const [name, meaning] of Object.entries(words)) list.append(element("dt", name), withLinks("dd", meaning));
  return [list];
}

function iconsOf() {
  const grid = element("ul", undefined, "icons");
  grid.append(...Object.entries(help.rules.icons).map(([name, drawing]) => {
    const item = withLinks("li", name);
    item.insertAdjacentHTML("afterbegin", `<svg viewBox="-20 -20 40 40" width="34" height="34" aria-hidden="true">${drawing}</svg>`);
    return item;
  }));
  return [grid];
}

/* The names that fit what is looked up: the whole one first, then those that begin so, then those that hold it. */
function namesFound() {
  const wanted = byId("look-up").value.trim().toLowerCase();
  const rank = name => name === wanted ? 0 : name.startsWith(wanted) ? 1 : name.includes(wanted) ? 2 : 3;
  const found = Object.keys(help.names).map(name => [rank(name.toLowerCase()), name])
    .filter(([place]) => place < 3).sort((a, b) => a[0] - b[0] || a[1].localeCompare(b[1]));
  if (!found.length) return [element("p", `Nothing has the name ${byId("look-up").value}.`)];
  return listOf(Object.fromEntries(found.map(([, name]) => [name, help.names[name]])));
}

function onName(event) {
  const link = event.target.closest?.("a.name");
  if (!link) return;
  if (event.type === "keydown" && event.key !== "Enter") return;
  event.preventDefault();
  event.stopPropagation();
  openHelp(link.textContent);
}

byId("open-help").addEventListener("click", () => openHelp());
byId("close-help").addEventListener("click", () => byId("help").close());
byId("look-up").addEventListener("input", () => showHelp(byId("look-up").value || !help.rules ? "names" : "round"));
for (const kind of ["click", "keydown"]) document.addEventListener(kind, onName, true);
