"""What exercises of Dragonheart can ask: goals on a line of play, and questions with a number for an answer.

The *mover* is the player who decides in the first state of a line. Cards drawn or robbed after the last ply do not
count, and neither does what the other player may do next.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from rulebook.game import CHANCE, TERMINAL, Addend
from rulebook.games.dragonheart.actions import SEATS, Action, Draw, Play
from rulebook.games.dragonheart.cards import COLLECTS, FRAMES, KIND, NAMES, Kind, cards_of, without, worth
from rulebook.games.dragonheart.engine import SETS, Dragonheart
from rulebook.games.dragonheart.state import Stage, State

# Goals


def together(game: Dragonheart, line: Sequence[State], **goals: dict[str, object]) -> bool:
    """Tell whether several goals are reached, each given by its name with its parameters."""
    return all(GOALS[goal](game, line, **parameters) for goal, parameters in goals.items())


def collects(game: Dragonheart, line: Sequence[State], kind: str) -> bool:
    """Tell whether the mover has collected at least one card of the kind."""
    return bool(cards_of(_gained(line), _kind(kind)))


def gains(game: Dragonheart, line: Sequence[State], points: int) -> bool:
    """Tell whether the cards that the mover has collected are worth just `points`."""
    return worth(_gained(line)) == points


def reaps(game: Dragonheart, line: Sequence[State], points: int) -> bool:
    """Tell whether the mover collects at least `points`, the choice of a pile still to come included."""
    return _prospect(game, line) >= points


def best(game: Dragonheart, line: Sequence[State]) -> bool:
    """Tell whether nothing else would have brought the mover more points, and whether it brings any."""
    return _prospect(game, line) == harvest(game, line[0]) > 0


def seizes(game: Dragonheart, line: Sequence[State]) -> bool:
    """Tell whether the mover has come to hold the Great Dragon."""
    mover = line[0].player
    return line[-1].dragon == mover != line[0].dragon


def lies(game: Dragonheart, line: Sequence[State], kind: str, points: int) -> bool:
    """Tell whether what lies on the kind's place is worth just `points` at the end."""
    return worth(line[-1].on(_kind(kind))) == points


def crowded(game: Dragonheart, line: Sequence[State], kind: str, cards: int) -> bool:
    """Tell whether just so many cards lie on the kind's place at the end."""
    return len(line[-1].on(_kind(kind))) == cards


def keeps(game: Dragonheart, line: Sequence[State], kind: str, cards: int) -> bool:
    """Tell whether the mover has at least so many cards of the kind left in hand."""
    return len(cards_of(line[-1].hands[line[0].player], _kind(kind))) >= cards


def waits(game: Dragonheart, line: Sequence[State], points: int) -> bool:
    """Tell whether the cards in the hold are worth just `points` at the end."""
    return worth(line[-1].hold) == points


def unripe(game: Dragonheart, line: Sequence[State]) -> bool:
    """Tell whether no place at the end is just one card short of its last frame, with something to be won there."""
    return not any(_ripe(line[-1], kind) for kind in Kind)


def wins(game: Dragonheart, line: Sequence[State]) -> bool:
    """Tell whether the game is over and the mover has won."""
    return line[-1].player == TERMINAL and game.returns(line[-1])[line[0].player] > 0


def _kind(name: str) -> Kind:
    return Kind(NAMES.index(name))


def _gained(line: Sequence[State]) -> tuple[int, ...]:
    """Return the cards that have come to the mover's victory pile."""
    mover = line[0].player
    return without(line[-1].won[mover], line[0].won[mover])


def _prospect(game: Dragonheart, line: Sequence[State]) -> int:
    """Return what the mover has collected, and can still collect by a choice of this turn."""
    more = harvest(game, line[-1]) if line[-1].stage is Stage.CHOOSE else 0
    return worth(_gained(line)) + more


def _ripe(state: State, kind: Kind) -> bool:
    """Tell whether one more card of the kind would collect something."""
    frames, lying = FRAMES[kind], state.on(kind)
    if not frames or len(lying) != frames - 1:
        return False
    if kind is Kind.DWARF:
        return True
    if kind is Kind.SHIP:
        return bool(state.hold)
    return any(state.on(prey) for prey in COLLECTS[kind])


GOALS: dict[str, Callable[..., bool]] = {
    goal.__name__: goal
    for goal in (together, collects, gains, reaps, best, seizes, lies, crowded, keeps, waits, unripe, wins)
}


# Questions


def harvest(game: Dragonheart, state: State) -> int:
    """Return the most points that the player who decides can collect in this turn, in cards."""
    if state.player < 0:
        return 0
    own = state.won[state.player]
    return max(worth(after.won[state.player]) for after in _turns(game, state)) - worth(own)


def refill(game: Dragonheart, state: State) -> int:
    """Return the most cards that the player who decides can draw at the end of this turn."""
    if state.player < 0:
        return 0
    return max(_drawn(game, after)[0] for after in _turns(game, state))


def left(game: Dragonheart, state: State) -> int:
    """Return the fewest cards that the other player can be left with after this turn."""
    if state.player < 0:
        return 0
    other = 1 - state.player
    return min(len(_drawn(game, after)[1].hands[other]) for after in _turns(game, state))


def _turns(game: Dragonheart, state: State) -> Iterator[State]:
    """Yield the states in which the player who decides can have decided all there is to decide in this turn."""
    for action in game.legal_actions(state):
        after = game.apply(state, action)
        if after.stage is Stage.CHOOSE:
            yield from _turns(game, after)
        else:
            yield after


def _drawn(game: Dragonheart, state: State) -> tuple[int, State]:
    """Return how many cards are drawn before somebody decides, and a state then; which cards makes no difference."""
    cards = 0
    while game.current_player(state) == CHANCE:
        action = game.chance_outcomes(state)[0][0]
        cards += isinstance(action, Draw)
        state = game.apply(state, action)
    return cards, state


def plays(game: Dragonheart, state: State) -> int:
    """Return among how many plays the player on turn can choose."""
    return sum(isinstance(action, Play) for action in _legal(game, state))


def pickers(game: Dragonheart, state: State) -> int:
    """Return with how many kinds the player on turn can collect something now."""
    kinds = {
        KIND[action.cards[0]]
        for action in _legal(game, state)
        if isinstance(action, Play) and reaps(game, [state, game.apply(state, action)], 1)
    }
    return len(kinds)


def _legal(game: Dragonheart, state: State) -> tuple[Action, ...]:
    """Return what can be done where somebody decides."""
    return game.legal_actions(state) if state.player >= 0 else ()


def frames(game: Dragonheart, state: State) -> int:
    """Return how many frames of the board are free."""
    return sum(FRAMES[kind] - len(state.on(kind)) for kind in Kind if FRAMES[kind])


def aboard(game: Dragonheart, state: State) -> int:
    """Return what the cards in the hold are worth."""
    return worth(state.hold)


def voyages(game: Dragonheart, state: State) -> int:
    """Return how many more ships are to be laid until the last set leaves."""
    size: int = FRAMES[Kind.SHIP]
    return (SETS - state.sailed) * size - len(state.on(Kind.SHIP))


def score(game: Dragonheart, state: State) -> int:
    """Return what the player whose turn it is would have if the game ended now, the Great Dragon included."""
    return game.score(state, state.turn)


QUESTIONS: dict[str, Callable[[Dragonheart, State], int]] = {
    question.__name__: question for question in (harvest, refill, left, plays, pickers, frames, aboard, voyages, score)
}


def _lines(game: Dragonheart, state: State) -> tuple[Addend, ...]:
    """Return the lines of the score of the player whose turn it is."""
    return tuple(line for line in game.tally(state) if dict(line.facts)["player"] == SEATS[state.turn])


SUMS: dict[str, Callable[[Dragonheart, State], tuple[Addend, ...]]] = {"score": _lines}
"""Questions for which a reader adds up lines, for hints."""
