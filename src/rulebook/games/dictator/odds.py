"""The exact odds of a battle, found by playing every roll and every choice through with the engine.

Both sides choose, in their windows, what is best for their chance to win minus their chance to lose. Nothing is
sampled: probabilities are fractions.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from rulebook.game import CHANCE, NotationError, enforces
from rulebook.games.dictator.actions import Action, Attack, Use
from rulebook.games.dictator.battle import PASS
from rulebook.games.dictator.cards import CARDS, MOST_CARDS, POWERS, find
from rulebook.games.dictator.city import CITY, GUILDS
from rulebook.games.dictator.sides import seat_of
from rulebook.games.dictator.state import ATTACKER, DEFENDER, GUILD, WINDOWS, Battalion, Battle, Stage, State, mask
from rulebook.games.dictator.supplies import MOST_ENERGY

if TYPE_CHECKING:
    from rulebook.games.dictator.engine import Dictator

FIELD = (CITY.find("D4"), CITY.find("D5"))
"""Where two battalions meet that are set by hand."""
BEFORE_GUILD = (CITY.find("E5"), CITY.find("E4"))
"""Where a battalion set by hand meets a Guild."""


@dataclass(frozen=True, slots=True)
class Odds:
    """The attacker's chances to win, draw and lose; they sum to 1."""

    win: Fraction
    draw: Fraction
    lose: Fraction

    @property
    def worth(self) -> Fraction:
        """Win minus lose: what the attacker wants high and the defender low."""
        return self.win - self.lose

    def __add__(self, other: Odds) -> Odds:
        return Odds(self.win + other.win, self.draw + other.draw, self.lose + other.lose)

    def times(self, share: Fraction) -> Odds:
        """Return the odds weighted by the chance of coming there."""
        return Odds(self.win * share, self.draw * share, self.lose * share)


NEVER = Odds(Fraction(0), Fraction(0), Fraction(0))
WON, DRAWN, LOST = (Odds(*(Fraction(at == which) for at in range(3))) for which in range(3))


@enforces("DC7.7", "DC7.8")
def odds(game: Dictator, state: State, plays: bool = True) -> Odds:
    """Return the attacker's exact odds in the battle under way.

    With `plays` both sides use their actions as is best for them; without, nobody uses any more. Raises `ValueError`
    if no battle is under way.
    """
    if state.battle is None:
        raise ValueError("no battle is under way")
    return _odds(game, state, state.battle, plays, {})


def _odds(game: Dictator, state: State, before: Battle, plays: bool, known: dict[Hashable, Odds]) -> Odds:
    """Return the odds of a state; `before` is the battle as it was one step earlier."""
    fight = state.battle
    if fight is None:
        fallen = before.defender == GUILD and not state.guild_at(before.sector)
        return WON if fallen else DRAWN
    if fight.loser >= 0:
        return WON if fight.loser == DEFENDER else LOST
    key = _key(state, fight)
    if key not in known:
        known[key] = _look(game, state, fight, plays, known)
    return known[key]


def _key(state: State, fight: Battle) -> Hashable:
    """Return all of a state that the odds depend on: the order in which actions were used is forgotten."""
    added = [sum(bonus.value for bonus in fight.bonuses if bonus.side == side) for side in (ATTACKER, DEFENDER)]
    sums = fight.sums[0] - fight.sums[1] if fight.sums else (*added,)
    standing = (state.stage, fight.side, fight.rolling, fight.dice, sums, state.energy)
    return (*standing, frozenset(fight.used), frozenset(fight.conditions), state.up)


def _look(game: Dictator, state: State, fight: Battle, plays: bool, known: dict[Hashable, Odds]) -> Odds:
    if state.player == CHANCE:
        total = NEVER
        for action, share in game.chance_outcomes(state):
            total += _odds(game, game.apply(state, action), fight, plays, known).times(share)
        return total
    if not plays and state.stage in WINDOWS:
        return _odds(game, game.apply(state, PASS), fight, plays, known)
    actions = [action for action in game.legal_actions(state) if not _idle(action)]
    after = [_odds(game, game.apply(state, action), fight, plays, known) for action in actions]
    attacking = state.player == seat_of(state, ATTACKER)
    return max(after, key=lambda each: each.worth if attacking else -each.worth)


def _idle(action: Action) -> bool:
    """Tell whether an action changes nothing that decides who wins."""
    return isinstance(action, Use) and POWERS[action.power].effect in ("scout", "gain")


def meeting(
    game: Dictator, attacker: tuple[int, ...], defender: tuple[int, ...], energy: tuple[int, int] = (6, 6)
) -> State:
    """Return the beginning of the battle of a battalion against another, or a Guild if `defender` is empty.

    Raises `NotationError` for cards or Energy that no two battalions can have.
    """
    both = (*attacker, *defender)
    for cards in (attacker, defender):
        if len(cards) > MOST_CARDS:
            raise NotationError(f"{len(cards)} cards: a battalion has one to three (DC2.3)")
    for card in both:
        if both.count(card) > 1:
            raise NotationError(f"{CARDS[card].name} stands there twice; every card is there once (DC2.3)")
    if not attacker:
        raise NotationError("the attacker needs one card at least (DC2.3)")
    if any(not 0 <= amount <= MOST_ENERGY for amount in energy):
        raise NotationError(f"Energy is 0 to {MOST_ENERGY} (DC3.1)")
    here, there = FIELD if defender else BEFORE_GUILD
    # Against a Guild the other player, who rolls for it, has one card out of reach.
    away = next(card for card in (find("Knechts"), find("Hoplon"), *range(MOST_CARDS)) if card not in attacker)
    other = Battalion(1, 1, there, defender) if defender else Battalion(1, 1, FIELD[1], (away,))
    state = State(
        Stage.TURN,
        0,
        0,
        (Battalion(0, 1, here, attacker), other),
        energy,
        mask(GUILDS),
        tuple(card for card in game.mission_data.hirelings if card not in both),
        zones=game.mission_data.zones,
    )
    return game.apply(state, Attack(here, there))
