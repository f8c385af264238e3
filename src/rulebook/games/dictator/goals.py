"""What exercises of Dictator-Control can ask: goals on a line of play, and questions with a number for an answer.

The *mover* is the commander who decides in the first state of a line. Battalions are named by their tokens, `T-1`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from rulebook.game import TERMINAL, Addend
from rulebook.games.dictator import battle, wording
from rulebook.games.dictator.actions import Action, Attack, EndTurn, Exchange, Move, Pass, Use
from rulebook.games.dictator.cards import CARDS, POWERS, Type, find
from rulebook.games.dictator.city import CITY, GUILDS, NEAR
from rulebook.games.dictator.engine import Dictator
from rulebook.games.dictator.sides import seat_of, side_name
from rulebook.games.dictator.state import ATTACKER, DEFENDER, GUILD, Battalion, Stage, State, bits

# Goals


def together(game: Dictator, line: Sequence[State], **goals: dict[str, object]) -> bool:
    """Tell whether several goals are reached, each given by its name with its parameters."""
    return all(GOALS[goal](game, line, **parameters) for goal, parameters in goals.items())


def stands(game: Dictator, line: Sequence[State], battalion: str, at: str) -> bool:
    """Tell whether the battalion stands on the sector `at` at the end."""
    return any(game.token(own) == battalion and own.place == at for own in line[-1].battalions if own.sector >= 0)


def beside(game: Dictator, line: Sequence[State], sectors: list[str], battalion: str = "") -> bool:
    """Tell whether the battalion, or any one of the mover's, borders on all these sectors at the end."""
    wanted = set(map(CITY.find, sectors))
    return any(
        wanted <= set(NEAR[own.sector])
        for own in line[-1].of(line[0].player)
        if own.sector >= 0 and battalion in ("", game.token(own))
    )


def crosses(game: Dictator, line: Sequence[State]) -> bool:
    """Tell whether the last step was a march that Guild tokens and own battalions would have stopped (DC6.3)."""
    before, after = line[-2:]
    if len(after.spent) == len(before.spent):
        return False
    old, new = before.battalion(after.active), after.battalion(after.active)
    if old is None or new is None or old.sector == new.sector:
        return False
    shut = {other.sector for other in before.battalions if other != old} | set(bits(before.guilds))
    return new.sector not in CITY.reached(old.sector, POWERS[after.spent[-1][1]].by, shut)


def attacks(game: Dictator, line: Sequence[State], target: str) -> bool:
    """Tell whether the mover attacks at the end: `guild`, `battalion`, or what stands on a sector."""
    fight = line[-1].battle
    if fight is None or line[0].battle is not None or line[-1].turn != line[0].player:
        return False
    kind = "guild" if fight.defender == GUILD else "battalion"
    return target in (kind, CITY.names[fight.sector])


def sets(game: Dictator, line: Sequence[State], power: str) -> bool:
    """Tell whether the mover has set the condition of that name in the battle under way."""
    state = line[-1]
    conditions = state.battle.conditions if state.battle else ()
    return any(POWERS[number].name == power and seat_of(state, by) == line[0].player for by, number in conditions)


def leads(game: Dictator, line: Sequence[State], by: int) -> bool:
    """Tell whether the mover's running sum in the battle under way exceeds the other's by at least `by`."""
    state = line[-1]
    if state.battle is None:
        return False
    own = ATTACKER if seat_of(state, ATTACKER) == line[0].player else DEFENDER
    return _sum(game, state, own) - _sum(game, state, 1 - own) >= by


def rerolls(game: Dictator, line: Sequence[State]) -> bool:
    """Tell whether a die of the other side is about to be rolled again."""
    state, fight = line[-1], line[-1].battle
    again = fight is not None and fight.rolling >= 0 and fight.dice[fight.rolling] > 0
    return again and fight is not None and seat_of(state, fight.rolling) != line[0].player


def damages(game: Dictator, line: Sequence[State], card: str) -> bool:
    """Tell whether the card has been damaged on the way, wherever it is at the end."""
    number = find(card)
    return not line[0].damaged >> number & 1 and any(state.damaged >> number & 1 for state in line)


def undamages(game: Dictator, line: Sequence[State], cards: list[str]) -> bool:
    """Tell whether these cards were damaged at the beginning and lie undamaged in battalions at the end."""
    return all(
        line[0].damaged >> card & 1 and not line[-1].damaged >> card & 1 and line[-1].holder(card)
        for card in map(find, cards)
    )


def destroys(game: Dictator, line: Sequence[State], card: str) -> bool:
    """Tell whether the card has come to the Dump."""
    return find(card) in line[-1].dump and find(card) not in line[0].dump


def annihilates(game: Dictator, line: Sequence[State], battalion: str) -> bool:
    """Tell whether the battalion stood at the beginning and is off the map at the end."""
    before, after = ({game.token(one) for one in state.battalions} for state in (line[0], line[-1]))
    return battalion in before - after


def fells(game: Dictator, line: Sequence[State]) -> bool:
    """Tell whether a Guild token has left the map."""
    return line[-1].guilds != line[0].guilds


def holds(game: Dictator, line: Sequence[State], cards: list[str]) -> bool:
    """Tell whether a battalion of the mover holds just these cards at the end."""
    wanted = set(map(find, cards))
    return any(set(own.cards) == wanted for own in line[-1].of(line[0].player))


def musters(game: Dictator, line: Sequence[State], strength: int) -> bool:
    """Tell whether a battalion of the mover has cards of just this Strength together at the end."""
    return any(sum(CARDS[card].strength for card in own.cards) == strength for own in line[-1].of(line[0].player))


def energy(game: Dictator, line: Sequence[State], commander: str, amount: int) -> bool:
    """Tell whether that commander has just this much Energy at the end."""
    return line[-1].energy[game.seats.index(commander)] == amount


def drafts(game: Dictator, line: Sequence[State], kind: str) -> bool:
    """Tell whether the mover has drafted a card of that type (DC11.3)."""
    seat = line[0].player
    if line[0].stage is not Stage.DRAFT:
        return False
    new = set(line[-1].pools[seat]) - set(line[0].pools[seat])
    return any(CARDS[card].type is Type(kind) for card in new)


def wins(game: Dictator, line: Sequence[State]) -> bool:
    """Tell whether the game is over and the mover has won."""
    return line[-1].player == TERMINAL and game.returns(line[-1])[line[0].player] > 0


GOALS: dict[str, Callable[..., bool]] = {
    goal.__name__: goal
    for goal in (
        together, stands, beside, crosses, attacks, sets, leads, rerolls, damages, undamages, destroys, annihilates,
        fells, holds, musters, energy, drafts, wins,
    )
}  # fmt: skip


# Questions

ADDING = (Stage.CONDITION, Stage.STRENGTH, Stage.ROLL, Stage.COLLISION, Stage.LOSS)
"""The stages of a battle in which the cards still account for the running sums."""


def _sum(game: Dictator, state: State, side: int) -> int:
    """Return a side's Strength as it stands with its die, if that is rolled."""
    assert state.battle is not None
    return battle.strength(game, state, side) + state.battle.dice[side]


def attacker(game: Dictator, state: State) -> int:
    """Return the attacker's running sum, the die included once it is rolled; 0 unless sums are being made."""
    return _sum(game, state, ATTACKER) if state.stage in ADDING else 0


def defender(game: Dictator, state: State) -> int:
    """Return the defender's running sum, the die included once it is rolled; 0 unless sums are being made."""
    return _sum(game, state, DEFENDER) if state.stage in ADDING else 0


def lead(game: Dictator, state: State) -> int:
    """Return by how much one sum exceeds the other once both dice are rolled and before a card is damaged."""
    if state.battle is None or not all(state.battle.dice) or state.stage not in (Stage.COLLISION, Stage.LOSS):
        return 0
    return abs(_sum(game, state, ATTACKER) - _sum(game, state, DEFENDER))


def faces(game: Dictator, state: State) -> int:
    """Return with how many of the six faces the side whose Collision window it is would win by a re-roll of its die."""
    if state.battle is None or state.stage is not Stage.COLLISION:
        return 0
    side = state.battle.side
    own, other = battle.strength(game, state, side), _sum(game, state, 1 - side)
    return sum(own + pips > other for pips in range(1, 7))


def usable(game: Dictator, state: State) -> int:
    """Return how many special actions can be used now, each counted once, whatever it is used on."""
    return len({(use.card, use.power) for use in _uses(game, state)})


def targets(game: Dictator, state: State) -> int:
    """Return how many cards can be chosen by the special actions that can be used now."""
    return len({use.target for use in _uses(game, state) if use.target >= 0})


def marches(game: Dictator, state: State) -> int:
    """Return how many sectors the special moves that can be used now can end on."""
    return len({use.sector for use in _uses(game, state) if use.sector >= 0})


def _uses(game: Dictator, state: State) -> list[Use]:
    return [action for action in _legal(game, state) if isinstance(action, Use)]


def _legal(game: Dictator, state: State) -> tuple[Action, ...]:
    """Return what can be done where somebody decides."""
    return game.legal_actions(state) if state.player >= 0 else ()


def moves(game: Dictator, state: State) -> int:
    """Return how many Moves the battalions of the commander on turn have, all together."""
    return sum(isinstance(action, Move) for action in _legal(game, state))


def onslaughts(game: Dictator, state: State) -> int:
    """Return how many attacks the commander on turn can choose from."""
    return sum(isinstance(action, Attack) for action in _legal(game, state))


def exchanges(game: Dictator, state: State) -> int:
    """Return how many exchanges are possible now."""
    return sum(isinstance(action, Exchange) for action in _legal(game, state))


def choices(game: Dictator, state: State) -> int:
    """Return how many things can be chosen now, passing and ending the turn left out."""
    return sum(not isinstance(action, Pass | EndTurn) for action in _legal(game, state))


def whole(game: Dictator, state: State) -> int:
    """Return how many undamaged cards lie in the battalions that hold a damaged one."""
    return sum(_whole(state, own) for own in state.battalions if _whole(state, own) < len(own.cards))


def _whole(state: State, battalion: Battalion) -> int:
    return sum(not state.damaged >> card & 1 for card in battalion.cards)


def fallen(game: Dictator, state: State) -> int:
    """Return how many of the twelve Guilds have fallen."""
    return len(GUILDS) - len(bits(state.guilds))


QUESTIONS: dict[str, Callable[[Dictator, State], int]] = {
    question.__name__: question
    for question in (
        attacker, defender, lead, faces, usable, targets, marches, moves, onslaughts, exchanges, choices, whole, fallen,
    )
}  # fmt: skip


def _lines(game: Dictator, state: State, side: int) -> tuple[Addend, ...]:
    """Return a side's lines of the running sums."""
    if state.stage not in ADDING:
        return ()
    who = side_name(game, state, side)
    return tuple(line for line in wording.tally(game, state) if dict(line.facts)["who"] == who)


SUMS: dict[str, Callable[[Dictator, State], tuple[Addend, ...]]] = {
    "attacker": partial(_lines, side=ATTACKER),
    "defender": partial(_lines, side=DEFENDER),
    "lead": wording.tally,
    "faces": wording.tally,
}
"""Questions for which a reader adds up lines, for hints: the lines of one side, or of both."""
