"""A class without accounts: answer codes, and the tally of a round.

A pupil's page makes a *code* once an exercise has been answered; the teacher's page reads it. It has eight symbols,
`4K7Q-X2M9`: sixteen bits of *page*, drawn by the pupil's page so that no two pupils' codes are alike; then, veiled by
these, which exercise and position it is for, whether the answer was right, and how many tries and hints it took; last
a check symbol. It names nobody, and holds nothing that could be looked up anywhere.

The symbols are Crockford's, without I, L, O and U. The check symbol makes the sum of all symbols, each times another
element of the field of 32, zero: so every single wrong symbol is noticed, and every two symbols that have changed
places. A code is no proof: whoever reads this module can make one.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, replace
from hashlib import sha256

from rulebook.exercise import Exercise
from rulebook.words import _

SYMBOLS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
LENGTH = 8
ALIKE = str.maketrans({"O": "0", "I": "1", "L": "1", "-": None, " ": None})
"""What is read as another symbol, and what is passed over."""
MOST_TRIES = 8
"""From how many tries on they are told no more apart."""
MOST_HINTS = 4
MOST_CODES = 400
"""How many answers a round takes."""
MOST_SAID = 8
"""How many of the codes that cannot be entered are named."""
LONGEST = 8000
"""How many characters of what is entered are looked at."""

SYMBOL_BITS, PAGE_BITS, TAG_BITS, OUTCOME_BITS = 5, 16, 12, 7
PAGES = 1 << PAGE_BITS
_VEILED_BITS = TAG_BITS + OUTCOME_BITS
_OUTCOMES = 2 * MOST_TRIES * (MOST_HINTS + 1)
_FIELD = 0b100101
"""x⁵ + x² + 1, by which products in the field of 32 are reduced; x is a generator of it."""
_PARTS = re.compile(r"[\n\r,;]+")


class CodeError(ValueError):
    """A code that cannot be entered; the text says which and why."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a code tells of one answer; of tries at most `MOST_TRIES` are told."""

    page: int
    """The number that the pupil's page has drawn for this exercise, from 0 to `PAGES` - 1."""
    right: bool
    tries: int
    hints: int

    @property
    def words(self) -> str:
        """The answer in words: `"right, tries: 2, hints: 1"`."""
        how = _("right") if self.right else _("not right")
        more = _(" or more") if self.tries == MOST_TRIES else ""
        said = _("{how}, tries: {tries}{more}, hints: {hints}")
        return said.format(how=how, tries=self.tries, more=more, hints=self.hints)


def write(exercise: Exercise, answer: Answer) -> str:
    """Return the code of an answer to an exercise: `"4K7Q-X2M9"`."""
    tries = min(max(answer.tries, 1), MOST_TRIES)
    outcome = (answer.right * MOST_TRIES + tries - 1) * (MOST_HINTS + 1) + min(answer.hints, MOST_HINTS)
    page = answer.page % PAGES
    plain = _tag(exercise) << OUTCOME_BITS | outcome
    number = page << _VEILED_BITS | plain ^ _veil(page)
    digits = [number >> SYMBOL_BITS * place & 31 for place in reversed(range(LENGTH - 1))]
    code = "".join(SYMBOLS[digit] for digit in (*digits, _check(digits)))
    return f"{code[:4]}-{code[4:]}"


def read(exercise: Exercise, code: str) -> Answer:
    """Return the answer to an exercise that a code tells of. Raises `CodeError`."""
    symbols = code.upper().translate(ALIKE)
    shown = code.strip()[:20]
    if strange := next((symbol for symbol in symbols if symbol not in SYMBOLS), ""):
        said = _("{code}: {symbol} stands in no code; they have digits, and letters but for I, L, O and U.")
        raise CodeError(said.format(code=shown, symbol=strange))
    if len(symbols) != LENGTH:
        said = _("{code}: a code has {length} symbols, and these are {count}.")
        raise CodeError(said.format(code=shown, length=LENGTH, count=len(symbols)))
    *digits, check = (SYMBOLS.index(symbol) for symbol in symbols)
    if check != _check(digits):
        raise CodeError(_("{code} is mistyped: its check symbol does not fit. Compare it again.").format(code=shown))
    number = sum(digit << SYMBOL_BITS * place for place, digit in enumerate(reversed(digits)))
    page = number >> _VEILED_BITS
    plain = number & (1 << _VEILED_BITS) - 1 ^ _veil(page)
    if plain >> OUTCOME_BITS != _tag(exercise):
        said = _("{code} is a code of another exercise, or of another position of this one.")
        raise CodeError(said.format(code=shown))
    outcome = plain & (1 << OUTCOME_BITS) - 1
    if outcome >= _OUTCOMES:
        raise CodeError(_("{code} is a code that no page of this book makes.").format(code=shown))
    outcome, hints = divmod(outcome, MOST_HINTS + 1)
    right, tries = divmod(outcome, MOST_TRIES)
    return Answer(page, bool(right), tries + 1, hints)


def _tag(exercise: Exercise) -> int:
    """Return a short hash of an exercise and its position, so that a code of another one is noticed.

    One in 4096 is not.
    """
    return _hashed(TAG_BITS, exercise.key, exercise.game.header(), exercise.position, exercise.task)


def _veil(page: int) -> int:
    """Return the bits under which a page's answer lies, so that right and wrong are not seen at a glance."""
    return _hashed(_VEILED_BITS, "page", str(page))


def _hashed(bits: int, *parts: str) -> int:
    return int.from_bytes(sha256("\n".join(parts).encode()).digest()[:8]) >> 64 - bits


def _check(digits: list[int]) -> int:
    """Return the check symbol: the symbols before it, each times a power of x, are added up in the field of 32."""
    total = 0
    for digit in digits:
        total = _times_x(total ^ digit)
    return total


def _times_x(element: int) -> int:
    element <<= 1
    return element ^ _FIELD if element & 32 else element


@dataclass(frozen=True, slots=True)
class Round:
    """One exercise posed to a class, and the answers that have been entered, each page's last one."""

    exercise: Exercise
    answers: tuple[Answer, ...] = ()

    def enter(self, text: str) -> tuple[Round, tuple[str, ...]]:
        """Return the round with the codes of `text` entered, and what is to be said of them, a sentence each.

        Codes are parted by commas, semicolons or new lines; spaces and hyphens in them do not matter.
        """
        taken, said = self, []
        news: Counter[str] = Counter()
        for code in _codes(text[:LONGEST]):
            try:
                taken, news_of = taken._take(read(self.exercise, code), code)
                news[news_of] += 1
            except CodeError as error:
                said.append(str(error))
        if not news and not said:
            said.append(_("No code was entered: write one such as 4K7Q-X2M9."))
        if len(said) > MOST_SAID:
            said[MOST_SAID:] = [
                _("And {count} more that are no codes of this round.").format(count=len(said) - MOST_SAID)
            ]
        return taken, (*(_TAKEN[kind].format(count=count) for kind, count in news.items()), *said)

    def _take(self, answer: Answer, code: str) -> tuple[Round, str]:
        """Return the round with one more answer, and the kind of news that is. Raises `CodeError`."""
        if answer in self.answers:
            raise CodeError(_("{code} has been entered already.").format(code=code.strip()))
        pages = [other.page for other in self.answers]
        if answer.page in pages:
            at = pages.index(answer.page)
            if self.answers[at].tries > answer.tries:
                said = _("{code} is an earlier answer of a page whose later one has been entered.")
                raise CodeError(said.format(code=code.strip()))
            return replace(self, answers=(*self.answers[:at], answer, *self.answers[at + 1 :])), "later"
        if len(self.answers) == MOST_CODES:
            raise CodeError(_("A round has {most} answers at most; begin a new one.").format(most=MOST_CODES))
        return replace(self, answers=(*self.answers, answer)), "new"

    def drop(self, code: str) -> Round:
        """Return the round without the answer of a code. Raises `CodeError`."""
        answer = read(self.exercise, code)
        if answer not in self.answers:
            raise CodeError(_("{code} has not been entered.").format(code=code.strip()[:20]))
        return replace(self, answers=tuple(other for other in self.answers if other != answer))

    @property
    def right(self) -> int:
        """How many of the answers are right."""
        return sum(answer.right for answer in self.answers)

    def by_tries(self) -> tuple[tuple[int, int], ...]:
        """Return for each number of tries, from 1 to the most there are, how many right answers took as many."""
        found = Counter(answer.tries for answer in self.answers if answer.right)
        return tuple((tries, found[tries]) for tries in range(1, max(found, default=0) + 1))

    def by_hints(self) -> tuple[tuple[int, int], ...]:
        """Return for each number of hints, from 0 to the most there are, how many answers used as many."""
        found = Counter(answer.hints for answer in self.answers)
        return tuple((hints, found[hints]) for hints in range(max(found, default=-1) + 1))


_TAKEN = {
    "new": _("Entered: {count}."),
    "later": _("Later answers of pages that are in already, put in the place of the earlier ones: {count}."),
}


def _codes(text: str) -> list[str]:
    """Return the codes that a text is meant to hold: its parts, those of several codes in a row cut up."""
    found = []
    for part in _PARTS.split(text):
        symbols = part.upper().translate(ALIKE)
        if len(symbols) > LENGTH and len(symbols) % LENGTH == 0:
            found += [symbols[at : at + LENGTH] for at in range(0, len(symbols), LENGTH)]
        elif symbols:
            found.append(part.strip())
    return found
