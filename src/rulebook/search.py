"""One search for all games: Monte Carlo tree search over resampled states.

Throughout, a *world* is a full state that the searching seat cannot tell from the true one, a *playout* one way down
the tree and the judgement where it ends, a *worth* how well a seat stands: 1 for a game won, -1 for one lost. The tree
is that of information set search by a single observer: each playout resamples the world, and its nodes are told apart
by what the seat hears alone, so that it plans nothing that it could not carry out, and where another decides, by what
both hear. Chance is drawn anew in each
playout. Actions are tried in the order in which the game's own `worths` likes what they lead to (PUCT), and a playout
that has left the tree is judged by `worths` too.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from heapq import nlargest
from itertools import count
from math import exp, sqrt
from typing import Any

from rulebook.game import CHANCE, TERMINAL, AnyGame, Policy
from rulebook.words import _

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


@dataclass(frozen=True, slots=True)
class Playout:
    """One playout of a race: what the seat to move got, and the world in which it was judged."""

    worth: float
    end: Any


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


def search(
    game: AnyGame,
    state: Any,
    playouts: int,
    rng: random.Random,
    among: tuple[Any, ...] = (),
    hasty: bool = False,
) -> tuple[Line, ...]:
    """Return what `playouts` playouts found of each legal action, or of those `among` them; who was tried most first.

    A hasty search leaves off when the playouts that are left cannot change any more which action is tried most. The
    seat to move looks at nothing but what `resample` keeps: its own observation. Raises `ValueError` where nobody
    decides, or for no playouts.
    """
    seat = game.current_player(state)
    if seat < 0:
        raise ValueError("there is no decision to search")
    if playouts < 1:
        raise ValueError(f"{playouts} playouts: at least one is needed")
    root, among = _Node(), among or game.legal_actions(state)
    for left in range(playouts, 0, -1):
        if hasty and 2 * left < playouts and _lead(root) > left:
            break
        _descend(game, root, game.resample(state, seat, rng) if game.hides else state, seat, rng, among)
    return _lines(root, among)


def race(game: AnyGame, state: Any, action: Any, playouts: int, seed: int) -> tuple[Playout, ...]:
    """Return what comes of `action` for the seat to move in each of `playouts` playouts.

    The worlds depend on the seed and the playout alone, so that several actions can be compared playout by playout.
    """
    seat = game.current_player(state)
    root = _Node()
    found = []
    for at in range(playouts):
        rng = random.Random(f"{seed}/{at}")
        world = game.resample(state, seat, rng) if game.hides else state
        end, worths = _descend(game, root, world, seat, rng, (action,))
        found.append(Playout(worths[seat], end))
    return tuple(found)


def counted(playouts: int) -> str:
    """Return a number of playouts in words."""
    return _("1 playout") if playouts == 1 else _("{number} playouts").format(number=playouts)


def searcher(playouts: int, overlooks: float = 0.0) -> Policy:
    """Return a policy that considers each decision with as many playouts and does what was tried most."""

    def policy(game: AnyGame, state: Any, rng: random.Random) -> Any:
        if game.current_player(state) == CHANCE:
            return game.draw(state, rng)
        actions = game.legal_actions(state)
        return actions[0] if len(actions) == 1 else consider(game, state, playouts, overlooks, rng, True)[0].action

    return policy


def consider(
    game: AnyGame, state: Any, playouts: int, overlooks: float, rng: random.Random, hasty: bool = False
) -> tuple[Line, ...]:
    """Return what a search finds if each action is overlooked with probability `overlooks`; one is seen at least."""
    actions = game.legal_actions(state)
    seen = tuple(action for action in actions if rng.random() >= overlooks) or (rng.choice(actions),)
    return search(game, state, playouts, rng, seen, hasty)


def _lead(root: _Node) -> int:
    """Return how many playouts the action tried most is ahead of the next."""
    first, second = nlargest(2, (0, 0, *(edge.visits for edge in root.edges.values())))
    return first - second


def _descend(
    game: AnyGame, node: _Node, world: Any, observer: int, rng: random.Random, among: tuple[Any, ...]
) -> tuple[Any, tuple[float, ...]]:
    """Go one playout down from a node and return where it ends and what each seat gets, having told all on the way.

    Actions are chosen and outcomes drawn until one is tried for the first time; the first action is one `among` these.
    """
    current_player, legal_actions, apply = game.current_player, game.legal_actions, game.apply
    path: list[tuple[_Edge, int]] = []
    steps: _Steps = []
    seat, actions = current_player(world), among
    while True:
        action, edge = _choose(game, node, world, seat, actions)
        path.append((edge, seat))
        steps.append((world, seat, action))
        world = apply(world, action)
        seat = current_player(world)
        while seat == CHANCE:
            outcome = game.draw(world, rng)
            steps.append((world, seat, outcome))
            world = apply(world, outcome)
            seat = current_player(world)
        if seat == TERMINAL or edge.visits == 0 or len(path) == game.depth:
            break
        key, steps = _key(game, steps, observer, seat)
        child = node.children.get(key)
        if child is None:
            child = node.children[key] = _Node()
        node, actions = child, legal_actions(world)
    end = _play_on(game, world, rng)
    found = game.worths(end)
    for edge, mover in path:
        edge.visits += 1
        edge.total += found[mover]
        edge.squares += found[mover] ** 2
    return end, found


_Steps = list[tuple[Any, int, Any]]
"""Steps since the last node: the world in which each was done, who did it, and the action or outcome."""


def _key(game: AnyGame, steps: _Steps, observer: int, mover: int) -> tuple[tuple[Any, ...], _Steps]:
    """Return what tells the next node from others, and the steps that are to be told from the one after it on.

    The searching seat knows what it hears. Where another moves, only what that one hears as well counts, or the seat
    would plan for a rival who knows what it did in secret.
    """
    if not game.hides:
        return tuple(action for _world, _seat, action in steps), []
    key: list[Any] = []
    kept: _Steps = []
    for step in steps:
        world, seat, action = step
        if seat != observer and not game.hears(world, action, observer):
            key.append(UNHEARD)
        elif mover in (observer, seat) or game.hears(world, action, mover):
            key.append(action)
        else:
            kept.append(step)
    return tuple(key), kept


def _play_on(game: AnyGame, world: Any, rng: random.Random) -> Any:
    """Return the world some plies later: of a few actions drawn at random each seat does the most promising."""
    current_player, legal_actions, apply, promise = game.current_player, game.legal_actions, game.apply, game.promise
    for ply in count():
        seat = current_player(world)
        if seat == TERMINAL or (ply >= game.foresight and game.settled(world)):
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


def _choose(game: AnyGame, node: _Node, world: Any, seat: int, actions: tuple[Any, ...]) -> tuple[Any, _Edge]:
    """Return which of the actions to try at a node in this world, by what came of each and how little it was tried."""
    edges = node.edges
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


def _lines(root: _Node, actions: tuple[Any, ...]) -> tuple[Line, ...]:
    lines = []
    for action in actions:
        edge = root.edges.get(action) or _Edge()
        mean = edge.total / edge.visits if edge.visits else -1.0
        variance = edge.squares / edge.visits - mean * mean if edge.visits > 1 else 0.0
        lines.append(Line(action, edge.visits, mean, sqrt(max(variance, 0.0))))
    return tuple(sorted(lines, key=lambda line: (-line.visits, -line.worth)))
