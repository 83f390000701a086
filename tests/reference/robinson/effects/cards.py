"""Cards: beasts, mysteries, discovery tokens, starting items, tiles, the event deck and the threat row."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from .. import decks, fights, looks, mysteries, people, scenarios
from ..components import Event, Wreckage
from ..decisions import FRIDAY, GUEST, Play
from ..programs import NO_PROGRAM, Effect, Program
from . import interpreter
from .registry import By, Carried, operation, person_of

if TYPE_CHECKING:
    from ..game import Game


# ---------------------------------------------------------------- beasts
@operation("hunt_beast")
def hunt_beast(game: Game, effect: Effect, by: By) -> Carried:
    """He fights the top beast of the hunting deck as in hunting."""
    assert by.performer is not None
    return fights.hunt(game, by.performer)


@operation("fight_beast")
def fight_beast(game: Game, effect: Effect, by: By) -> Carried:
    """That card with all its values, then it is discarded. No card: nothing."""
    beast = decks.take_beast(game, effect.what)
    if beast is None:
        return None
    fighter = by.performer if effect.who == "performer" else game.table.first_player
    assert fighter is not None
    counts = "without_strength" not in effect.flags
    return fights.fight_beast(game, beast, fighter, by.card, strength_counts=counts)


@operation("move_beast")
def move_beast(game: Game, effect: Effect, by: By) -> None:
    """The top card of one place goes to another. No card: nothing."""
    decks.put_beast(game, decks.take_beast(game, effect.what), effect.where)


@operation("strongest_beast")
def strongest_beast(game: Game, effect: Effect, by: By) -> None:
    """Of the next beasts the strongest on top of the hunting deck, the others are shuffled back."""
    decks.strongest_beast(game, effect.count)


# ---------------------------------------------------------------- mysteries
@operation("seek")
def seek(game: Game, effect: Effect, by: By) -> None:
    """That many of this kind are wanted in the next draw."""
    mysteries.seek(game, effect.what, effect.count)


@operation("draw_mysteries")
def draw_mysteries(game: Game, effect: Effect, by: By) -> Carried:
    """He draws for the wanted kinds; if either is outside the camp the performer draws himself (31)."""
    drawer = person_of(game, effect.who, by)
    if people.is_outside_camp(game, by.performer) or people.is_outside_camp(game, drawer):
        game.by_decision(31)
        drawer = by.performer
    assert drawer is not None
    return mysteries.draw_mysteries(game, drawer, whole="to_the_end" in effect.flags)


@operation("mystery_limit")
def mystery_limit(game: Game, effect: Effect, by: By) -> None:
    """That many cards of any kind fewer in the draw that begins."""
    mysteries.draw_fewer(game, effect.count)


@operation("stop_mysteries")
def stop_mysteries(game: Game, effect: Effect, by: By) -> None:
    """No more mystery cards in this draw."""
    mysteries.stop_draw(game)


@operation("lose_treasures")
def lose_treasures(game: Game, effect: Effect, by: By) -> None:
    """Treasures of this draw are discarded."""
    mysteries.lose_treasures(game)


# ---------------------------------------------------------------- discovery tokens, starting items
@operation("draw_discoveries")
def draw_discoveries(game: Game, effect: Effect, by: By) -> None:
    """Tokens, to the future resources in the action phase, else at once."""
    for _ in range(effect.count):
        decks.gain_discovery(game, decks.next_discovery(game), by.performer)


@operation("pick_discovery")
def pick_discovery(game: Game, effect: Effect, by: By) -> Play[None]:
    """Draw that many tokens, keep one, discard the others (Scouting)."""
    drawn = [token for _ in range(effect.count) if (token := decks.next_discovery(game)) is not None]
    if not drawn:
        return
    game.table.shown = drawn
    chosen = yield from game.ask_shown(lambda: range(len(drawn)), asked=by.performer, card=by.card)
    game.table.shown = []
    if by.is_use and not game.rule("gains_of_uses_wait") and game.table.phase == "resolution":
        game.by_decision(31)
        game.table.discovery[drawn[chosen]] += 1
    else:
        decks.gain_discovery(game, drawn[chosen], by.performer)


@operation("draw_starting_item")
def draw_starting_item(game: Game, effect: Effect, by: By) -> None:
    """An unused starting item with its uses; from the end of the action phase."""
    decks.draw_starting_item(game, by.performer)


# ---------------------------------------------------------------- this card
def event_of(game: Game, card: str) -> Program:
    """What a card of the event deck does as an event."""
    facts = game.facts.card(card)
    if isinstance(facts, Event):
        return facts.effect
    return NO_PROGRAM if isinstance(facts, Wreckage) else facts.event


@operation("shuffle_into_events")
def shuffle_into_events(game: Game, effect: Effect, by: By) -> Carried:
    """Into the event deck; a creature being caught does at once what it would do then."""
    assert by.card is not None
    fight = game.table.fight
    if fight.capturing == 0:
        decks.shuffle_into_events(game, by.card)
    elif fight.capturing == 1:
        fight.capturing = 2
        return interpreter.run_card(game, event_of(game, by.card), by.performer, by.card)
    return None


@operation("capture")
def capture(game: Game, effect: Effect, by: By) -> None:
    """Until the end of this action nothing gives food or furs."""
    game.table.fight.capturing = 1


@operation("keep")
def keep(game: Game, effect: Effect, by: By) -> None:
    """A treasure stays beside the board, an adventure with the performer (a guest: the First Player)."""
    assert by.card is not None
    if by.card in game.facts.mysteries:
        state = game.table.mystery[by.card]
        decks.take_mystery(game, by.card)
        state.place = "kept"
        state.uses = game.facts.mysteries[by.card].uses
        return
    decks.keep_from_discard(game, by.card)
    keeper = game.table.first_player if by.performer == GUEST else by.performer
    if keeper is not None and keeper != FRIDAY:
        game.table.people[keeper].kept_weapon += 1


@operation("resolve_own_event")
def resolve_own_event(game: Game, effect: Effect, by: By) -> Carried:
    """This card's event effect once more."""
    assert by.card is not None
    return interpreter.run_card(game, event_of(game, by.card), by.performer, by.card)


@operation("resolve_book")
def resolve_book(game: Game, effect: Effect, by: By) -> Carried:
    """The scenario's book effect."""
    return scenarios.run_hook(game, "book", by.card)


@operation("resolve_threats")
def resolve_threats(game: Game, effect: Effect, by: By) -> Play[None]:
    """The threat effects of all cards in the threat row, left one first; the cards go."""
    table = game.table
    cards = [card for card in (table.threat["left"], table.threat["right"]) if card is not None]
    table.threat = {"left": None, "right": None}
    for card in cards:
        decks.discard_event(game, card)
    for card in cards:
        facts = game.facts.card(card)
        threat = facts.threat.effect if isinstance(facts, Event) else NO_PROGRAM
        yield from interpreter.run_card(game, threat, table.first_player, card)


@operation("next_first_player")
def next_first_player(game: Game, effect: Effect, by: By) -> None:
    """The First Player token goes to the next player."""
    game.table.first_player = (game.table.first_player + 1) % game.table.players


# ---------------------------------------------------------------- looking at what comes
@operation("look")
def look(game: Game, effect: Effect, by: By) -> None:
    """Look at the top card of the event deck or the hunting deck, or at the beast in ambush."""
    if effect.what == "ambush":
        game.table.ambush_known = game.table.ambush is not None
    elif looks.are_private(game):
        looks.look(game, "event deck" if effect.what == "event_deck" else "hunting deck", by.performer)
    elif effect.what == "event_deck":
        game.table.event_known = bool(game.table.event_deck)
    else:
        game.table.hunting_known = bool(game.table.hunting)


@operation("pick_tile")
def pick_tile(game: Game, effect: Effect, by: By) -> Play[None]:
    """Look at the top tiles: one goes on top, the others are shuffled back."""
    tiles = game.table.tiles
    count = min(effect.count, len(tiles))
    if count == 0:
        return
    game.table.shown = tiles[::-1][:count]
    if count > 1:
        game.table.looked["tiles"].clear()
    chosen = yield from game.ask_shown(lambda: range(count), asked=by.performer, card=by.card)
    game.table.shown = []
    bring_up(tiles, chosen)
    top = tiles.pop()
    game.chance.shuffle(tiles)
    tiles.append(top)
    if looks.are_private(game) and game.table.tiles_known == 0:
        looks.look(game, "tiles", by.performer)
    else:
        game.table.tiles_known = 1


@operation("reorder_tiles")
def reorder_tiles(game: Game, effect: Effect, by: By) -> Play[None]:
    """The top tiles go back face up in any order: the players say which is the next one, and so on."""
    tiles = game.table.tiles
    count = min(effect.count, len(tiles))
    for fixed in range(count - 1):
        left = count - fixed
        game.table.shown = tiles[::-1][fixed:count]
        game.table.looked["tiles"].clear()
        chosen = yield from game.ask_shown(
            partial(range, left), asked=by.performer, card=by.card, left=left - 1
        )
        bring_up(tiles, chosen, fixed)
    game.table.shown = []
    game.table.looked["tiles"].clear()
    game.table.tiles_known = max(game.table.tiles_known, count)


def bring_up(tiles: list[str], chosen: int, fixed: int = 0) -> None:
    """A tile of those laid out changes places with the first of them; `fixed` ones lie above."""
    top = len(tiles) - 1 - fixed
    tiles[top - chosen], tiles[top] = tiles[top], tiles[top - chosen]
