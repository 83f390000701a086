"""Drawing and shuffling: beasts, inventions, discovery tokens, adventures, the event deck."""

from __future__ import annotations

from crusoe_env.engine.compile import compiled
from crusoe_env.engine.random import shuffle
from crusoe_env.robinson import components as box
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.card_language import vocabulary as v
from crusoe_env.robinson.fields import State, Tables
from crusoe_env.robinson.rules.world.finds import hides_finds
from crusoe_env.robinson.rules.world.log import log_event
from crusoe_env.robinson.rules.world.people import is_outside_camp, keeps_finds


@compiled
def take_beast(s: State, place: int) -> int:
    """The top card of a place of beasts, or NONE."""
    if place == v.AMBUSH:
        beast = int(s.ambush)
        s.ambush = c.NONE
        s.ambush_known = 0
        return beast
    if place == v.BEAST_DECK:
        if s.beasts_left == 0:
            return c.NONE
        s.beasts_left -= 1
        return int(s.beasts[s.beasts_left])
    if s.hunting_left == 0:
        return c.NONE
    s.hunting_left -= 1
    s.hunting_known = s.looked[c.LOOK_AT_BEAST] = 0
    return int(s.hunting[s.hunting_left])


@compiled
def put_beast(s: State, beast: int, place: int) -> None:
    """Put a beast card on a place; "discard" leaves the game."""
    if beast == c.NONE:
        return
    if place == v.AMBUSH:
        s.ambush = beast
        s.ambush_known = 0
    elif place == v.BEAST_DECK:
        s.beasts[s.beasts_left] = beast
        s.beasts_left += 1
    elif place != v.BEAST_DISCARD:
        s.hunting_known = s.looked[c.LOOK_AT_BEAST] = 0
        if place == v.HUNTING_BOTTOM:
            for i in range(s.hunting_left, 0, -1):
                s.hunting[i] = s.hunting[i - 1]
            s.hunting[0] = beast
        else:
            s.hunting[s.hunting_left] = beast
        s.hunting_left += 1
        if place == v.HUNTING_SHUFFLED:
            shuffle(s, s.hunting, 0, int(s.hunting_left))


@compiled
def beast_for_hunting(s: State) -> None:
    """A tile with the beast icon: a beast card is shuffled into the hunting deck."""
    put_beast(s, take_beast(s, v.BEAST_DECK), v.HUNTING_SHUFFLED)


@compiled
def strongest_beast(s: State, t: Tables, count: int) -> None:
    """Of the next beasts the strongest goes on top of the hunting deck, the others are shuffled back."""
    count = min(count, int(s.beasts_left))
    if count == 0:
        return
    top = int(s.beasts_left) - 1
    best = top
    for i in range(top, top - count, -1):
        if t.beast_strength[s.beasts[i]] > t.beast_strength[s.beasts[best]]:
            best = i
    beast = int(s.beasts[best])
    s.beasts[best] = s.beasts[top]
    s.beasts_left -= 1
    shuffle(s, s.beasts, 0, int(s.beasts_left))
    put_beast(s, beast, v.HUNTING_TOP)
    s.hunting_known = 1


@compiled
def next_invention(s: State) -> int:
    """The top card of the invention deck, made anew from the discarded ones; NONE if there is none."""
    if s.inventions_left == 0:
        for item in range(box.CARD_INVENTIONS):
            if s.invention_state[item] == c.DISCARDED:
                s.invention_state[item] = c.IN_DECK
                s.inventions[s.inventions_left] = item
                s.inventions_left += 1
        shuffle(s, s.inventions, 0, int(s.inventions_left))
    if s.inventions_left == 0:
        return c.NONE
    s.inventions_left -= 1
    return int(s.inventions[s.inventions_left])


@compiled
def discard_invention(s: State, t: Tables, item: int) -> None:
    """An invention leaves the board: onto the discarded ones, or at once back into the deck."""
    s.invention_state[item] = c.DISCARDED
    if t.discarded_inventions_return == 1:
        s.invention_state[item] = c.IN_DECK
        s.inventions[s.inventions_left] = item
        s.inventions_left += 1
        shuffle(s, s.inventions, 0, int(s.inventions_left))


@compiled
def take_invention(s: State, item: int) -> None:
    """Take a certain card out of the invention deck."""
    for i in range(s.inventions_left):
        if s.inventions[i] == item:
            s.inventions_left -= 1
            s.inventions[i] = s.inventions[s.inventions_left]
            shuffle(s, s.inventions, 0, int(s.inventions_left))
            return


@compiled
def next_discovery(s: State) -> int:
    """The next discovery token of the stack, NONE if there is none."""
    if s.discoveries_left == 0:
        return c.NONE
    s.discoveries_left -= 1
    return int(s.discovery_stack[s.discoveries_left])


@compiled
def gain_discovery(s: State, t: Tables, token: int, who: int) -> None:
    """A discovery token, face up: it waits in the action phase, else at once; his own outside the camp."""
    if token == c.NONE:
        return
    log_event(s, c.LOG_TOKEN, c.NONE if hides_finds(s, who) else token, c.NONE)
    if s.phase == c.RESOLUTION:
        s.discovery_future[token] += 1
        if keeps_finds(s, t, who):
            s.found[who, token] += 1
    elif is_outside_camp(s, who):
        s.discovery_future[token] += 1
        s.found[who, token] += 1
    else:
        s.discovery[token] += 1


@compiled
def draw_starting_item(s: State, t: Tables, who: int) -> None:
    """An unused starting item with all its uses."""
    if s.starting_left == 0:
        return
    s.starting_left -= 1
    item = s.starting_deck[s.starting_left]
    if s.phase == c.RESOLUTION:
        s.starting_future[item] = t.starting_uses[item]
        s.starting_finder[item] = who if keeps_finds(s, t, who) else c.NONE
    else:
        s.starting_uses[item] = t.starting_uses[item]


@compiled
def starting_items_arrive(s: State) -> None:
    """Starting items found in the action phase can be used, but not those of who is outside the camp."""
    for item in range(box.STARTING_ITEMS):
        finder = int(s.starting_finder[item])
        if is_outside_camp(s, finder):
            continue
        s.starting_uses[item] += s.starting_future[item]
        s.starting_future[item] = 0


@compiled
def deck_of_card(card: int) -> int:
    """The adventure deck (0, 1, 2) that a card belongs to, or NONE."""
    for deck in range(len(c.DECKS)):
        if box.FIRST_ADVENTURE[deck] <= card < box.FIRST_ADVENTURE[deck] + box.ADVENTURE_KINDS[deck]:
            return deck
    return c.NONE


@compiled
def draw_adventure(s: State, t: Tables, deck: int) -> int:
    """The next adventure of a deck; an empty one is made anew from its discarded cards, by edition."""
    if s.adventures_left[deck] == 0 and t.discarded_adventures_leave == 0:
        count = int(s.adventures_discarded[deck])
        for i in range(count):
            s.adventures[deck, i] = s.adventure_discard[deck, i]
        s.adventures_discarded[deck] = 0
        s.adventures_left[deck] = count
        shuffle(s, s.adventures[deck], 0, count)
    if s.adventures_left[deck] == 0:
        return c.NONE
    s.adventures_left[deck] -= 1
    card = int(s.adventures[deck, s.adventures_left[deck]])
    discard_adventure(s, card)
    return card


@compiled
def discard_adventure(s: State, card: int) -> None:
    """An adventure goes to the discard pile of its deck."""
    deck = deck_of_card(card)
    at = s.adventures_discarded[deck]
    if at < box.ADVENTURES_EACH:
        s.adventure_discard[deck, at] = card
        s.adventures_discarded[deck] = at + 1


@compiled
def discard_event(s: State, card: int) -> None:
    """A wreckage or event card leaves the threat row; all may look at those discarded."""
    if s.events_discarded < len(s.event_discard):
        s.event_discard[s.events_discarded] = card
        s.events_discarded += 1


@compiled
def keep_from_discard(s: State, card: int) -> None:
    """An adventure does not stay on its discard pile: it is kept or shuffled into the event deck."""
    deck = deck_of_card(card)
    for i in range(s.adventures_discarded[deck] - 1, -1, -1):
        if s.adventure_discard[deck, i] == card:
            s.adventures_discarded[deck] -= 1
            s.adventure_discard[deck, i] = s.adventure_discard[deck, s.adventures_discarded[deck]]
            return


@compiled
def shuffle_into_events(s: State, card: int) -> None:
    """An adventure or mystery is shuffled into the event deck."""
    if card >= box.FIRST_MYSTERY:
        take_mystery(s, card - box.FIRST_MYSTERY)
        s.mystery_state[card - box.FIRST_MYSTERY] = c.MYSTERY_IN_EVENT_DECK
    else:
        keep_from_discard(s, card)
    if s.events_left < box.EVENT_DECK:
        s.event_deck[s.events_left] = card
        s.events_left += 1
        shuffle(s, s.event_deck, 0, int(s.events_left))
    s.event_known = s.looked[c.LOOK_AT_EVENT] = 0


@compiled
def next_tile(s: State) -> int:
    """The top tile of the stack, NONE if there is none."""
    if s.tiles_left == 0:
        return c.NONE
    s.tiles_left -= 1
    s.tiles_known = max(0, s.tiles_known - 1)
    s.looked[c.LOOK_AT_TILES] = 0
    return int(s.tiles[s.tiles_left])


@compiled
def can_renew_mysteries(s: State, t: Tables) -> bool:
    """Is there a resolved mystery of which a used-up deck can be made anew? By edition."""
    if t.mystery_deck_renewed == 1:
        for mystery in range(box.MYSTERY_CARDS):
            if s.mystery_state[mystery] == c.MYSTERY_GONE:
                return True
    return False


@compiled
def renew_mysteries(s: State) -> None:
    """The resolved mysteries are shuffled into a new deck."""
    for mystery in range(box.MYSTERY_CARDS):
        if s.mystery_state[mystery] == c.MYSTERY_GONE:
            s.mystery_state[mystery] = c.MYSTERY_IN_DECK
            s.mystery_holder[mystery] = c.NONE
            s.mystery_uses[mystery] = s.mystery_round[mystery] = s.mystery_draw[mystery] = 0
            s.outside_treasures &= ~(1 << mystery)
            s.mysteries[s.mysteries_left] = mystery
            s.mysteries_left += 1
    shuffle(s, s.mysteries, 0, int(s.mysteries_left))


@compiled
def take_mystery(s: State, mystery: int) -> None:
    """A card that came into a new deck before its effect has moved it leaves that deck."""
    if s.mystery_state[mystery] != c.MYSTERY_IN_DECK:
        return
    left = 0
    for i in range(s.mysteries_left):
        if s.mysteries[i] != mystery:
            s.mysteries[left] = s.mysteries[i]
            left += 1
    s.mysteries_left = left


@compiled
def pass_over(s: State, mystery: int) -> None:
    """A mystery of a kind not wanted is laid aside until the draw is over."""
    s.passed_over[s.mysteries_passed] = mystery
    s.mysteries_passed += 1


@compiled
def shuffle_passed_over(s: State, first: int) -> None:
    """Mysteries passed over, from the `first` on, are shuffled back into their deck."""
    if first == s.mysteries_passed:
        return
    for i in range(first, s.mysteries_passed):
        s.mysteries[s.mysteries_left] = s.passed_over[i]
        s.mysteries_left += 1
    s.mysteries_passed = first
    shuffle(s, s.mysteries, 0, int(s.mysteries_left))


@compiled
def back_of(card: int) -> int:
    """The back of a card of the event deck: 0 event, 1 .. 3 adventure decks, 4 mystery."""
    if card >= box.FIRST_MYSTERY:
        return 4
    back = 0
    for deck in range(len(box.FIRST_ADVENTURE)):
        back += card >= box.FIRST_ADVENTURE[deck]
    return back
