"""What is hidden from a seat never shows: what others know alone changes nothing that it sees or can infer.

`python -m tests.properties.leaks 100000` looks at that many positions in which somebody hides something, of
each table.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from crusoe_env import Batch, Simulator
from crusoe_env.engine import stepping
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.components import BOX, DISCOVERIES
from crusoe_env.robinson.game import GAME
from crusoe_env.robinson.rules import steps
from crusoe_env.robinson.rules.world.decks import back_of
from crusoe_env.robinson.state import PACKED_PLANS
from crusoe_env.robinson.tables.scenarios import NAMES
from crusoe_env.robinson.variants import OPEN, TABLES
from tests.figures import save, stopwatch

HIDING = tuple(table for table in TABLES if table != OPEN)
USES_OF_ITEMS = [entry["uses"] for entry in BOX["starting_item"]]
SPARED_EVERY = 4
"""After so many steps nobody is wounded, to see the late rounds."""


def settings_of(table: str) -> list[dict]:
    """Options of games at a table: all scenarios with some numbers of players."""
    return [
        {
            "scenario": scenario,
            "players": 2 + (i + k) % 3,
            "table": table,
            "lookouts": "private_finds" in table and k == 0,
            "strains": "secret_plans" in table and k == 1,
            "words": (i + k) % 2,
            "friday": True,
        }
        for i, scenario in enumerate(NAMES)
        for k in range(2)
    ]


def hides_something(states: np.recarray) -> np.ndarray:
    """Does somebody know what others do not? bool (n,)."""
    placing = np.isin(states.question_step, (steps.PLACE_PAWNS, steps.REVEAL))
    pawns = placing & (states.placed_pawns != c.UNPLACED).any(axis=(1, 2)) & (states.secret_plans == 1)
    return (
        pawns
        | (states.strain != c.NONE).any(axis=1)
        | states.looked.any(axis=1)
        | chooses_tiles_alone(states)
        | hides_finds(states)
    )


def hides_finds(states: np.recarray) -> np.ndarray:
    """Has a player found something in this action phase, or does he choose among tokens? bool (n,)."""
    acts = (states.private_finds == 1) & (states.phase == c.RESOLUTION)
    players = np.arange(c.PEOPLE) < states.players[:, None]
    tokens = (states.found.any(axis=2) & players).any(axis=1)
    holder, finder = states.mystery_holder, states.starting_finder
    of_players = (holder >= 0) & (holder < states.players[:, None])
    treasures = ((states.mystery_state == c.MYSTERY_FUTURE) & of_players).any(axis=1)
    of_players = (finder >= 0) & (finder < states.players[:, None])
    items = ((states.starting_future > 0) & of_players).any(axis=1)
    return acts & (tokens | treasures | items | (states.question_step == steps.PICK_DISCOVERY))


def chooses_tiles_alone(states: np.recarray) -> np.ndarray:
    """Does only who acts see the tiles that are laid out? bool (n,)."""
    lays_out = np.isin(states.question_step, (steps.PICK_TILE, steps.ORDER_TILES))
    return lays_out & (states.private_finds == 1) & (states.tiles_known == 0)


def hidden_positions(settings: dict, games: int, seed: int) -> Iterator[tuple[Simulator, np.recarray]]:
    """States of random games, side by side, in which somebody knows what others do not."""
    batch = Batch(GAME, games, autoreset=stepping.NEXT_STEP, threads=1, **settings)
    batch.seed(range(seed, seed + games))
    batch.reset()
    play = batch.sampler(seed)
    for step in range(10**9):
        if step % SPARED_EVERY == 0:
            batch.states.wounds[:] = 0
            batch.refresh()
        states = batch.states
        live = (batch.flags & stepping.ENDED) == 0
        found = states[live & hides_something(states)]
        yield batch.simulator, found.copy().view(np.recarray)
        batch.step(play())


def with_other_secrets(states: np.recarray, viewer: int, rng: np.random.Generator) -> np.recarray:
    """The same states with other pawns of other players, and other cards where the viewer knows none."""
    others = states.copy()
    place_other_pawns(others, viewer, rng)
    for i in np.flatnonzero(states.private_finds):
        lay_other_cards(others[i], viewer, rng)
    return others


def place_other_pawns(others: np.recarray, viewer: int, rng: np.random.Generator) -> None:
    """Other pawns are placed by everybody whose pawns the viewer does not place."""
    hidden = np.isin(others.question_step, (steps.PLACE_PAWNS, steps.REVEAL)) & (others.secret_plans == 1)
    for person in range(c.PEOPLE):
        theirs = np.full(len(others), person != viewer)
        if person >= c.FRIDAY:
            theirs = others.first_player != viewer
        placed = others.placed_pawns[:, person]
        drawn = rng.integers(c.IDLE_PAWN, c.FIRST_PLACED + PACKED_PLANS, placed.shape)
        changed = (theirs & hidden)[:, None] & (placed != c.UNPLACED)
        others.placed_pawns[:, person] = np.where(changed, drawn, placed)


def lay_other_cards(s: np.void, viewer: int, rng: np.random.Generator) -> None:
    """Cards of a state that the viewer does not know lie otherwise, in place."""
    for deck in range(3):
        mix(s["adventures"][deck][: s["adventures_left"][deck]], rng)
    others = [seat for seat in range(s["players"]) if seat != viewer] if s["phase"] == c.RESOLUTION else []
    hide_other_treasures(s, others, rng)
    hide_other_tokens(s, others, rng)
    hide_other_items(s, others, rng)
    mix(s["inventions"][: max(0, s["inventions_left"] - 1)], rng)
    lay_other_tiles(s, viewer, rng)
    lay_other_events(s, viewer, rng)
    lay_other_beasts(s, viewer, rng)


def hide_other_treasures(s: np.void, others: list[int], rng: np.random.Generator) -> None:
    """Other treasures are found by others, and the deck lies in another order."""
    deck = s["mysteries"][: s["mysteries_left"]]
    found = [i for i in range(len(s["mystery_state"])) if s["mystery_state"][i] == c.MYSTERY_FUTURE]
    for old in found:
        at = int(rng.integers(len(deck) + 1))
        if (
            s["mystery_holder"][old] in others
            and at < len(deck)
            and kind_of_mystery(int(deck[at])) == "treasure"
        ):
            new = int(deck[at])
            deck[at] = old
            for name in ("mystery_state", "mystery_holder", "mystery_round", "mystery_draw"):
                s[name][[old, new]] = s[name][[new, old]]
            s["outside_treasures"] ^= (1 << old) | (1 << new)
    mix(deck, rng)


def kind_of_mystery(mystery: int) -> str:
    """Treasure, creature or trap."""
    return BOX["mystery"][mystery]["type"]


def hide_other_tokens(s: np.void, others: list[int], rng: np.random.Generator) -> None:
    """Other tokens are found by others, and lie in the stack; so are those that another chooses from."""
    stack = s["discovery_stack"][: s["discoveries_left"]]
    choosing = s["question_step"] == steps.PICK_DISCOVERY and s["question_person"] in others
    hands = [
        (seat, token) for seat in others for token in np.repeat(np.arange(DISCOVERIES), s["found"][seat])
    ]
    laid_out = s["shown"][s["shown"] != c.NONE] if choosing else s["shown"][:0]
    cards = rng.permutation(np.concatenate([stack, [token for _, token in hands], laid_out]).astype(np.int64))
    stack[:], cards = cards[: len(stack)], cards[len(stack) :]
    for (seat, old), new in zip(hands, cards, strict=False):
        for change, token in ((-1, old), (1, new)):
            s["found"][seat, token] += change
            s["discovery_future"][token] += change
    s["shown"][: len(laid_out)] = cards[len(hands) :]


def hide_other_items(s: np.void, others: list[int], rng: np.random.Generator) -> None:
    """Other starting items are found by others."""
    deck = s["starting_deck"][: s["starting_left"]]
    for old in np.flatnonzero((s["starting_future"] > 0) & np.isin(s["starting_finder"], others)):
        if len(deck):
            at = int(rng.integers(len(deck)))
            new = int(deck[at])
            deck[at] = old
            s["starting_finder"][new], s["starting_finder"][old] = s["starting_finder"][old], c.NONE
            s["starting_future"][new], s["starting_future"][old] = USES_OF_ITEMS[new], 0
    mix(deck, rng)


def mix(cards: np.ndarray, rng: np.random.Generator) -> None:
    """Put cards in another order."""
    cards[:] = rng.permutation(cards)


def has_looked(s: np.void, pile: int, viewer: int) -> bool:
    """Does the viewer alone, or with some others, know the top card?"""
    return bool(s["looked"][pile] >> viewer & 1)


def lay_other_tiles(s: np.void, viewer: int, rng: np.random.Generator) -> None:
    """Tiles below those that the viewer knows; what another has laid out for himself are then others, too."""
    known = max(int(s["tiles_known"]), int(has_looked(s, c.LOOK_AT_TILES, viewer)))
    top, laid_out = int(s["tiles_left"]) - 1, s["shown"][s["shown"] != c.NONE]
    if s["question_step"] in (steps.PICK_TILE, steps.ORDER_TILES) and len(laid_out):
        fixed = int(s["question_detail"])
        if s["tiles_known"] or s["acting"] == viewer:
            known = max(known, fixed + len(laid_out))
        else:
            mix(s["tiles"][: top + 1], rng)
            s["shown"][: len(laid_out)] = s["tiles"][[top - fixed - i for i in range(len(laid_out))]]
            return
    mix(s["tiles"][: max(0, top + 1 - known)], rng)


def lay_other_events(s: np.void, viewer: int, rng: np.random.Generator) -> None:
    """The event deck: the back of the next card stays."""
    deck = s["event_deck"][: s["events_left"]]
    if not len(deck):
        return
    if s["event_known"] or has_looked(s, c.LOOK_AT_EVENT, viewer):
        mix(deck[:-1], rng)
        return
    back = back_of(int(deck[-1]))
    mix(deck, rng)
    at = rng.choice([i for i, card in enumerate(deck) if back_of(int(card)) == back])
    deck[[at, -1]] = deck[[-1, at]]


def lay_other_beasts(s: np.void, viewer: int, rng: np.random.Generator) -> None:
    """Beasts that nobody has met change places, but for the one that the viewer has looked at."""
    known = s["hunting_known"] or has_looked(s, c.LOOK_AT_BEAST, viewer)
    deck, left = s["beasts"][: s["beasts_left"]], int(s["hunting_left"])
    hunting = s["hunting"][: max(0, left - 1) if known else left]
    ambush = [int(s["ambush"])] if s["ambush"] != c.NONE else []
    cards = rng.permutation(np.concatenate([deck, hunting, ambush]).astype(np.int64))
    deck[:], hunting[:] = cards[: len(deck)], cards[len(deck) : len(deck) + len(hunting)]
    if ambush:
        s["ambush"] = cards[-1]


def check_leaks(simulator: Simulator, states: np.recarray, seed: int) -> int:
    """Compare what each seat sees of states and of others that differ in what it may not know; how many.

    Raises AssertionError if it sees, may do or can infer anything else.
    """
    rng = np.random.default_rng(seed)
    for viewer in range(int(simulator.seats_by_task.max()) if len(states) else 0):
        others = with_other_secrets(states, viewer, rng)
        deals = []
        for each in (states, others):
            deals.append(simulator.determinize(each, np.random.default_rng(seed), viewer))
            same = simulator.observe(deals[-1], viewer, "uint8") == simulator.observe(states, viewer, "uint8")
            assert same.all(), f"a deal changes what seat {viewer} sees"
            acts = simulator.masks_of(deals[-1], viewer) == simulator.masks_of(states, viewer)
            assert acts.all(), f"a deal changes the legal actions of seat {viewer}"
        assert deals[0].tobytes() == deals[1].tobytes(), (
            f"a deal for seat {viewer} knows what is hidden from it"
        )
        for what in (simulator.observe, simulator.masks_of):
            assert (what(states, viewer) == what(others, viewer)).all(), (
                f"{what.__name__} tells seat {viewer}"
            )
        assert (simulator.choosers(states) == simulator.choosers(others)).all()
        assert (states.acting == others.acting).all()
    return len(states)


def look_for_leaks(table: str, count: int, games: int, seed: int) -> int:
    """Look at so many positions of a table at least, of all scenarios in turn; how many there were."""
    plays = [hidden_positions(settings, games, seed + i) for i, settings in enumerate(settings_of(table))]
    looked = 0
    for number in range(10**9):
        if looked >= count:
            break
        simulator, states = next(plays[number % len(plays)])
        looked += check_leaks(simulator, states, seed + number)
    return looked


def main() -> None:
    """Look at so many positions of each table, and say how many there were."""
    parser = argparse.ArgumentParser("python -m tests.properties.leaks", description=__doc__)
    parser.add_argument("count", type=int, help="positions of each table")
    parser.add_argument("--table", nargs="+", choices=HIDING, default=HIDING, metavar="TABLE")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures there")
    given = parser.parse_args()
    seconds, looked = stopwatch(), {}
    for table in given.table:
        looked[table] = look_for_leaks(table, given.count, 256, 0)
        print(f"{table}: {looked[table]:,} positions, no leak; {seconds():.0f} s so far", flush=True)
    if given.json is not None:
        save(given.json, {"positions": looked, "broken": 0}, seconds())


if __name__ == "__main__":
    main()
