"""The tables that the compiled rules read: one record, filled by `building.py` from the data files.

A program is the row of `rows` where it begins (see `card_language`); 0 is the empty one. Cards are numbered
as in `components.py`; an event stands once however many copies there are.
"""

from __future__ import annotations

import numpy as np

from crusoe_env.robinson import components as box
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.card_language.columns import ROW_LENGTH
from crusoe_env.robinson.state import RECORD
from crusoe_env.robinson.tables.editions import SWITCHES
from crusoe_env.robinson.things import THINGS

"""Rows of all programs together, at most."""
STAGES = 8
CONDITIONS = 8
ABILITY_CONDITIONS = 3
TERMS = 16
TURNS = 8
"""Times that one special action takes pawns of its own, at most."""
SUMS, SUM_TERMS = 4, 8
"""Sums of measures that a scenario defines, and as many least ones; with terms each."""
LENDERS = 12
"""Things that lend a pawn to one kind of action, at most."""
TABLES = np.dtype(
    (
        np.record,
        [
            ("rows", "i2", (c.PROGRAM_ROWS, ROW_LENGTH)),  # card_language.columns
            (
                "depends_on",
                "i2",
                (c.PROGRAM_ROWS,),
            ),  # what a program from this row on depends on: vocabulary.ASPECTS
            ("affects", "i2", (c.PROGRAM_ROWS,)),  # what a use from this row on changes
            *((name, "i2") for name in SWITCHES),  # of the rules, by edition
            # people
            ("pawns_each", "i2"),
            ("dies_at", "i2", (box.CHARACTERS + 1,)),  # the guest of a scenario last; 0: there is none
            ("morale_marks", "i4", (box.CHARACTERS + 1,)),  # bit k: the k-th wound lowers morale
            ("personal_invention", "i2", (box.CHARACTERS,)),
            ("personal_bonus", "i2"),  # determination for building it
            ("friday_dies_at", "i2"),
            ("guest_at_start", "i2"),  # 1: he is there from set-up
            ("guest_joins", "i2", (3,)),  # else when this holds: measure, comparison, number
            ("guest_kinds", "i2"),  # bits: kinds of action that his pawn may take
            ("guest_supports", "i2"),  # 1: it supports such actions of others too
            # abilities: what players can use, one row each; see tables/abilities.py
            ("abilities", "i2"),  # rows
            ("ability_source", "i2", (c.ABILITIES,)),  # things.SOURCES
            ("ability_which", "i2", (c.ABILITIES,)),  # which of them: skill, starting item, token, ...
            ("ability_thing", "i2", (c.ABILITIES,)),  # action of the block "use"; NONE: asked for otherwise
            ("ability_when", "i2", (c.ABILITIES,)),  # vocabulary.WHENS
            ("ability_windows", "i4", (c.ABILITIES,)),  # bits of constants.WINDOWS
            ("ability_program", "i2", (c.ABILITIES,)),
            ("ability_card", "i2", (c.ABILITIES,)),  # whose program it is
            ("ability_determination", "i2", (c.ABILITIES,)),  # what it costs
            ("ability_pays", "i2", (c.ABILITIES, 3)),  # and of wood, food, fur
            ("ability_costs", "i2", (c.ABILITIES,)),  # what paying may change: vocabulary.ASPECTS
            ("ability_changes", "i2", (c.ABILITIES,)),  # one of these aspects must be relevant; 0: timing.py
            ("ability_item", "i2", (c.ABILITIES,)),  # item needed, or NONE
            ("ability_weapon", "i2", (c.ABILITIES,)),  # weapon level needed
            ("ability_limit", "i2", (c.ABILITIES,)),  # things.LIMITS
            ("ability_rerolls", "i2", (c.ABILITIES,)),  # bits: kinds of action of which it throws a die again
            ("ability_saves", "i2", (c.ABILITIES, 3)),  # wood, food, fur that one action takes less
            ("ability_conditions", "i2", (c.ABILITIES,)),  # how many there are
            ("ability_needs", "i2", (c.ABILITIES, ABILITY_CONDITIONS, 3)),  # as in `goal`
            (
                "ability_special",
                "i2",
                (c.ABILITIES,),
            ),  # the special action for which alone it lends, NONE: any
            ("ability_gathers", "i2", (c.ABILITIES,)),  # more of what a successful action gathers
            ("skill_ability", "i2", (box.SKILLS,)),  # row of the use of each skill, or NONE
            # by window: the rows that belong to it but those of skills, then the skills
            ("window_abilities", "i2", (len(c.WINDOWS), c.WINDOW_ABILITIES)),
            ("window_ability_count", "i2", (len(c.WINDOWS),)),
            ("window_skills", "i2", (len(c.WINDOWS), box.CHARACTERS)),  # bits: their places on the sheet
            ("thing_ability", "i2", (len(THINGS),)),  # row of the use of each other thing, or NONE
            ("explore_ability", "i2"),  # row of what opens an explore action of its own, or NONE
            ("lenders", "i2", (c.PLANNED_KINDS, LENDERS)),  # rows that lend a pawn to a kind of action
            ("lender_count", "i2", (c.PLANNED_KINDS,)),
            # board
            ("morale_determination", "i2", (7,)),  # level -3 .. 3
            ("morale_start", "i2"),
            ("morale_top_program", "i2"),  # at the highest level, instead
            ("arrange_program", "i2", (c.PLAYERS + 1,)),  # arrange camp, by number of players
            ("rest_program", "i2"),
            ("hunger_wounds", "i2"),
            ("open_air_wounds", "i2"),
            ("inventions_drawn", "i2"),  # cards added to those always on the board
            ("build_wood", "i2", (c.PLAYERS + 1,)),  # shelter, roof, palisade, by number of players
            ("build_fur", "i2", (c.PLAYERS + 1,)),
            ("weapon_cost", "i2"),
            ("action_dice", "i2", (3, 3)),  # by deck: faces of 6 with wound, success, adventure
            ("fail_determination", "i2"),
            ("rain_die", "i2", (6,)),  # clouds: rain positive, snow negative
            ("winter_die", "i2", (6,)),
            ("animals_die", "i2", (6,)),  # 0 blank, 1 discard 1 food, 2 palisade -1, 3 fight
            ("animals_strength", "i2"),
            # island
            ("adjacent", "i4", (c.SPACES,)),  # bits of spaces; 0 for a space that is not in play
            ("start_space", "i2"),
            ("start_tile", "i2"),
            ("tile_terrain", "i2", (box.TILES,)),
            ("tile_sources", "i2", (box.TILES,)),  # bits of constants.COVERS
            ("tile_beast", "i2", (box.TILES,)),
            ("tile_discoveries", "i2", (box.TILES,)),
            ("tile_totem", "i2", (box.TILES,)),
            ("tile_shelter", "i2", (box.TILES,)),
            # inventions, the two of the scenario last
            (
                "invention_kind",
                "i2",
                (box.INVENTIONS,),
            ),  # 0 always there, 1 deck, 2 personal, 3 scenario; NONE
            ("invention_terrain", "i2", (box.INVENTIONS,)),  # bits
            ("invention_items", "i4", (box.INVENTIONS,)),  # bits
            ("invention_costs", "i2", (box.INVENTIONS,)),  # ways to pay
            ("invention_cost", "i2", (box.INVENTIONS, 2, 3)),  # way; wood, food, fur
            ("invention_build", "i2", (box.INVENTIONS,)),  # program when it becomes an item
            ("invention_loss", "i2", (box.INVENTIONS,)),  # program when it is turned back
            ("invention_rest", "i2", (box.INVENTIONS,)),  # program instead of rest_program, 0 if none
            ("invention_stores", "i2", (box.INVENTIONS,)),  # food that does not rot; 99: all
            (
                "invention_determination",
                "i2",
                (box.INVENTIONS,),
            ),  # for the First Player in the morale phase
            ("invention_ignores_snow", "i2", (box.INVENTIONS,)),
            (
                "invention_wound_die_food",
                "i2",
                (box.INVENTIONS,),
            ),  # food if the build wound die shows a wound
            # wreckage and events; adventures and mysteries have event programs too
            ("copies", "i2", (box.CARDS,)),  # in the box
            (
                "card_icon",
                "i2",
                (box.CARDS,),
            ),  # -1 none, 0 book, else kind of action of the adventure token
            (
                "event_program",
                "i2",
                (box.CARDS,),
            ),  # event effect, of adventures and mysteries the later part
            ("threat_options", "i2", (box.CARDS,)),  # ways to take the threat action (0: none)
            ("threat_pawns", "i2", (box.CARDS, 4)),  # by option
            ("threat_cost", "i2", (box.CARDS, 4, 3)),  # by option; wood, food, fur
            ("threat_option_items", "i4", (box.CARDS, 4)),  # by option: bits of items needed
            ("threat_reward", "i2", (box.CARDS, 4)),  # by option: program
            ("threat_weapon", "i2", (box.CARDS,)),
            ("threat_items", "i4", (box.CARDS,)),
            ("threat_two_players", "i2", (box.CARDS,)),
            ("threat_effect", "i2", (box.CARDS,)),  # program
            # adventures and mysteries
            ("resolve_program", "i2", (box.CARDS,)),
            ("mystery_type", "i2", (box.MYSTERY_CARDS,)),
            ("mystery_uses", "i2", (box.MYSTERY_CARDS,)),
            ("mystery_use", "i2", (box.MYSTERY_CARDS,)),  # program; NONE if it is not used
            (
                "mystery_from_next_round",
                "i2",
                (box.MYSTERY_CARDS,),
            ),  # 1: not in the round in which it was found
            ("mystery_wood_without_source", "i2", (box.MYSTERY_CARDS,)),  # of +1 wood on the camp tile
            ("mystery_rest", "i2", (box.MYSTERY_CARDS,)),  # program instead of rest_program, 0 if none
            ("mystery_stores", "i2", (box.MYSTERY_CARDS,)),  # food that does not rot; 99: all
            ("mystery_stores_when_used", "i2", (box.MYSTERY_CARDS,)),
            ("mystery_snow_to_rain", "i2", (box.MYSTERY_CARDS,)),
            # beasts
            ("beast_strength", "i2", (box.BEASTS,)),
            ("beast_weapon_loss", "i2", (box.BEASTS,)),
            ("beast_food", "i2", (box.BEASTS,)),
            ("beast_fur", "i2", (box.BEASTS,)),
            ("beast_extra", "i2", (box.BEASTS,)),  # program
            # shared things
            ("starting_uses", "i2", (box.STARTING_ITEMS,)),
            ("discovery_copies", "i2", (box.DISCOVERIES,)),
            ("discovery_rots", "i2", (box.DISCOVERIES,)),  # 1: goes at night like food
            ("discovery_forced", "i2", (box.DISCOVERIES,)),  # 1: used at the end of the action phase
            # the task: what an episode takes over where each draws its own
            *((f"option_{name}", RECORD.dtype[name]) for name in RECORD.options),
            ("scenario", "i2"),  # its number: scenarios.NAMES, then those of one's own
            # scenario
            ("rounds", "i2"),
            ("book_cards", "i2"),
            ("adventure_cards", "i2"),
            ("weather", "i2", (c.ROUNDS,)),  # by round: bits 1 rain, 2 winter, 4 hungry animals die
            ("on", "i2", (len(c.HOOKS),)),  # programs at named moments, see HOOKS
            ("on_round", "i2", (c.ROUNDS,)),  # programs at the beginning of each round
            ("totem_program", "i2", (c.TOTEMS,)),  # of the first totem found, the second, ...
            ("tile_at_start", "i2", (c.SPACES,)),  # tile laid at set-up, NONE: unexplored
            ("face_down_at_start", "i2", (c.SPACES,)),
            ("covered_at_start", "i2", (c.SPACES,)),  # bits of COVERS
            # marks: bits of those that do a thing
            ("marks_with_pawn", "i2", (c.PLANNED_KINDS,)),  # an action of this kind takes one more pawn
            ("marks_hiding_terrain", "i2"),
            ("marks_stopping_production", "i2"),
            ("marks_barring_camp", "i2"),
            ("marks_on_face_down", "i2"),
            ("marks_printed", "i2"),  # they come back with a tile that is turned up again
            ("mark_most", "i2", (c.MARKS,)),  # on the island, 0: no limit
            ("counters", "i2"),
            ("counter_start", "i2", (c.COUNTERS,)),
            ("counter_most", "i2", (c.COUNTERS,)),  # of one without stages
            ("counter_stages", "i2", (c.COUNTERS,)),  # how many stages, 0: none
            ("counter_stage", "i2", (c.COUNTERS, STAGES)),  # what each stage takes
            ("counter_fed_with", "i2", (c.COUNTERS,)),  # a resource, or NONE
            ("counter_stages_each_round", "i2", (c.COUNTERS,)),  # 0: no limit
            (
                "scenario_invention_explored",
                "i2",
                (box.SCENARIO_INVENTIONS,),
            ),  # program before a tile is laid
            ("scenario_invention_conditions", "i2", (box.SCENARIO_INVENTIONS,)),
            ("scenario_invention_needs", "i2", (box.SCENARIO_INVENTIONS, CONDITIONS, 3)),  # as in `goal`
            # special actions: see rules/world/special_actions.py
            ("specials", "i2"),
            ("special_kind", "i2", (c.SPECIALS,)),  # kind of action, or constants.SPECIAL
            ("special_pawns", "i2", (c.SPECIALS,)),  # the least number; with dice one more makes it sure
            ("special_dice", "i2", (c.SPECIALS,)),
            ("special_distance", "i2", (c.SPECIALS,)),  # 1: each tile crossed takes one more pawn
            ("special_more_pawns", "i2", (c.SPECIALS,)),  # a measure, or NONE
            (
                "special_placed",
                "i2",
                (c.SPECIALS,),
            ),  # 1: on a space, which must show what follows
            ("special_mark", "i2", (c.SPECIALS,)),  # a mark of the scenario, or NONE
            ("special_without", "i2", (c.SPECIALS,)),  # one that may not lie there, or NONE
            ("special_earlier", "i2", (c.SPECIALS,)),  # 1: the mark lay there as the round began
            ("special_number", "i2", (c.SPECIALS,)),  # bits: one of these number tokens; 0: any or none
            ("special_terrain", "i2", (c.SPECIALS,)),  # bits: one of these; 0: any
            ("special_beast", "i2", (c.SPECIALS,)),  # 1: a beast icon
            ("special_totem", "i2", (c.SPECIALS,)),  # 1: a totem that is not covered
            ("special_camp", "i2", (c.SPECIALS,)),  # 1: the camp's tile is allowed
            ("special_reach", "i2", (c.SPECIALS,)),  # at most so many steps from the camp, 0: wherever it is
            ("special_many", "i2", (c.SPECIALS,)),  # 1: more than once a round at the same place
            ("special_most", "i2", (c.SPECIALS,)),  # so often in a round, or a measure; 0: no limit
            ("special_most_of", "i2", (c.SPECIALS,)),  # bits: the special actions that this limit counts
            ("special_friday", "i2", (c.SPECIALS,)),  # 1: Friday may lead it
            ("special_conditions", "i2", (c.SPECIALS,)),
            ("special_needs", "i2", (c.SPECIALS, CONDITIONS, 3)),  # as in `goal`
            ("special_counted", "i2", (c.SPECIALS,)),  # measure of those carried out so far, or NONE
            ("special_pawns_in_turn", "i2", (c.SPECIALS, TURNS)),  # more for the first, the second, ...
            ("special_items", "i4", (c.SPECIALS,)),  # bits
            ("special_explored", "i2", (c.SPECIALS,)),  # bits of terrains, wherever they are
            ("special_costs", "i2", (c.SPECIALS,)),  # ways to pay
            ("special_cost", "i2", (c.SPECIALS, 2, 3)),  # way; wood, food, fur
            ("special_effect", "i2", (c.SPECIALS,)),  # program on success
            ("special_adventure", "i2", (c.SPECIALS,)),  # program instead of an adventure card, 0: the card
            ("special_hunts", "i2", (c.SPECIALS,)),  # 1: it takes a beast of the hunting deck
            (
                "special_yields",
                "i2",
                (c.SPECIALS,),
            ),  # program for what it gathers, and for each one more of it
            ("special_uses_up_terrain", "i2", (c.SPECIALS,)),  # 1: a card that covers its source covers this
            ("start_shelter", "i2"),
            ("with_soldier", "i2"),  # 1: he can be drawn whatever the number of players
            ("starting_items", "i4"),  # bits of those that the game begins with
            ("starting_items_out", "i4"),  # bits of those out of the game
            ("staying_tokens", "i2", (c.KINDS,)),  # bits of tokens that stay on a field all game
            ("animals_times", "i2"),  # measure: throws of the hungry animals die; NONE: one
            ("palisade_program", "i2"),  # for each level that hungry animals find missing; 0: wounds
            ("several_tokens_on_camp", "i2"),  # bits of tokens of which several may lie on the camp's tile
            ("fur_as_wood", "i2"),  # 1: fur may stand for wood in shelter, roof and palisade
            ("fed_first", "i2"),  # measure: food eaten each night before the players eat; NONE
            ("keep_beast", "i2"),  # program instead of food and furs of a beast that a card brings, 0: none
            ("keep_beast_if", "i2", (3,)),  # while this holds: measure, comparison, number
            ("inventions_dealt", "i4"),  # bits of cards that are always among those drawn
            ("choice", "i2", (c.CHOICES,)),  # values chosen
            ("counter_from", "i2", (c.COUNTERS,)),  # sources whose yield may be kept on it: bits of COVERS
            ("counter_kept_if", "i2", (c.COUNTERS, 3)),  # ... while this holds: measure, comparison, number
            # measures: see card_language/measures.py
            ("amount", "i2", (c.AMOUNTS, c.PLAYERS)),  # by number of players
            ("least_terms", "i2", (SUMS,)),
            ("least_of", "i2", (SUMS, SUM_TERMS)),
            ("sum_terms", "i2", (SUMS,)),
            ("sum_of", "i2", (SUMS, SUM_TERMS)),
            ("sum_each", "i2", (SUMS, SUM_TERMS)),
            ("goal_checked", "i2"),  # scenarios/goals.py: AT_ONCE, AT_ROUND_END
            ("goal_conditions", "i2"),
            ("goal", "i2", (CONDITIONS, 3)),  # measure, comparison, number
            ("losses", "i2"),
            ("loss", "i2", (c.LOSSES, 3)),
            ("points_terms", "i2"),
            ("points", "i2", (TERMS, 2)),  # measure, points for each
            ("progress_terms", "i2"),
            ("progress_of", "i2", (TERMS,)),
            ("progress_enough", "f8", (TERMS,)),
            ("progress_weight", "f8", (TERMS,)),
            ("potential_terms", "i2"),
            ("potential_of", "i2", (TERMS,)),
            ("potential_enough", "f8", (TERMS,)),
            ("potential_weight", "f8", (TERMS,)),
        ],
    )
)
