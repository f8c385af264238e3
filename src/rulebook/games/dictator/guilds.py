"""DC9: the fall of a Guild, and the Hireling or the Energy for it."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import TYPE_CHECKING

from rulebook.game import CHANCE, Events, enforces, tell
from rulebook.games.dictator import ending
from rulebook.games.dictator.actions import Action, Choose, Discard, Draw, TakeEnergy, TakeHireling
from rulebook.games.dictator.cards import KINDS, MOST_CARDS, POWERS, name
from rulebook.games.dictator.sides import battalion_of
from rulebook.games.dictator.state import ATTACKER, Stage, State
from rulebook.games.dictator.supplies import gain, to_dump
from rulebook.games.dictator.telling import guild, names, sector
from rulebook.words import _

if TYPE_CHECKING:
    from rulebook.games.dictator.engine import Dictator

TAKE_HIRELING, TAKE_ENERGY = TakeHireling(), TakeEnergy()


@enforces("DC9.2", "DC9.3")
def fall(game: Dictator, state: State, events: Events) -> State:
    """Return the state after a Guild's token has left the map: the reward is next."""
    fight = state.battle
    assert fight is not None
    place = sector(fight.sector)
    said = _("{guild} falls; its token leaves {sector}, an ordinary sector from now on.")
    tell(events, "DC9.2", said, (place,), guild=guild(fight.sector), sector=place)
    state = state._replace(guilds=state.guilds & ~(1 << fight.sector), quiet=-1)
    if not state.deck and not state.top:
        tell(events, "DC9.3", _("No Hireling is left, so the winner takes one Energy."), ("Hirelings",))
        return ending.leave_battle(game, gain(game, state, state.turn, 1, events), events)
    return _reveal(state)


def scouting(state: State) -> int:
    """Return how many Hirelings Big Brother shows in this battle, 0 without it."""
    assert state.battle is not None
    return max(
        (POWERS[power].by for _by, power in state.battle.conditions if POWERS[power].effect == "scout"), default=0
    )


@enforces("DC9.3")
def _reveal(state: State) -> State:
    """Big Brother sees the top Hirelings before the choice; without it the choice is unseen."""
    if len(state.top) < scouting(state) and state.deck:
        return state._replace(stage=Stage.REVEAL, player=CHANCE)
    return state._replace(stage=Stage.REWARD, player=state.turn)


@enforces("DC9.3")
def outcomes(state: State) -> tuple[tuple[Action, Fraction], ...]:
    """Return the Hirelings that can come next; two of a kind are alike."""
    if state.stage is Stage.DRAW and state.top:
        return ((Draw(state.top[0]), Fraction(1)),)
    counts = Counter(card % KINDS for card in state.deck)
    first = {kind: next(card for card in state.deck if card % KINDS == kind) for kind in sorted(counts)}
    return tuple((Draw(first[kind]), Fraction(counts[kind], len(state.deck))) for kind in first)


def legal_actions(game: Dictator, state: State) -> tuple[Action, ...]:
    """Return the rewards, the cards that one can be thrown of, or the Hirelings that can come."""
    if state.stage is Stage.REWARD:
        if scouting(state):
            return (*map(Choose, state.top[: scouting(state)]), TAKE_ENERGY)
        return (TAKE_HIRELING, TAKE_ENERGY)
    if state.stage is Stage.FOURTH:
        battalion = battalion_of(state, ATTACKER)
        assert battalion is not None
        return tuple(Discard(card) for card in battalion.cards)
    return tuple(action for action, _share in outcomes(state))


@enforces("DC9.3", "DC9.4")
def apply(game: Dictator, state: State, action: Action, events: Events) -> State:
    """Return the state after a step of the reward."""
    match action:
        case TakeHireling():
            tell(events, "DC9.3", _("The {player} takes a Hireling, unseen."), ("Hirelings",),
                 player=game.seats[state.turn])  # fmt: skip
            return state._replace(stage=Stage.DRAW, player=CHANCE)
        case TakeEnergy():
            tell(events, "DC9.3", _("The {player} takes Energy instead of a Hireling."), ("Hirelings",),
                 player=game.seats[state.turn])  # fmt: skip
            return ending.leave_battle(game, gain(game, state, state.turn, 1, events), events)
        case Draw(card) if state.stage is Stage.REVEAL:
            said = _("Big Brother sees a Hireling.") if game.fog else _("Big Brother sees {card}.")
            tell(events, "DC9.3", said, ("Hirelings",), card=name(card))
            deck = tuple(other for other in state.deck if other != card)
            return _reveal(state._replace(deck=deck, top=(*state.top, card)))
        case Draw(card):
            deck = tuple(other for other in state.deck if other != card)
            return _join(game, state._replace(deck=deck, top=state.top[1:]), card, events)
        case Choose(card):
            others = tuple(other for other in state.top if other != card)
            if others:
                said = _("{others} go back on top, in the same order.")
                if game.fog:
                    said = _("The others go back on top, in the same order.")
                tell(events, "DC9.3", said, ("Hirelings",), others=names(others))
            return _join(game, state._replace(top=others), card, events)
        case Discard(card):
            return _discard(game, state, card, events)
        case _:
            raise ValueError(f"{action} is no step of a reward")


@enforces("DC9.3", "DC9.4")
def _join(game: Dictator, state: State, card: int, events: Events) -> State:
    """A Hireling comes undamaged into the battalion; a fourth card forces one to the Dump."""
    battalion = battalion_of(state, ATTACKER)
    assert battalion is not None
    joined = battalion._replace(cards=(*battalion.cards, card))
    said = _("A Hireling joins {token}.") if game.fog else _("{card} joins {token}.")
    tell(events, "DC9.3", said, (joined.place,), card=name(card), token=game.token(joined))
    state = state._replace(battalions=tuple(joined if b.key == joined.key else b for b in state.battalions))
    if len(joined.cards) > MOST_CARDS:
        return state._replace(stage=Stage.FOURTH, player=state.turn)
    return ending.leave_battle(game, state, events)


@enforces("DC9.4")
def _discard(game: Dictator, state: State, card: int, events: Events) -> State:
    battalion = battalion_of(state, ATTACKER)
    assert battalion is not None
    said = _("Four cards are one too many for {token}: {card} goes to the Dump.")
    tell(events, "DC9.4", said, (battalion.place, "Dump"), token=game.token(battalion), card=name(card))
    left = battalion._replace(cards=tuple(other for other in battalion.cards if other != card))
    state = state._replace(battalions=tuple(left if b.key == left.key else b for b in state.battalions))
    return ending.leave_battle(game, to_dump(state, (card,)), events)
