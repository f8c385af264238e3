"""The command `rulebook`: look at the book, replay a line of play, play in a terminal.

Commands that need a screen (`serve`, `jupyter`, `bind`) are entry points of the group `rulebook.commands`, so that this
package depends on nothing above it.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Callable
from importlib.metadata import entry_points
from pathlib import Path

from rulebook import claims_command, counsel, lab_command, solve_command, strength_command
from rulebook.book import Book, BookError
from rulebook.bots import POLICIES
from rulebook.claims import ClaimError
from rulebook.coach import advise, review
from rulebook.coverage import coverage
from rulebook.exercise import LUCK, ExerciseError, exercises
from rulebook.game import CHANCE, TERMINAL, AnyGame, IllegalAction, NotationError, draw
from rulebook.games.gong.missions import BOOK, MissionError, listing, load, missions
from rulebook.games.wuxia.cards import START, DeckError, deck
from rulebook.games.wuxia.cards import load as load_deck
from rulebook.playthrough import History, Playthrough, PlaythroughError, read
from rulebook.registry import GAMES, parse_game
from rulebook.script import ScriptError, find, names


def main(argv: list[str] | None = None) -> int:
    """Run one command and return its exit code: 0 done, 1 something is wrong, 2 the words of the call are off."""
    argv = sys.argv[1:] if argv is None else argv
    parser, commands = _parser()
    outside = {entry.name: entry for entry in entry_points(group="rulebook.commands")}
    if argv and argv[0] in outside and argv[0] not in commands:
        try:
            command = outside[argv[0]].load()
        except ImportError as error:
            print(
                f"rulebook {argv[0]}: {error}; install the book's extra: pip install 'rulebook[book]'", file=sys.stderr
            )
            return 2
        return int(command(argv[1:]))
    options = parser.parse_args(argv)
    try:
        return commands[options.command](options)
    except (
        BookError,
        ClaimError,
        DeckError,
        ExerciseError,
        MissionError,
        NotationError,
        PlaythroughError,
        OSError,
        UnicodeDecodeError,
    ) as error:
        print(f"rulebook {options.command}: {error}", file=sys.stderr)
        return 1


def _parser() -> tuple[argparse.ArgumentParser, dict[str, Callable[[argparse.Namespace], int]]]:
    parser = argparse.ArgumentParser(prog="rulebook", description="Rules you learn by playing them.")
    kinds = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, words in (
        ("serve", "serve the book as an app"),
        ("jupyter", "open the book in JupyterLab"),
        ("bind", "run every chapter and save its pictures"),
        ("print", "print chapters to PDF"),
        ("sheet", "print a sheet of tasks with their answers"),
    ):
        kinds.add_parser(name, help=words)
    check = kinds.add_parser("check", help="check the book: rules, links, exercises, playthroughs")
    cover = kinds.add_parser("coverage", help="print which rule stands where, and what carries it out")
    for command in (check, cover):
        command.add_argument("--book", type=Path, default=Path("book"), help="the folder of notebooks")
    replay = kinds.add_parser("replay", help="replay a file and say what happens")
    replay.add_argument("file", type=Path, metavar="FILE", help="a playthrough")
    missions = kinds.add_parser("missions", help="check a file of missions for Fight, and list them")
    missions.add_argument(
        "file", type=Path, nargs="?", metavar="FILE", help="a file of missions; without it, the book's"
    )
    decks = kinds.add_parser("deck", help="check a deck for Wu-xia, and list its cards")
    decks.add_argument("file", type=Path, nargs="?", metavar="FILE", help="a file of cards; without it, the book's")
    claims_command.add_arguments(kinds.add_parser("claims", help="check what the chapters claim"))
    lab_command.add_arguments(kinds.add_parser("lab", help="play many games and print what they tell"))
    strength_command.add_arguments(kinds.add_parser("strength", help="let bots meet and print how strong they are"))
    solve_command.add_arguments(kinds.add_parser("solve", help="solve a small board of Hong exactly"))
    play = kinds.add_parser("play", help="play in this terminal by typed notation")
    play.add_argument(
        "game", metavar="GAME", nargs="+", help=f"a game and its options: {', '.join(GAMES)} board=inner …"
    )
    play.add_argument("--seed", type=int, default=0, help="the seed of chance and bots")
    play.add_argument(
        "--bot", action="append", default=[], metavar="SEAT=POLICY", help="let a bot play a seat, by number"
    )
    return parser, {
        "check": _check,
        "coverage": _coverage,
        "replay": _replay,
        "missions": _missions,
        "deck": _deck,
        "claims": claims_command.run,
        "lab": lab_command.lab,
        "strength": strength_command.run,
        "solve": solve_command.run,
        "play": _play,
    }


def _check(options: argparse.Namespace) -> int:
    """Print what is wrong with the book, or what it holds."""
    book = Book.read(options.book)
    wrong = list(book.broken_links())
    held = 0
    for key, game in GAMES.items():
        for name, exercise in exercises(key).items():
            held += 1
            if exercise.kind == "move" and not 0 < exercise.luck() <= LUCK:
                wrong.append(
                    f"{key}/{name}: the chance of a lucky guess is {exercise.luck()}; it must be in 0 to {LUCK}"
                )
            if exercise.kind == "mistake" and exercise.broken() not in exercise.choices:
                wrong.append(f"{key}/{name}: the rule broken, {exercise.broken() or 'none'}, is not among the choices")
        for name in names(key):
            try:
                find(name)
            except (ScriptError, PlaythroughError) as error:
                wrong.append(f"{name}: {error}")
        wrong += [f"{rule} of {game.name} stands in no chapter" for rule in coverage(game, book).missing]
    for line in wrong:
        print(line, file=sys.stderr)
    print(f"{len(book.chapters)} chapters, {len(book.rules)} rules, {held} exercises: {len(wrong)} faults")
    return 1 if wrong else 0


def _coverage(options: argparse.Namespace) -> int:
    """Print each rule with its mark, its chapter and the functions that carry it out."""
    book = Book.read(options.book)
    for game in GAMES.values():
        print(coverage(game, book).table())
    return 0


def _replay(options: argparse.Namespace) -> int:
    line = read(options.file.read_text("utf-8"))
    print(line.game.name, line.game.header())
    for ply in range(1, len(line) + 1):
        print(f"{ply:>3}  {line.actions[ply - 1]!s:<14}", "  ".join(f"{e.words} ({e.rule})" for e in line.events(ply)))
        if caption := line.caption(ply):
            print(f"     # {caption}")
    if not line.over:
        print(line.game.task(line.state).words)
    return 0


def _missions(options: argparse.Namespace) -> int:
    """Print the missions of a file, or what is wrong with it."""
    found = load(options.file) if options.file else missions(BOOK)
    print(listing(found))
    print(f"{sum(map(len, found.values()))} missions: no fault")
    return 0


def _deck(options: argparse.Namespace) -> int:
    """Print the cards of a deck, what it may lead to, or what is wrong with it."""
    found = load_deck(options.file) if options.file else deck(BOOK)
    print(found.listing())
    for warning in found.warnings:
        print(f"warning: {warning}")
    enough = [str(players) for players in range(2, len(START.hand) + 2) if found.serves(players)]
    print(f"{len(found.cards)} cards: no fault; enough for {', '.join(enough) or 'no number of'} players")
    return 0


def _play(options: argparse.Namespace) -> int:
    """Play a game in the terminal: an action a line, or undo, redo, moves, hint, coach, save, quit."""
    game = parse_game(" ".join(options.game))
    bots = _bots(game, options.bot)
    history = History(Playthrough.begin(game, seed=options.seed))
    while True:
        history = _advance(history, bots, options.seed)
        print(game.sketch(history.state))
        task = game.task(history.state)
        print(f"{task.words} ({task.rule})")
        try:
            text = input("> ").strip()
        except EOFError:
            return 0
        history, done = _heed(history, text, bots)
        if done:
            return 0


def _bots(game: AnyGame, given: list[str]) -> dict[int, str]:
    bots = {}
    for word in given:
        seat, _, policy = word.partition("=")
        if not seat.isdigit() or int(seat) >= game.num_players or policy not in POLICIES:
            raise NotationError(
                f"--bot {word}: write a seat from 0 to {game.num_players - 1}, =, one of {', '.join(POLICIES)}"
            )
        bots[int(seat)] = policy
    return bots


def _advance(history: History, bots: dict[int, str], seed: int) -> History:
    """Let chance and bots act at the end of the line until somebody at the terminal decides."""
    game = history.line.game
    while history.ply == len(history.line) and (seat := game.current_player(history.state)) != TERMINAL:
        rng = random.Random(f"{seed}/{history.ply}")
        if seat == CHANCE:
            action = draw(game, history.state, rng)
        elif seat in bots:
            action = POLICIES[bots[seat]](game, history.state, rng)
        else:
            break
        history = history.act(action)
        for event in history.line.events(history.ply):
            print(f"{event.words} ({event.rule})")
    return history


def _heed(history: History, text: str, bots: dict[int, str]) -> tuple[History, bool]:
    """Return the history after one line of input, and whether to stop."""
    game = history.line.game
    try:
        match text.split():
            case ["quit"]:
                return history, True
            case ["undo"]:
                history = history.undo()
                while history.ply and game.current_player(history.state) in (CHANCE, *bots):
                    history = history.undo()
            case ["redo"]:
                history = history.redo()
            case ["moves"]:
                print(", ".join(map(str, game.legal_actions(history.state))))
            case ["hint"]:
                _hint(history)
            case ["coach"]:
                _coach(history, bots)
            case ["save", name]:
                Path(name).write_text(history.line.write(), "utf-8")
                print(f"saved {len(history.line)} plies to {name}")
            case []:
                print("an action, or: undo, redo, moves, hint, coach, save FILE, quit")
            case _:
                history = history.act(game.parse(text))
                for event in history.line.events(history.ply):
                    print(f"{event.words} ({event.rule})")
    except IllegalAction as error:
        print(f"No. {error.objection.words} ({error.objection.rule}) {error.objection.advice}")
    except (NotationError, IndexError, OSError) as error:
        print(error)
    return history, False


def _hint(history: History) -> None:
    """Print which action the coach would take here."""
    game, state = history.line.game, history.state
    if game.current_player(state) < 0:
        print("Nobody decides here: there is nothing to advise.")
        return
    _print_counsel(counsel.of_advice(game, state, advise(game, state, history.line.seed or 0)))


def _coach(history: History, bots: dict[int, str]) -> None:
    """Print how the last action was that somebody at the terminal chose."""
    game, line = history.line.game, history.line
    for ply in range(history.ply - 1, -1, -1):
        state = line.states[ply]
        if game.current_player(state) not in (CHANCE, *bots):
            _print_counsel(counsel.of_review(game, state, review(game, state, line.actions[ply], line.seed or 0)))
            return
    print("You have made no ply yet that the coach could look at.")


def _print_counsel(said: counsel.Counsel) -> None:
    reason = f"{said.reason.words} ({said.reason.rule})"
    print("\n".join(part for part in (said.words, reason, said.also, said.cost) if part))
