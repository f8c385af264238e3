"""What exercises of Hong can ask: goals on a line of play, and questions with a number for an answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rulebook.game import TERMINAL
from rulebook.games.hong.actions import Action, Place
from rulebook.games.hong.engine import Hong
from rulebook.games.hong.solve import winner
from rulebook.games.hong.state import State


def completes(game: Hong, line: Sequence[State], sizes: list[int]) -> bool:
    """Tell whether the Hongs that stand at the end and not at the beginning have just these sizes."""
    old = game.hongs(line[0])
    return sorted(hong.size for hong in game.hongs(line[-1]) if hong not in old) == sorted(sizes)


def breaks(game: Hong, line: Sequence[State], count: int) -> bool:
    """Tell whether just `count` Hongs of the beginning stand no more at the end."""
    new = game.hongs(line[-1])
    return sum(hong not in new for hong in game.hongs(line[0])) == count


def holds(game: Hong, line: Sequence[State], hongs: int) -> bool:
    """Tell whether just `hongs` Hongs stand at the end."""
    return len(game.hongs(line[-1])) == hongs


def summons(game: Hong, line: Sequence[State], dragon: str) -> bool:
    """Tell whether the Great Dragon of that action has left the lair on the way."""
    return dragon in line[0].lair and dragon not in line[-1].lair


def denies(game: Hong, line: Sequence[State]) -> bool:
    """Tell whether the player who moves next can complete no Hong with one tile."""
    state = line[-1]
    replies: list[Action] = [action for action in game.legal_actions(state) if isinstance(action, Place)]
    return bool(replies) and all(
        len(game.hongs(game.apply(state, reply))) <= len(game.hongs(state)) for reply in replies
    )


def wins(game: Hong, line: Sequence[State], seat: str) -> bool:
    """Tell whether the game is over and won by `seat`."""
    return line[-1].player == TERMINAL and game.returns(line[-1])[Hong.seats.index(seat)] > 0


def keeps(game: Hong, line: Sequence[State]) -> bool:
    """Tell whether the player who decided at the beginning wins with best play from the end of the line on."""
    return winner(game, line[-1]) == line[0].player


GOALS: dict[str, Callable[..., bool]] = {
    goal.__name__: goal for goal in (completes, breaks, holds, summons, denies, wins, keeps)
}


def hongs(game: Hong, state: State) -> int:
    """Return how many Hongs stand."""
    return len(game.hongs(state))


def largest(game: Hong, state: State) -> int:
    """Return the size of the largest Hong, 0 where none stands."""
    return max((hong.size for hong in game.hongs(state)), default=0)


def placements(game: Hong, state: State) -> int:
    """Return how many placements are legal."""
    return sum(isinstance(action, Place) for action in game.legal_actions(state))


def over(game: Hong, state: State) -> int:
    """Return 1 if the game is over, else 0."""
    return int(state.player == TERMINAL)


QUESTIONS: dict[str, Callable[[Hong, State], int]] = {
    question.__name__: question for question in (hongs, largest, placements, over)
}
