"""The defined words of a game: what they mean, which rule says so, and where they stand in a text.

Throughout, a *form* is a way a word is written: `segment`, `segments`. The words of a game are its `glossary.toml`:

    ["segment"]
    rule = "HO1.3"                 # the rule that says what it is
    forms = ["segments"]           # others than the word itself
    means = "One piece of …"

A form in small letters stands for the capitalised one as well, unless that is a form of another word.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files
from typing import Any

from rulebook.coverage import rules_of


class GlossaryError(ValueError):
    """A damaged glossary; the text names the word, the field, and what is allowed."""


@dataclass(frozen=True, slots=True)
class Word:
    """A defined word: the rule that says what it is, its meaning in short, and all its forms, itself the first."""

    word: str
    rule: str
    means: str
    forms: tuple[str, ...]


@dataclass(frozen=True)
class Glossary:
    """The defined words of one game, in the order in which they are best learned."""

    words: tuple[Word, ...]

    @cached_property
    def by_form(self) -> Mapping[str, Word]:
        """The words by each of their forms. Raises `GlossaryError` if two words share one."""
        found: dict[str, Word] = {}
        for word in self.words:
            for form in word.forms:
                if form in found:
                    raise GlossaryError(f"'{word.word}': its form '{form}' is one of '{found[form].word}' as well")
                found[form] = word
        for form, word in list(found.items()):
            found.setdefault(form[0].upper() + form[1:], word)
        return found

    @cached_property
    def _written(self) -> re.Pattern[str]:
        longest_first = sorted(self.by_form, key=lambda form: (-len(form), form))
        return re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, longest_first))})(?![\w-])")

    def find(self, text: str) -> Iterator[tuple[re.Match[str], Word]]:
        """Yield each place where a word stands in a text, with the word; the longest form wins."""
        if self.words:
            for found in self._written.finditer(text):
                yield found, self.by_form[found[0]]


@cache
def glossary(key: str) -> Glossary:
    """Return the glossary of the game called `key`. Raises `GlossaryError` if its file is damaged."""
    text = files(f"rulebook.games.{key}").joinpath("glossary.toml").read_text("utf-8")
    return read(text, frozenset(rules_of(key).marks))


def read(text: str, rules: frozenset[str]) -> Glossary:
    """Return a glossary written as TOML, for a game with these rules. Raises `GlossaryError`."""
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise GlossaryError(f"not TOML: {error}") from error
    found = Glossary(tuple(_word(name, entry, rules) for name, entry in table.items()))
    found.by_form  # noqa: B018 (two words of one form are refused here)
    return found


def _word(name: str, entry: Any, rules: frozenset[str]) -> Word:
    if not isinstance(entry, dict) or not entry.keys() <= {"rule", "means", "forms"}:
        raise GlossaryError(f"'{name}': a word has a rule, what it means, and other forms; nothing else")
    rule, means, forms = entry.get("rule"), entry.get("means"), entry.get("forms", [])
    if not isinstance(rule, str) or rule not in rules:
        raise GlossaryError(f"'{name}', rule: {rule!r} is no rule of this game")
    if not isinstance(means, str) or not means:
        raise GlossaryError(f"'{name}', means: a sentence is wanted")
    if not isinstance(forms, list) or not all(isinstance(form, str) and form for form in forms):
        raise GlossaryError(f"'{name}', forms: a list of texts is wanted")
    return Word(name, rule, means, (name, *forms))
