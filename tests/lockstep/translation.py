"""The engine's record in plain words: cards by their ids, people by seat or name, sets of tokens by theirs.

Every field of the record is read here, or stands in `NOT_ON_THE_TABLE` with the reason why it is no fact of
the table; `test_translation.py` holds that.
"""

from __future__ import annotations

from typing import Any

from crusoe_env.robinson import components as box
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.card_language.vocabulary import MYSTERY_KINDS, TIMES
from crusoe_env.robinson.rules import packed, steps
from crusoe_env.robinson.tables.schema import ANIMAL_FACES
from crusoe_env.robinson.things import THINGS
from tests.lockstep.readers import (
    DECK_NAMES,
    PEOPLE_FIELDS,
    PLAN_FIELDS,
    SPACE_FIELDS,
    amounts,
    by_name,
    named,
    named_bits,
    person,
    pile,
    skills,
    source,
    space,
    stores,
    tokens,
)
from tests.lockstep.record import Record
from tests.lockstep.words import Words

CARD_IDS = (
    *box.ids_of("wreckage"),
    *box.ids_of("event"),
    *(name for table in box.DECK_TABLES for name in box.ids_of(table)),
    *box.MYSTERY_IDS,
)
BEAST_IDS = box.ids_of("beast")
DICE = ("wound", "success", "adventure")
INVENTION_PLACES = ("deck", "board", "built", "future", "discarded")
MYSTERY_PLACES = ("deck", "gone", "kept", "future", "events")
THREATS = ("left", "right")
LAST_CALLS = ("", "called", "wanted")

NOT_ON_THE_TABLE = {
    "rng": "the dice to come; that both throw the same shows in everything else",
    "task": "which of several tasks is played: its facts are compared",
    "mixed": "an option: each episode draws its task",
    "tables_hash": "says whose tables it is played by",
    "forced": "dice laid down beforehand: an interface, tested for itself",
    "forced_count": "the same",
    "steps": "a count of the environment",
    "fault": "0 in every game, or the engine raises an error",
    "victory": "follows from the cause, which is compared",
    "score": "compared as points at the end",
    "chosen_character": "an option; the characters are compared",
    "starting_item_count": "an option; the items drawn are compared",
    "book_cards": "an option; the event deck is compared",
    "wreckage_option": "an option; the card in the threat row is compared",
    "secret_plans": "an option; what is asked is compared",
    "private_finds": "an option; who has looked at cards is compared",
    "lookouts": "an option; who has looked at cards is compared",
    "places_first": "who is asked first of those who place pawns unseen: the First Player, but for planners",
    "strains": "an option; what each has is compared",
    "words": "an option; what is said is compared",
    "vocabulary": "an option; the legal actions are compared",
    "stack": "how the engine remembers what is still to be done; the reference does it in Python's own stack",
    "stack_size": "the same",
    "answer": "is empty whenever something is asked",
    "relevant": "what can matter at a window; the uses that are offered then are compared",
    "question_options": "the legal actions are compared",
    "question_may_pass": "the same",
    "question_row": "the row of the compiled program that asks; the reference has no rows",
    "inventions_drawn": "of which the players keep one; they are the answers of the question",
    "question_detail": "tells questions of the same step apart, for the observation",
    "question_card": "whose effect asks, for the observation; what is asked is compared",
    "log": "what has happened, for people; it decides nothing",
    "log_at": "the same",
}
"""Fields of the record that are not compared, and why."""


class Translation:
    """Turns records of one task into words.

    Args:
        facts: the printed facts of the task, which name what its scenario adds.
    """

    def __init__(self, facts: dict[str, Any]) -> None:
        self.counters = tuple(entry["id"] for entry in facts.get("counter", []))
        self.marks = tuple(entry["id"] for entry in facts.get("mark", []))
        own = tuple(entry["id"] for entry in facts["scenario_invention"])
        self.inventions = (*box.INVENTION_IDS, *own)
        self.parts = (
            self.asked, self.course, self.people, self.camp, self.spaces, self.fields, self.event_cards,
            self.adventures, self.mysteries, self.other_piles, self.inventions_and_items, self.this_round,
            self.planning, self.action_under_way, self.weather, self.scenario,
        )  # fmt: skip

    def words(self, r: Record) -> Words:
        """The whole state."""
        found: Words = {}
        for part in self.parts:
            found |= r.part(part)
        return found

    # ------------------------------------------------------------------ the question
    def asked(self, r: Record) -> Words:
        """What is to be decided, by whom; and what is laid out for it."""
        over = bool(r.over)
        kind = c.DECISIONS[r.decision]
        return {
            "over": over,
            "cause": c.CAUSES[r.cause],
            "decision": None if over else kind,
            "acting": None if over else r.acting,
            "asked": None if over else person(r.question_person),
            "window": None if over or r.window == c.NO_WINDOW else c.WINDOWS[r.window],
            "left": 0 if over else r.question_left,
            "shown": self.shown(r) if kind == "shown" and not over else [],
        }

    def shown(self, r: Record) -> list[str]:
        """What is laid out to choose from."""
        names = {
            steps.PICK_DISCOVERY: box.DISCOVERY_IDS,
            steps.PICK_TILE: box.TILE_IDS,
            steps.ORDER_TILES: box.TILE_IDS,
            steps.COVER_MORALE_MARK: tuple(map(str, range(20))),
        }[r.question_step]
        return [names[card] for card in r.shown if card != c.NONE]

    # ------------------------------------------------------------------ people
    def course(self, r: Record) -> Words:
        """Round and phase."""
        return {
            "players": r.players,
            "with_friday": bool(r.with_friday),
            "with_dog": bool(r.with_dog),
            "guest_here": bool(r.guest_here),
            "round": r.rounds,
            "phase": c.PHASES[r.phase],
            "first_player": r.first_player,
        }

    def people(self, r: Record) -> Words:
        """All whose sheet lies on the table."""
        seats = list(range(r.players))
        seats += [c.FRIDAY] if r.with_friday else []
        seats += [c.GUEST] if r.guest_here else []
        columns = {name: getattr(r, name) for name in PEOPLE_FIELDS}
        acting = r.now != c.NONE
        passed, hungry, outside_now, character = r.passed, r.hungry, r.outside_now, r.character
        kept, said = r.kept_weapon, r.said
        found: dict[int | str, Words] = {}
        for seat in seats:
            one = {name: read(columns[name][seat]) for name, read in PEOPLE_FIELDS.items()}
            is_player = seat < c.PLAYERS
            sheet = character[seat] if is_player else c.NONE
            one["character"] = named(box.CHARACTER_IDS, sheet)
            one["skills_used"] = skills(sheet, one["skills_used"])
            one["passed"] = bool(passed >> seat & 1)
            one["hungry"] = bool(hungry >> seat & 1)
            one["outside_now"] = acting and bool(outside_now >> seat & 1)
            one["kept_weapon"] = kept[seat] if is_player else 0
            one["placed"] = self.placed(r, seat)
            strain = int(r.strain[seat]) if is_player else c.NONE
            one["strain"] = None if strain == c.NONE else c.ACTION_KINDS[c.STRAINS[strain]]
            one["said"] = [named(c.SYMBOLS, symbol) for symbol in said[seat]] if is_player else []
            found[seat if is_player else ("friday", "guest")[seat - c.FRIDAY]] = one
        return {"people": found}

    def placed(self, r: Record, seat: int) -> list[tuple[Any, Any]]:
        """What a person has placed unseen, and the plan that each pawn has come to."""
        found = []
        for packed_aim, plan in zip(r.placed_pawns[seat], r.pawn_plan[seat], strict=True):
            if packed_aim == c.UNPLACED:
                continue
            aim: Any = "idle"
            if packed_aim != c.IDLE_PAWN:
                number = packed_aim - c.FIRST_PLACED
                aim = self.aim(number // packed.TARGETS, number % packed.TARGETS)
            found.append((aim, {c.NONE: None, c.ON_NO_PLAN: "idle"}.get(plan, plan)))
        return found

    # ------------------------------------------------------------------ camp and island
    def camp(self, r: Record) -> Words:
        """Levels and stores."""
        delayed = r.delayed[: r.delayed_count]
        return {
            "morale": r.morale,
            "weapon": r.weapon,
            "roof": r.roof,
            "palisade": r.palisade,
            "shelter": bool(r.shelter),
            "more_camp_food": r.more_camp_food,
            "available": stores(r.available),
            "future": stores(r.future),
            "delayed": [
                (TIMES[time], self.effect(card), person(performer)) for time, _, card, performer in delayed
            ],
        }

    def effect(self, card: int) -> str | None:
        """Whose effect it is: a card, an invention, a thing that is used."""
        if card == c.NONE:
            return None
        if card < c.FIRST_ITEM_EFFECT:
            return CARD_IDS[card]
        if card < c.FIRST_USE:
            return self.inventions[card - c.FIRST_ITEM_EFFECT]
        return f"use {THINGS[card - c.FIRST_USE]}"

    def spaces(self, r: Record) -> Words:
        """What lies on each space."""
        columns = [getattr(r, name) for name in SPACE_FIELDS]
        readers = tuple(SPACE_FIELDS.items())
        marks = [[named_bits(self.marks, bits) for bits in column] for column in (r.marks, r.marks_before)]
        found = []
        for i in range(c.SPACES):
            one = {name: read(column[i]) for (name, read), column in zip(readers, columns, strict=True)}
            one["marks"], one["marks_before"] = marks[0][i], marks[1][i]
            found.append(one)
        return {"spaces": found}

    def fields(self, r: Record) -> Words:
        """Tokens on the fields, and where the camp is."""
        return {
            "camp": r.camp,
            "tiles": pile(box.TILE_IDS, r.tiles, r.tiles_left),
            "tiles_known": r.tiles_known,
            "looked": {
                pile: {seat for seat in range(c.PLAYERS) if bits >> seat & 1}
                for pile, bits in zip(c.LOOKS, r.looked, strict=True)
            },
            "field_tokens": by_name(c.ACTION_KINDS, r.field_tokens),
            "new_field_tokens": by_name(c.ACTION_KINDS, r.new_field_tokens),
            "cost_tokens": by_name(c.STRUCTURES, r.cost_tokens),
            "weather_tokens": tokens(r.weather_tokens),
            "night_tokens": tokens(r.night_tokens),
        }

    # ------------------------------------------------------------------ cards
    def event_cards(self, r: Record) -> Words:
        """Event deck, threat row, and what their cards remember: that of others is of no use any more."""
        deck, row = r.event_deck[: r.events_left], r.threat
        remembers = [card for card in sorted({*deck, *row}) if card != c.NONE]
        at, mark = r.card_space, r.card_mark
        return {
            "event_deck": [CARD_IDS[card] for card in deck],
            "event_discard": sorted(pile(CARD_IDS, r.event_discard, r.events_discarded)),
            "event_known": bool(r.event_known),
            "threat": {THREATS[i]: named(CARD_IDS, card) for i, card in enumerate(row)},
            "ambush": named(BEAST_IDS, r.ambush),
            "ambush_known": bool(r.ambush_known),
            "card_space": {CARD_IDS[card]: at[card] for card in remembers if at[card] != c.NONE},
            "card_mark": {CARD_IDS[card]: mark[card] for card in remembers if mark[card]},
        }

    def adventures(self, r: Record) -> Words:
        """The three decks and their discard piles."""
        decks = zip(DECK_NAMES, r.adventures, r.adventures_left, strict=True)
        discards = zip(DECK_NAMES, r.adventure_discard, r.adventures_discarded, strict=True)
        return {
            "adventures": {deck: pile(CARD_IDS, cards, left) for deck, cards, left in decks},
            "adventure_discard": {deck: pile(CARD_IDS, cards, left) for deck, cards, left in discards},
        }

    def mysteries(self, r: Record) -> Words:
        """The mystery deck, each card of it, and draws under way."""
        state, uses, holder = r.mystery_state, r.mystery_uses, r.mystery_holder
        found, outside, draw = r.mystery_round, r.outside_treasures, r.mystery_draw
        cards = {}
        for i, identity in enumerate(box.MYSTERY_IDS):
            there = state[i] in (c.MYSTERY_KEPT, c.MYSTERY_FUTURE)
            cards[identity] = {
                "place": MYSTERY_PLACES[state[i]],
                "uses": uses[i] if state[i] == c.MYSTERY_KEPT else 0,
                "holder": person(holder[i]) if there else None,
                "round_found": found[i] if there else 0,
                "outside": bool(outside >> i & 1) if there else False,
                "draw": draw[i] if there and r.draws else 0,
            }
        draws = [
            {
                "wanted": dict(zip(MYSTERY_KINDS, r.wanted[i], strict=True)),
                "whole": bool(r.whole_draws >> i & 1),
                "passed_before": r.passed_before[i],
            }
            for i in range(r.draws)
        ]
        return {
            "mysteries": pile(box.MYSTERY_IDS, r.mysteries, r.mysteries_left),
            "mystery": cards,
            "passed_over": pile(box.MYSTERY_IDS, r.passed_over, r.mysteries_passed),
            "draws": draws,
            "mystery_ignored": bool(r.mystery_ignored) and bool(r.draws),
        }

    def other_piles(self, r: Record) -> Words:
        """Beasts, discovery tokens, starting items."""
        return {
            "beasts": pile(BEAST_IDS, r.beasts, r.beasts_left),
            "hunting": pile(BEAST_IDS, r.hunting, r.hunting_left),
            "hunting_known": bool(r.hunting_known),
            "starting_deck": pile(box.STARTING_ITEM_IDS, r.starting_deck, r.starting_left),
            "discoveries": pile(box.DISCOVERY_IDS, r.discovery_stack, r.discoveries_left),
        }

    def inventions_and_items(self, r: Record) -> Words:
        """Where each invention is, and what is ready for use."""
        state, owner = r.invention_state, r.invention_owner
        marked, lost, dealt = r.marked_items, r.lost_items, r.dealt_inventions
        future, finder = r.starting_future, r.starting_finder
        return {
            "inventions": pile(box.INVENTION_IDS, r.inventions, r.inventions_left),
            "invention": {
                name: {
                    "place": INVENTION_PLACES[state[i]],
                    "owner": space(owner[i]),
                    "marked": bool(marked >> i & 1),
                    "lost": bool(lost >> i & 1),
                    "dealt": bool(dealt >> i & 1),
                }
                for i, name in enumerate(self.inventions)
            },
            "starting_uses": amounts(box.STARTING_ITEM_IDS, r.starting_uses),
            "starting_future": amounts(box.STARTING_ITEM_IDS, future),
            "starting_finder": {
                name: person(finder[i]) for i, name in enumerate(box.STARTING_ITEM_IDS) if future[i]
            },
            "discovery": amounts(box.DISCOVERY_IDS, r.discovery),
            "discovery_future": amounts(box.DISCOVERY_IDS, r.discovery_future),
        }

    # ------------------------------------------------------------------ the round and its actions
    def this_round(self, r: Record) -> Words:
        """What holds for this round only."""
        return {
            "no_mixed_pawns": bool(r.no_mixed_pawns),
            "no_pawn_of_friday": bool(r.no_pawn_of_friday),
            "items_unavailable": bool(r.items_unavailable),
            "production": {
                "skip": bool(r.production_skip),
                "half": bool(r.production_half),
                "none": named_bits(c.RESOURCES, r.production_none),
                "extra": stores(r.production_extra),
                "produced": dict(zip(("wood", "food"), r.produced, strict=True)),
                "keeping": bool(r.keeping),
            },
            "shortcut_used": None if r.shortcut_used == c.NONE else source(r.shortcut_used),
            "gathered": frozenset(source(i) for i in range(2 * c.SPACES) if r.gathered >> i & 1),
            "used_by": {a: person(user) for a, user in enumerate(r.used_by) if user != c.NONE},
            "in_use": frozenset(f"use {thing}" for thing in named_bits(THINGS, r.things_in_use)),
        }

    def planning(self, r: Record) -> Words:
        """The plans of the round."""
        columns = {name: getattr(r, f"plan_{name}") for name in PLAN_FIELDS}
        plans = []
        for i in range(r.plans):
            one = {name: read(columns[name][i]) for name, read in PLAN_FIELDS.items()}
            one["kind"], one["target"], one["special"] = self.aim(columns["kind"][i], r.plan_target[i])
            plans.append(one)
        return {
            "plans": plans,
            "last_call": LAST_CALLS[r.last_call],
            "planner": person(r.planner),
            "extra_pawns": dict(zip(c.PLANNED_KIND_NAMES, r.extra_pawns, strict=True)),
            "wood_token_plan": space(r.wood_token_plan) if r.plans else None,
            "now": space(r.now),
        }

    def aim(self, kind: int, target: int) -> tuple[str, Any, tuple[int, int | None] | None]:
        """Kind and target of a plan, and the special action that it is."""
        name = c.PLANNED_KIND_NAMES[kind]
        if packed.is_special(target):
            return name, None, (packed.special_of(target), space(packed.space_of_special(target)))
        if kind == c.THREAT:
            return name, THREATS[target], None
        if kind == c.BUILD:
            names = (*c.STRUCTURES, *self.inventions)
            return name, names[target], None
        if kind == c.GATHER:
            return name, source(target), None
        if kind == c.EXPLORE:
            return name, "treasure_map" if target == c.ON_TREASURE_MAP else target, None
        return name, None, None

    def action_under_way(self, r: Record) -> Words:
        """Dice, and the fight."""
        now = r.now != c.NONE
        return {
            "dice": {die: None if number == c.NONE else bool(number) for die, number in zip(DICE, r.dice)}
            if now
            else None,
            "rerolled": named_bits(DICE, r.rerolled) if now else None,
            "failure_paid": bool(r.failure_paid) if now else None,
            "succeeded": bool(r.succeeded) if now else None,
            "fight": {
                "fighter": person(r.fighter),
                "strength": r.fight_strength,
                "weapon_bonus": r.weapon_bonus,
                "action_bonus": r.action_bonus,
                "ignored_wounds": r.ignored_wounds,
                "spared": person(r.spared),
                "capturing": r.capturing,
            },
        }

    def weather(self, r: Record) -> Words:
        """The weather of this round."""
        return {
            "weather": {
                "rolled": bool(r.weather_rolled),
                "rain": r.rain,
                "snow": r.snow,
                "ignored_rain": r.ignored_rain,
                "ignored_snow": r.ignored_snow,
                "snow_to_rain": r.snow_to_rain,
                "animals": [ANIMAL_FACES[face] for face in r.animals if face != c.NONE],
                "animals_faced": r.animals_faced,
                "ignored_animals": r.ignored_animals,
            }
        }

    def scenario(self, r: Record) -> Words:
        """Counters, and what the scenario counts by itself."""
        return {
            "counters": dict(zip(self.counters, r.counter, strict=False)),
            "counters_before": dict(zip(self.counters, r.counter_before, strict=False)),
            "stages_fed": dict(zip(self.counters, r.counter_stages_fed, strict=False)),
            "totems_found": r.totems_found,
            "tiles_before": r.tiles_before,
            "numbers_laid": r.numbers_laid,
        }
