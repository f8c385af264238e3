"""The book that is served: read again when one of its files has changed, and kept whole while one is damaged."""

from __future__ import annotations

import logging
from pathlib import Path

from rulebook.book import Book, BookError

Stamps = tuple[tuple[str, int], ...]
"""The notebooks of a folder by name, each with the time of its last change in nanoseconds."""

LOG = logging.getLogger(__name__)


class Shelf:
    """The book in one folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._stamps: Stamps = ()
        self._book: Book | None = None

    def stamps(self) -> Stamps:
        """Return what changes with any file of the book."""
        return tuple(sorted((path.name, path.stat().st_mtime_ns) for path in self.folder.glob("*.ipynb")))

    def has(self, name: str) -> bool:
        """Tell whether the book has a chapter of this file name."""
        return name in {path.name for path in self.folder.glob("*.ipynb")}

    def book(self) -> Book:
        """Return the book as its files stand now; while one of them cannot be read, as they stood before.

        Raises `BookError` if they never could be.
        """
        stamps = self.stamps()
        if self._book is None or stamps != self._stamps:
            try:
                self._book = Book.read(self.folder)
            except BookError as error:
                if self._book is None:
                    raise
                LOG.error("%s; the book is served as it was.", error)
            self._stamps = stamps
        return self._book
