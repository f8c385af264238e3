"""Binding the book: every chapter is run, and its pictures and words are saved with it.

What only a running kernel can show (widgets, ids, times) is left out, so that a chapter reads on a page without one
and changes only when the book does.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError
from nbformat import NotebookNode

from rulebook_widgets.pages import WIDGET


def bind(path: Path) -> NotebookNode:
    """Return the chapter at `path` run afresh, with static outputs only. Raises `CellExecutionError`."""
    notebook = nbformat.read(path, as_version=4)
    NotebookClient(notebook, timeout=120, resources={"metadata": {"path": str(path.parent)}}).execute()
    notebook.metadata.pop("widgets", None)
    notebook.metadata["language_info"] = {"name": "python"}
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)
        for output in cell.get("outputs", []):
            output.get("data", {}).pop(WIDGET, None)
    return notebook


def main(argv: list[str]) -> int:
    """Run every chapter of a book and save it; return 1 if a cell failed."""
    parser = argparse.ArgumentParser(prog="rulebook bind", description=main.__doc__)
    parser.add_argument("--book", type=Path, default=Path("book"), help="the folder of notebooks")
    parser.add_argument("chapters", nargs="*", help="file names; all if none are given")
    options = parser.parse_args(argv)
    paths = [options.book / name for name in options.chapters] or sorted(options.book.glob("*.ipynb"))
    for number, path in enumerate(paths, 1):
        print(f"{number}/{len(paths)} {path.name}", flush=True)
        try:
            nbformat.write(bind(path), path)
        except CellExecutionError as error:
            print(f"{path.name}: {error}", file=sys.stderr)
            return 1
    return 0
