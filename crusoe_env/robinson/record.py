"""The record of a game of Robinson Crusoe: the one place that says what a game's state is."""

from __future__ import annotations

from typing import Any

from crusoe_env.core.state import record_dtype
from crusoe_env.robinson.components import (
    ADVENTURES_EACH,
    BEASTS,
    CARD_INVENTIONS,
    CARDS,
    DISCOVERIES,
    DISCOVERY_TOKENS,
    EVENT_DECK,
    INVENTIONS,
    MYSTERY_CARDS,
    STARTING_ITEMS,
    TILES,
)
from crusoe_env.robinson.state import (
    ABILITIES,
    ANIMAL_DICE,
    COUNTERS,
    DELAYED,
    DRAWS,
    ENTRY,
    EVENTS_DISCARDED,
    KINDS,
    KINDS_OF_RESOURCE,
    LOG_ROOM,
    PEOPLE,
    PLANNED_KINDS,
    PLANS,
    PLAYERS,
    SPACES,
    STACK_ROOM,
    STRUCTURES,
)

OPTION_FIELDS: dict[str, tuple[Any, ...]] = {
    "players": ("i2",),
    "chosen_character": ("i2", (PLAYERS,)),  # NONE: drawn
    "with_friday": ("i2",),
    "with_dog": ("i2",),
    "starting_item_count": ("i2",),
    "book_cards": ("i2",),  # of the events in the deck
    "wreckage_option": ("i2",),  # a wreckage card, or NONE: drawn
}
"""Options; they stay over a new episode, unless each draws its task."""

DTYPE = record_dtype(
    [
        *((name, *kind) for name, kind in OPTION_FIELDS.items()),
        # course of play
        ("phase", "i2"),
        ("decision", "i2"),
        ("first_player", "i2"),
        ("stack_size", "i2"),
        ("stack", "i2", (STACK_ROOM, ENTRY)),
        ("answer", "i2"),  # to the decision just taken, NONE: not yet given
        ("window", "i2"),  # which window of the round this is, for skills and items; see rules/windows.py
        ("relevant", "i2"),  # what can matter at this window: bits of vocabulary.ASPECTS
        # the question under way; see rules/stack.py, `ask`
        ("question_step", "i2"),  # the step of the stack that asks
        ("question_person", "i2"),  # whom it is about: who plans, acts, performs the card; NONE: nobody
        ("question_options", "i4"),  # bits of the answers, in the block of actions of the decision
        ("question_may_pass", "i2"),
        ("question_card", "i2"),  # whose effect asks: a card, FIRST_ITEM_EFFECT + .., FIRST_USE + .., NONE
        ("question_row", "i2"),  # the row of its program that asks, 0: none
        ("question_left", "i2"),  # how many more such answers there are to come, this one included
        ("question_detail", "i2"),  # what else tells it from others of its step, as the step says
        ("shown", "i2", (5,)),  # cards, tiles or tokens laid out to choose from; NONE if fewer
        # people
        ("character", "i2", (PLAYERS,)),
        ("wounds", "i2", (PEOPLE,)),
        ("determination", "i2", (PEOPLE,)),
        ("guest_here", "i2"),  # 1: the guest of the scenario has joined the castaways
        ("skills_used", "i2", (PEOPLE,)),  # bits by place on the sheet
        ("special_wounds", "i2", (PEOPLE, 4)),  # by body part: bits of the decks whose token lies there
        ("covered_arrows", "i2", (PEOPLE,)),  # bits of morale marks that a card has covered
        ("outside", "i2", (PEOPLE,)),  # 1 when the coming night is spent outside the camp
        ("outside_space", "i2", (PEOPLE,)),
        ("outside_now", "i2"),  # bits of the people whom the action under way has sent there
        ("gained", "i2", (PEOPLE, KINDS_OF_RESOURCE)),  # in this action phase, by who acted
        ("own", "i2", (PEOPLE, KINDS_OF_RESOURCE)),  # kept apart by who is outside
        ("found", "i1", (PEOPLE, DISCOVERIES)),  # tokens found in this action phase, by who acted
        (
            "confused",
            "i2",
            (PEOPLE,),
        ),  # 1: this round successes are rolled again, even where no dice are needed
        ("cursed", "i2", (PEOPLE,)),  # the reroll token lies on the sheet: successes are rolled again
        ("markers", "i2", (PEOPLE,)),  # wounds that the night will bring (Strange disease)
        ("kept_weapon", "i2", (PLAYERS,)),  # cards kept that raise the weapon once
        ("saving", "i1", (PEOPLE, 3)),  # wood, food, fur that the next action of a person takes less
        # abilities, by row of the tables' list
        ("used_by", "i1", (ABILITIES,)),  # who has used it this round, if that is limited; NONE: nobody
        ("things_in_use", "i8"),  # bits of things used in this fight or action that serve once in each
        # camp and stores
        ("morale", "i2"),
        ("weapon", "i2"),
        ("roof", "i2"),
        ("palisade", "i2"),
        ("shelter", "i2"),
        ("more_camp_food", "i2"),  # +1 food tokens of items on the camp's tile beyond the first token there
        ("hungry", "i2"),  # bits: players who have not eaten in the last night
        ("available", "i2", (KINDS_OF_RESOURCE,)),
        ("future", "i2", (KINDS_OF_RESOURCE,)),
        # parts of card programs kept for later: DELAYED_TIME, ...
        ("delayed", "i2", (DELAYED, 4)),
        ("delayed_count", "i2"),
        # island
        ("camp", "i2"),
        ("tile", "i2", (SPACES,)),  # tile on each space, NONE: unexplored
        ("face_down", "i2", (SPACES,)),
        ("covered", "i2", (SPACES,)),  # bits of COVERS
        ("waiting_cover", "i2", (SPACES,)),  # markers that wait for a tile there; see effects/sources.py
        ("way", "i2", (SPACES,)),  # steps from the camp, as planning began
        ("space_tokens", "i2", (SPACES,)),
        ("item_tokens", "i2", (SPACES,)),  # those of them that items have put there
        ("new_space_tokens", "i2", (SPACES,)),  # count from the next round on
        ("tiles", "i2", (TILES,)),  # the stack, next one last
        ("tiles_left", "i2"),
        ("tiles_known", "i2"),  # how many on top of it all players know
        # fields
        ("field_tokens", "i2", (KINDS,)),
        ("new_field_tokens", "i2", (KINDS,)),
        ("cost_tokens", "i2", (len(STRUCTURES),)),
        ("weather_tokens", "i2"),
        ("night_tokens", "i2"),
        # cards
        ("event_deck", "i2", (EVENT_DECK,)),  # next one last
        ("events_left", "i2"),
        ("event_discard", "i1", (EVENTS_DISCARDED,)),  # wreckage and events that have left the threat row
        ("events_discarded", "i2"),
        ("event_known", "i2"),  # 1 when the players have looked at the top card
        ("threat", "i2", (2,)),  # left and right space of the threat row
        ("ambush", "i2"),  # beast that attacks before the next event card
        ("card_space", "i1", (CARDS,)),  # where a card's token or marker lies
        ("card_mark", "i1", (CARDS,)),  # what it covered there, or which levels it lowered
        ("marked_items", "i4"),
        ("lost_items", "i4"),  # turned back this round, and still of use
        ("adventures", "i2", (3, ADVENTURES_EACH)),  # next one last
        ("adventures_left", "i2", (3,)),
        ("adventure_discard", "i2", (3, ADVENTURES_EACH)),
        ("adventures_discarded", "i2", (3,)),
        ("mysteries", "i1", (MYSTERY_CARDS,)),  # next one last; numbered from 0
        ("mysteries_left", "i2"),
        ("mystery_state", "i1", (MYSTERY_CARDS,)),
        ("mystery_uses", "i1", (MYSTERY_CARDS,)),
        ("mystery_holder", "i1", (MYSTERY_CARDS,)),  # who drew it
        ("mystery_round", "i1", (MYSTERY_CARDS,)),  # the round in which it was found
        ("apart_treasures", "i8"),  # bits: its finder keeps it if he sleeps outside the camp this round
        ("beasts", "i1", (BEASTS,)),  # next one last
        ("beasts_left", "i2"),
        ("hunting", "i1", (BEASTS,)),  # next one last
        ("hunting_left", "i2"),
        ("hunting_known", "i2"),  # 1 when the players have looked at the top card
        ("inventions", "i1", (CARD_INVENTIONS,)),  # the deck, next one last
        ("inventions_left", "i2"),
        ("invention_state", "i2", (INVENTIONS,)),
        ("dealt_inventions", "i4"),  # bits of those drawn in the set-up
        ("invention_owner", "i2", (INVENTIONS,)),  # the player on whose sheet it lies, NONE: anyone's
        ("starting_uses", "i2", (STARTING_ITEMS,)),  # 0: not in play
        ("starting_future", "i2", (STARTING_ITEMS,)),
        ("starting_finder", "i1", (STARTING_ITEMS,)),  # who found it in this action phase
        ("starting_deck", "i2", (STARTING_ITEMS,)),
        ("starting_left", "i2"),
        ("discovery_stack", "i1", (DISCOVERY_TOKENS,)),  # next one last
        ("discoveries_left", "i2"),
        ("discovery", "i2", (DISCOVERIES,)),
        ("discovery_future", "i2", (DISCOVERIES,)),
        # what holds for this round only
        ("pawn_limit", "i2", (PEOPLE,)),
        ("allowed_kinds", "i2", (PEOPLE,)),  # bits by kind of action
        ("skills_barred", "i2", (PEOPLE,)),
        ("no_mixed_pawns", "i2"),
        ("no_pawn_of_friday", "i2"),  # 1: he supports nobody either
        ("items_unavailable", "i2"),
        ("production_none", "i2"),  # bits by resource
        ("production_extra", "i2", (KINDS_OF_RESOURCE,)),
        ("production_half", "i2"),
        ("production_skip", "i2"),
        ("shortcut_used", "i2"),  # space and source from which the Shortcut gave, as in gather; NONE
        ("gathered", "i4"),  # bits of sources gathered or planned to be gathered this round
        # planning
        ("free_pawns", "i2", (PEOPLE,)),
        ("passed", "i2"),  # bits: this person plans no more
        ("last_call", "i2"),  # the last turn of planning: CALLED, or WANTED; see rules/planning.py
        ("planner", "i2"),  # who plans now: a seat, FRIDAY or GUEST
        ("extra_pawns", "i2", (PLANNED_KINDS,)),  # supporting pawns for this round that cards have given
        ("plans", "i2"),
        ("plan_kind", "i2", (PLANS,)),
        ("plan_target", "i2", (PLANS,)),
        ("plan_person", "i2", (PLANS,)),
        ("plan_pawns", "i1", (PLANS,)),
        ("plan_need", "i1", (PLANS,)),
        ("plan_option", "i2", (PLANS,)),  # way of paying, or which reward of a wreckage card
        ("plan_paid", "i1", (PLANS, KINDS_OF_RESOURCE)),  # what is set aside
        ("plan_all_dice", "i1", (PLANS,)),  # bits: basket, sack, bible set aside for it
        ("plan_supports", "i2", (PLANS,)),  # bits of things.PAWNS
        ("plan_done", "i1", (PLANS,)),
        ("wood_token_plan", "i2"),  # the building that pays the +1 wood token of its field, or NONE
        # the action under way
        ("now", "i2"),  # plan, or NONE
        (
            "dice",
            "i2",
            (3,),
        ),  # wound, success, adventure: 1 as the die is named, 0 other face, NONE not rolled
        ("rerolled", "i2"),  # bits by die
        ("failure_paid", "i1"),  # 1: the determination for a failure of this throw has been given
        ("succeeded", "i2"),
        ("capturing", "i2"),  # 1: what is fought is to be caught; 2: and its event has come at once
        ("fighter", "i2"),  # who fights, NONE: all players
        ("fight_strength", "i2"),  # of the beast fought now
        ("weapon_bonus", "i2"),  # for the fight or action under way
        ("action_bonus", "i2"),  # that part of it which lasts for the whole action
        ("ignored_wounds", "i2"),
        ("spared", "i2"),  # whose wounds those are
        ("draws", "i1"),  # draws of mysteries under way, each within the one before
        ("wanted", "i1", (DRAWS, 5)),  # still, in each, by kind: vocabulary.MYSTERY_KINDS
        ("whole_draws", "i4"),  # bits of those in which nobody may stop
        ("passed_before", "i1", (DRAWS,)),  # cards passed over when it began
        ("mystery_draw", "i1", (MYSTERY_CARDS,)),  # which of them has found it, 1 for the first; else 0
        ("mystery_ignored", "i2"),  # 1: the trap or creature just drawn does nothing
        ("mysteries_passed", "i2"),  # cards passed over in all these draws; they lie in `passed_over`
        ("passed_over", "i1", (MYSTERY_CARDS,)),
        # weather
        ("weather_rolled", "i2"),  # 1 when this round's dice have been rolled
        ("rain", "i2"),
        ("snow", "i2"),
        ("ignored_rain", "i2"),
        ("ignored_snow", "i2"),
        ("snow_to_rain", "i2"),
        ("animals", "i2", (ANIMAL_DICE,)),  # faces of the hungry animals dice in turn, NONE: not rolled
        ("animals_faced", "i2"),  # how many of them have been faced
        ("ignored_animals", "i2"),
        # scenario
        ("counter", "i2", (COUNTERS,)),
        ("keeping", "i2"),  # 1: this round the yield of sources may be kept on counters
        ("produced", "i2", (2,)),  # wood, food that the last production has given
        ("counter_stages_fed", "i2", (COUNTERS,)),  # stages completed by feeding this round
        ("counter_before", "i2", (COUNTERS,)),  # their values when this round began
        ("marks", "i2", (SPACES,)),  # bits of the scenario's marks
        ("marks_before", "i2", (SPACES,)),  # those of them that have lain there since this round began
        ("number", "i2", (SPACES,)),  # number token on each space, 0: none
        ("numbers_laid", "i2"),  # number tokens laid so far
        ("tiles_before", "i2"),  # tiles explored when this round began
        ("totems_found", "i2"),  # totems on tiles explored so far
        # the log
        ("log", "i2", (LOG_ROOM, 3)),
        ("log_at", "i2"),  # where the next note goes, over the oldest
    ]
)
