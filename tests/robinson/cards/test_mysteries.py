"""The 52 mystery cards: what each does when it is drawn, and what those in the event deck do there."""

from __future__ import annotations

import pytest

from crusoe_env.robinson import components
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.view.meanings import meaning
from crusoe_env.robinson.view.words import sight_of
from tests.robinson.cards.decks import CREATURES, KINDS, MYSTERIES, TRAPS, TREASURES
from tests.robinson.cards.position import CARPENTER, COOK, Case, Position, names, number_of
from tests.robinson.cards.view import FACTS


def cases(part: str) -> list:
    """Each case of a part with its kind and card, for the parameters of a test."""
    return [
        pytest.param(kind, identity, case, id=f"{identity}-{at}")
        for kind, cards in enumerate(KINDS)
        for identity, mystery in cards.items()
        for at, case in enumerate(getattr(mystery, part))
    ]


def change_of(case: Case, identity: str) -> str:
    """The change with what becomes of the card itself."""
    where = {
        "shuffled": f"treasure {identity} -> in event deck; event deck +{identity}",
        "kept": f"treasure {identity} -> kept",
    }
    lines = names(case.change)
    gone = [] if set(lines) & set(where) else [f"treasure {identity} -> gone"]
    return ";".join([*(where.get(line, line) for line in lines), *gone])


def test_every_mystery_has_its_expectations():
    assert list(MYSTERIES) == [entry["id"] for entry in FACTS["mystery"]]
    assert (len(TREASURES), len(CREATURES), len(TRAPS)) == (26, 13, 13)


@pytest.mark.parametrize(("kind", "identity", "case"), cases("drawn"))
def test_drawn(kind: int, identity: str, case: Case):
    position = Position().given(case.given)
    before = position.photo()
    position.draw_mystery(components.MYSTERY_IDS.index(identity), kind)
    if kind == c.TREASURE_TYPE:
        position.ended()
        position.expect(before, f"mysteries -{identity}; treasure {identity} -> to come")
        position.end_of_actions()
    position.choose(case.do)
    position.ended()
    position.expect(before, f"{change_of(case, identity)}; mysteries -{identity}")


@pytest.mark.parametrize(("kind", "identity", "case"), cases("event"))
def test_later_effect(kind: int, identity: str, case: Case):
    position = Position().given(f"mysteries {identity}")
    position.s.mysteries_left -= 1
    position.given(f"treasure {identity} in event deck; {case.given}")
    before = position.photo()
    if "shuffled" in case.change:  # it would be drawn again from a deck without other cards
        position.given(f"treasure {identity} gone")
        position.run(position.t.event_program[number_of(identity)], number_of(identity), COOK)
        position.ended()
        position.expect(before, case.change.replace("shuffled", f"event deck +{identity}"))
        return
    position.draw_event(number_of(identity))
    position.ended()
    position.expect(before, f"{case.change}; treasure {identity} -> gone")


def test_cards_without_a_later_effect_are_never_shuffled():
    drawn = {name: mystery.drawn for name, mystery in MYSTERIES.items() if not mystery.event}
    assert [it for it, cases in drawn.items() if any("shuffled" in case.change for case in cases)] == []


# ------------------------------------------------------------------ several cards


@pytest.mark.parametrize("card", ["giant_snake", "collapse", "net"])
def test_cards_that_end_the_drawing(card: str):
    position = Position().given(f"mysteries {card} gold boxes")
    position.draw_mysteries(treasure=2, creature=1, trap=1)
    position.ended()
    assert position.s.mysteries_left == components.MYSTERY_CARDS - 1


def test_the_trapdoor_takes_the_treasures_of_the_same_action():
    position = Position().given("treasure boxes to come; mysteries gold trapdoor compass")
    position.action_under_way("explore")
    before = position.photo()
    position.draw_mysteries(treasure=2, trap=1)
    position.choose("choose A; choose A")
    position.expect(
        before,
        "mysteries -gold; treasure gold -> gone; mysteries -trapdoor; treasure trapdoor -> gone;"
        "mysteries -compass; treasure compass -> to come",
    )


def test_the_spyglass_lays_the_tiles_in_the_order_chosen():
    position = Position().given("tiles 1 2 3")
    position.draw_mystery(components.MYSTERY_IDS.index("captain_stones_spyglass"), c.TREASURE_TYPE)
    position.end_of_actions()
    for printed in (3, 1):
        position.do(f"shown {list(position.s.shown).index(printed - 1) + 1}")
    assert [int(tile) + 1 for tile in position.s.tiles[: position.s.tiles_left][::-1][:3]] == [3, 1, 2]


@pytest.mark.parametrize(
    ("card", "kind", "change"),
    [
        ("bite", c.CREATURE_TYPE, "friday wounds +1"),
        ("spiders", c.CREATURE_TYPE, ""),
        ("net", c.TRAP_TYPE, "friday outside +1"),
        ("blowgun", c.TRAP_TYPE, "+ next round blowgun of friday"),
    ],
)
def test_friday_draws(card: str, kind: int, change: str):
    """Friday can be wounded; he has no determination to lose."""
    position = Position()
    before = position.photo()
    position.draw_mystery(components.MYSTERY_IDS.index(card), kind, person=c.FRIDAY)
    position.ended()
    position.expect(before, f"{change}; mysteries -{card}; treasure {card} -> gone")


def test_the_performer_and_nobody_else_is_concerned():
    position = Position()
    before = position.photo()
    position.draw_mystery(components.MYSTERY_IDS.index("snake"), c.CREATURE_TYPE, person=COOK)
    position.expect(before, "cook wounds +2; mysteries -snake; treasure snake -> gone")
    assert position.s.wounds[CARPENTER] == 0


def test_the_amulet_says_which_wound_of_whom_will_lower_morale_no_more():
    position = Position()
    position.draw_mystery(components.MYSTERY_IDS.index("amulet_with_portrait"), c.TREASURE_TYPE)
    position.end_of_actions()
    position.do("you")
    sight = sight_of(position.s, position.t, position.simulator.facts)
    answers = [meaning(sight, action) for action in sorted(sight.legal)]
    assert answers == [f"the wound in place {place} no longer lowers morale" for place in (5, 8, 10)]
