"""DC11.4, Fog of War: what a seat may see, and full states that look the same to it."""

from __future__ import annotations

import random
from collections.abc import Hashable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rulebook.game import enforces
from rulebook.games.dictator import setup
from rulebook.games.dictator.cards import CARDS
from rulebook.games.dictator.state import UNPLACED, Battalion, Done, Stage, State, mask

if TYPE_CHECKING:
    from rulebook.games.dictator.engine import Dictator

SECRET = frozenset({Stage.FORM, Stage.PLACE})
"""Forming and placing are secret until all battalions stand."""


@dataclass(frozen=True, slots=True)
class Seen:
    """A battalion as a seat sees it."""

    seat: int
    number: int
    sector: int
    done: Done
    size: int
    damaged: int
    """How many of its cards are damaged."""
    known: tuple[tuple[int, bool], ...]
    """The cards that the seat sees, each with whether it is damaged, in the order in which they lie."""


def hidden(state: State, seat: int, battalion: Battalion) -> tuple[int, ...]:
    """Return the cards of a battalion that `seat` does not see."""
    if battalion.seat == seat:
        return ()
    return tuple(card for card in battalion.cards if not state.up >> card & 1)


@enforces("DC11.4")
def observation(game: Dictator, state: State, seat: int) -> Hashable:
    """Return what a seat sees: its own cards, those face up, and what lies open to everybody."""
    secret = state.stage in SECRET
    battalions = tuple(
        _seen(state, seat, battalion) for battalion in state.battalions if not secret or battalion.seat == seat
    )
    known = {card for battalion in state.battalions for card in battalion.cards}
    known -= {card for battalion in state.battalions for card in hidden(state, seat, battalion)}
    pools = tuple(
        pool if other == seat or state.stage is Stage.DRAFT else len(pool) for other, pool in enumerate(state.pools)
    )
    return (
        state.stage,
        state.player,
        state.turn,
        battalions,
        state.energy,
        state.guilds,
        len(state.deck) + len(state.top),
        state.top if _sees_top(state, seat) else (),
        state.dump,
        frozenset(card for card in known if state.acted >> card & 1),
        frozenset(card for card in known if state.marked >> card & 1),
        frozenset(card for card in known if state.up >> card & 1),
        state.active,
        state.moved,
        tuple(entry for entry in state.spent if entry[0] in known),
        state.quiet,
        state.battle,
        state.rolls,
        pools if not secret else pools[seat],
        state.zones,
    )


def _sees_top(state: State, seat: int) -> bool:
    return state.turn == seat and state.stage in (Stage.REVEAL, Stage.REWARD)


def _seen(state: State, seat: int, battalion: Battalion) -> Seen:
    unseen = hidden(state, seat, battalion)
    known = tuple((card, bool(state.damaged >> card & 1)) for card in battalion.cards if card not in unseen)
    damaged = sum(state.damaged >> card & 1 for card in battalion.cards)
    return Seen(
        battalion.seat, battalion.number, battalion.sector, battalion.done, len(battalion.cards), damaged, known
    )


@enforces("DC11.4")
def resample(game: Dictator, state: State, seat: int, rng: random.Random) -> State:
    """Return a state in which the cards that `seat` does not see have changed places.

    The deck holds Hirelings only; damage stays with the place in a battalion, not with the card.
    """
    if state.stage in SECRET:
        return _reform(game, state, seat, rng)
    places = [(b, card) for b in state.battalions for card in hidden(state, seat, b)]
    held = [card for pool_seat, pool in enumerate(state.pools) if pool_seat != seat for card in pool]
    if state.stage is Stage.DRAFT:
        held = []
    aside = list(setup.unused(game, state)) if game.mission_data.deal else []
    seen_top = _sees_top(state, seat)
    deck = [*state.deck, *(() if seen_top else state.top)]
    cards = [card for _battalion, card in places] + held + aside + deck
    hirelings = sorted(card for card in cards if CARDS[card].army == "H")
    rng.shuffle(hirelings)
    lying, joined = hirelings[: len(deck)], hirelings[len(deck) :]
    rest = sorted(card for card in cards if CARDS[card].army != "H") + joined
    rng.shuffle(rest)
    # Set aside is what is nowhere else, so a Hireling must not end there.
    rest.sort(key=lambda card: CARDS[card].army != "H")
    taken = rest[: len(places) + len(held)]
    rng.shuffle(taken)
    changed = dict(zip([card for _battalion, card in places] + held, taken, strict=True))
    battalions = tuple(b._replace(cards=tuple(changed.get(c, c) for c in b.cards)) if b.seat != seat else b
                       for b in state.battalions)  # fmt: skip
    pools = tuple(tuple(changed.get(card, card) for card in pool) for pool in state.pools)
    split = 0 if seen_top else len(state.top)
    return state._replace(
        battalions=battalions,
        pools=pools,
        damaged=_moved(state.damaged, changed),
        acted=_moved(state.acted, changed),
        marked=_moved(state.marked, changed),
        spent=tuple((changed.get(card, card), power) for card, power in state.spent),
        top=state.top if seen_top else tuple(lying[:split]),
        deck=tuple(sorted(lying[split:])),
    )


def _moved(cards: int, changed: dict[int, int]) -> int:
    """Return a set of cards after they have changed names."""
    kept = cards & ~mask(tuple(changed))
    return kept | mask(tuple(new for old, new in changed.items() if cards >> old & 1))


def _reform(game: Dictator, state: State, seat: int, rng: random.Random) -> State:
    """Return a state in which the others' battalions are formed and placed in another way.

    Cards that were dealt unseen may be others of the set; those of an army or drafted openly stay with their seat.
    """
    others = [other for other in range(game.num_players) if other != seat]
    held = {other: [card for b in state.of(other) for card in b.cards] + list(state.pools[other]) for other in others}
    if game.mission_data.deal:
        aside = list(setup.unused(game, state))
        cards = sorted([card for own in held.values() for card in own] + aside)
        rng.shuffle(cards)
        for other in others:
            held[other], cards = cards[: len(held[other])], cards[len(held[other]) :]
    battalions, pools = [], list(state.pools)
    for battalion in state.battalions:
        if battalion.seat == seat:
            battalions.append(battalion)
    for other in others:
        own, cards = state.of(other), held[other]
        if game.mission_data.groups:
            cards.sort()
            rng.shuffle(cards)
        sectors = [battalion.sector for battalion in own]
        if UNPLACED not in sectors and game.placing:
            sectors.sort()
            rng.shuffle(sectors)
        for battalion, at in zip(own, sectors, strict=True):
            size = len(battalion.cards)
            battalions.append(battalion._replace(cards=tuple(cards[:size]), sector=at))
            cards = cards[size:]
        pools[other] = tuple(cards)
    battalions.sort(key=lambda battalion: battalion.key)
    return state._replace(battalions=tuple(battalions), pools=tuple(pools))
