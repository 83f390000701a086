"""What may be wrong with the stack of a game of Robinson Crusoe, and with the question that is asked."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from crusoe_env.engine.game import Flaws
from crusoe_env.robinson import components as box
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.actions import OPTIONS
from crusoe_env.robinson.card_language import columns as col
from crusoe_env.robinson.card_language import operations as op
from crusoe_env.robinson.rules import steps
from crusoe_env.robinson.rules.steps import STEPS, number
from crusoe_env.robinson.rules.world.placed_pawns import next_to_place
from crusoe_env.robinson.things import THINGS

_KINDS = [[*it.slots.values()] + [number((0, 0))] * (c.ENTRY - 1 - len(it.slots)) for it in STEPS]
LEAST, MOST = (np.array([[kind[end] for kind in kinds] for kinds in _KINDS]) for end in (1, 2))
"""By step: the bounds of the slots of an entry."""
AT = {
    kind: np.array([it.place(kind) for it in STEPS]) for kind in ("person", "card", "row", "plan", "counter")
}
"""By kind and step: where in an entry the slot of that kind stands, NONE: nowhere."""
RUNS = np.array(
    [["*" in it.runs or operation.name in it.runs for operation in op.OPERATIONS] for it in STEPS]
)
"""By step and operation: does it carry out such a row?"""
LASTS = (
    steps.BEGIN_ROUND,
    steps.BEFORE_ACTION_PHASE,
    steps.RESOLUTION,
    steps.NEXT_ACTION,
    steps.END_OF_ACTION_PHASE,
    steps.WEATHER,
    steps.NIGHT,
    steps.END_OF_ROUND,
)
"""What lies at the bottom of the stack: each puts the next one there, as long as the game goes on."""
OF_THROW = (
    steps.ROLL,
    steps.REROLL,
    steps.FAILURE,
    steps.WOUND_DIE,
    steps.SUCCESS_DIE,
    steps.ADVENTURE_DIE,
)
"""Steps of an action with dice."""
OF_SECRET_PLANS = (steps.COUNCIL, steps.PLACE_PAWNS, steps.REVEAL, steps.SETTLE, steps.JOIN, steps.REINFORCE)
"""Steps of the variant in which pawns are placed unseen."""
OF_ACTION = (*OF_THROW, steps.OUTCOME, steps.GATHER_BONUS)
MOST_DETAIL = np.array(
    [99, c.PLANNED_KINDS - 1, c.PLANS - 1, box.INVENTIONS - 1, c.COUNTERS - 1, box.BEASTS - 1, c.SPACES - 1,
     c.TOKEN_PLACES - 1, 1 << (len(c.TOKENS) - 1), steps.TOTAL - 1]
)  # fmt: skip
"""By kind of detail (steps.AMOUNT ..): the largest."""


def flaws_of_the_stack(s: np.ndarray, tables: np.ndarray) -> Flaws:
    """See `Game.check`. Entries of all states are looked at together, (entries, ENTRY)."""
    live = s["over"] == 0
    size = s["stack_size"]
    yield "its stack is empty, or too full to go on", live & ((size < 1) | (size > c.STACK_ROOM // 2))
    game, at = np.nonzero(live[:, None] & (np.arange(c.STACK_ROOM) < size[:, None]))
    entries = s["stack"][game, at].astype(np.int64)
    step = entries[:, 0]

    def games(wrong: Any) -> np.ndarray:
        """From entries to states."""
        return np.bincount(game[wrong], minlength=len(s)) > 0

    unknown = (step < 0) | (step >= len(STEPS))
    yield "its stack holds an unknown step", games(unknown)
    if unknown.any():
        return
    yield (
        "its stack holds a number out of bounds",
        games(((entries[:, 1:] < LEAST[step]) | (entries[:, 1:] > MOST[step])).any(axis=1)),
    )
    yield "its stack does not lead to the next round", games((at == 0) & ~np.isin(step, LASTS))
    who, players = _of_kind(entries, "person"), s["players"][game]
    yield "its stack holds a player who does not play", games((who >= players) & (who < c.PLAYERS))
    yield "its stack holds a row of another effect", games(_wrong_rows(s, tables, game, entries))
    plan, plans = _of_kind(entries, "plan"), s["plans"][game]
    yield "its stack holds a plan that there is not", games(plan >= plans)
    yield from ((words, games(wrong)) for words, wrong in _of_entries(s, tables, game, entries))
    drawing = np.isin(step, (steps.DRAW_MYSTERY, steps.MORE_MYSTERIES))
    yield (
        "it has other draws of mysteries than its stack",
        live & (games_count(game[drawing], s) != s["draws"]),
    )
    tokens = s["discoveries_left"] + s["discovery"].sum(axis=1) + s["discovery_future"].sum(axis=1)
    yield "it has more draws of mysteries than tokens led to", live & (s["draws"] + tokens > c.DRAWS)
    yield "what waits is no part of an effect", _wrong_delays(s, tables)


def games_count(game: np.ndarray, s: np.ndarray) -> np.ndarray:
    """How many of these entries each state has, (n,)."""
    return np.bincount(game, minlength=len(s))


def _of_entries(s: np.ndarray, tables: np.ndarray, game: np.ndarray, entries: np.ndarray) -> Flaws:
    """What else certain steps rely on; bool (entries,)."""
    row = s["task"][game]
    step, card = entries[:, 0], _of_kind(entries, "card")
    now = s["now"][game].astype(np.int64)
    acts = now != c.NONE
    kind = np.where(acts, s["plan_kind"][game, now], 0)
    window = np.where(step == steps.WINDOW, entries[:, STEPS[steps.WINDOW].at("window")], c.NONE)
    with_dice = np.isin(step, OF_THROW) | (window == c.AFTER_THROW)
    yield "dice are thrown without an action that has some", with_dice & (~acts | ~np.isin(kind, c.DECKS))
    assigns = (step == steps.GATHER_BONUS) & (tables["gathering_items_assigned"][row] == 1)
    yield "an item is assigned, and nothing is planned", assigns & ~acts & (s["plans"][game] == 0)
    of_action = (np.isin(step, OF_ACTION) & ~assigns) | np.isin(window, (c.BEFORE_ACT, c.IN_RESOLUTION))
    yield "a step of an action has none", of_action & ~acts
    yield (
        "a trap's window has no mystery",
        (window == c.TRAP_DRAWN) & ((card < box.FIRST_MYSTERY) | (card >= box.CARDS)),
    )
    yield (
        "a counter on the stack is not the scenario's",
        _of_kind(entries, "counter") >= tables["counters"][row],
    )
    chosen = _slot(entries, steps.COVER_MORALE_MARK, "chosen")
    castaway = (chosen <= s["players"][game]) | ((chosen == c.PEOPLE) & (s["guest_here"][game] == 1))
    yield "a life track on the stack is nobody's", (chosen > 0) & ~castaway
    shown = s["shown"][game]
    drawn = np.arange(shown.shape[1]) < _slot(entries, steps.PICK_DISCOVERY, "drawn")[:, None]
    yield (
        "what is laid out is no discovery token",
        (drawn & ((shown < 0) | (shown >= box.DISCOVERIES))).any(axis=1),
    )
    speaks, speakers = _slot(entries, steps.SPEAK, "spoken"), s["words"] * s["players"]
    yield "more is said than there are words", (speaks >= 0) & (speaks >= speakers[game])
    secret = np.isin(step, OF_SECRET_PLANS) & (s["secret_plans"][game] == 0)
    yield "pawns are placed unseen at an open table", secret
    settled = np.maximum(_slot(entries, steps.REINFORCE, "plan"), _slot(entries, steps.JOIN, "plan"))
    yield "a plan is settled that is not the last", (settled >= 0) & (settled != s["plans"][game] - 1)
    ordered, fixed = (_slot(entries, steps.ORDER_TILES, name) for name in ("count", "fixed"))
    yield "more tiles are ordered than there are", (ordered > s["tiles_left"][game]) | (fixed > ordered)


def _of_kind(entries: np.ndarray, kind: str) -> np.ndarray:
    """The slot of a kind in each entry; NONE where there is none."""
    at = AT[kind][entries[:, 0]]
    return np.where(
        at == c.NONE, c.NONE, np.take_along_axis(entries, np.maximum(at, 0)[:, None], axis=1)[:, 0]
    )


def _slot(entries: np.ndarray, step: int, slot: str) -> np.ndarray:
    """A slot of the entries of a step; NONE in those of other steps."""
    return np.where(entries[:, 0] == step, entries[:, STEPS[step].at(slot)], c.NONE)


def _wrong_rows(s: np.ndarray, tables: np.ndarray, game: np.ndarray, entries: np.ndarray) -> np.ndarray:
    """Which entries hold a row that their step does not carry out, or that is not of their card."""
    rows = _of_kind(entries, "row")
    which = np.flatnonzero(rows != c.NONE)
    row = rows[which]
    task = s["task"][game[which]]
    operation = tables["rows"][task, np.clip(row, 0, c.PROGRAM_ROWS - 1), col.OP]
    cards = _of_kind(entries, "card")[which]
    fits = RUNS[entries[which, 0], operation] & of_card(tables, task, row, cards)
    wrong = np.zeros(len(entries), np.bool_)
    wrong[which[~fits]] = True
    return wrong


def _wrong_delays(s: np.ndarray, tables: np.ndarray) -> np.ndarray:
    """Which states keep for later what no row of a program keeps so."""
    waits = np.arange(c.DELAYED) < s["delayed_count"][:, None]
    game = np.nonzero(waits)[0]
    kept = s["delayed"][waits].astype(np.int64)
    row, task = kept[:, c.DELAYED_ROW], s["task"][game]
    head = tables["rows"][task, np.clip(row - 1, 0, c.PROGRAM_ROWS - 1)]
    fits = (row > 0) & (head[:, col.OP] == op.AT) & (head[:, col.WHAT] == kept[:, c.DELAYED_TIME])
    fits &= of_card(tables, task, row, kept[:, c.DELAYED_CARD])
    who = kept[:, c.DELAYED_PERFORMER]
    fits &= (who < s["players"][game]) | ((who >= c.PLAYERS) & (who < c.PEOPLE))
    return games_count(game[~fits], s) > 0


# ------------------------------------------------------------------ whose programs these are
def of_card(tables: np.ndarray, task: np.ndarray, row: np.ndarray, card: np.ndarray) -> np.ndarray:
    """Is each row, under the tables of a task, part of a program that runs for such a card?"""
    fits = np.zeros(len(row), np.bool_)
    inside = (row >= 0) & (row < c.PROGRAM_ROWS) & (card >= c.NONE) & (card < c.FIRST_USE + len(THINGS))
    for one in np.unique(task):
        these = np.flatnonzero(inside & (task == one))
        fits[these] = _owners(tables[one].tobytes(), tables.dtype)[row[these], card[these]]
    return fits


@functools.lru_cache(maxsize=64)
def _owners(table: bytes, dtype: np.dtype) -> np.ndarray:
    """By row and card: is the row part of one of the card's programs? The last column is NONE, the board."""
    t = np.frombuffer(table, dtype)[0]
    owners = np.zeros((c.PROGRAM_ROWS, c.FIRST_USE + len(THINGS) + 1), np.bool_)
    claimed = np.zeros(c.PROGRAM_ROWS, np.bool_)
    for start, cards in _programs(t):
        rows = slice(start, _end_of(t["rows"], start) + 1)
        owners[rows, cards] = claimed[rows] = True
    owners[~claimed, c.NONE] = True  # of a rest, a hook, a special action
    return owners


OF_THE_BOARD = (
    "arrange_program",
    "invention_rest",
    "keep_beast",
    "morale_top_program",
    "mystery_rest",
    "on",
    "on_round",
    "palisade_program",
    "rest_program",
    "special_adventure",
    "special_effect",
    "special_yields",
    "totem_program",
)
"""Fields of the tables with programs that run for no card."""


def _programs(t: Any) -> list[tuple[int, Any]]:
    """Where programs begin, each with the cards for which it runs."""
    found: list[tuple[int, Any]] = []
    for name in ("event_program", "threat_effect", "resolve_program"):
        found += [(int(start), card) for card, start in enumerate(t[name])]
    found += [(int(start), card) for card, starts in enumerate(t["threat_reward"]) for start in starts]
    for name in ("invention_build", "invention_loss"):
        found += [(int(start), c.FIRST_ITEM_EFFECT + item) for item, start in enumerate(t[name])]
    for which in range(box.SCENARIO_INVENTIONS):
        item = c.FIRST_ITEM_EFFECT + box.CARD_INVENTIONS + which
        found.append((int(t["scenario_invention_explored"][which]), item))
    for ability in range(t["abilities"]):
        found.append((int(t["ability_program"][ability]), [int(t["ability_card"][ability]), c.NONE]))
    for name in OF_THE_BOARD:
        found += [(int(start), c.NONE) for start in np.ravel(t[name])]
    found.append((int(t["on"][c.ON_BOOK]), slice(None)))
    found += [(int(start), slice(None)) for start in t["beast_extra"]]
    return [(start, cards) for start, cards in found if start > 0]


def _end_of(rows: np.ndarray, start: int) -> int:
    """The last row of the program that begins at a row; what waits for later has an end of its own."""
    at = start
    while rows[at, col.OP] != op.END:
        at += int(rows[at, col.JUMP]) if rows[at, col.OP] == op.AT else 1
    return at


# ------------------------------------------------------------------ the question
def flaws_of_the_question(s: np.ndarray, tables: np.ndarray) -> Flaws:
    """See `Game.check`: the step on top of the stack asks, and what it offers is there."""
    live, games = s["over"] == 0, np.arange(len(s))
    size = s["stack_size"].astype(np.int64)
    decision, step = s["decision"], s["question_step"]
    yield "it goes on without a question", live & (decision == c.NO_DECISION)
    yield "its question is over", ~live & (decision != c.NO_DECISION)
    top = s["stack"][games, size - 1].astype(np.int64)
    below = np.where(size > 1, s["stack"][games, size - 2, 0], 0)
    yield "its question is not that of the stack", live & (step != top[:, 0])
    at_window = decision == c.WINDOW
    usual, council = top[:, 0] == steps.WINDOW, top[:, 0] == steps.COUNCIL
    yield "a window is asked for otherwise", live & (at_window != (usual | council))
    window = np.where(council, c.AT_PLANNING, top[:, 1])
    yield "its window is not that of the stack", live & at_window & (s["window"] != window)
    yield "its window is before another step", live & usual & (s["question_detail"] != below)
    places = live & (step == steps.PLACE_PAWNS)
    wrong = places & (_who_places(s, places) != s["question_person"])
    yield "its question is not of who places a pawn", wrong
    yield "its fight has no window", live & (s["window"] == c.IN_FIGHT) & ~at_window
    person = s["question_person"]
    yield "its question is about nobody", (person >= s["players"]) & (person < c.PLAYERS)
    detail = steps.DETAIL_OF[np.minimum(step, len(STEPS) - 1)]
    yield "its question is about something unknown", live & (s["question_detail"] > MOST_DETAIL[detail])
    about = np.where(decision == c.SUPPORT, _of_kind(top, "plan"), s["question_detail"])
    about = np.where(
        (decision == c.PLAN) & (step == steps.EXTRA_ACTION), _slot(top, steps.EXTRA_ACTION, "kind"), about
    )
    yield "its question is about another plan", live & (s["question_detail"] != about)
    options = s["question_options"].astype(np.int64)
    most = np.array(OPTIONS)[decision]
    most[decision == c.ORDER] = s["plans"][decision == c.ORDER]
    most = np.where((step == steps.BRANCH), _branches(s, tables, top), most)
    most = np.where((decision == c.CHOOSE_SHOWN), np.minimum(most, _shown(s, tables, top)), most)
    most = np.where((step == steps.PAY), np.minimum(most, _ways(s, top)), most)
    free = np.isin(decision, (c.PLAN, c.WINDOW)) | (most == 0)
    yield "its question offers what there is not", live & ~free & (options >> most != 0)
    yield "its question cannot be passed", live & (step == steps.WINDOW) & (s["question_may_pass"] == 0)


def _who_places(s: np.ndarray, which: np.ndarray) -> np.ndarray:
    """Whose pawn is placed next in the states chosen, NONE elsewhere, and where all are placed."""
    found = np.full(len(s), c.NONE - 1)
    records = s.view(np.recarray)
    for i in np.flatnonzero(which):
        found[i] = next_to_place(records[i]) if s["secret_plans"][i] else c.NONE - 1
    return found


def _branches(s: np.ndarray, tables: np.ndarray, top: np.ndarray) -> np.ndarray:
    """Branches of the row that is on top of the stack."""
    row = np.clip(_of_kind(top, "row"), 0, c.PROGRAM_ROWS - 1)
    return tables["rows"][s["task"], row, col.NUMBER]


def _shown(s: np.ndarray, tables: np.ndarray, top: np.ndarray) -> np.ndarray:
    """How many things are laid out."""
    step = top[:, 0]
    looked_at = np.minimum(_slot(top, steps.PICK_TILE, "number"), s["tiles_left"])
    unordered = _slot(top, steps.ORDER_TILES, "count") - _slot(top, steps.ORDER_TILES, "fixed")
    laid = np.full(len(s), s["shown"].shape[1])
    laid = np.where(step == steps.PICK_TILE, looked_at, laid)
    laid = np.where(step == steps.ORDER_TILES, unordered, laid)
    return np.where(step == steps.PICK_DISCOVERY, _slot(top, steps.PICK_DISCOVERY, "drawn"), laid)


def _ways(s: np.ndarray, top: np.ndarray) -> np.ndarray:
    """Ways to pay for the plan on top of the stack."""
    plan = np.clip(_of_kind(top, "plan"), 0, c.PLANS - 1)
    games = np.arange(len(s))
    target = s["plan_target"][games, plan]
    two = ((s["plan_kind"][games, plan] == c.BUILD) & (target >= c.FIRST_INVENTION)) | (
        target >= c.FIRST_SPECIAL
    )
    return np.where(two, 2, 4)
