"""The command `rulebook solve`: who wins a small board of Hong with best play, in a terminal."""

from __future__ import annotations

import argparse

from rulebook.game import NotationError
from rulebook.games.hong import Hong
from rulebook.games.hong.solve import best_actions, forced, winner
from rulebook.games.hong.solved import HEADER, solve, table, to_solve
from rulebook.registry import parse_game


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes: a game, a position of it, or the whole store."""
    parser.add_argument("game", metavar="GAME", nargs="*", help="a small board: hong board=###/###/### stones=2 …")
    parser.add_argument("--position", metavar="TEXT", help="solve this position of it: 'S..-/…/… emperor'")
    parser.add_argument("--all", action="store_true", help="solve every board of the store and print it as TOML")


def run(options: argparse.Namespace) -> int:
    """Print what best play makes of a board, a position, or of all boards of the store. Raises `NotationError`."""
    if options.all == bool(options.game):
        raise NotationError("write a game such as hong board=###/###/### stones=2, or --all")
    if options.all:
        print(HEADER)
        for board, stones, dragon in to_solve():
            print(solve(board, stones, dragon).to_toml(), flush=True)
        return 0
    game = parse_game(" ".join(options.game))
    if not isinstance(game, Hong):
        raise NotationError(f"{game.name} is not solved; write hong and its options")
    try:
        _solve_position(game, options.position) if options.position else _solve_board(game)
    except ValueError as error:
        raise NotationError(str(error)) from error
    return 0


def _solve_board(game: Hong) -> None:
    if game.lair:
        raise NotationError("lair=yes: name a --position, so that it is known where the Great Dragons lie")
    found = solve(game.board, game.stones)
    print(table((found,)))
    print(f"{found.positions} positions in all, {found.proved} looked at")


def _solve_position(game: Hong, text: str) -> None:
    state = game.from_text(text)
    print(f"Hongs with best play: {forced(game, state)}; the target is {game.goal}.")
    print(f"The {game.seats[winner(game, state)]} wins.")
    if best := best_actions(game, state):
        print("Best:", ", ".join(map(str, best)))
