"""The commands that open the book: as an app for readers, and in JupyterLab."""

from __future__ import annotations

import argparse
import os
import re
import socket
import subprocess
import sys
from pathlib import Path

from rulebook.book import Book, BookError

PORT = 8866
LEAST_SECONDS = 10
MOST_KERNELS = 10_000


class UsageError(ValueError):
    """An option that cannot be; the text says what is allowed."""


def serve(argv: list[str]) -> int:
    """Serve the book until interrupted; return 2 if an option is off."""
    parser = _parser("rulebook serve", "Serve the book as an app.")
    parser.add_argument("--host", default="127.0.0.1", help="the address to listen at")
    parser.add_argument("--base-url", default="/", help="the path before all addresses, as behind a proxy: /rules/")
    parser.add_argument("--idle", type=int, default=1200, help="seconds until the boards of a quiet reader fall asleep")
    parser.add_argument("--away", type=int, default=180, help="seconds until a kernel ends whose page lost its line")
    parser.add_argument("--readers", type=int, default=0, help="how many kernels may run at once (0: no limit)")
    parser.add_argument("--spares", type=int, default=1, help="how many kernels are kept warm for the next readers")
    parser.add_argument(
        "--framed-by",
        action="append",
        default=[],
        metavar="ORIGIN",
        help="another site that may show the book in a frame: https://school.example",
    )
    parser.add_argument(
        "--hub",
        action="store_true",
        help="be the server of one user of a JupyterHub, which says where to listen and who may read",
    )
    options = parser.parse_args(argv)
    try:
        folder = find_book(options.book)
        _check(options)
        if options.hub:
            _ask_hub(options)
        port = options.port if options.hub else free_port(options.host, options.port)
    except (UsageError, BookError) as error:
        print(f"rulebook serve: {error}", file=sys.stderr)
        return 2
    # Imported late: the commands that serve nothing need not wait for it.
    from rulebook_widgets.app import Serving, make_app

    serving = Serving(
        folder,
        options.host,
        port,
        options.base_url,
        options.browser,
        options.idle,
        options.away,
        options.readers,
        options.spares,
        tuple(options.framed_by),
        options.hub,
    )
    print(f"The book is at http://{options.host}:{port}{options.base_url} (stop with Ctrl+C)", flush=True)
    make_app(serving).start()
    return 0


def _ask_hub(options: argparse.Namespace) -> None:
    """Take from the hub where to listen; raises `UsageError`."""
    try:
        from rulebook_widgets import hub
    except ImportError as error:
        raise UsageError("--hub: JupyterHub is not installed: pip install 'rulebook[hub]'") from error
    try:
        options.host, options.port, options.base_url = hub.address(os.environ)
    except hub.NoHub as error:
        raise UsageError(f"--hub: {error}") from error
    options.browser = False


def _check(options: argparse.Namespace) -> None:
    """Raise `UsageError` for an option that cannot be."""
    for name in ("idle", "away"):
        if getattr(options, name) < LEAST_SECONDS:
            raise UsageError(f"--{name} {getattr(options, name)}: at least {LEAST_SECONDS} seconds")
    for name in ("readers", "spares"):
        if not 0 <= getattr(options, name) <= MOST_KERNELS:
            raise UsageError(f"--{name} {getattr(options, name)}: from 0 to {MOST_KERNELS}")
    if not re.fullmatch(r"/([\w.~-]+/)*", options.base_url):
        raise UsageError(f"--base-url {options.base_url}: a path that begins and ends with a slash, /rules/")
    for origin in options.framed_by:
        if not re.fullmatch(r"https?://[\w.-]+(:\d+)?", origin):
            raise UsageError(f"--framed-by {origin}: the scheme and name of a site alone, https://school.example")


def jupyter(argv: list[str]) -> int:
    """Open the book in JupyterLab until interrupted; return its exit code."""
    options = _parser("rulebook jupyter", "Open the book in JupyterLab.").parse_args(argv)
    try:
        folder = find_book(options.book)
    except (UsageError, BookError) as error:
        print(f"rulebook jupyter: {error}", file=sys.stderr)
        return 2
    trust(folder)
    command = [sys.executable, "-m", "jupyter", "lab", f"--port={options.port}", "index.ipynb"]
    if not options.browser:
        command.append("--no-browser")
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        command.append("--allow-root")
    return subprocess.run(command, cwd=folder, check=False).returncode


def trust(folder: Path) -> None:
    """Sign the book's own chapters, so that JupyterLab shows their still pictures before they are run."""
    import nbformat
    from nbformat.sign import NotebookNotary

    notary = NotebookNotary()
    for path in sorted(folder.glob("*.ipynb")):
        notary.sign(nbformat.read(path, as_version=4))


def _parser(name: str, words: str) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog=name, description=words)
    parser.add_argument("--port", type=int, default=PORT, help="the port; a free one near it is taken if it is busy")
    parser.add_argument("--book", type=Path, help="the folder of notebooks (./book, or the one of this checkout)")
    parser.add_argument("--no-browser", dest="browser", action="store_false", help="open no browser")
    return parser


def find_book(given: Path | None) -> Path:
    """Return the folder of the book; raises `UsageError` if there is none, `BookError` if it cannot be read."""
    checkout = Path(__file__).resolve().parents[2] / "book"
    places = [given] if given else [Path("book"), checkout]
    for place in places:
        if place.joinpath("index.ipynb").is_file():
            Book.read(place)
            return place.resolve()
    raise UsageError(f"no book in {' or '.join(map(str, places))}; name its folder with --book")


def free_port(host: str, port: int, tries: int = 50) -> int:
    """Return `port`, or the next one that nobody listens at; raises `UsageError`."""
    if not 1 <= port <= 65535:
        raise UsageError(f"--port {port}: a port is a number from 1 to 65535")
    for candidate in range(port, min(port + tries, 65536)):
        with socket.socket() as attempt:
            attempt.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                attempt.bind((host, candidate))
            except OSError:
                continue
            if candidate != port:
                print(f"Port {port} is busy; taking {candidate}.")
            return candidate
    raise UsageError(f"--port {port}: no free port from there on, or {host} is no address of this machine")


if __name__ == "__main__":
    sys.exit(serve(sys.argv[1:]))
