"""Every program of every card runs to its end, whatever the players choose, and keeps the invariants."""

import numpy as np
import pytest

from crusoe_env.robinson import actions
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.card_language import operations
from crusoe_env.robinson.card_language.catalogue import compiled_programs
from crusoe_env.robinson.card_language.compiler import special_wound_part
from crusoe_env.robinson.rules import stack
from crusoe_env.robinson.rules.effects.pick_invention import inventions_to_draw
from tests.robinson.conftest import Table, invariants
from tests.robinson.ids import FIRST_CARD, ITEM

FACTS = Table().simulator.facts
PROGRAMS = sorted(compiled_programs(FACTS)[1].items())
IN_ACTIONS = ("effect", "rest")


def rich_table(seed: int) -> Table:
    """A game in which most things are there: tiles, items, resources, beasts, tokens."""
    table = Table(seed, players=1 + seed % 4).start()
    s = table.s
    for space, printed in ((4, 4), (7, 6), (0, 2), (5, 10)):
        table.open_tile(space, printed)
    s.shelter, s.roof, s.palisade, s.weapon = 1, 2, 2, 2
    s.available[:] = 3
    s.determination[:] = 3
    for item in (ITEM["shovel"], ITEM["rope"], ITEM["pot"], ITEM["knife"]):
        s.invention_state[item] = c.BUILT
    for _ in range(3):
        s.beasts_left -= 1
        s.hunting[s.hunting_left] = s.beasts[s.beasts_left]
        s.hunting_left += 1
    return table


def keep_one_action_under_way(s, kind: int) -> None:
    """An action of a kind is being resolved on space 4."""
    s.phase = c.RESOLUTION
    s.plans, s.now = 1, 0
    s.plan_kind[0], s.plan_person[0], s.plan_done[0] = kind, 0, 1
    s.plan_target[0] = {c.BUILD: c.WEAPON, c.GATHER: 8, c.EXPLORE: 4}[kind]


@pytest.mark.parametrize(("key", "row"), PROGRAMS, ids=["-".join(key) for key, _ in PROGRAMS])
def test_program_runs(key, row):
    name, identity, field = key
    card = c.NONE
    if name in FIRST_CARD:
        card = FIRST_CARD[name] + [entry["id"] for entry in FACTS[name]].index(identity)
    for seed in range(3):
        table = rich_table(seed)
        s = table.s
        rng = np.random.default_rng(seed)
        in_action = field in IN_ACTIONS and (name.endswith("_adventure") or name == "mystery")
        if in_action:
            kinds = {"build_adventure": c.BUILD, "gather_adventure": c.GATHER}
            keep_one_action_under_way(s, kinds.get(name, c.EXPLORE))
            if name.endswith("_adventure"):
                deck = ("build_adventure", "gather_adventure", "explore_adventure").index(name)
                table.next_adventure(deck, card)
                s.adventures_left[deck] -= 1
                s.adventure_discard[deck, 0] = card
                s.adventures_discarded[deck] = 1
        stack.clear_stack(s)
        table.run(row, card)
        for _ in range(200):
            if s.over or (s.stack_size == 0 and s.decision == c.NO_DECISION):
                break
            actions.write_mask(s, table.t, table.mask)
            legal = np.flatnonzero(table.mask)
            assert len(legal), f"{table.decision} {s.question_options:b}"
            table.act(int(rng.choice(legal)))
        else:
            pytest.fail("the program does not end")
        invariants(s, table.t)


def test_a_special_wound_is_found_among_the_words_of_a_card():
    assert special_wound_part(["wound performer 1", "special_wound performer leg"]) == c.BODY_PARTS.index(
        "leg"
    )
    assert special_wound_part(["if_no_item cure: wound bearer leg"]) == c.NONE
    assert special_wound_part([]) == c.NONE


def test_no_operation_has_an_unknown_name():
    with pytest.raises(AttributeError, match="there is no operation NO_SUCH"):
        _ = operations.NO_SUCH


def test_inventions_are_drawn_while_any_are_left_or_discarded(table):
    s = table().s
    assert inventions_to_draw(s)
    s.inventions_left, s.invention_state[:] = 0, c.BUILT
    assert not inventions_to_draw(s)
    s.invention_state[3] = c.DISCARDED
    assert inventions_to_draw(s)
