"""The served book: stand-alone Voila on the book's folder, with the book's own pages.

Stand-alone Voila lets no visitor run code. Kernels end when their readers leave: the page's farewell needs a cookie
that is set before a kernel starts; a kernel whose reader is cut off is culled.
"""

from __future__ import annotations

import argparse
import os
import re
import socket
import subprocess
import sys
from functools import lru_cache, partial
from importlib.resources import files
from pathlib import Path
from typing import Any

from rulebook.book import Book, BookError

PORT = 8866
IDLE_SECONDS = 600
SHARE = Path(str(files(__package__).joinpath("share/jupyter")))
PUBLISHED = [r".*\.(png|jpg|gif|svg)"]


class UsageError(ValueError):
    """An option that cannot be; the text says what is allowed."""


def serve(argv: list[str]) -> int:
    """Serve the book until interrupted; return 2 if an option is off."""
    parser = _parser("rulebook serve", "Serve the book as an app.")
    parser.add_argument("--host", default="127.0.0.1", help="the address to listen at")
    parser.add_argument("--idle", type=int, default=IDLE_SECONDS, help="seconds until a kernel without a reader ends")
    options = parser.parse_args(argv)
    try:
        folder = find_book(options.book)
        if options.idle < 10:
            raise UsageError(f"--idle {options.idle}: at least 10 seconds")
        port = free_port(options.host, options.port)
    except (UsageError, BookError) as error:
        print(f"rulebook serve: {error}", file=sys.stderr)
        return 2
    print(f"The book is at http://{options.host}:{port}/ (stop with Ctrl+C)", flush=True)
    _app(folder, options.host, port, options.browser, options.idle).start()
    return 0


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


def _app(folder: Path, host: str, port: int, browser: bool, idle: int) -> Any:
    """Return Voila set up for the book."""
    os.environ["JUPYTER_PATH"] = os.pathsep.join([str(SHARE), *filter(None, [os.environ.get("JUPYTER_PATH")])])
    # Imported late: Jupyter reads its paths when it is imported.
    import tornado.web
    from jupyter_server.utils import url_path_join
    from traitlets.config import Config
    from voila.app import Voila
    from voila.handler import BaseVoilaHandler
    from voila.tornado.kernel_websocket_handler import VoilaKernelWebsocketHandler

    from rulebook_widgets import mended, pages, palette

    book = partial(_current, folder)

    class NotFound(BaseVoilaHandler):
        """Answers every address that is no page of the book, in words."""

        def get(self) -> None:
            """Refuse."""
            raise tornado.web.HTTPError(404)

    class Mended(tornado.web.RequestHandler):
        """Answers with a script of the app that had to be mended."""

        def initialize(self, script: str) -> None:
            """Take the script."""
            self.script = script

        def get(self) -> None:
            """Send it."""
            self.set_header("Content-Type", "text/javascript; charset=utf-8")
            self.finish(self.script)

    class Channels(VoilaKernelWebsocketHandler):
        """A page's line to its kernel.

        Voila reads each binary message as the protocol that its own pages choose; with the older one, which any
        visitor may choose, the length it reads is astronomic, and the server would count up to it for ever.
        """

        def write_message(self, message: Any, binary: bool = False) -> Any:
            """Send a message; of the older protocol, as it is."""
            older = isinstance(message, bytes) and self.selected_subprotocol is None
            sender = super(VoilaKernelWebsocketHandler, self) if older else super()
            return sender.write_message(message, binary)

    class BookApp(Voila):
        """Voila without its tree of notebooks: the book's index is the front page."""

        def init_handlers(self) -> list[Any]:
            """Return Voila's handlers for chapters, kernels and files."""
            shown = [entry for entry in super().init_handlers() if not _lists_files(str(entry[0]))]
            shown = [entry for entry in shown if entry[0] != self.server_url]
            lines = {VoilaKernelWebsocketHandler: Channels}
            shown = [(entry[0], lines.get(entry[1], entry[1]), *entry[2:]) for entry in shown]
            front = url_path_join(self.base_url, "voila/render/index.ipynb")
            away = (self.server_url, tornado.web.RedirectHandler, {"url": front, "permanent": False})
            words = {"voila_configuration": self.voila_configuration}
            strange = (url_path_join(self.base_url, r"voila/render/(?!.*\.ipynb$).*"), NotFound, words)
            scripts = [
                (re.escape(url_path_join(self.server_url, "voila/labextensions", path)), Mended, {"script": script})
                for path, script in mended.mended_scripts(self.labextensions_path)
            ]
            return [strange, *scripts, *shown, away, (r".*", NotFound, words)]

        @property
        def display_url(self) -> str:
            return f"http://{host}:{self.port}/"

    config = Config()
    config.VoilaConfiguration.template = "rulebook"
    config.VoilaConfiguration.allow_template_override = "NO"
    config.VoilaConfiguration.allow_theme_override = "NO"
    config.VoilaConfiguration.show_tracebacks = False
    config.VoilaConfiguration.strip_sources = True
    config.VoilaConfiguration.file_allowlist = PUBLISHED
    config.VoilaConfiguration.prelaunch_hook = _welcome
    config.MappingKernelManager.cull_idle_timeout = idle
    config.MappingKernelManager.cull_interval = min(60, idle)
    config.VoilaExporter.filters = {
        "rule_paragraphs": lambda html: pages.rule_paragraphs(html, book()),
        "live": pages.live,
        "still": pages.still,
        "page": lambda name: pages.page(name, book()),
        "rules_json": lambda _name: pages.rules_json(book()),
        "palette": lambda _name: palette.css(),
    }
    app = BookApp(config=config, root_dir=str(folder), ip=host, port=port, port_retries=0, open_browser=browser)
    app.initialize([])
    return app


def _current(folder: Path) -> Book:
    """Return the book as its files stand now, read again only when one of them has changed."""
    return _read(folder, tuple(sorted((path.name, path.stat().st_mtime_ns) for path in folder.glob("*.ipynb"))))


@lru_cache(maxsize=1)
def _read(folder: Path, _stamps: tuple[tuple[str, int], ...]) -> Book:
    return Book.read(folder)


def _lists_files(pattern: str) -> bool:
    return "/voila/tree" in pattern or "/voila/api/contents" in pattern


def _welcome(req: Any, notebook: Any, cwd: str) -> None:
    """Set the cookie without which the page's farewell, which ends its kernel, would be refused."""
    req.xsrf_token  # noqa: B018 (reading it sets the cookie)


if __name__ == "__main__":
    sys.exit(serve(sys.argv[1:]))
