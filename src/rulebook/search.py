"""One search for all games: Monte Carlo tree search over resampled states.

Throughout, a *world* is a full state that the searching seat cannot tell from the true one, a *playout* one way down
the tree and the judgement where it ends, a *worth* how well a seat stands: 1 for a game won, -1 for one lost. The tree
is that of information set search by a single observer: each playout resamples the world, and its nodes are told apart
by what the seat hears alone, so that it plans nothing that it could not carry out. Chance is drawn anew in each
playout. Actions are tried in the order in which the game's own `worths` likes what they lead to (PUCT), and a playout
that has left the tree is judged by `worths` too.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from math import exp, sqrt
from typing import Any

from rulebook.game import CHANCE, TERMINAL, AnyGame, Policy

CURIOSITY = 1.0
"""How much an action that was tried little is preferred: the constant of PUCT."""
SHARPNESS = 6.0
"""How much more an action that looks better is tried at first: a worth more by 1 / SHARPNESS counts e times as much."""
DOUBT = 0.1
"""The part of an action's likelihood that does not depend on how it looks."""
LOOKS = frozenset({2, 4, 8, 16, 32, 64})
"""At which visits of a node its actions are looked at again where something is hidden: one world may mislead."""
CANDIDATES = 4
"""Of how many actions drawn at random a seat does the most promising, after the tree."""
UNHEARD = None
"""What a node's key shows of an action that the searching seat does not hear."""


@dataclass(frozen=True, slots=True)
class Line:
    """What a search found of one action at the root."""

    action: Any
    visits: int
    """How many playouts began with it."""
    worth: float
    """The mean of what the seat got in them, from -1 to 1; -1 before the first."""
    spread: float
    """The standard deviation of what it got in a playout; 0 before the second."""

    @property
    def error(self) -> float:
        """The standard error of `worth`."""
        return self.spread / sqrt(self.visits) if self.visits > 1 else 1.0


class _Edge:
    """An action at a node: how often it was tried and could have been, and what came of it for who does it."""

    __slots__ = ("available", "likelihood", "looks", "squares", "total", "visits")

    def __init__(self) -> None:
        self.likelihood = 0.0
        self.looks = 0
        self.visits = 0
        self.available = 0
        self.total = 0.0
        self.squares = 0.0


class _Node:
    """What the seat knows it has come to; `edges` are empty until it is expanded."""

    __slots__ = ("children", "edges", "visits")

    def __init__(self) -> None:
        self.visits = 0
        self.edges: dict[Any, _Edge] = {}
        self.children: dict[Any, _Node] = {}


def search(game: AnyGame, state: Any, playouts: int, rng: random.Random) -> tuple[Line, ...]:
    """Return what `playouts` playouts found of each legal action, the one tried most first.

    The seat to move looks at nothing but what `resample` keeps: its own observation. Raises `ValueError` where nobody
    decides, or for no playouts.
    """
    seat = game.current_player(state)
    if seat < 0:
        raise ValueError("there is no decision to search")
    if playouts < 1:
        raise ValueError(f"{playouts} playouts: at least one is needed")
    root = _Node()
    for _playout in range(playouts):
        _descend(game, root, game.resample(state, seat, rng) if game.hides else state, seat, rng)
    return _lines(game, root, state)


def race(game: AnyGame, state: Any, action: Any, playouts: int, seed: int) -> tuple[float, ...]:
    """Return what the seat to move gets by `action` in each of `playouts` playouts, from -1 to 1.

    The worlds depend on the seed and the playout alone, so that several actions can be compared playout by playout.
    """
    seat = game.current_player(state)
    root = _Node()
    found = []
    for at in range(playouts):
        rng = random.Random(f"{seed}/{at}")
        world = game.resample(state, seat, rng) if game.hides else state
        found.append(_descend(game, root, world, seat, rng, action)[seat])
    return tuple(found)


def searcher(playouts: int) -> Policy:
    """Return a policy that searches each decision with as many playouts and does what was tried most."""

    def policy(game: AnyGame, state: Any, rng: random.Random) -> Any:
        if game.current_player(state) == CHANCE:
            return game.draw(state, rng)
        actions = game.legal_actions(state)
        if len(actions) == 1:
            return actions[0]
        return search(game, state, playouts, rng)[0].action

    return policy


def _descend(
    game: AnyGame, node: _Node, world: Any, observer: int, rng: random.Random, first: Any = None
) -> tuple[float, ...]:
    """Go one playout down from a node and return what each seat gets, having told all actions on the way.

    Actions are chosen and outcomes drawn until one is tried for the first time; `first` is the first action if given.
    """
    current_player, apply, hears, hides = game.current_player, game.apply, game.hears, game.hides
    path: list[tuple[_Edge, int]] = []
    seat = current_player(world)
    while True:
        if first is not None and not path:
            action, edge = first, node.edges.setdefault(first, _Edge())
        else:
            action, edge = _choose(game, node, world, seat)
        path.append((edge, seat))
        heard = [action if not hides or seat == observer or hears(world, action, observer) else UNHEARD]
        world = apply(world, action)
        seat = current_player(world)
        while seat == CHANCE:
            outcome = game.draw(world, rng)
            heard.append(outcome if not hides or hears(world, outcome, observer) else UNHEARD)
            world = apply(world, outcome)
            seat = current_player(world)
        if seat == TERMINAL or edge.visits == 0 or len(path) == game.depth:
            break
        key = tuple(heard)
        child = node.children.get(key)
        if child is None:
            child = node.children[key] = _Node()
        node = child
    found = game.worths(_play_on(game, world, rng))
    for edge, mover in path:
        edge.visits += 1
        edge.total += found[mover]
        edge.squares += found[mover] ** 2
    return found


def _play_on(game: AnyGame, world: Any, rng: random.Random) -> Any:
    """Return the world some plies later: of a few actions drawn at random each seat does the most promising."""
    current_player, legal_actions, apply, promise = game.current_player, game.legal_actions, game.apply, game.promise
    for _ply in range(game.foresight):
        seat = current_player(world)
        if seat == TERMINAL:
            break
        if seat == CHANCE:
            world = apply(world, game.draw(world, rng))
            continue
        actions = legal_actions(world)
        if len(actions) == 1:
            world = apply(world, actions[0])
            continue
        tried = rng.sample(actions, min(CANDIDATES, len(actions)))
        world = max((apply(world, action) for action in tried), key=lambda after: promise(after, seat))
    return world


def _choose(game: AnyGame, node: _Node, world: Any, seat: int) -> tuple[Any, _Edge]:
    """Return the action to try at a node in this world: what came of it, and what was tried too little, added up."""
    edges = node.edges
    actions = game.legal_actions(world)
    node.visits += 1
    if any(action not in edges for action in actions) or (game.hides and node.visits in LOOKS):
        _expand(game, node, world, seat, actions)
    options = [edges[action] for action in actions]
    tried, total = 0, 0.0
    for edge in options:
        edge.available += 1
        tried += edge.visits
        total += edge.total
    unknown = total / tried if tried else 0.0
    best, found = -1e9, 0
    for at, edge in enumerate(options):
        visits = edge.visits
        score = (edge.total / visits if visits else unknown) + (
            CURIOSITY * edge.likelihood * sqrt(edge.available) / (1 + visits)
        )
        if score > best:
            best, found = score, at
    return actions[found], options[found]


def _expand(game: AnyGame, node: _Node, world: Any, seat: int, actions: tuple[Any, ...]) -> None:
    """Give a node the actions that are legal in this world, each with how likely it is to be tried.

    That is the mean over the worlds in which it was looked at.
    """
    edges = node.edges
    found = [game.worths(game.apply(world, action))[seat] for action in actions] if len(actions) > 1 else [0.0]
    best = max(found)
    shares = [exp(SHARPNESS * (worth - best)) for worth in found]
    whole = sum(shares)
    for action, share in zip(actions, shares, strict=True):
        edge = edges.setdefault(action, _Edge())
        edge.looks += 1
        edge.likelihood += ((1 - DOUBT) * share / whole + DOUBT / len(actions) - edge.likelihood) / edge.looks


def _lines(game: AnyGame, root: _Node, state: Any) -> tuple[Line, ...]:
    lines = []
    for action in game.legal_actions(state):
        edge = root.edges.get(action) or _Edge()
        mean = edge.total / edge.visits if edge.visits else -1.0
        variance = edge.squares / edge.visits - mean * mean if edge.visits > 1 else 0.0
        lines.append(Line(action, edge.visits, mean, sqrt(max(variance, 0.0))))
    return tuple(sorted(lines, key=lambda line: (-line.visits, -line.worth)))
