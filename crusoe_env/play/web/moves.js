/* The list of moves: filtered, marked, taken by number, click or Enter. */

const byId = id => document.getElementById(id);
const PAUSE = 700;
let table, marked = 0, advised = null, busy = false, typed = "", timer = null;

function element(tag, words, className) {
  const made = document.createElement(tag);
  if (words !== undefined) made.textContent = words;
  if (className) made.className = className;
  return made;
}

const moveButtons = () => [...document.querySelectorAll("#moves .move")];
const DEADLY = {always: "deadly", perhaps: "may be deadly"};
let warned = null;

/* Makes a move; one after which the game is lost whatever comes has to be chosen twice. */
function take(action) {
  const moves = table.blocks.flatMap(block => block.moves), chosen = moves.find(move => move.action === action);
  const again = `${table.version} ${action}`;
  if (chosen?.deadly === "always" && warned !== again && moves.some(move => move.deadly !== "always")) {
    warned = again;
    hideMenu();
    byId("message").textContent = `${chosen.name}: ${chosen.then}. Choose it once more if you want it.`;
    return undefined;
  }
  return act("move", {action, version: table.version});
}

/* Is this the window of one person, who has a seat at a table with others? */
const hasSeat = () => table.own !== undefined;

/* Does somebody decide who sits at this window? */
const isMine = () => hasSeat() ? table.decides : byId("seat").value === "" || Number(byId("seat").value) === table.seat;

function shownMoves() {
  const wanted = byId("filter").value.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = (block, move) => wanted.every(word =>
    `${block.name} ${move.name} ${move.meaning} ${move.then} ${DEADLY[move.deadly] ?? ""}`.toLowerCase().includes(word));
  return table.blocks.map(block => ({...block, moves: block.moves.filter(move => fits(block, move))}))
    .filter(block => block.moves.length);
}

function showMoves() {
  const list = byId("moves"), blocks = isMine() ? shownMoves() : [];
  const held = list.contains(document.activeElement);
  list.replaceChildren();
  let number = 0;
  for (const block of blocks) {
    const heading = element("h3");
    heading.append(element("b", block.name.replaceAll("_", " ")), ` ${block.help}`);
    list.append(heading);
    for (const move of block.moves) list.append(moveButton(move, ++number));
  }
  byId("count").textContent = number ? `${number} move${number > 1 ? "s" : ""}` : "";
  if (!number && table.blocks.length)
    list.append(element("p", isMine() ? "No move fits the filter." : `${table.who} decides${hasSeat() ? "" : ", at another window"}.`));
  mark(Math.min(marked, Math.max(0, number - 1)), held);
}

function moveButton(move, number) {
  const button = element("button", undefined, "move");
  button.type = "button";
  button.dataset.action = move.action;
  button.append(element("kbd", number));
  const words = element("span", move.name);
  if (move.meaning) words.append(element("small", move.meaning));
  if (move.then && move.then !== table.forecast) words.append(element("small", `→ ${move.then}`, "then"));
  button.append(words);
  const share = advised?.shares[move.action];
  if (share !== undefined) {
    const bar = element("i");
    bar.style.width = `${100 * share}%`;
    button.append(bar, element("em", `${Math.round(100 * share)} %`));
  }
  if (move.deadly) button.append(element("em", DEADLY[move.deadly], move.deadly));
  if (advised?.best === move.action) button.append(element("em", "★"));
  button.addEventListener("click", () => take(move.action));
  for (const kind of ["pointerenter", "focus"]) button.addEventListener(kind, () => touch(move.action));
  for (const kind of ["pointerleave", "blur"]) button.addEventListener(kind, () => touch(null));
  return button;
}

/* Mark a move; `focus` it too, so that Enter takes it. */
function mark(wanted, focus = false) {
  const buttons = moveButtons();
  for (const button of buttons) button.classList.remove("here");
  marked = Math.max(0, Math.min(buttons.length - 1, wanted));
  const button = buttons[marked];
  if (!button) return;
  button.classList.add("here");
  button.scrollIntoView({block: "nearest"});
  if (focus) button.focus({preventScroll: true});
}

/* A number is taken at once where no longer one can begin so, else after a moment. */
function onDigit(digit) {
  const buttons = moveButtons();
  typed += digit;
  clearTimeout(timer);
  const press = () => { buttons[Number(typed) - 1]?.click(); typed = ""; };
  if (Number(typed) * 10 > buttons.length) press();
  else timer = setTimeout(press, PAUSE);
}
