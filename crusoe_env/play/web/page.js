/* The page: asks the server, shows what it answers, hears buttons and keys. */

const POLL = 2000, POLL_AT_TABLE = 500, WATCH = 1000;
const LOST = "The game does not answer. Start it again: it is saved, and goes on at the address that is printed then.";
const FULL = "Too many windows ask at once. Close some, then try again.", MOST_TRIES = 5;

async function ask(path, body, type = "application/json") {
  const sent = body === undefined ? {} : {
    method: "POST", headers: {"Content-Type": type},
    body: type === "application/json" ? JSON.stringify(body) : body,
  };
  const send = () => fetch(path, sent).catch(() => { throw new Error(LOST); });
  let answer = await send();
  for (let tries = 0; answer.status === 503 && tries < MOST_TRIES; tries++) {  /* too many windows at once */
    await new Promise(done => setTimeout(done, 1000 * (Number(answer.headers.get("Retry-After")) || 1)));
    answer = await send();
  }
  if (answer.status === 503) throw new Error(FULL);
  const content = await answer.json();
  if (!answer.ok) throw new Error(content.refused);
  return content;
}

async function refresh() {
  table = await ask(`table?theme=${document.documentElement.dataset.theme}`);
  await loadHelp();
  show();
}

/* One request at a time; what is refused is said, and the table shown anew. */
async function act(path, body, type) {
  if (busy) return;
  setBusy(true);
  const keeps = document.activeElement === document.body || byId("choose").contains(document.activeElement);
  hideMenu();
  touch(null);
  byId("message").textContent = "";
  try {
    await ask(path, body, type);
    advised = null;
    marked = 0;
    byId("filter").value = "";
    await refresh();
    if (keeps) mark(0, true);
  } catch (error) {
    const words = error.message;
    await refresh().catch(() => {});
    byId("message").textContent = words;
  } finally {
    setBusy(false);
  }
}

function undo() {
  const count = table.undo_counts[byId("undo-by").value] ?? 1;  // a seat goes back to its own decision
  if (table.undo) act("undo", {count, version: table.version});
}

// ------------------------------------------------------------------ showing

function show() {
  document.title = table.title;
  byId("title").textContent = table.title;
  const options = Object.entries(table.options).map(([name, value]) => `${name} ${value}`.replaceAll("_", " "));
  byId("about").textContent = [`round ${table.round}, ${table.phase}`, ...options,
    table.seed === null ? "" : `seed ${table.seed}`,
    hasSeat() ? whoPlays() : ""]
    .filter(Boolean).join(" · ");
  showPicture();
  byId("text").textContent = table.text;
  const over = table.result !== "";
  const alone = hasSeat() && table.here.length === 1;
  byId("who").textContent = over ? "the end" : alone && isMine() || !table.who ? "you decide" : `${table.who} decides`;
  showWindows();
  byId("question").replaceChildren(...linked(table.question));
  byId("question").className = over ? (table.result.startsWith("Victory") ? "won" : "lost") : "";
  byId("sentence").replaceChildren(...linked(over ? `${table.sentence} ${table.result}` : table.sentence));
  byId("forecast").textContent = table.forecast && isMine() ? `If nothing is used: ${table.forecast}.` : "";
  showCard();
  showDrawn();
  showHint();
  showEnding();
  showDice();
  byId("introduction").hidden = !table.introduction.length;
  byId("introduction").replaceChildren(...table.introduction.map(line => withLinks("p", line)));
  if (table.first_game && !table.hint && !hasSeat()) {
    const first = element("button", table.first_game);
    first.type = "button";
    first.addEventListener("click", beginFirst);
    byId("introduction").append(first);
  }
  byId("message").textContent = table.notice;
  byId("undo").disabled = table.undo === 0;
  byId("advice").disabled = over || hasSeat() && !isMine();
  for (const id of ["undo-by", "save", "load"]) byId(id).hidden = hasSeat();
  byId("new").hidden = hasSeat() && !table.can_seat;
  byId("replay").hidden = hasSeat() && !over;
  byId("replay").className = over ? "main" : "";
  byId("choose").hidden = over;
  showSeats();
  showMoves();
  showAdvice();
  showLog();
  document.querySelector("main").dataset.version = table.version;
  document.querySelector("main").hidden = false;
  showStudy();
}

/* The people at this window, and who else plays. */
function whoPlays() {
  const here = table.here.map(seat => table.at_table[seat]);
  const others = table.at_table.filter((_, seat) => !table.here.includes(seat));
  return `you are ${here.join(" and ")}${others.length ? `, with ${others.join(", ")}` : ""}`;
}

/* Where the others play, if each needs a window because players hide something from each other. */
function showWindows() {
  const box = byId("windows");
  box.hidden = !table.windows?.length;
  if (box.hidden) return;
  const links = table.windows.map(([name, address]) => {
    const line = element("p", `${name} plays at `), link = element("a", address);
    link.href = address;
    link.target = "_blank";
    line.append(link);
    return line;
  });
  box.replaceChildren(element("p", "Players hide something from each other here, so each has a window of their own."), ...links);
}

function showCard() {
  byId("card").hidden = !table.card;
  if (!table.card) return;
  byId("card").firstElementChild.textContent = table.card.name;
  byId("card").lastElementChild.replaceChildren(...table.card.text.map(line => withLinks("p", line)));
}

/* Cards that came without a question, until the next decision. */
function showDrawn() {
  byId("drawn").hidden = !table.drawn.length;
  byId("drawn").replaceChildren(...table.drawn.map(({name, text}) => {
    const card = element("section");
    card.append(element("h3", name), ...text.map(line => withLinks("p", line)));
    return card;
  }));
}

/* What was to be reached, how it ended, and what can be looked at. */
function showEnding() {
  const box = byId("ending");
  box.hidden = !table.ending.length;
  if (box.hidden) return;
  box.replaceChildren(...table.ending.map(line => withLinks("p", line)), judgingLine());
}

/* A replay with the moments that decided: a button that asks for it, how far it is, a button that opens it. */
let judging = null;

function judgingLine() {
  const line = element("p"), mine = judging?.version === table.version ? judging : null;
  const button = (words, title, work) => {
    const made = element("button", words);
    made.type = "button";
    made.title = title;
    made.addEventListener("click", work);
    line.append(made);
  };
  line.setAttribute("role", "status");
  if (mine?.done) {
    button("Open the replay with the moments that decided", "the game as a page", () => open("replay?chances=1", "_blank"));
  } else if (mine?.runs) {
    button("Stop", "what is done so far is kept", () => { mine.runs = false; showEnding(); });
    line.append(` ${mine.doing} …`);
  } else {
    button(mine ? "Go on" : "Find the moments that decided", "an agent plays on from each step: about a minute; then there is a replay with chances", judgeGame);
    if (mine?.doing) line.append(` ${mine.doing}`);
  }
  return line;
}

/* Has an agent play on from each step of the game, about a second with each request, until it is done or stopped. */
async function judgeGame() {
  const mine = judging = judging?.version === table.version ? judging : {version: table.version, doing: ""};
  for (mine.runs = true; mine.runs && !mine.done && mine === judging && mine.version === table.version;) {
    showEnding();
    const answer = await ask("judge", {}).catch(error => ({doing: error.message, failed: true}));
    if (answer.version !== undefined && answer.version !== mine.version) break;
    Object.assign(mine, {doing: answer.doing, done: answer.done});
    if (answer.failed) mine.runs = false;
  }
  mine.runs = false;
  showEnding();
}

/* What is said about this decision in a first game; it can be left at once, for this window. */
function showHint() {
  const hint = sessionStorage.getItem("hints") === "left" ? null : table.hint, box = byId("hint");
  box.hidden = !hint?.text;
  if (box.hidden) return;
  const leave = element("button", "Leave the hints");
  leave.type = "button";
  leave.addEventListener("click", () => { sessionStorage.setItem("hints", "left"); show(); });
  box.replaceChildren(element("b", `${table.first_game}, ${hint.step} of ${hint.steps}`), withLinks("p", hint.text));
  const move = table.blocks.flatMap(block => block.moves).find(({action}) => action === hint.action);
  if (move) {
    const suggested = element("button", move.name, "main");
    suggested.type = "button";
    suggested.addEventListener("click", () => take(hint.action));
    for (const kind of ["pointerenter", "focus"]) suggested.addEventListener(kind, () => touch(hint.action));
    for (const kind of ["pointerleave", "blur"]) suggested.addEventListener(kind, () => touch(null));
    box.append(suggested);
  }
  box.append(leave);
}

/* Begins the game that explains itself. */
async function beginFirst() {
  sessionStorage.removeItem("hints");
  await beginWith({first: true, seed: 0});
}

function showDice() {
  const dice = byId("dice"), shown = Object.entries(table.dice);
  const before = dice.textContent;
  dice.hidden = !shown.length;
  dice.replaceChildren(...shown.map(([name, face]) => {
    const die = element("span", face);
    die.prepend(element("small", name));
    return die;
  }));
  dice.classList.toggle("changed", dice.textContent !== before);
}

function setBusy(whether) {
  busy = whether;
  document.body.dataset.busy = whether;
}

function showSeats() {
  const select = byId("seat"), several = table.seats.length > 1 && !hasSeat();
  byId("mine").hidden = !several;
  if (!several) { select.replaceChildren(new Option("all", "")); return; }
  const names = [...select.options].slice(1).map(option => option.text);
  if (names.join() === table.seats.join()) return;
  select.replaceChildren(new Option("all", ""), ...table.seats.map((name, i) => new Option(name, i)));
  const kept = sessionStorage.getItem("seat") ?? "";
  if (Number(kept) < table.seats.length) select.value = kept;
}

function showAdvice() {
  byId("advised").hidden = advised === null;
  glow();
  if (advised === null) return;
  const words = element("p", `${advised.agent} would choose: `);
  words.append(element("b", advised.name));
  const lines = [advised.why, advised.chance].filter(Boolean).map(line => element("p", line));
  byId("advised").replaceChildren(words, ...lines);
}

/* Has the agent play on from here, some games at a time, and says how many it wins; until a move is made. */
async function countVictories(about) {
  for (let done = false; !done && advised === about;) {
    const counted = await ask("chance", {agent: ""}).catch(() => ({done: true}));
    if (advised !== about || counted.version !== about.version) return;
    about.chance = counted.sentence;
    done = counted.done;
    showAdvice();
  }
}

function showLog() {
  const list = byId("log");
  list.replaceChildren(...table.log.toReversed().map((entry, i) => {
    const item = element("li", undefined, i ? "" : "new");
    item.append(withLinks("b", (entry.who ? `${entry.who}: ` : "") + entry.name));
    for (const line of entry.changes) item.append(withLinks("span", line));
    if (entry.has_reason) item.append(whyButton(i + 1));
    return item;
  }));
}

/* Compares on request the move that is so many moves back with others; more games are played while it is shown. */
function whyButton(back) {
  const button = element("button", "why?", "why"), {version} = table;
  button.type = "button";
  button.title = "what else there was, and how often an agent wins after each";
  button.addEventListener("click", async () => {
    const answer = element("div", "comparing this move with others …", "reason");
    answer.setAttribute("role", "status");
    button.replaceWith(answer);
    for (let done = false; !done && version === table.version && answer.isConnected;) {
      const compared = await ask("why", {back, version}).catch(error => ({reason: error.message, done: true}));
      answer.replaceChildren(...comparedLines(compared));
      done = compared.done;
    }
  });
  return button;
}

function comparedLines({reason, moves, sentence}) {
  const lines = [reason, sentence].filter(Boolean).map(words => element("p", words));
  if (!moves?.length) return lines;
  const list = element("ul");
  list.append(...moves.map(({name, share, chosen}) => {
    const row = element("li", undefined, chosen ? "own" : ""), bar = element("meter");
    bar.value = share;
    bar.ariaHidden = "true";
    row.append(element("span", chosen ? `${name} (played)` : name), bar, element("b", `${Math.round(100 * share)} %`));
    return row;
  }));
  return [list, ...lines];
}

// ------------------------------------------------------------------ advice, files, a new game

async function advise() {
  if (busy) return;
  setBusy(true);
  byId("message").textContent = "";
  const thinking = tellThinking();
  try {
    advised = await ask("advice", {agent: ""});
  } catch (error) {
    byId("message").textContent = error.message;
  } finally {
    clearInterval(thinking);
    setBusy(false);
    showAdvice();
    showMoves();
  }
  if (advised) countVictories(advised);
}

/* Says that an agent thinks, for how long, and what it waits for; the interval that does. */
function tellThinking() {
  const words = element("span", `${table.agent || "An agent"} is thinking …`), seconds = element("span");
  seconds.ariaHidden = "true";
  byId("advised").replaceChildren(words, seconds);
  byId("advised").hidden = false;
  const began = Date.now();
  return setInterval(async () => {
    seconds.textContent = ` ${Math.round((Date.now() - began) / 1000)} s`;
    const {doing} = await ask("doing").catch(() => ({doing: ""}));
    const now = `${table.agent || "An agent"} is thinking …${doing && ` (${doing})`}`;
    if (words.textContent !== now) words.textContent = now;
  }, WATCH);
}

function save() {
  const link = element("a");
  link.href = "save";
  link.download = "";
  link.click();
}

async function load() {
  const file = byId("file").files[0];
  byId("file").value = "";
  if (file) await act("load", await file.arrayBuffer(), "application/octet-stream");
}

function openSetup() {
  byId("fields").replaceChildren(...Object.entries(table.tasks).map(([name, values]) => {
    const label = element("label", `${name} `), select = element("select");
    select.dataset.option = name;
    const named = help.choices?.values[name] ?? {};
    select.append(...values.map(value => new Option(named[value]?.[0] ?? String(value).replaceAll("_", " "), JSON.stringify(value))));
    select.addEventListener("change", showChosen);
    if (name in table.task) select.value = JSON.stringify(table.task[name]);
    label.append(select);
    return label;
  }));
  showPick();
  showChosen();
  const first = table.others[0];
  byId("others").parentElement.hidden = !first;
  byId("others").placeholder = `${first}=VALUE`;
  byId("others").title = `names: ${table.others.join(", ")}; several with a space between`;
  byId("instead").hidden = table.undo === 0 || table.result !== "";
  byId("seed").value = Math.floor(Math.random() * 1e6);
  byId("wrong").textContent = "";
  byId("first").hidden = !table.first_game;
  byId("first").textContent = table.first_game ?? "";
  byId("setup").showModal();
}

/* Says below each choice what it is, and how often the best shipped policy wins the task that is chosen. */
function showChosen() {
  const selects = [...byId("fields").querySelectorAll("select")], task = {};
  for (const select of selects) task[select.dataset.option] = JSON.parse(select.value);
  const fits = trained => Object.entries(task).every(([name, value]) =>
    [value, "mixed"].includes(trained[name]) || Array.isArray(trained[name]) && trained[name].includes(value));
  const trained = help.policies.filter(policy => fits(policy.task)).toSorted((a, b) => b.rate - a.rate);
  const lines = Object.entries(task).map(([name, value]) => help.choices?.values[name]?.[value]?.[1]).filter(Boolean);
  if (trained.length) lines.push(`The best shipped policy wins ${Math.round(100 * trained[0].rate)} % of such games.`);
  byId("chosen").replaceChildren(...lines.map(line => element("p", line)));
  showTable(task.players ?? table.seats.length, trained);
}

/* Who has each seat, where agents may: people, policies trained on the task, other agents. What was chosen stays. */
function showTable(players, trained) {
  const set = byId("seats"), before = chosenSeats();
  set.hidden = !table.can_seat || players < 2;
  set.replaceChildren(set.firstElementChild, ...Array.from({length: set.hidden ? 0 : players}, (_, seat) => {
    const label = element("label", `seat ${seat + 1} `), select = element("select");
    select.append(new Option("a person", "human"),
      ...trained.map(({name, rate}) => new Option(`${name} (wins ${Math.round(100 * rate)} %)`, name)),
      ...Object.entries(help.agents).map(([name, about]) => new Option(about, name)));
    select.value = before[seat] ?? "human";
    if (!select.value) select.value = "human";
    label.append(select);
    return label;
  }));
}

const chosenSeats = () => [...byId("seats").querySelectorAll("select")].map(select => select.value);

/* The option whose values have pictures: none of them chosen leaves it to the game. */
function showPick() {
  const pick = help.choices?.pick, set = byId("pick");
  set.hidden = !pick;
  if (!pick) return;
  set.firstElementChild.textContent = pick.many ? "characters, in the order of the seats" : pick.option;
  set.replaceChildren(set.firstElementChild, ...Object.entries(pick.values).map(([value, [name, drawing]]) => {
    const button = element("button", name);
    button.type = "button";
    button.dataset.value = value;
    button.setAttribute("aria-pressed", "false");
    button.insertAdjacentHTML("afterbegin", `<svg viewBox="-20 -20 40 40" width="40" height="40" aria-hidden="true">${drawing}</svg>`);
    button.addEventListener("click", () => {
      const on = button.getAttribute("aria-pressed") !== "true";
      if (on && !pick.many) for (const other of set.querySelectorAll("button")) other.setAttribute("aria-pressed", "false");
      button.setAttribute("aria-pressed", on);
      if (on) set.append(button);  // the order of the seats is that of choosing
    });
    return button;
  }));
}

function picked(options) {
  const pick = help.choices?.pick;
  const chosen = [...byId("pick").querySelectorAll('[aria-pressed="true"]')].map(button => button.dataset.value);
  if (!pick || !chosen.length) return {};
  if (!pick.many) return {[pick.option]: chosen[0]};
  const seats = options.players ?? 1;
  return {[pick.option]: [...chosen, ...Array(Math.max(0, seats - chosen.length)).fill(null)]};
}

function chosenOptions() {
  const options = {};
  for (const select of byId("fields").querySelectorAll("select")) options[select.dataset.option] = JSON.parse(select.value);
  for (const word of byId("others").value.split(/\s+/).filter(Boolean)) {
    const [name, ...rest] = word.split("="), value = rest.join("=");
    try { options[name] = JSON.parse(value); } catch { options[name] = value; }
  }
  return {...picked(options), ...options};
}

const begin = () => beginWith({options: chosenOptions(), seed: Number(byId("seed").value), seats: chosenSeats()});

async function beginWith(game) {
  try {
    await ask("new", game);
  } catch (error) {
    byId("wrong").textContent = error.message;
    return;
  }
  byId("setup").close();
  advised = null;
  await refresh();
}

// ------------------------------------------------------------------ keys

function onEscape(inFilter) {
  hideMenu();
  byId("filter").value = "";
  showMoves();
  if (inFilter) mark(0, true);
}

function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || byId("setup").open || byId("help").open || byId("study").contains(event.target)) return;
  const {target, key} = event, inFilter = target === byId("filter"), zone = zoneOf(target);
  if (key === "Escape") onEscape(inFilter);
  else if (!byId("menu").hidden && onMenuKey(event)) { /* done */ }
  else if (target.matches("select, input") && !inFilter) return;
  else if (key === "ArrowDown") mark(marked + 1, !inFilter);
  else if (key === "ArrowUp") mark(marked - 1, !inFilter);
  else if (zone && (key === "Enter" || key === " ")) onPicture(event);
  else if (key === "Enter" && (inFilter || target === document.body)) moveButtons()[marked]?.click();
  else if (inFilter) return;
  else if (key === "/") byId("filter").focus();
  else if (/^\d$/.test(key)) onDigit(key);
  else if (key === "u") undo();
  else if (key === "a") advise();
  else if (key === "?") openHelp();
  else return;
  event.preventDefault();
}

// ------------------------------------------------------------------ the beginning

function setTheme(theme) {
  document.documentElement.dataset.theme = theme;
  if (table) refresh();
}

/* Another window may have gone on. */
async function poll() {
  if (busy || document.hidden) return;
  const {version} = await ask("version").catch(() => ({version: table?.version}));
  if (table && version !== table.version && !busy) await refresh();
}

const dark = matchMedia("(prefers-color-scheme: dark)");
setTheme(dark.matches ? "dark" : "light");
dark.addEventListener("change", () => setTheme(dark.matches ? "dark" : "light"));
matchMedia("(max-width: 900px)").addEventListener("change", () => table && show());
byId("theme").addEventListener("click", () =>
  setTheme(document.documentElement.dataset.theme === "dark" ? "light" : "dark"));
byId("undo").addEventListener("click", undo);
byId("advice").addEventListener("click", advise);
byId("save").addEventListener("click", save);
byId("load").addEventListener("click", () => byId("file").click());
byId("file").addEventListener("change", load);
byId("replay").addEventListener("click", () => open("replay", "_blank"));
byId("new").addEventListener("click", openSetup);
byId("begin").addEventListener("click", begin);
byId("first").addEventListener("click", beginFirst);
byId("filter").addEventListener("input", () => { marked = 0; showMoves(); });
byId("seat").addEventListener("change", () => { sessionStorage.setItem("seat", byId("seat").value); showMoves(); });
byId("picture").addEventListener("click", onPicture);
byId("picture").addEventListener("pointermove", point);
byId("picture").addEventListener("pointerleave", () => { byId("pointed").textContent = ""; });
byId("picture").addEventListener("focusin", point);
byId("picture").addEventListener("focusout", () => { byId("pointed").textContent = ""; });
document.addEventListener("click", event => {
  if (!byId("board").contains(event.target)) hideMenu();
});
document.addEventListener("keydown", onKey);
async function pollOn() {
  await poll();
  setTimeout(pollOn, table && hasSeat() ? POLL_AT_TABLE : POLL);
}
document.addEventListener("visibilitychange", poll);
setTimeout(pollOn, POLL_AT_TABLE);
refresh().catch(error => { byId("about").textContent = error.message; });
