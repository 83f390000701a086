"""Setting up a game (rulebook: Setup, Adjusting the game)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import decks, island
from .decisions import FRIDAY, GUEST
from .table import DECKS, SPACES, Invention, Mystery, PersonState

if TYPE_CHECKING:
    from .game import Game


def set_up(game: Game) -> None:
    """Everything in its place; the programs that a scenario has for the set-up come with the first round."""
    table, sheet = game.table, game.facts.sheet
    table.morale = game.facts.morale.start
    table.shelter = sheet.scenario.start.shelter
    for laid in sheet.scenario.start.field_tokens:
        table.field_tokens[laid.kind].add(laid.token)
    for name, counter in sheet.counters.items():
        table.counters[name] = counter.start
        table.counters_before[name] = table.stages_fed[name] = 0
    for choice, value in sheet.options.items():
        game.by_scenario(f"{choice} = {value}")
    set_up_people(game)
    set_up_island(game)
    draw_characters(game)
    set_up_inventions(game)
    set_up_events(game)
    set_up_adventures(game)
    set_up_other_decks(game)
    deal(game)


def set_up_people(game: Game) -> None:
    """Sheets for the players, Friday and the guest of the scenario."""
    table, guest = game.table, game.facts.sheet.guest
    for person in (*table.seats, FRIDAY, GUEST):
        table.people[person] = PersonState()
    table.guest_here = guest is not None and guest.joins is None
    limit_guest(game)


def limit_guest(game: Game) -> None:
    """A new round: the guest has one pawn, for the kinds of action that it may take."""
    state, guest = game.table.people[GUEST], game.facts.sheet.guest
    state.pawn_limit = 1
    state.allowed_kinds = set(guest.actions) if guest is not None else set()


def set_up_island(game: Game) -> None:
    """The tiles that lie there from the beginning, with the camp; the others are shuffled."""
    table, changes = game.table, game.facts.sheet.scenario.island
    start = island.laid_at_start(game)
    for number, tile in start.items():
        table.spaces[number].tile = tile
    for laid in changes.tiles:
        table.spaces[laid.space].face_down = laid.face_down
        table.spaces[laid.space].covered = {"totem"} if laid.no_totem else set()
    table.camp = game.facts.island.start_space if changes.camp is None else changes.camp
    table.tiles = [tile for tile in game.facts.tiles if tile not in start.values()]
    game.chance.shuffle(table.tiles)
    assert len(table.spaces) == len(SPACES)


def draw_characters(game: Game) -> None:
    """Each player a character, chosen or drawn; below three players the Soldier is mostly not drawn (38)."""
    table, chosen = game.table, game.options["characters"]
    for seat in table.seats:
        table.people[seat].character = chosen[seat] if seat < len(chosen) else None
    soldier = table.players > 2 or game.facts.sheet.scenario.start.soldier
    for seat in table.seats:
        if table.people[seat].character is None:
            taken = {table.people[other].character for other in table.seats}
            if table.players <= 2:
                game.by_decision(38)
            left = [c for c in game.facts.characters if c not in taken and (soldier or c != "soldier")]
            table.people[seat].character = left[game.chance.below(len(left))]


def set_up_inventions(game: Game) -> None:
    """Nine inventions on the board, personal ones on their sheets, the others shuffled as the deck.

    Cards that the scenario deals in any case lie on top of it.
    """
    table = game.table
    for item, facts in game.facts.inventions.items():
        table.invention[item] = Invention("board" if facts.kind in ("default", "scenario") else "deck")
    for seat in table.seats:
        name = table.people[seat].character
        assert name is not None
        own = table.invention[game.facts.characters[name].invention]
        own.place, own.owner = "board", seat
    dealt = game.facts.sheet.scenario.start.inventions
    in_deck = [item for item in game.facts.card_inventions if table.invention[item].place == "deck"]
    table.inventions = [item for item in in_deck if item not in dealt]
    game.chance.shuffle(table.inventions)
    table.inventions += [item for item in game.facts.card_inventions if item in dealt]


def set_up_events(game: Game) -> None:
    """Random events with book icon, and with adventure icon, shuffled; the wreckage card in the row."""
    table, half = game.table, (game.facts.sheet.scenario.rounds + 1) // 2
    books = half if game.options["book_cards"] is None else game.options["book_cards"]
    for with_book, count in ((True, books), (False, 2 * half - books)):
        box = [
            card.id
            for card in game.facts.events.values()
            if (card.icon == "book") == with_book
            for _ in range(card.copies)
        ]
        table.event_deck += draw_from_box(game, box, count)
    game.chance.shuffle(table.event_deck)
    wreckage = list(game.facts.wreckage)
    wanted = game.options["wreckage"]
    table.threat["right"] = wreckage[game.chance.below(len(wreckage))] if wanted == "random" else wanted


def draw_from_box(game: Game, box: list[str], count: int) -> list[str]:
    """So many cards of these, each as likely; they are gone through once, and stay in their order."""
    drawn: list[str] = []
    for i, card in enumerate(box):
        if len(drawn) < count and game.chance.below(len(box) - i) < count - len(drawn):
            drawn.append(card)
    return drawn


def set_up_adventures(game: Game) -> None:
    """Three decks of adventures."""
    for deck in DECKS:
        cards = [card.id for card in game.facts.adventures_of(deck) for _ in range(card.copies)]
        game.chance.shuffle(cards)
        game.table.adventures[deck] = cards


def set_up_other_decks(game: Game) -> None:
    """Mysteries, beasts, starting items, discovery tokens."""
    table, facts, start = game.table, game.facts, game.facts.sheet.scenario.start
    table.mystery = {card: Mystery() for card in facts.mysteries}
    table.mysteries = list(facts.mysteries)
    game.chance.shuffle(table.mysteries)
    table.beasts = list(facts.beasts)
    game.chance.shuffle(table.beasts)
    given = start.starting_items or ()
    for item, one in facts.starting_items.items():
        table.starting_uses[item] = one.uses if item in given else 0
        table.starting_future[item] = 0
        table.starting_finder[item] = None
    table.starting_deck = [i for i in facts.starting_items if i not in (*given, *start.no_starting_items)]
    game.chance.shuffle(table.starting_deck)
    for token, facts_of_token in facts.discoveries.items():
        table.discovery[token] = table.discovery_future[token] = 0
        table.discoveries += [token] * facts_of_token.copies
    game.chance.shuffle(table.discoveries)


def deal(game: Game) -> None:
    """Inventions for the board and starting items are drawn."""
    table, start = game.table, game.facts.sheet.scenario.start
    wanted = start.inventions_drawn
    for _ in range(game.facts.setup.inventions_drawn if wanted is None else wanted):
        item = table.inventions.pop()
        table.invention[item].place = "board"
        table.invention[item].dealt = True
    count = game.options["starting_items"]
    if count is None:
        count = 0 if start.starting_items else game.facts.setup.starting_items
    for _ in range(count):
        decks.draw_starting_item(game, None)
