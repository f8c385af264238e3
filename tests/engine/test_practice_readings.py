"""Ten rules, two a game, read anew from the rulebook and held against twenty tasks of practice each.

A reading knows nothing of the engine but the text of a position and the notation of a move: `reading(text, move)` tells
whether the move breaks the rule.
"""

import random
import re
import tomllib
from collections import Counter
from importlib.resources import files
from itertools import product

import pytest

from rulebook.practice import LEGAL, task
from rulebook.registry import GAMES


def cells_of(text):
    """Return what lies on the spaces of Hong by their names: columns a, b, … from the left, rows from the top."""
    rows = text.split()[0].split("/")
    return {f"{chr(97 + col)}{row + 1}": sign for row, line in enumerate(rows) for col, sign in enumerate(line)}


def next_to(first, second):
    """Tell whether two squares share an edge."""
    return abs(ord(first[0]) - ord(second[0])) + abs(int(first[1:]) - int(second[1:])) == 1


def occupied(text, move):
    """HO3.4: the space must be empty; a dragon tile or a stone occupies it."""
    space = move.split()[0]
    return cells_of(text).get(space, "_") in "-|S"


def no_slide(text, move):
    """HO6.15: a dragon tile moves to an empty space that shares an edge with its own."""
    cells = cells_of(text)
    word, start, to = move.split()
    assert word == "slide"
    return cells[start] not in "-|" or cells[to] != "." or not next_to(start, to)


TEXT = files("rulebook.games.dictator").joinpath("cards.toml").read_text("utf-8")
CODES = {}
"""Card's name -> its code in positions; a second card of a name is `H1b` and `Phantom-2`."""
for code, card in tomllib.loads(TEXT).items():
    if re.fullmatch(r"[TCH]\d+", code):
        CODES[card["name"].lower()] = code
        CODES |= {
            f"{card['name'].lower()}-{copy}": f"{code}{letter}" for copy, letter in ((2, "b"), (3, "c"), (4, "d"))
        }


def battalions_of(text):
    """Return (sector, marks, cards) of every battalion of Dictator-Control; a card's marks follow its code."""
    found = re.findall(r"\d\.\d@([A-I]\d)(!?[a-z]*):(\S+)", text)
    return [(sector, marks, cards.split(".")) for sector, marks, cards in found]


def hurt_already(text, move):
    """DC2.5: a damaged card cannot be damaged again."""
    held = {card.rstrip("*~^"): card for _sector, _marks, cards in battalions_of(text) for card in cards}
    word, _space, card = move.partition(" ")
    return word == "damage" and "*" in held[CODES[card.lower()]]


def attacked_before(text, move):
    """DC5.3: after its attack a battalion does nothing more in the turn."""
    if ":" in move:
        code = CODES[move.partition(":")[0].lower()]
        acting = [marks for _s, marks, cards in battalions_of(text) if code in [card.rstrip("*~^") for card in cards]]
    else:
        acting = [marks for sector, marks, _cards in battalions_of(text) if sector == move[:2]]
    return "attacked" in acting[0]


def part(text, name):
    """Return the part of a position that begins with a name, without it; `""` if there is none."""
    return next((piece[len(name) + 1 :] for piece in text.split("; ") if piece.startswith(f"{name} ")), "")


def kinds_of(words):
    """Return how many cards of each kind or galaxy a list has, each with its numbers: `knight 1 1 + ship x2`."""
    found = {}
    for piece in filter(None, words.split(" + ")):
        name, *numbers = re.findall(r"[A-Za-z]+(?: [a-z]+)*(?= |$)|x?\d+", piece)
        several = [number for number in numbers if number.startswith("x")]
        found[name] = ["0"] * int(several[0][1:]) if several else numbers or ["0"]
    return found


def no_room(text, move):
    """DH4.3: dwarves have four frames, huntresses and ships three, knights two; no more are laid than are free."""
    frames = {"dwarf": 4, "huntress": 3, "ship": 3, "knight": 2}
    laid, lies = kinds_of(move), kinds_of(part(text, "board"))
    return any(len(cards) > frames.get(kind, 99) - len(lies.get(kind, [])) for kind, cards in laid.items())


def not_one_kind_of_the_hand(text, move):
    """DH4.1: one or more cards of a single kind are laid, out of the own hand, once in a turn."""
    hand, laid = kinds_of(part(text, part(text, "turn") or text.split("turn ")[1].split(";")[0])), kinds_of(move)
    held = all(cards.count(card) <= hand.get(kind, []).count(card) for kind, cards in laid.items() for card in cards)
    return not held or len(laid) > 1 or not text.startswith("play;")


def cards_of(words):
    """Return the cards of a hand of Gong as (galaxy, number)."""
    return {(galaxy, number) for galaxy, numbers in kinds_of(words).items() for number in numbers if galaxy != "joker"}


def not_linked(text, move):
    """GO4.2: a card is of the own hand, and has the number or the galaxy of the card on top."""
    if not re.fullmatch(r"[A-Z][a-z]+ \d", move):
        return False
    galaxy, number = move.split()
    hand = cards_of(part(text, part(text, "turn")))
    row = part(text, "row")
    top = row.split(", ")[-1].split() if row else [galaxy, number]
    return (galaxy, number) not in hand or (galaxy != top[0] and number != top[1])


def no_card_of_the_galaxy(text, move):
    """GO5.2: asked is for a card of a galaxy of which the asker holds one."""
    if ":" not in move:
        return False
    galaxy = move.partition(": ")[2].split()[0]
    return galaxy not in kinds_of(part(text, part(text, "turn")))


STAGE = [f"{column}{row}" for row in range(1, 7) for column in "abcdef"]


def zone_cells(number):
    """Return the cells around a corner of the stage of 6 × 6 cells; the corners are numbered row by row from 1."""
    row, col = divmod(number - 1, 7)
    around = product((row - 1, row), (col - 1, col))
    return {f"{chr(97 + c)}{r + 1}" for r, c in around if 0 <= r < 6 and 0 <= c < 6}


def fighters_of(text):
    """Return where the fighters of each player stand."""
    return {seat: set(part(text, seat).split()) for seat in ("Jade", "Vermilion", "Gold", "Indigo")}


def others_only(text, move):
    """WX3.4: a zone with fighters of others, and none of the own, cannot be chosen."""
    if not move.startswith("zone "):
        return False
    cells, own = zone_cells(int(move.split()[1])), part(text, "turn")
    inside = {seat for seat, stand in fighters_of(text).items() if stand & cells}
    return bool(inside) and own not in inside


def no_place_for_a_flag(text, move):
    """WX4.6: a flag goes on a cell beside which at least two of the own fighters stand."""
    if not move.startswith("flag "):
        return False
    cell = move.split()[1]
    own = fighters_of(text)[part(text, "turn")]
    flags = re.findall(r"[a-f]\d", part(text, "flags"))
    return cell in flags or sum(next_to(cell, fighter) for fighter in own) < 2


READINGS = {
    "HO3.4": occupied,
    "HO6.15": no_slide,
    "DC2.5": hurt_already,
    "DC5.3": attacked_before,
    "DH4.3": no_room,
    "DH4.1": not_one_kind_of_the_hand,
    "GO4.2": not_linked,
    "GO5.2": no_card_of_the_galaxy,
    "WX3.4": others_only,
    "WX4.6": no_place_for_a_flag,
}


@pytest.mark.parametrize("rule", READINGS)
def test_twenty_tasks_agree_with_the_rule_read_anew(rule):
    found = [task(rule, random.Random(f"{rule}/{seed}")) for seed in range(20)]
    assert len({(posed.game.to_text(posed.state), str(posed.action)) for posed in found}) == 20
    answers = [posed.answer for posed in found]
    assert {LEGAL, rule} == set(answers)
    read_anew = [READINGS[rule](posed.game.to_text(posed.state), str(posed.action)) for posed in found]
    assert read_anew == [answer == rule for answer in answers]


def test_the_readings_stand_over_the_games_evenly():
    assert Counter(rule[:2] for rule in READINGS) == {kind.code: 2 for kind in GAMES.values()}
