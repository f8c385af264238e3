"""Chapters as pages: the words and the still pictures of a notebook as HTML, without a kernel."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import nbformat
from traitlets.config import Config

from rulebook.book import Book
from rulebook_widgets import lookup, pages, palette, stills


def filters(book: Callable[[], Book]) -> dict[str, Any]:
    """Return what the templates of a book call, by name; `book` returns the book as it stands."""
    return {
        "rule_paragraphs": lambda html, name: pages.rule_paragraphs(html, book(), pages.words_of(name, book())),
        "text": lambda cell: pages.text(cell, book()),
        "has_boards": pages.has_boards,
        "live": pages.live,
        "stills": stills.stills,
        "footline": stills.footline,
        "page": lambda name: pages.page(name, book()),
        "lookup": lambda base_url: f"{base_url}voila/{lookup.NAME}?v={lookup.edition(book())}",
        "palette": lambda _name: palette.css(),
    }


async def typeset(path: Path, config: Config, template_paths: list[str], base_url: str = "/", idle: int = 0) -> str:
    """Return the page of the chapter at `path`; `config` holds the `filters` of its book.

    Its boards fall asleep when the reader has been quiet for `idle` seconds.

    Raises `OSError` or `ValueError` for a file that is no notebook.
    """
    from voila.exporter import VoilaExporter

    notebook = nbformat.read(path, as_version=4)
    exporter = VoilaExporter(config=config, template_paths=template_paths, template_name="rulebook", base_url=base_url)
    resources = {
        "base_url": base_url,
        "live": f"{base_url}voila/live/{path.name}",
        "idle": idle,
        "metadata": {"name": path.stem},
        "theme": "light",
    }
    parts = [part async for part, _resources in exporter.generate_from_notebook_node(notebook, resources=resources)]
    return "".join(parts)
