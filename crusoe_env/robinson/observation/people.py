"""People, and the actions that they have planned."""

from __future__ import annotations

from crusoe_env.engine.arrays import Entries
from crusoe_env.engine.compile import compiled
from crusoe_env.engine.encoding import write_bits
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.components import DISCOVERIES, SKILLS_EACH
from crusoe_env.robinson.fields import State, Tables
from crusoe_env.robinson.observation.entries import place_of, put, put_part, seat_at
from crusoe_env.robinson.observation.fields import MORALE_MARKS, WOUND_DECKS
from crusoe_env.robinson.observation.layout import LAYOUT
from crusoe_env.robinson.rules import steps
from crusoe_env.robinson.rules.packed import is_special, special_of
from crusoe_env.robinson.rules.world.finds import is_hidden_from
from crusoe_env.robinson.rules.world.guest import sheet_of
from crusoe_env.robinson.rules.world.special_actions import special_spaces
from crusoe_env.robinson.things import PAWNS as SUPPORTING_PAWNS

START = LAYOUT.start
PEOPLE_AT, PERSON = START["people"], LAYOUT.offsets("people")
PLANS_AT, PLAN = START["plans"], LAYOUT.offsets("plans")
PAWNS_AT, PAWNS = START["pawns"], LAYOUT.offsets("pawns")
DICE_AT, DIE = START["dice"], LAYOUT.offsets("dice")
SPACES_AT, SPACE = START["spaces"], LAYOUT.offsets("spaces")
INVENTIONS_AT, INVENTION = START["inventions"], LAYOUT.offsets("inventions")
WORDS_AT, WORD = START["words"], LAYOUT.offsets("words")
SPECIALS_AT, SPECIAL = START["special actions"], LAYOUT.offsets("special actions")


@compiled
def write_people(s: State, t: Tables, viewer: int, mine: int, asked: int, acts: int, out: Entries) -> None:
    """Players from the one who looks, then Friday and the guest.

    `mine`: bits of the seats whose knowledge is written; `asked`: whom the question is about; `acts`: who
    answers it.
    """
    for i in range(s.players):
        at = PEOPLE_AT + i * PERSON.row_width
        write_player(s, t, seat_at(s, viewer, i), mine, asked, acts, out, at)
    if s.with_friday == 1:
        write_person(
            s, c.FRIDAY, int(t.friday_dies_at), mine, asked, out, PEOPLE_AT + c.FRIDAY * PERSON.row_width
        )
    if t.dies_at[c.GUEST_SHEET] > 0:
        write_castaway(s, t, c.GUEST, mine, asked, out, PEOPLE_AT + c.GUEST * PERSON.row_width)


@compiled
def write_person(s: State, person: int, dies_at: int, mine: int, asked: int, out: Entries, at: int) -> None:
    """What all people have in common."""
    at = max(at, 0)  # as the compiler then knows; it asks at each entry else
    put_part(out, at, PERSON.wounds, PEOPLE_AT, s.wounds[person])
    put_part(out, at, PERSON.wounds_to_death, PEOPLE_AT, dies_at - s.wounds[person])
    put_part(out, at, PERSON.determination, PEOPLE_AT, s.determination[person])
    put_part(out, at, PERSON.free_pawns, PEOPLE_AT, s.free_pawns[person])
    out[at + PERSON.outside] = s.outside[person]
    out[at + PERSON.sent_outside] = (s.outside_now >> person) & 1
    out[at + PERSON.confused] = s.confused[person]
    put_part(out, at, PERSON.reroll_token, PEOPLE_AT, s.cursed[person])
    put_part(out, at, PERSON.markers, PEOPLE_AT, s.markers[person])
    out[at + PERSON.asked_about] = asked == person
    out[at + PERSON.fights] = s.fighter == person
    out[at + PERSON.plans_now] = s.planner == person
    out[at + PERSON.plans_no_more] = (s.passed >> person) & 1
    for resource in range(3):
        put_part(out, at, PERSON.saved + resource, PEOPLE_AT, s.saving[person, resource])
    if s.phase == c.RESOLUTION:
        for resource in range(c.KINDS_OF_RESOURCE):
            put_part(out, at, PERSON.gained + resource, PEOPLE_AT, s.gained[person, resource])
    if s.phase >= c.RESOLUTION and not is_hidden_from(s, person, mine):
        for token in range(DISCOVERIES):
            put_part(out, at, PERSON.tokens_found + token, PEOPLE_AT, s.found[person, token])


@compiled
def write_player(
    s: State, t: Tables, player: int, mine: int, asked: int, acts: int, out: Entries, at: int
) -> None:
    """One player."""
    write_castaway(s, t, player, mine, asked, out, at)
    out[at + PERSON.character + s.character[player]] = 1
    out[at + PERSON.first_player] = s.first_player == player
    out[at + PERSON.acts_now] = acts == player
    put_part(out, at, PERSON.cards_kept, PEOPLE_AT, s.kept_weapon[player])


@compiled
def write_castaway(s: State, t: Tables, person: int, mine: int, asked: int, out: Entries, at: int) -> None:
    """What players and the guest have in common."""
    at = max(at, 0)
    write_person(s, person, int(t.dies_at[sheet_of(s, person)]), mine, asked, out, at)
    if s.outside[person] == 1:
        put_part(out, at, PERSON.night_space, PEOPLE_AT, s.outside_space[person] + 1)
    out[at + PERSON.skills_forbidden] = s.skills_barred[person]
    put_part(out, at, PERSON.pawns_allowed, PEOPLE_AT, s.pawn_limit[person])
    for k in range(len(c.BODY_PARTS)):
        if s.special_wounds[person, k] != 0:
            wounds_at = at + PERSON.special_wounds + k * WOUND_DECKS
            write_bits(out, wounds_at, s.special_wounds[person, k], WOUND_DECKS)
    write_bits(out, at + PERSON.skills_used, s.skills_used[person], SKILLS_EACH)
    for resource in range(c.KINDS_OF_RESOURCE):
        put_part(out, at, PERSON.own + resource, PEOPLE_AT, s.own[person, resource])
    write_marks(s, t, person, out, at + PERSON.marks)
    for kind in range(c.KINDS):
        out[at + PERSON.allowed_kinds + kind] = (s.allowed_kinds[person] >> kind) & 1


@compiled
def write_marks(s: State, t: Tables, person: int, out: Entries, at: int) -> None:
    """Which morale marks of a sheet are covered, from the first to the last."""
    if s.covered_arrows[person] == 0:
        return
    sheet = sheet_of(s, person)
    marks = int(t.morale_marks[sheet])
    count = 0
    for k in range(1, int(t.dies_at[sheet])):
        if (marks >> k) & 1 and count < MORALE_MARKS:
            out[at + count] = (s.covered_arrows[person] >> k) & 1
            count += 1


@compiled
def write_words(s: State, viewer: int, out: Entries) -> None:
    """What players have said, from the one who looks."""
    for i in range(s.players):
        said = s.said[seat_at(s, viewer, i)]
        for turn in range(c.MOST_WORDS):
            if said[turn] != c.NONE:
                out[WORDS_AT + i * WORD.row_width + turn * len(c.SYMBOLS) + int(said[turn])] = 1


@compiled
def write_plans(s: State, viewer: int, out: Entries) -> None:
    """Planned actions, their pawns, and the dice of the one under way."""
    supports = 0
    for i in range(s.plans):
        write_plan(s, viewer, i, out, PLANS_AT + i * PLAN.row_width)
        supports |= int(s.plan_supports[i])
        write_target(s, i, out)
    write_bits(out, PAWNS_AT + PAWNS.on_the_board, supports, len(SUPPORTING_PAWNS))
    for kind in range(c.KINDS):
        put(out, PAWNS_AT + PAWNS.of_tokens + kind, s.extra_pawns[kind])
    for die in range(3):
        at = DICE_AT + die * DIE.row_width
        out[at + DIE.named] = s.dice[die] == 1
        out[at + DIE.other] = s.dice[die] == 0
        out[at + DIE.again] = (s.rerolled >> die) & 1


@compiled
def write_plan(s: State, viewer: int, i: int, out: Entries, at: int) -> None:
    """One planned action."""
    at = max(at, 0)
    out[at + PLAN.kind + s.plan_kind[i]] = 1
    out[at + PLAN.person + place_of(s, viewer, int(s.plan_person[i]))] = 1
    put_part(out, at, PLAN.pawns, PLANS_AT, s.plan_pawns[i])
    put_part(out, at, PLAN.needed, PLANS_AT, s.plan_need[i])
    out[at + PLAN.all_dice] = s.plan_all_dice[i] != 0
    out[at + PLAN.asked_about] = is_asked_about(s, i)
    out[at + PLAN.wood_token] = s.wood_token_plan == i
    out[at + PLAN.done] = s.plan_done[i]
    out[at + PLAN.under_way] = s.now == i
    put_part(out, at, PLAN.target, PLANS_AT, s.plan_target[i])
    put_part(out, at, PLAN.way, PLANS_AT, s.plan_option[i] + 1)
    for resource in range(c.KINDS_OF_RESOURCE):
        put_part(out, at, PLAN.paid + resource, PLANS_AT, s.plan_paid[i, resource])
    for item in range(c.GATHERING_ITEMS):
        out[at + PLAN.items + item] = (s.plan_items[i] >> item) & 1


@compiled
def is_asked_about(s: State, i: int) -> bool:
    """Is the question about this plan: how it is paid and supported, or whether an item serves it?"""
    if s.decision == c.PAYMENT or s.decision == c.SUPPORT:
        return s.question_detail == i
    assigned = s.decision == c.BRANCH and s.question_step == steps.GATHER_BONUS and s.now == c.NONE
    return assigned and i == s.plans - 1


@compiled
def write_target(s: State, i: int, out: Entries) -> None:
    """Mark what a building or exploring action aims at, while it is still to be resolved."""
    kind, target = int(s.plan_kind[i]), int(s.plan_target[i])
    if s.plan_done[i] == 1:
        return
    if is_special(target):
        write_special_target(target, out)
    elif kind == c.BUILD and target >= c.FIRST_INVENTION:
        out[INVENTIONS_AT + (target - c.FIRST_INVENTION) * INVENTION.row_width + INVENTION.planned] = 1
    elif kind == c.EXPLORE and target < c.SPACES:
        out[SPACES_AT + target * SPACE.row_width + SPACE.exploring] = 1


@compiled
def write_special_target(target: int, out: Entries) -> None:
    """Mark where a special action is planned."""
    place = (target - c.FIRST_SPECIAL) % c.SPECIAL_PLACES
    out[SPECIALS_AT + special_of(target) * SPECIAL.row_width + SPECIAL.planned + place] = 1


@compiled
def write_specials(s: State, t: Tables, out: Entries) -> None:
    """Where special actions of the scenario are possible for a player."""
    for special in range(t.specials):
        at = SPECIALS_AT + special * SPECIAL.row_width + SPECIAL.possible
        write_bits(out, at, special_spaces(s, t, special, int(s.first_player)), c.SPECIAL_PLACES)
