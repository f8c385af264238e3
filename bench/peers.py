"""Figure p: our search against OpenSpiel's, which plays our games through the adapter, at equal playouts.

OpenSpiel judges where its tree ends by random play to the end, ours by what the game promises. They play in pairs: the
same chance twice, each side once on each seat. The share of won games has its Wilson interval over all games as least
and most; the reply times are measured side by side in the same games, each search being asked at every decision that
its side has.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from figures import CannotMeasure, Figure, progress

from rulebook.game import CHANCE, TERMINAL, AnyGame
from rulebook.lab import wilson
from rulebook.registry import parse_game
from rulebook.search import searcher

HEADERS = ("hong board=inner", "dragonheart", "gong")
PLAYOUTS = 50
PAIRS = 2
"""How many pairs of games a round has."""
CURIOSITY = 2.0
"""OpenSpiel's constant of UCT, as its examples have it."""

Reply = Callable[[AnyGame, Any, random.Random], Any]


def measure(rounds: int) -> list[Figure]:
    """Return for each game the share that our search wins and how long it thinks. Raises `CannotMeasure`."""
    try:
        import rulebook.peers.openspiel  # noqa: F401
    except ImportError as error:
        raise CannotMeasure("OpenSpiel is missing; get it by: pip install -e '.[peers]'") from error
    found = []
    for header in HEADERS:
        game = parse_game(header)
        tallies = []
        for at in range(rounds):
            progress(f"p: searches play {game.name}, round {at + 1} of {rounds}")
            tallies.append(_round(game, at))
        games = rounds * PAIRS * 2
        share = wilson(sum(tally.won for tally in tallies), games)
        found.append(
            Figure(
                "p",
                f"{game.name}, {PLAYOUTS} playouts: share won",
                f"of {games}",
                share.value,
                1 - share.value,
                (share.low, share.value, share.high),
                0.5,
                at_least=True,
            )
        )
        ours, theirs = [tally.ours for tally in tallies], [tally.theirs for tally in tallies]
        found.append(Figure.ratio("p", f"{game.name}, reply, book : OpenSpiel", "ms", ours, theirs, 1.0))
    return found


@dataclass(frozen=True)
class _Tally:
    """What a round brought: our wins, a shared one as a part, and both sides' milliseconds a reply."""

    won: float
    ours: float
    theirs: float


def _round(game: AnyGame, number: int) -> _Tally:
    won = 0.0
    spent: dict[bool, list[float]] = {True: [], False: []}
    for pair in range(PAIRS):
        for seat in range(2):
            won += _game(game, seat, number * PAIRS + pair, spent)
    return _Tally(won, *(1000 * sum(times) / len(times) for times in (spent[True], spent[False])))


def _game(game: AnyGame, seat: int, seed: int, spent: dict[bool, list[float]]) -> float:
    """Play one game with our search on `seat`; return what it won: 1, 0, or half of a draw."""
    ours, theirs = searcher(PLAYOUTS), _openspiel(game, seed)
    chance, thought = random.Random(seed), random.Random(seed + 1)
    state = game.initial_state()
    while (player := game.current_player(state)) != TERMINAL:
        if player == CHANCE:
            action = game.draw(state, chance)
        elif len(actions := game.legal_actions(state)) == 1:
            action = actions[0]
        else:
            begin = time.process_time()
            action = (ours if player == seat else theirs)(game, state, thought)
            spent[player == seat].append(time.process_time() - begin)
        state = game.apply(state, action)
    return (1 + game.returns(state)[seat]) / 2


def _openspiel(game: AnyGame, seed: int) -> Reply:
    """Return OpenSpiel's search as a policy: of information sets where the game hides something."""
    import numpy
    from open_spiel.python.algorithms.ismcts import ISMCTSBot
    from open_spiel.python.algorithms.mcts import MCTSBot, RandomRolloutEvaluator

    from rulebook.peers.encoding import Moment
    from rulebook.peers.openspiel import SpielState, load

    loaded = load(game)
    rng = numpy.random.RandomState(seed)
    judge = RandomRolloutEvaluator(1, rng)
    if game.hides:
        bot = ISMCTSBot(loaded, judge, CURIOSITY, PLAYOUTS, random_state=rng)
        bot.set_resampler(lambda state, player: state.resample_from_infostate(player, rng.random_sample))
    else:
        bot = MCTSBot(loaded, CURIOSITY, PLAYOUTS, judge, random_state=rng)

    def reply(game: AnyGame, state: Any, rng: random.Random) -> Any:
        moment = Moment(game, state)
        return moment.action(int(bot.step(SpielState(loaded, moment))))

    return reply
