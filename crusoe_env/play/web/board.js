/* The picture: zones that explain themselves and stand for moves, what has changed, parts as tabs. */

const SMALLEST_SCALE = 0.86, FITS = 480, MOST_CHANGED = 0.4, SPECIFIC = 3;
let part = "";

const zones = () => [...byId("picture").querySelectorAll("[data-actions]")];
const actionsOf = zone => zone.dataset.actions.split(" ").map(Number);
const titleOf = group => group?.querySelector(":scope > title")?.textContent ?? "";

/* The zones that stand for an action, those only that stand for the fewest others beside it. */
function zonesOf(action) {
  const found = zones().filter(zone => actionsOf(zone).includes(action));
  const fewest = Math.min(...found.map(zone => actionsOf(zone).length));
  return found.filter(zone => actionsOf(zone).length <= Math.max(fewest, SPECIFIC));
}

/* Show on the board what a move is about; null: nothing. */
function touch(action) {
  for (const zone of byId("picture").querySelectorAll(".touched")) zone.classList.remove("touched");
  if (action !== null) for (const zone of zonesOf(action)) zone.classList.add("touched");
}

/* Light what an agent would choose, by probability. */
function glow() {
  for (const zone of byId("picture").querySelectorAll(".advised")) zone.classList.remove("advised");
  if (advised === null) return;
  const shares = new Map();
  const known = Object.keys(advised.shares).length ? advised.shares : {[advised.best]: 1};
  for (const [action, share] of Object.entries(known))
    for (const zone of share > .02 ? zonesOf(Number(action)) : []) shares.set(zone, (shares.get(zone) ?? 0) + share);
  for (const [zone, share] of shares) {
    zone.classList.add("advised");
    zone.style.setProperty("--share", Math.min(share, 1));
  }
}

/* What a layer shows, without what says that something can be chosen now. */
function signature(layer) {
  const copy = layer.cloneNode(true);
  for (const drawn of copy.querySelectorAll("[stroke-dasharray]")) drawn.remove();
  return copy.innerHTML.replace(/ (?:data-actions|stroke|stroke-width|fill|font-weight|opacity|class|style|tabindex|role|aria-label)="[^"]*"/g, "");
}

const layersOf = () => new Map([...byId("picture").querySelectorAll("[data-layer]")]
  .map((layer, i) => [`${layer.dataset.layer} ${i}`, layer]));

function showPicture() {
  const before = new Map([...layersOf()].map(([key, layer]) => [key, signature(layer)]));
  const focused = titleOf(document.activeElement?.closest?.("#picture [data-actions]")).split(":")[0];
  byId("picture").innerHTML = table.picture;
  const svg = byId("picture").querySelector("svg");
  svg.setAttribute("role", "group");
  svg.dataset.whole = svg.getAttribute("viewBox");
  for (const zone of zones()) {
    zone.setAttribute("tabindex", "0");
    zone.setAttribute("role", "button");
    zone.setAttribute("aria-label", titleOf(zone) || "something on the board");
    if (focused && titleOf(zone).split(":")[0] === focused) { zone.focus({preventScroll: true}); }
  }
  const layers = [...layersOf()];
  const changed = layers.filter(([key, layer]) => before.has(key) && before.get(key) !== signature(layer));
  if (changed.length < MOST_CHANGED * layers.length)
    for (const [, layer] of changed) layer.classList.add("changed");
  showTabs(svg);
}

/* On a phone the parts of the picture are tabs. */
function showTabs(svg) {
  const parts = {...JSON.parse(svg.dataset.parts ?? "{}"), all: svg.dataset.whole};
  const narrow = matchMedia("(max-width: 900px)").matches;
  if (!(part in parts)) part = Object.keys(parts)[0];
  byId("tabs").hidden = Object.keys(parts).length < 2;
  byId("tabs").replaceChildren(...Object.keys(parts).map(name => {
    const tab = element("button", name);
    tab.type = "button";
    tab.setAttribute("role", "tab");
    tab.setAttribute("aria-selected", name === part);
    tab.addEventListener("click", () => { part = name; showTabs(svg); });
    return tab;
  }));
  const box = narrow ? parts[part] : svg.dataset.whole, [, , width, height] = box.split(" ").map(Number);
  svg.setAttribute("viewBox", box);
  svg.setAttribute("width", width);
  svg.setAttribute("height", height);
  svg.style.setProperty("--least", part === "all" || width <= FITS ? "0px" : `${SMALLEST_SCALE * width}px`);
}

function zoneOf(target) {
  const zone = target.closest("[data-actions]");
  return zone && byId("picture").contains(zone) ? zone : null;
}

/* Says what is pointed at, beside the pointer, or below what has the focus. */
function point(event) {
  const group = event.target.closest?.("g:has(> title)"), words = byId("pointed");
  words.textContent = titleOf(group);
  if (!group) return;
  const box = group.getBoundingClientRect();
  const x = event.clientX || box.left, y = event.clientY || box.bottom;
  words.style.left = `${Math.max(4, Math.min(x + 14, innerWidth - words.offsetWidth - 8))}px`;
  words.style.top = `${y + 20 + words.offsetHeight < innerHeight ? y + 20 : Math.max(4, y - words.offsetHeight - 14)}px`;
}

function onPicture(event) {
  point(event);
  const zone = zoneOf(event.target);
  hideMenu();
  if (!zone || !isMine()) return;
  const wanted = actionsOf(zone);
  const moves = table.blocks.flatMap(block => block.moves).filter(move => wanted.includes(move.action));
  if (moves.length === 1) take(moves[0].action);
  else if (moves.length) showMenu(moves, zone, event);
}

function showMenu(moves, zone, event) {
  const menu = byId("menu"), box = byId("board").getBoundingClientRect(), place = zone.getBoundingClientRect();
  const x = event.clientX || place.left + place.width / 2, y = event.clientY || place.top + place.height / 2;
  menu.replaceChildren(...moves.map(move => {
    const button = element("button", move.name);
    button.type = "button";
    button.setAttribute("role", "menuitem");
    button.addEventListener("click", () => take(move.action));
    button.addEventListener("focus", () => touch(move.action));
    return button;
  }));
  menu.hidden = false;
  menu.zone = zone;
  const left = Math.min(x - box.left, box.width - menu.offsetWidth - 4);
  const top = Math.min(y, innerHeight - menu.offsetHeight - 8) - box.top;
  menu.style.left = `${Math.max(0, left)}px`;
  menu.style.top = `${Math.max(-box.top, top)}px`;
  menu.firstChild.focus({preventScroll: true});
}

function hideMenu() {
  const menu = byId("menu");
  if (menu.hidden) return;
  if (menu.contains(document.activeElement)) menu.zone?.focus({preventScroll: true});
  menu.hidden = true;
}

/* Arrows go round in the menu. */
function onMenuKey(event) {
  const buttons = [...byId("menu").children], here = buttons.indexOf(document.activeElement);
  const step = {ArrowDown: 1, ArrowUp: -1, Home: -here, End: -1 - here}[event.key];
  if (step === undefined) return false;
  buttons.at((here + step) % buttons.length).focus();
  return true;
}
