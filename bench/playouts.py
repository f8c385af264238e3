"""Figure a: random games of the book against random games of chess by python-chess, in plies per second of CPU time.

Chess is played by two loops. The *lean* one takes the legal moves as a list, one of them at random, and pushes it,
until there are none or the counter of the 75-move rule is full; it plays on with bare kings, whose plies are cheap. The
*plain* one asks `Board.is_game_over` before each ply, which tests more. All sides keep the line that was played.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable

from figures import CannotMeasure, Figure, progress

from rulebook.game import playout
from rulebook.games.dictator import Dictator
from rulebook.games.dragonheart import Dragonheart
from rulebook.games.gong import Gong
from rulebook.games.gong.engine import VARIANTS
from rulebook.games.hong import Hong
from rulebook.games.wuxia import Wuxia

SECONDS = 1.0
"""The CPU time that one side is given in one round."""
HALF_MOVES = 150


def measure(rounds: int) -> list[Figure]:
    """Return the figures for the castle, with and without the Lair, for Standard, Dragonheart, Gong and Wu-xia.

    Raises `CannotMeasure` without python-chess.
    """
    try:
        import chess
    except ImportError as error:
        raise CannotMeasure("python-chess is missing; get it by: pip install -e '.[bench]'") from error

    def lean_chess(rng: random.Random) -> int:
        board, choice = chess.Board(), rng.choice
        while board.halfmove_clock < HALF_MOVES:
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(choice(moves))
        return len(board.move_stack)

    def plain_chess(rng: random.Random) -> int:
        board, choice = chess.Board(), rng.choice
        while not board.is_game_over():
            board.push(choice(list(board.legal_moves)))
        return len(board.move_stack)

    def ours(game: Hong | Dictator | Dragonheart | Gong | Wuxia) -> Callable[[random.Random], int]:
        return lambda rng: len(playout(game, game.initial_state(), rng)[0])

    sides = {
        "lean chess": lean_chess,
        "plain chess": plain_chess,
        "castle": ours(Hong()),
        "Lair": ours(Hong(lair=True)),
        "Standard": ours(Dictator()),
        "Dragonheart": ours(Dragonheart()),
        **{variant.capitalize(): ours(Gong(variant=variant)) for variant in VARIANTS},
        "Wu-xia": ours(Wuxia()),
    }
    for game in sides.values():
        speed(game, random.Random(0), 0.2)
    speeds: dict[str, list[float]] = {name: [] for name in sides}
    for at in range(rounds):
        progress(f"a: random games, round {at + 1} of {rounds}")
        for name, game in sides.items():
            speeds[name].append(speed(game, random.Random(at), SECONDS))
    pairs = (
        ("castle", "lean chess", 5.0),
        ("castle", "plain chess", 5.0),
        ("Lair", "lean chess", 5.0),
        ("Standard", "lean chess", 1.5),
        ("Standard", "plain chess", 1.5),
        ("Dragonheart", "lean chess", 3.0),
        ("Dragonheart", "plain chess", 3.0),
        *((variant.capitalize(), f"{kind} chess", 3.0) for variant in VARIANTS for kind in ("lean", "plain")),
        ("Wu-xia", "lean chess", 1.0),
        ("Wu-xia", "plain chess", 1.0),
    )
    return [
        Figure.ratio("a", f"random plies, {own} : {their}", "plies/s", speeds[own], speeds[their], goal, at_least=True)
        for own, their, goal in pairs
    ]


def speed(game: Callable[[random.Random], int], rng: random.Random, seconds: float) -> float:
    """Return the plies per second of CPU time of whole games, played for at least so many seconds."""
    plies, begin = 0, time.process_time()
    while (spent := time.process_time() - begin) < seconds:
        plies += game(rng)
    return plies / spent
