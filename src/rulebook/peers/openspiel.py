"""Every game of the book as a game of OpenSpiel: `pyspiel.load_game("python_rulebook_hong(board=inner,lair=True)")`.

Importing this module registers them; their parameters are the options of the games. Chance nodes are explicit.

An action's id is its place among the legal actions of the state. What a seat may do follows from what it may see, so an
id means the same in all states of one information set, and a history of ids is a playthrough. It does not mean the same
in different information sets.

The information state is the observation: a game keeps in its states what a seat can know and is held to remember, and a
seat has no other memory.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from typing import Any, ClassVar

import pyspiel

from rulebook.game import TERMINAL, AnyGame
from rulebook.peers.encoding import Moment, bounds, text
from rulebook.registry import GAMES, make_game

PREFIX = "python_rulebook_"
SEEDS = 1 << 53


def game_string(game: AnyGame) -> str:
    """Return the name and the parameters by which OpenSpiel loads a game.

    >>> from rulebook.registry import parse_game
    >>> game_string(parse_game("hong board=inner lair=yes"))
    'python_rulebook_hong(board=inner,lair=True)'
    """
    given = {name: getattr(game, name) for name in _defaults(type(game))}
    words = [f"{name}={given[name]}" for name, default in _defaults(type(game)).items() if given[name] != default]
    return f"{PREFIX}{game.key}({','.join(words)})"


def load(game: AnyGame) -> SpielGame:
    """Return a game of the book as OpenSpiel's."""
    loaded: SpielGame = pyspiel.load_game(game_string(game))
    return loaded


class SpielGame(pyspiel.Game):
    """A game of the book with the interface of OpenSpiel."""

    kind: ClassVar[type[AnyGame]]

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = dict(params or {})
        self.rules = self.kind(**given)
        most = bounds(self.rules)
        info = pyspiel.GameInfo(
            num_distinct_actions=most.actions,
            max_chance_outcomes=most.outcomes,
            num_players=self.rules.num_players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=most.plies,
        )
        super().__init__(_game_type(self.kind, self.rules.hides), info, given)
        self.beginning = Moment(self.rules, self.rules.initial_state())

    def new_initial_state(self) -> SpielState:
        """Return the state before the first ply."""
        return SpielState(self, self.beginning)

    def make_py_observer(
        self, iig_obs_type: Any = None, params: Mapping[str, Any] | None = None
    ) -> SpielObserver | None:
        """Return what observes for one seat, or `None` for other parts of what there is to see."""
        if params:
            raise ValueError(f"observers take no parameters, not {', '.join(params)}")
        if iig_obs_type:
            private, public = iig_obs_type.private_info, iig_obs_type.public_info
            if private != pyspiel.PrivateInfoType.SINGLE_PLAYER or not public:
                return None
        return SpielObserver()


class SpielState(pyspiel.State):
    """A state of a game of the book with the interface of OpenSpiel."""

    def __init__(self, game: SpielGame, moment: Moment) -> None:
        super().__init__(game)
        self.moment = moment

    def current_player(self) -> int:
        """Return the seat that decides; OpenSpiel's words for chance and the end are ours."""
        return self.moment.player

    def _legal_actions(self, player: int) -> list[int]:
        """Return the ids of the legal actions, in order."""
        return list(range(len(self.moment.actions)))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the ids of what chance can do, each with its probability."""
        outcomes = self.moment.game.chance_outcomes(self.moment.state)
        return [(at, float(share)) for at, (_action, share) in enumerate(outcomes)]

    def _apply_action(self, action: int) -> None:
        """Go on to the state after an action."""
        self.moment = self.moment.then(self.moment.action(action))

    def _action_to_string(self, player: int, action: int) -> str:
        """Return the notation of an action."""
        return str(self.moment.action(action))

    def is_terminal(self) -> bool:
        """Tell whether the game is over."""
        return self.moment.player == TERMINAL

    def returns(self) -> list[float]:
        """Return each seat's score; 0 before the end."""
        return list(self.moment.game.returns(self.moment.state))

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> SpielState:
        """Return a state that `player` cannot tell from this one; as it was never played, it has no history."""
        rng = random.Random(int(sampler() * SEEDS))
        moment = self.moment
        other = moment.game.resample(moment.state, player, rng)
        return SpielState(self.get_game(), replace(moment, state=other))

    def __str__(self) -> str:
        return self.moment.game.to_text(self.moment.state)


class SpielObserver:
    """What one seat may see, as text; learners that want numbers find them in `rulebook.peers.pettingzoo`."""

    tensor = None
    dict: ClassVar[Mapping[str, Any]] = {}

    def set_from(self, state: SpielState, player: int) -> None:
        """Do nothing: there is no tensor."""

    def string_from(self, state: SpielState, player: int) -> str:
        """Return what `player` may see, equal exactly when it is equal."""
        return text(state.moment.game.observation(state.moment.state, player))


def _defaults(kind: type[AnyGame]) -> dict[str, Any]:
    """Return the options of a game with their defaults."""
    return {option.name: option.default for option in fields(kind) if option.init}  # type: ignore[arg-type]


def _game_type(kind: type[AnyGame], hides: bool) -> Any:
    """Return what OpenSpiel is to know of a game: what all its variants share, and whether this one hides anything."""
    choices = [{option.name: value} for option in kind.options for value, _label in option.choices]
    tables = [make_game(kind.key, choice).num_players for choice in choices]
    information = pyspiel.GameType.Information
    return pyspiel.GameType(
        short_name=PREFIX + kind.key,
        long_name=kind.name,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=information.IMPERFECT_INFORMATION if hides else information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(tables),
        min_num_players=min(tables),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=False,
        parameter_specification=_defaults(kind),
    )


for _kind in GAMES.values():
    _class = type(f"Spiel{_kind.__name__}", (SpielGame,), {"kind": _kind, "__doc__": f"{_kind.name} for OpenSpiel."})
    pyspiel.register_game(_game_type(_kind, _kind().hides), _class)
