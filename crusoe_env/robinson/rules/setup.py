"""Setting up a game (rulebook: Setup, Adjusting the game)."""

from __future__ import annotations

from crusoe_env.engine.compile import compiled
from crusoe_env.engine.random import below, shuffle
from crusoe_env.robinson import components as box
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.card_language.vocabulary import MYSTERY_KINDS
from crusoe_env.robinson.fields import State, Tables
from crusoe_env.robinson.rules import steps
from crusoe_env.robinson.rules.phases.weather import clear_animals
from crusoe_env.robinson.rules.phases.words import forget_words
from crusoe_env.robinson.rules.stack import clear_stack, push
from crusoe_env.robinson.rules.world.decks import draw_starting_item
from crusoe_env.robinson.rules.world.guest import set_up_guest
from crusoe_env.robinson.rules.world.log import clear_log
from crusoe_env.robinson.rules.world.looks import forget_looks
from crusoe_env.robinson.rules.world.placed_pawns import take_pawns_back
from crusoe_env.robinson.rules.world.strains import lift_strains
from crusoe_env.robinson.rules.world.things import clear_saving, clear_uses
from crusoe_env.robinson.scenarios.hooks import run_hook

DEFAULT_KIND, DECK_KIND, PERSONAL_KIND, SCENARIO_KIND = range(4)


@compiled
def set_up(s: State, t: Tables) -> None:
    """Set up the game; the first round is on the stack."""
    prepare_decks(s, t)
    deal(s, t)


@compiled
def prepare_decks(s: State, t: Tables) -> None:
    """Everything in its place, all decks shuffled, nothing drawn from them yet."""
    if s.mixed == 1:
        take_options(s, t)
    clear_stack(s)
    clear_course(s, t)
    clear_people(s)
    set_up_guest(s, t)
    clear_plans(s)
    set_up_island(s, t)
    draw_characters(s, t)
    set_up_inventions(s, t)
    set_up_events(s, t)
    set_up_adventures(s, t)
    set_up_other_decks(s, t)


@compiled
def take_options(s: State, t: Tables) -> None:
    """The options of the task that this episode has drawn."""
    s.players = t.option_players
    s.with_friday = t.option_with_friday
    s.with_dog = t.option_with_dog
    s.starting_item_count = t.option_starting_item_count
    s.book_cards = t.option_book_cards
    s.wreckage_option = t.option_wreckage_option
    s.secret_plans = t.option_secret_plans
    s.private_finds = t.option_private_finds
    s.lookouts = t.option_lookouts
    s.strains = t.option_strains
    s.words = t.option_words
    s.vocabulary = t.option_vocabulary
    for player in range(c.PLAYERS):
        s.chosen_character[player] = t.option_chosen_character[player]


@compiled
def deal(s: State, t: Tables) -> None:
    """Inventions for the board and starting items are drawn; the first round is on the stack."""
    s.dealt_inventions = 0
    for _ in range(t.inventions_drawn):
        s.inventions_left -= 1
        item = int(s.inventions[s.inventions_left])
        s.invention_state[item] = c.ON_BOARD
        s.dealt_inventions |= 1 << item
    for _ in range(s.starting_item_count):
        draw_starting_item(s, t, c.NONE)
    push(s, steps.BEGIN_ROUND)
    run_hook(s, t, c.ON_SETUP, c.NONE)


@compiled
def clear_course(s: State, t: Tables) -> None:
    """Tracks at their start, stores empty, nothing on the fields."""
    s.over = s.victory = s.cause = s.score = s.steps = s.fault = 0
    s.rounds = 0
    s.acting = s.first_player = 0
    s.phase = c.EVENT_PHASE
    s.window = 0
    s.relevant = 0
    for i in range(len(s.shown)):
        s.shown[i] = c.NONE
    forget_looks(s)
    s.morale = t.morale_start
    s.weapon = s.roof = s.palisade = s.more_camp_food = s.hungry = 0
    s.shelter = t.start_shelter
    for resource in range(c.KINDS_OF_RESOURCE):
        s.available[resource] = s.future[resource] = s.production_extra[resource] = 0
    s.delayed_count = 0
    for i in range(len(s.delayed)):
        for k in range(4):
            s.delayed[i, k] = 0
    for kind in range(c.KINDS):
        s.field_tokens[kind] = t.staying_tokens[kind]
        s.new_field_tokens[kind] = s.extra_pawns[kind] = 0
    for cost in range(len(s.cost_tokens)):
        s.cost_tokens[cost] = 0
    s.weather_tokens = s.night_tokens = 0
    s.no_mixed_pawns = s.no_pawn_of_friday = s.items_unavailable = 0
    s.production_none = s.production_half = s.production_skip = 0
    s.shortcut_used = c.NONE
    s.gathered = s.keeping = s.capturing = 0
    s.produced[0] = s.produced[1] = 0
    clear_uses(s)
    s.weather_rolled = s.rain = s.snow = s.ignored_rain = s.ignored_snow = s.snow_to_rain = 0
    clear_animals(s)
    for counter in range(c.COUNTERS):
        s.counter[counter] = t.counter_start[counter]
        s.counter_stages_fed[counter] = 0
        s.counter_before[counter] = 0
    s.totems_found = s.numbers_laid = s.tiles_before = 0
    clear_log(s)


@compiled
def clear_people(s: State) -> None:
    """Nobody is wounded or has determination."""
    s.outside_now = 0
    for person in range(c.PEOPLE):
        s.wounds[person] = s.determination[person] = 0
        s.confused[person] = s.cursed[person] = s.markers[person] = s.outside[person] = 0
        s.free_pawns[person] = 0
        for resource in range(c.KINDS_OF_RESOURCE):
            s.gained[person, resource] = 0
        for token in range(box.DISCOVERIES):
            s.found[person, token] = 0
        s.skills_used[person] = s.covered_arrows[person] = 0
        s.outside_space[person] = c.NONE
        s.skills_barred[person] = 0
        s.pawn_limit[person] = 2
        s.allowed_kinds[person] = c.ALL_KINDS
        for part in range(4):
            s.special_wounds[person, part] = 0
        for resource in range(c.KINDS_OF_RESOURCE):
            s.own[person, resource] = 0
    for player in range(c.PLAYERS):
        s.kept_weapon[player] = 0


@compiled
def clear_plans(s: State) -> None:
    """No action is planned or under way."""
    s.passed = s.plans = s.last_call = 0
    forget_words(s)
    lift_strains(s)
    take_pawns_back(s)
    clear_saving(s)
    s.planner = c.NONE
    s.now = s.wood_token_plan = c.NONE
    for i in range(c.PLANS):
        s.plan_kind[i] = s.plan_target[i] = s.plan_person[i] = s.plan_pawns[i] = s.plan_need[i] = 0
        s.plan_option[i] = s.plan_all_dice[i] = s.plan_supports[i] = s.plan_items[i] = s.plan_done[i] = 0
        for resource in range(c.KINDS_OF_RESOURCE):
            s.plan_paid[i, resource] = 0
    for die in range(3):
        s.dice[die] = c.NONE
    s.rerolled = s.failure_paid = s.succeeded = 0
    s.weapon_bonus = s.action_bonus = s.ignored_wounds = s.fight_strength = 0
    s.fighter = s.spared = c.NONE
    s.draws = s.mystery_ignored = s.mysteries_passed = s.whole_draws = 0
    for draw in range(c.DRAWS):
        s.passed_before[draw] = 0
        for kind in range(len(MYSTERY_KINDS)):
            s.wanted[draw, kind] = 0


@compiled
def set_up_island(s: State, t: Tables) -> None:
    """The tiles that lie there from the beginning, with the camp; the others are shuffled."""
    for space in range(c.SPACES):
        s.tile[space] = t.tile_at_start[space]
        s.marks[space] = s.marks_before[space] = s.number[space] = 0
        s.face_down[space] = t.face_down_at_start[space]
        s.covered[space] = t.covered_at_start[space]
        s.waiting_cover[space] = 0
        s.space_tokens[space] = s.new_space_tokens[space] = s.item_tokens[space] = s.way[space] = 0
    s.camp = t.start_space
    s.tiles_left = s.tiles_known = 0
    for tile in range(box.TILES):
        s.tiles[tile] = c.NONE
    for tile in range(box.TILES):
        if not lies_at_start(t, tile):
            s.tiles[s.tiles_left] = tile
            s.tiles_left += 1
    shuffle(s, s.tiles, 0, int(s.tiles_left))


@compiled
def lies_at_start(t: Tables, tile: int) -> bool:
    """Is this tile laid out at set-up?"""
    for space in range(c.SPACES):
        if t.tile_at_start[space] == tile:
            return True
    return False


@compiled
def draw_characters(s: State, t: Tables) -> None:
    """Each player a character, chosen or drawn; below three players the Soldier is mostly not drawn."""
    taken = 0
    for player in range(c.PLAYERS):
        s.character[player] = c.NONE
        if player < s.players and s.chosen_character[player] != c.NONE:
            s.character[player] = s.chosen_character[player]
            taken |= 1 << int(s.character[player])
    for player in range(s.players):
        if s.character[player] == c.NONE:
            left = 0
            for sheet in range(box.CHARACTERS):
                left += may_be_drawn(s, t, sheet, taken)
            skip = below(s, left)
            for sheet in range(box.CHARACTERS):
                if may_be_drawn(s, t, sheet, taken):
                    if skip == 0:
                        s.character[player] = sheet
                    skip -= 1
            taken |= 1 << int(s.character[player])


@compiled
def may_be_drawn(s: State, t: Tables, sheet: int, taken: int) -> bool:
    """Is this character still to be had?"""
    return not (taken >> sheet) & 1 and (s.players > 2 or t.with_soldier == 1 or sheet != box.SOLDIER)


@compiled
def set_up_inventions(s: State, t: Tables) -> None:
    """Nine inventions on the board, personal ones on their sheets, the others shuffled as the deck."""
    s.inventions_left = 0
    s.marked_items = s.lost_items = 0
    for item in range(box.INVENTIONS):
        s.invention_owner[item] = c.NONE
        s.invention_state[item] = c.IN_DECK
        if t.invention_kind[item] == DEFAULT_KIND or t.invention_kind[item] == SCENARIO_KIND:
            s.invention_state[item] = c.ON_BOARD
    for player in range(s.players):
        item = t.personal_invention[s.character[player]]
        s.invention_owner[item] = player
        s.invention_state[item] = c.ON_BOARD
    for item in range(box.CARD_INVENTIONS):
        s.inventions[item] = c.NONE
    for item in range(box.CARD_INVENTIONS):
        if s.invention_state[item] == c.IN_DECK and (t.inventions_dealt >> item) & 1 == 0:
            s.inventions[s.inventions_left] = item
            s.inventions_left += 1
    shuffle(s, s.inventions, 0, int(s.inventions_left))
    for item in range(box.CARD_INVENTIONS):
        if (t.inventions_dealt >> item) & 1 == 1:
            s.inventions[s.inventions_left] = item
            s.inventions_left += 1


@compiled
def set_up_events(s: State, t: Tables) -> None:
    """Random events with book icon, and with adventure icon, shuffled; the wreckage card in the row."""
    for i in range(len(s.event_deck)):
        s.event_deck[i] = c.NONE
    total = int(t.book_cards) + int(t.adventure_cards)
    s.events_left = 0
    draw_events(s, t, 1, int(s.book_cards))
    draw_events(s, t, 0, total - int(s.book_cards))
    shuffle(s, s.event_deck, 0, int(s.events_left))
    s.event_known = 0
    s.events_discarded = 0
    for i in range(len(s.event_discard)):
        s.event_discard[i] = c.NONE
    for card in range(box.CARDS):
        s.card_space[card] = c.NONE
        s.card_mark[card] = 0
    s.ambush = c.NONE
    s.ambush_known = 0
    s.threat[0] = c.NONE
    s.threat[1] = s.wreckage_option if s.wreckage_option != c.NONE else below(s, box.WRECKAGE_CARDS)


@compiled
def draw_events(s: State, t: Tables, book: int, count: int) -> None:
    """Random events with (book = 1) or without the book icon; each counts as often as it is in the box."""
    left = 0
    for card in range(box.FIRST_EVENT, box.FIRST_EVENT + box.EVENT_KINDS):
        if (t.card_icon[card] == 0) == (book == 1):
            left += t.copies[card]
    wanted = count
    for card in range(box.FIRST_EVENT, box.FIRST_EVENT + box.EVENT_KINDS):
        if (t.card_icon[card] == 0) == (book == 1):
            for _ in range(t.copies[card]):
                if wanted > 0 and below(s, left) < wanted:
                    s.event_deck[s.events_left] = card
                    s.events_left += 1
                    wanted -= 1
                left -= 1


@compiled
def set_up_adventures(s: State, t: Tables) -> None:
    """Three decks of adventures."""
    for deck in range(len(c.DECKS)):
        count = 0
        for card in range(box.FIRST_ADVENTURE[deck], box.FIRST_ADVENTURE[deck] + box.ADVENTURE_KINDS[deck]):
            for _ in range(t.copies[card]):
                s.adventures[deck, count] = card
                count += 1
        s.adventures_left[deck] = count
        s.adventures_discarded[deck] = 0
        for i in range(len(s.adventure_discard[deck])):
            s.adventure_discard[deck, i] = c.NONE
        shuffle(s, s.adventures[deck], 0, count)


@compiled
def set_up_other_decks(s: State, t: Tables) -> None:
    """Mysteries, beasts, starting items, discovery tokens."""
    for mystery in range(box.MYSTERY_CARDS):
        s.mysteries[mystery] = mystery
        s.mystery_state[mystery] = c.MYSTERY_IN_DECK
        s.mystery_uses[mystery] = 0
        s.mystery_holder[mystery] = c.NONE
        s.mystery_draw[mystery] = 0
        s.mystery_round[mystery] = 0
        s.passed_over[mystery] = 0
    s.outside_treasures = 0
    s.mysteries_left = box.MYSTERY_CARDS
    shuffle(s, s.mysteries, 0, box.MYSTERY_CARDS)
    for beast in range(box.BEASTS):
        s.beasts[beast] = beast
        s.hunting[beast] = c.NONE
    s.beasts_left = box.BEASTS
    s.hunting_left = s.hunting_known = 0
    shuffle(s, s.beasts, 0, box.BEASTS)
    s.starting_left = 0
    for item in range(box.STARTING_ITEMS):
        given = (t.starting_items >> item) & 1
        s.starting_uses[item] = t.starting_uses[item] if given else 0
        s.starting_future[item] = 0
        s.starting_finder[item] = c.NONE
        if not given and not (t.starting_items_out >> item) & 1:
            s.starting_deck[s.starting_left] = item
            s.starting_left += 1
    shuffle(s, s.starting_deck, 0, int(s.starting_left))
    s.discoveries_left = 0
    for token in range(box.DISCOVERIES):
        s.discovery[token] = s.discovery_future[token] = 0
        for _ in range(t.discovery_copies[token]):
            s.discovery_stack[s.discoveries_left] = token
            s.discoveries_left += 1
    shuffle(s, s.discovery_stack, 0, int(s.discoveries_left))
