"""The record of a game of Robinson Crusoe: the one place that says what a game's state is."""

from __future__ import annotations

from crusoe_env.engine.state import FLAG, FieldOf, amount, bits, declare, index, index_or_none
from crusoe_env.robinson.card_language.vocabulary import ALL_ASPECTS
from crusoe_env.robinson.components import (
    ADVENTURES_EACH,
    BEASTS,
    CARD_INVENTIONS,
    CARDS,
    CHARACTERS,
    DISCOVERIES,
    DISCOVERY_TOKENS,
    EVENT_DECK,
    FIRST_ADVENTURE,
    FIRST_MYSTERY,
    INVENTIONS,
    MOST_EVENTS,
    MYSTERY_CARDS,
    SKILLS_EACH,
    STARTING_ITEMS,
    TILES,
    WRECKAGE_CARDS,
)
from crusoe_env.robinson.state import (
    ABILITIES,
    ANIMAL_DICE,
    CAUSES,
    COUNTERS,
    COVERS,
    DECISIONS,
    DELAYED,
    DISCARDED,
    DRAWS,
    ENTRY,
    EVENTS_DISCARDED,
    FIRST_SPECIAL,
    FIRST_USE,
    KINDS,
    KINDS_OF_RESOURCE,
    LOG_ROOM,
    MARKS,
    MYSTERY_IN_EVENT_DECK,
    NONE,
    PEOPLE,
    PHASES,
    PLANNED_KINDS,
    PLANS,
    PLAYERS,
    PROGRAM_ROWS,
    ROUNDS,
    SPACES,
    SPECIAL_PLACES,
    SPECIALS,
    STACK_ROOM,
    STRUCTURES,
    TOKENS,
    TOTEMS,
    WINDOWS,
)
from crusoe_env.robinson.things import PAWNS, THINGS

MOST = 999
"""More than there ever is of resources, levels, tokens."""
MOST_COUNTED = 9999

OPTIONS: list[FieldOf] = [
    ("players", "i2", (1, PLAYERS)),
    ("chosen_character", "i2", index_or_none(CHARACTERS), (PLAYERS,)),  # NONE: drawn
    ("with_friday", "i2", FLAG),
    ("with_dog", "i2", FLAG),
    ("starting_item_count", "i2", amount(STARTING_ITEMS)),
    ("book_cards", "i2", amount(MOST_EVENTS)),  # of the events in the deck
    ("wreckage_option", "i2", index_or_none(WRECKAGE_CARDS)),  # a wreckage card, or NONE: drawn
]
"""Options; they stay over a new episode, unless each draws its task."""

RECORD = declare(
    [
        # course of play
        ("phase", "i2", index(len(PHASES))),
        ("decision", "i2", index(len(DECISIONS))),
        ("first_player", "i2", index(PLAYERS)),
        ("stack_size", "i2", amount(STACK_ROOM)),
        ("stack", "i2", (NONE, 2**15 - 1), (STACK_ROOM, ENTRY)),
        ("answer", "i2", (NONE, NONE)),  # to the decision just taken, NONE: not yet given
        # which window of the round this is, for skills and items; see rules/windows.py
        ("window", "i2", index(len(WINDOWS))),
        ("relevant", "i2", (0, ALL_ASPECTS)),  # what can matter at this window: bits of vocabulary.ASPECTS
        # the question under way; see rules/stack.py, `ask`
        ("question_step", "i2", amount(MOST)),  # the step of the stack that asks
        # whom it is about: who plans, acts, performs the card; NONE: nobody
        ("question_person", "i2", index_or_none(PEOPLE)),
        ("question_options", "i4", bits(31)),  # bits of the answers, in the block of actions of the decision
        ("question_may_pass", "i2", FLAG),
        # whose effect asks: a card, FIRST_ITEM_EFFECT + .., FIRST_USE + .., NONE
        ("question_card", "i2", index_or_none(FIRST_USE + len(THINGS))),
        ("question_row", "i2", index(PROGRAM_ROWS)),  # the row of its program that asks, 0: none
        # how many more such answers there are to come, this one included
        ("question_left", "i2", amount(MOST)),
        # what else tells it from others of its step, as the step says
        ("question_detail", "i2", (NONE, 2 ** len(TOKENS))),
        ("inventions_drawn", "i4", bits(CARD_INVENTIONS)),  # of which the players keep one
        ("shown", "i2", (NONE, MOST), (5,)),  # cards, tiles or tokens laid out to choose from; NONE if fewer
        # people
        ("character", "i2", index_or_none(CHARACTERS), (PLAYERS,)),
        ("wounds", "i2", amount(MOST), (PEOPLE,)),
        ("determination", "i2", amount(MOST), (PEOPLE,)),
        ("guest_here", "i2", FLAG),  # 1: the guest of the scenario has joined the castaways
        ("skills_used", "i2", bits(SKILLS_EACH), (PEOPLE,)),  # bits by place on the sheet
        # by body part: bits of the decks whose token lies there
        ("special_wounds", "i2", bits(3), (PEOPLE, 4)),
        ("covered_arrows", "i2", bits(15), (PEOPLE,)),  # bits of morale marks that a card has covered
        ("outside", "i2", FLAG, (PEOPLE,)),  # 1 when the coming night is spent outside the camp
        ("outside_space", "i2", index_or_none(SPACES), (PEOPLE,)),
        ("outside_now", "i2", bits(PEOPLE)),  # bits of the people whom the action under way has sent there
        ("gained", "i2", amount(MOST), (PEOPLE, KINDS_OF_RESOURCE)),  # in this action phase, by who acted
        ("own", "i2", amount(MOST), (PEOPLE, KINDS_OF_RESOURCE)),  # kept apart by who is outside
        # tokens found in this action phase, by who acted
        ("found", "i1", amount(DISCOVERY_TOKENS), (PEOPLE, DISCOVERIES)),
        # 1: this round successes are rolled again, even where no dice are needed
        ("confused", "i2", FLAG, (PEOPLE,)),
        # the reroll token lies on the sheet: successes are rolled again
        ("cursed", "i2", amount(2), (PEOPLE,)),
        ("markers", "i2", amount(MOST), (PEOPLE,)),  # wounds that the night will bring (Strange disease)
        ("kept_weapon", "i2", amount(ADVENTURES_EACH), (PLAYERS,)),  # cards kept that raise the weapon once
        # wood, food, fur that the next action of a person takes less
        ("saving", "i1", amount(99), (PEOPLE, 3)),
        # abilities, by row of the tables' list
        # who has used it this round, if that is limited; NONE: nobody
        ("used_by", "i1", index_or_none(PEOPLE), (ABILITIES,)),
        # bits of things used in this fight or action that serve once in each
        ("things_in_use", "i8", bits(len(THINGS))),
        # camp and stores
        ("morale", "i2", (-3, 3)),
        ("weapon", "i2", amount(MOST)),
        ("roof", "i2", amount(MOST)),
        ("palisade", "i2", amount(MOST)),
        ("shelter", "i2", FLAG),
        # +1 food tokens of items on the camp's tile beyond the first token there
        ("more_camp_food", "i2", amount(MOST)),
        ("hungry", "i2", bits(PEOPLE)),  # bits: players who have not eaten in the last night
        ("available", "i2", amount(MOST), (KINDS_OF_RESOURCE,)),
        ("future", "i2", amount(MOST), (KINDS_OF_RESOURCE,)),
        # parts of card programs kept for later: DELAYED_TIME, ...
        ("delayed", "i2", (NONE, PROGRAM_ROWS), (DELAYED, 4)),
        ("delayed_count", "i2", amount(DELAYED)),
        # island
        ("camp", "i2", index(SPACES)),
        ("tile", "i2", index_or_none(TILES), (SPACES,)),  # tile on each space, NONE: unexplored
        ("face_down", "i2", FLAG, (SPACES,)),
        ("covered", "i2", bits(len(COVERS)), (SPACES,)),  # bits of COVERS
        # markers that wait for a tile there; see effects/sources.py
        ("waiting_cover", "i2", bits(15), (SPACES,)),
        ("way", "i2", amount(99), (SPACES,)),  # steps from the camp, as planning began
        ("space_tokens", "i2", bits(len(TOKENS)), (SPACES,)),
        ("item_tokens", "i2", bits(len(TOKENS)), (SPACES,)),  # those of them that items have put there
        ("new_space_tokens", "i2", bits(len(TOKENS)), (SPACES,)),  # count from the next round on
        ("tiles", "i2", index_or_none(TILES), (TILES,)),  # the stack, next one last
        ("tiles_left", "i2", amount(TILES)),
        ("tiles_known", "i2", amount(TILES)),  # how many on top of it all players know
        # fields
        ("field_tokens", "i2", bits(len(TOKENS)), (KINDS,)),
        ("new_field_tokens", "i2", bits(len(TOKENS)), (KINDS,)),
        ("cost_tokens", "i2", bits(len(TOKENS)), (len(STRUCTURES),)),
        ("weather_tokens", "i2", bits(len(TOKENS))),
        ("night_tokens", "i2", bits(len(TOKENS))),
        # cards
        ("event_deck", "i2", index_or_none(CARDS), (EVENT_DECK,)),  # next one last
        ("events_left", "i2", amount(EVENT_DECK)),
        # wreckage and events that have left the threat row
        ("event_discard", "i1", index_or_none(FIRST_ADVENTURE[0]), (EVENTS_DISCARDED,)),
        ("events_discarded", "i2", amount(EVENTS_DISCARDED)),
        ("event_known", "i2", FLAG),  # 1 when the players have looked at the top card
        ("threat", "i2", index_or_none(FIRST_ADVENTURE[0]), (2,)),  # left and right space of the threat row
        ("ambush", "i2", index_or_none(BEASTS)),  # beast that attacks before the next event card
        ("card_space", "i1", index_or_none(SPACES), (CARDS,)),  # where a card's token or marker lies
        ("card_mark", "i1", amount(127), (CARDS,)),  # what it covered there, or which levels it lowered
        ("marked_items", "i4", bits(CARD_INVENTIONS)),
        ("lost_items", "i4", bits(CARD_INVENTIONS)),  # turned back this round, and still of use
        ("adventures", "i2", index_or_none(FIRST_MYSTERY), (3, ADVENTURES_EACH)),  # next one last
        ("adventures_left", "i2", amount(ADVENTURES_EACH), (3,)),
        ("adventure_discard", "i2", index_or_none(FIRST_MYSTERY), (3, ADVENTURES_EACH)),
        ("adventures_discarded", "i2", amount(ADVENTURES_EACH), (3,)),
        ("mysteries", "i1", index(MYSTERY_CARDS), (MYSTERY_CARDS,)),  # next one last; numbered from 0
        ("mysteries_left", "i2", amount(MYSTERY_CARDS)),
        ("mystery_state", "i1", amount(MYSTERY_IN_EVENT_DECK), (MYSTERY_CARDS,)),
        ("mystery_uses", "i1", amount(99), (MYSTERY_CARDS,)),
        ("mystery_holder", "i1", index_or_none(PEOPLE), (MYSTERY_CARDS,)),  # who drew it
        ("mystery_round", "i1", amount(ROUNDS), (MYSTERY_CARDS,)),  # the round in which it was found
        # bits: its finder keeps it if he sleeps outside the camp this round
        ("apart_treasures", "i8", bits(MYSTERY_CARDS)),
        ("beasts", "i1", index_or_none(BEASTS), (BEASTS,)),  # next one last
        ("beasts_left", "i2", amount(BEASTS)),
        ("hunting", "i1", index_or_none(BEASTS), (BEASTS,)),  # next one last
        ("hunting_left", "i2", amount(BEASTS)),
        ("hunting_known", "i2", FLAG),  # 1 when the players have looked at the top card
        ("inventions", "i1", index_or_none(CARD_INVENTIONS), (CARD_INVENTIONS,)),  # the deck, next one last
        ("inventions_left", "i2", amount(CARD_INVENTIONS)),
        ("invention_state", "i2", amount(DISCARDED), (INVENTIONS,)),
        ("dealt_inventions", "i4", bits(CARD_INVENTIONS)),  # bits of those drawn in the set-up
        # the player on whose sheet it lies, NONE: anyone's
        ("invention_owner", "i2", index_or_none(PLAYERS), (INVENTIONS,)),
        ("starting_uses", "i2", amount(MOST), (STARTING_ITEMS,)),  # 0: not in play
        ("starting_future", "i2", amount(MOST), (STARTING_ITEMS,)),
        # who found it in this action phase
        ("starting_finder", "i1", index_or_none(PEOPLE), (STARTING_ITEMS,)),
        ("starting_deck", "i2", index(STARTING_ITEMS), (STARTING_ITEMS,)),
        ("starting_left", "i2", amount(STARTING_ITEMS)),
        ("discovery_stack", "i1", index(DISCOVERIES), (DISCOVERY_TOKENS,)),  # next one last
        ("discoveries_left", "i2", amount(DISCOVERY_TOKENS)),
        ("discovery", "i2", amount(DISCOVERY_TOKENS), (DISCOVERIES,)),
        ("discovery_future", "i2", amount(DISCOVERY_TOKENS), (DISCOVERIES,)),
        # what holds for this round only
        ("pawn_limit", "i2", amount(2), (PEOPLE,)),
        ("allowed_kinds", "i2", bits(PLANNED_KINDS), (PEOPLE,)),  # bits by kind of action
        ("skills_barred", "i2", FLAG, (PEOPLE,)),
        ("no_mixed_pawns", "i2", FLAG),
        ("no_pawn_of_friday", "i2", FLAG),  # 1: he supports nobody either
        ("items_unavailable", "i2", FLAG),
        ("production_none", "i2", bits(KINDS_OF_RESOURCE)),  # bits by resource
        ("production_extra", "i2", (-MOST, MOST), (KINDS_OF_RESOURCE,)),
        ("production_half", "i2", FLAG),
        ("production_skip", "i2", FLAG),
        # space and source from which the Shortcut gave, as in gather; NONE
        ("shortcut_used", "i2", index_or_none(2 * SPACES)),
        ("gathered", "i4", bits(2 * SPACES)),  # bits of sources gathered or planned to be gathered this round
        # planning
        ("free_pawns", "i2", amount(2), (PEOPLE,)),
        ("passed", "i2", bits(PEOPLE)),  # bits: this person plans no more
        ("last_call", "i2", amount(2)),  # the last turn of planning: CALLED, or WANTED; see rules/planning.py
        ("planner", "i2", index_or_none(PEOPLE)),  # who plans now: a seat, FRIDAY or GUEST
        # supporting pawns for this round that cards have given
        ("extra_pawns", "i2", amount(MOST), (PLANNED_KINDS,)),
        ("plans", "i2", amount(PLANS)),
        ("plan_kind", "i2", index(PLANNED_KINDS), (PLANS,)),
        ("plan_target", "i2", index(FIRST_SPECIAL + SPECIALS * SPECIAL_PLACES), (PLANS,)),
        ("plan_person", "i2", index(PEOPLE), (PLANS,)),
        ("plan_pawns", "i1", amount(127), (PLANS,)),
        ("plan_need", "i1", amount(127), (PLANS,)),
        # way of paying, or which reward of a wreckage card
        ("plan_option", "i2", index_or_none(4), (PLANS,)),
        ("plan_paid", "i1", amount(127), (PLANS, KINDS_OF_RESOURCE)),  # what is set aside
        ("plan_all_dice", "i1", FLAG, (PLANS,)),  # bits: basket, sack, bible set aside for it
        ("plan_supports", "i2", bits(len(PAWNS)), (PLANS,)),  # bits of things.PAWNS
        ("plan_done", "i1", FLAG, (PLANS,)),
        # the building that pays the +1 wood token of its field, or NONE
        ("wood_token_plan", "i2", index_or_none(PLANS)),
        # the action under way
        ("now", "i2", index_or_none(PLANS)),  # plan, or NONE
        # wound, success, adventure: 1 as the die is named, 0 other face, NONE not rolled
        ("dice", "i2", (NONE, 1), (3,)),
        ("rerolled", "i2", bits(3)),  # bits by die
        ("failure_paid", "i1", FLAG),  # 1: the determination for a failure of this throw has been given
        ("succeeded", "i2", FLAG),
        # 1: what is fought is to be caught; 2: and its event has come at once
        ("capturing", "i2", amount(2)),
        ("fighter", "i2", index_or_none(PEOPLE)),  # who fights, NONE: all players
        ("fight_strength", "i2", amount(MOST)),  # of the beast fought now
        ("weapon_bonus", "i2", amount(MOST)),  # for the fight or action under way
        ("action_bonus", "i2", amount(MOST)),  # that part of it which lasts for the whole action
        ("ignored_wounds", "i2", amount(MOST)),
        ("spared", "i2", index_or_none(PEOPLE)),  # whose wounds those are
        ("draws", "i1", amount(DRAWS)),  # draws of mysteries under way, each within the one before
        # still, in each, by kind: vocabulary.MYSTERY_KINDS
        ("wanted", "i1", amount(MYSTERY_CARDS), (DRAWS, 5)),
        ("whole_draws", "i4", bits(DRAWS)),  # bits of those in which nobody may stop
        ("passed_before", "i1", amount(MYSTERY_CARDS), (DRAWS,)),  # cards passed over when it began
        # which of them has found it, 1 for the first; else 0
        ("mystery_draw", "i1", amount(DRAWS), (MYSTERY_CARDS,)),
        ("mystery_ignored", "i2", FLAG),  # 1: the trap or creature just drawn does nothing
        # cards passed over in all these draws; they lie in `passed_over`
        ("mysteries_passed", "i2", amount(MYSTERY_CARDS)),
        ("passed_over", "i1", index(MYSTERY_CARDS), (MYSTERY_CARDS,)),
        # weather
        ("weather_rolled", "i2", FLAG),  # 1 when this round's dice have been rolled
        ("rain", "i2", amount(MOST)),
        ("snow", "i2", amount(MOST)),
        ("ignored_rain", "i2", amount(MOST)),
        ("ignored_snow", "i2", amount(MOST)),
        ("snow_to_rain", "i2", amount(MOST)),
        # faces of the hungry animals dice in turn, NONE: not rolled
        ("animals", "i2", (NONE, 3), (ANIMAL_DICE,)),
        ("animals_faced", "i2", amount(ANIMAL_DICE)),  # how many of them have been faced
        ("ignored_animals", "i2", amount(MOST)),
        # scenario
        ("counter", "i2", amount(MOST_COUNTED), (COUNTERS,)),
        ("keeping", "i2", FLAG),  # 1: this round the yield of sources may be kept on counters
        ("produced", "i2", amount(MOST), (2,)),  # wood, food that the last production has given
        # stages completed by feeding this round
        ("counter_stages_fed", "i2", amount(MOST_COUNTED), (COUNTERS,)),
        ("counter_before", "i2", amount(MOST_COUNTED), (COUNTERS,)),  # their values when this round began
        ("marks", "i2", bits(MARKS), (SPACES,)),  # bits of the scenario's marks
        # those of them that have lain there since this round began
        ("marks_before", "i2", bits(MARKS), (SPACES,)),
        ("number", "i2", amount(TOTEMS), (SPACES,)),  # number token on each space, 0: none
        ("numbers_laid", "i2", amount(TOTEMS)),  # number tokens laid so far
        ("tiles_before", "i2", amount(SPACES)),  # tiles explored when this round began
        ("totems_found", "i2", amount(TILES)),  # totems on tiles explored so far
        # the log
        ("log", "i2", (-MOST_COUNTED, MOST_COUNTED), (LOG_ROOM, 3)),
        ("log_at", "i2", index(LOG_ROOM)),  # where the next note goes, over the oldest
    ],
    options=OPTIONS,
    causes=len(CAUSES),
    rounds=ROUNDS,
    forced=amount(6),
    players=PLAYERS,
)
DTYPE = RECORD.dtype
