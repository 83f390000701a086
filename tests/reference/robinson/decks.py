"""Drawing and shuffling: beasts, inventions, discovery tokens, starting items, adventures, events, tiles.

A deck is a list whose last element is the next card.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import people
from .decisions import Person
from .table import Mystery

if TYPE_CHECKING:
    from .game import Game


# --- beasts


def take_beast(game: Game, place: str) -> str | None:
    """The top card of the beast deck, of the hunting deck, or the beast in ambush."""
    table = game.table
    if place == "ambush":
        beast, table.ambush = table.ambush, None
        table.ambush_known = False
        return beast
    if place == "beast_deck":
        return table.beasts.pop() if table.beasts else None
    if not table.hunting:
        return None
    table.hunting_known = False
    table.looked["hunting deck"].clear()
    return table.hunting.pop()


def put_beast(game: Game, beast: str | None, place: str) -> None:
    """Put a beast card on a place, as card programs name them; "discard" leaves the game."""
    table = game.table
    if beast is None or place == "discard":
        return
    if place == "ambush":
        table.ambush, table.ambush_known = beast, False
    elif place == "beast_deck":
        table.beasts.append(beast)
    else:
        table.hunting_known = False
        table.looked["hunting deck"].clear()
        table.hunting.insert(0 if place == "hunting_bottom" else len(table.hunting), beast)
        if place == "hunting_shuffled":
            game.chance.shuffle(table.hunting)


def beast_for_hunting(game: Game) -> None:
    """A tile with the beast icon: a beast card is shuffled into the hunting deck."""
    put_beast(game, take_beast(game, "beast_deck"), "hunting_shuffled")


def strongest_beast(game: Game, count: int) -> None:
    """Of the next beasts the strongest (of equals the first) goes on top of the hunting deck.

    The top card takes its place among the others, which are shuffled back.
    """
    deck = game.table.beasts
    seen = range(len(deck) - 1, len(deck) - 1 - min(count, len(deck)), -1)
    if not seen:
        return
    best = max(seen, key=lambda i: game.facts.beasts[deck[i]].strength)
    beast = deck[best]
    deck[best] = deck[-1]
    deck.pop()
    game.chance.shuffle(deck)
    put_beast(game, beast, "hunting_top")
    game.table.hunting_known = True


# --- inventions


def next_invention(game: Game) -> str | None:
    """The top card of the invention deck, made anew from the discarded ones (23)."""
    table = game.table
    if not table.inventions:
        game.by_decision(23)
        for item in game.facts.card_inventions:
            if table.invention[item].place == "discarded":
                table.invention[item].place = "deck"
                table.inventions.append(item)
        game.chance.shuffle(table.inventions)
    return table.inventions.pop() if table.inventions else None


def discard_invention(game: Game, item: str) -> None:
    """An invention leaves the board: onto the discarded ones, or at once back into the deck (23)."""
    table = game.table
    game.by_decision(23)
    table.invention[item].place = "discarded"
    if game.rule("discarded_inventions_return"):
        table.invention[item].place = "deck"
        table.inventions.append(item)
        game.chance.shuffle(table.inventions)


def take_invention(game: Game, item: str) -> None:
    """Take a certain card out of the invention deck, which is shuffled."""
    deck = game.table.inventions
    if item in deck:
        deck[deck.index(item)] = deck[-1]
        deck.pop()
        game.chance.shuffle(deck)


# --- discovery tokens and starting items


def next_discovery(game: Game) -> str | None:
    """The next discovery token of the stack."""
    return game.table.discoveries.pop() if game.table.discoveries else None


def gain_discovery(game: Game, token: str | None, who: Person | None) -> None:
    """A discovery token, face up: it waits in the action phase, else at once; his own outside the camp."""
    if token is None:
        return
    table = game.table
    if table.phase == "resolution":
        table.discovery_future[token] += 1
        if who is not None and people.keeps_finds(game, who):
            table.people[who].found.append(token)
    elif who is not None and people.is_outside_camp(game, who):
        table.discovery_future[token] += 1
        table.people[who].found.append(token)
    else:
        if game.facts.discoveries[token].forced or game.facts.discoveries[token].rots:
            game.by_decision(56)
        table.discovery[token] += 1


def draw_starting_item(game: Game, who: Person | None) -> None:
    """An unused starting item with all its uses; in the action phase it comes at its end."""
    table = game.table
    if not table.starting_deck:
        return
    item = table.starting_deck.pop()
    uses = game.facts.starting_items[item].uses
    if table.phase == "resolution":
        table.starting_future[item] = uses
        table.starting_finder[item] = who if people.keeps_finds(game, who) else None
    else:
        table.starting_uses[item] = uses


def starting_items_arrive(game: Game) -> None:
    """Starting items found in the action phase can be used, but not those of who is outside the camp."""
    table = game.table
    for item, uses in table.starting_future.items():
        if not people.is_outside_camp(game, table.starting_finder[item]):
            table.starting_uses[item] += uses
            table.starting_future[item] = 0


# --- adventures and events


def draw_adventure(game: Game, deck: str) -> str | None:
    """The next adventure, which is discarded; an empty deck is made anew from its discarded cards (22).

    Current edition: they have left the game, and an empty deck stays empty.
    """
    table = game.table
    if not table.adventures[deck]:
        game.by_decision(22)
        if game.rule("discarded_adventures_leave"):
            return None
        table.adventures[deck] = table.adventure_discard[deck]
        table.adventure_discard[deck] = []
        game.chance.shuffle(table.adventures[deck])
    if not table.adventures[deck]:
        return None
    card = table.adventures[deck].pop()
    discard_adventure(game, card)
    return card


def discard_adventure(game: Game, card: str) -> None:
    """An adventure goes to the discard pile of its deck."""
    game.table.adventure_discard[game.facts.adventures[card].deck].append(card)


def keep_from_discard(game: Game, card: str) -> None:
    """An adventure does not stay on its discard pile; the last card of the pile takes its place."""
    pile = game.table.adventure_discard[game.facts.adventures[card].deck]
    if card in pile:
        place = len(pile) - 1 - pile[::-1].index(card)
        pile[place] = pile[-1]
        pile.pop()


def discard_event(game: Game, card: str) -> None:
    """A wreckage or event card leaves the threat row."""
    game.table.event_discard.append(card)


def shuffle_into_events(game: Game, card: str) -> None:
    """An adventure or mystery is shuffled into the event deck."""
    if card in game.facts.mysteries:
        take_mystery(game, card)
        game.table.mystery[card].place = "events"
    else:
        keep_from_discard(game, card)
    game.table.event_deck.append(card)
    game.chance.shuffle(game.table.event_deck)
    game.table.event_known = False
    game.table.looked["event deck"].clear()


# --- tiles and mysteries


def next_tile(game: Game) -> str | None:
    """The top tile of the stack."""
    if not game.table.tiles:
        return None
    game.table.tiles_known = max(0, game.table.tiles_known - 1)
    game.table.looked["tiles"].clear()
    return game.table.tiles.pop()


def renew_mysteries(game: Game) -> None:
    """A deck of mysteries that is used up is made anew from the resolved ones (80)."""
    table = game.table
    if table.mysteries or not game.rule("mystery_deck_renewed"):
        return
    game.by_decision(80)
    for name, state in table.mystery.items():
        if state.place == "gone":
            table.mystery[name] = Mystery()
            table.mysteries.append(name)
    game.chance.shuffle(table.mysteries)


def take_mystery(game: Game, mystery: str) -> None:
    """A card that came into a new deck before its effect has moved it leaves that deck."""
    if mystery in game.table.mysteries:
        game.table.mysteries.remove(mystery)


def pass_over(game: Game, mystery: str) -> None:
    """A mystery of a kind not wanted is laid aside until the draw is over."""
    game.table.passed_over.append(mystery)


def shuffle_passed_over(game: Game, first: int) -> None:
    """Mysteries passed over, from the `first` on, are shuffled back into their deck."""
    back = game.table.passed_over[first:]
    if back:
        game.table.mysteries += back
        del game.table.passed_over[first:]
        game.chance.shuffle(game.table.mysteries)
