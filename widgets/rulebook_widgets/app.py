"""The app that serves the book: stand-alone Voila on the book's folder, with the book's own pages.

A chapter comes in two steps. Its page, words and still pictures, is a plain document and starts nothing. Its script
then asks for what makes it live: a kernel, and what each cell shows in it, a line of JSON each; or its place in the
line of those who wait. Stand-alone Voila lets no visitor run code; what a page says to its kernel passes a gate, what
it may load is this host's alone, and nothing is written down of who reads.
"""

from __future__ import annotations

import os
import re
import sys
from copy import deepcopy
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any

# Jupyter reads its paths when it is imported.
SHARE = Path(str(files(__package__).joinpath("share/jupyter")))
os.environ["JUPYTER_PATH"] = os.pathsep.join([str(SHARE), *filter(None, [os.environ.get("JUPYTER_PATH")])])

import tornado.web  # noqa: E402
from jupyter_server.auth.identity import IdentityProvider, User  # noqa: E402
from jupyter_server.base.handlers import JupyterHandler  # noqa: E402
from jupyter_server.utils import url_path_join  # noqa: E402
from traitlets.config import Config  # noqa: E402
from voila.app import Voila  # noqa: E402
from voila.handler import BaseVoilaHandler, VoilaHandler  # noqa: E402
from voila.shutdown_kernel_handler import VoilaShutdownKernelHandler  # noqa: E402
from voila.tornado.kernel_websocket_handler import VoilaKernelWebsocketHandler  # noqa: E402

from rulebook_widgets import forked, lookup, mended  # noqa: E402
from rulebook_widgets.discreet import hold_back, log_request  # noqa: E402
from rulebook_widgets.gate import LONGEST  # noqa: E402
from rulebook_widgets.kernels import Kernels  # noqa: E402
from rulebook_widgets.live import TEMPLATE, Channels, Farewell, Live  # noqa: E402
from rulebook_widgets.places import Places  # noqa: E402
from rulebook_widgets.shelf import Shelf, Stamps  # noqa: E402
from rulebook_widgets.typeset import filters, typeset  # noqa: E402

PUBLISHED = [r".*\.(png|jpg|gif|svg)"]


@dataclass(frozen=True)
class Serving:
    """How the book is served."""

    folder: Path
    host: str = "127.0.0.1"
    port: int = 8866
    base_url: str = "/"
    browser: bool = False
    idle_seconds: int = 1200
    """How long a reader may be quiet before the boards fall asleep."""
    away_seconds: int = 180
    """How long a kernel waits for a page that has lost its line."""
    readers: int = 0
    """How many kernels may run at once; 0 is no limit."""
    spares: int = 1
    """How many kernels are kept warm for the next readers."""
    framed_by: tuple[str, ...] = ()
    """The origins of other sites that may show the book in a frame."""
    hub: bool = False
    """Whether a JupyterHub has spawned this server for one of its users."""

    @property
    def headers(self) -> dict[str, str]:
        """What is sent with every page: nothing is loaded from other hosts, and nobody is told who reads."""
        policy = {
            "default-src": "'self'",
            # The boards' own scripts come through their kernel, and are loaded as blobs.
            "script-src": "'self' blob:",
            "style-src": "'self' 'unsafe-inline'",
            "img-src": "'self' data: blob:",
            "font-src": "'self' data:",
            "connect-src": "'self'",
            "object-src": "'none'",
            "base-uri": "'self'",
            "form-action": "'self'",
            "frame-ancestors": " ".join(("'self'", *self.framed_by)),
        }
        return {
            "Content-Security-Policy": "; ".join(f"{name} {value}" for name, value in policy.items()),
            "Referrer-Policy": "no-referrer",
            "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
            "Server": "Rulebook",
            "X-Content-Type-Options": "nosniff",
        }


class Anybody(IdentityProvider):
    """Takes every reader for the same nobody, and sets no cookie to tell them apart."""

    def get_user(self, handler: JupyterHandler) -> User:
        """Return the reader."""
        return User("reader")

    def get_handlers(self) -> list[Any]:
        """Return no pages to log in or out at."""
        return []


class Headed(tornado.web.RequestHandler):
    """Sends with every answer what the book's pages are sent with; stands before a handler that does not."""

    def set_default_headers(self) -> None:
        """Set the headers that the app names."""
        super().set_default_headers()
        for name, value in self.settings["headers"].items():
            self.set_header(name, value)


class Published(Headed):
    """Answers for a file; a path that cannot be one is none."""

    async def get(self, *path: str, **named: Any) -> None:
        """Send the file."""
        try:
            await super().get(*path, **named)
        except (AssertionError, OSError, ValueError):
            raise tornado.web.HTTPError(404) from None


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


class Lookup(JupyterHandler):
    """Answers with what pages look up; its address changes when the book does, so a browser may keep it."""

    def initialize(self, shelf: Shelf) -> None:
        """Take the book."""
        self.shelf = shelf

    def get(self) -> None:
        """Send it."""
        self.set_header("Content-Type", "text/javascript; charset=utf-8")
        self.set_header("Cache-Control", "private, max-age=31536000, immutable")
        self.finish(lookup.script(self.shelf.book()))


class Page(BaseVoilaHandler):
    """Answers with the words and still pictures of a chapter."""

    def initialize(self, app: BookApp, **kwargs: Any) -> None:
        """Take the app that has the pages."""
        super().initialize(**kwargs)
        self.book_app = app

    async def get(self, name: str) -> None:
        """Send the page; the cookie that comes with it is the one without which a farewell would be refused."""
        if not self.book_app.shelf.has(name):
            raise tornado.web.HTTPError(404)
        self.xsrf_token  # noqa: B018 (reading it sets the cookie)
        self.set_header("Cache-Control", "no-cache")
        self.finish(await self.book_app.page(name))


class BookApp(Voila):
    """Voila without its tree of notebooks: the book's index is the front page."""

    serving: Serving
    places: Places
    shelf: Shelf
    pages: dict[str, tuple[Stamps, str]]
    """Each page that was asked for, with what the book's files were then."""

    def init_handlers(self) -> list[Any]:
        """Return the handlers for chapters, and Voila's for kernels and files."""
        shown = [entry for entry in super().init_handlers() if self._is_kept(entry)]
        ours = {VoilaKernelWebsocketHandler: Channels, VoilaShutdownKernelHandler: Farewell}
        shown = [(entry[0], ours.get(entry[1], entry[1]), *entry[2:]) for entry in shown]
        front = url_path_join(self.base_url, "voila/render/index.ipynb")
        away = (self.server_url, tornado.web.RedirectHandler, {"url": front, "permanent": False})
        words = {"voila_configuration": self.voila_configuration}
        live = deepcopy(self.config)
        live.VoilaExporter.template_file = TEMPLATE
        shelf, chapter = self.shelf, r"([\w-]+\.ipynb)"
        own = [
            (url_path_join(self.server_url, f"voila/{lookup.NAME}"), Lookup, {"shelf": shelf}),
            (url_path_join(self.server_url, f"voila/render/{chapter}"), Page, {"app": self, **words}),
            (
                url_path_join(self.server_url, f"voila/live/{chapter}"),
                Live,
                {"shelf": shelf, "places": self.places, "template_paths": self.template_paths, "config": live, **words},
            ),
        ]
        scripts = [
            (re.escape(url_path_join(self.server_url, "voila/labextensions", path)), Mended, {"script": script})
            for path, script in mended.mended_scripts(self.labextensions_path)
        ] + [
            (re.escape(url_path_join(self.server_url, "voila/static", name)), Mended, {"script": script})
            for name, script in mended.persistent_scripts(self.static_paths)
        ]
        every = [*own, *scripts, *shown, away, (r".*", NotFound, words)]
        return [(entry[0], _with_headers(entry[1]), *entry[2:]) for entry in every]

    def _is_kept(self, entry: tuple[Any, ...]) -> bool:
        """Tell whether one of Voila's handlers has a part in the book: not those that list or run notebooks."""
        pattern = str(entry[0])
        strange = "/voila/tree" in pattern or "/voila/api/contents" in pattern or pattern == self.server_url
        return not strange and not issubclass(entry[1], VoilaHandler)

    @property
    def display_url(self) -> str:
        """The address of the book."""
        return f"http://{self.serving.host}:{self.port}{self.serving.base_url}"

    async def page(self, name: str) -> str:
        """Return a chapter's page, made anew when a file of the book has changed; while it is damaged, as it was."""
        stamps = self.shelf.stamps()
        before = self.pages.get(name)
        if before and before[0] == stamps:
            return before[1]
        path, idle = self.serving.folder / name, self.serving.idle_seconds
        try:
            made = await typeset(path, self.config, self.template_paths, self.base_url, idle)
        except Exception:
            if not before:
                raise
            self.log.exception("%s cannot be made; its page stays as it was.", name)
            made = before[1]
        self.pages[name] = stamps, made
        return made

    def listen(self) -> None:
        """Listen, with the first spares warming."""
        import tornado.ioloop

        tornado.ioloop.IOLoop.current().add_callback(self.kernel_manager.keep_warm)
        if self.serving.hub:
            from rulebook_widgets.hub import report

            tornado.ioloop.IOLoop.current().add_callback(report, self)
        super().listen()


def make_app(serving: Serving) -> BookApp:
    """Return the app, ready to start."""
    shelf, config = Shelf(serving.folder), Config()
    config.VoilaConfiguration.template = "rulebook"
    config.VoilaConfiguration.allow_template_override = "NO"
    config.VoilaConfiguration.allow_theme_override = "NO"
    config.VoilaConfiguration.show_tracebacks = False
    config.VoilaConfiguration.strip_sources = True
    config.VoilaConfiguration.file_allowlist = PUBLISHED
    config.VoilaConfiguration.multi_kernel_manager_class = Kernels
    if sys.platform == "linux":
        # A port that was free when it was chosen can be taken when the kernel comes to listen at it; a file cannot.
        config.KernelManager.transport = "ipc"
    config.KernelProvisionerFactory.default_provisioner_name = forked.NAME
    # A kernel that died would come back without boards; its page is told that it has ended.
    config.KernelRestarter.restart_limit = 0
    config.Kernels.cull_idle_timeout = serving.idle_seconds
    config.Kernels.away_seconds = serving.away_seconds
    config.Kernels.cull_interval = max(1, min(15, serving.idle_seconds // 4, serving.away_seconds // 4))
    config.Kernels.spares = serving.spares
    config.VoilaExporter.filters = filters(shelf.book)
    config.Voila.tornado_settings = {
        "compress_response": True,
        "headers": serving.headers,
        "log_function": log_request,
        "websocket_max_message_size": 4 * LONGEST,
        "xsrf_cookie_kwargs": {"samesite": "Lax", "expires_days": None},
    }
    config.Voila.identity_provider_class = Anybody
    if serving.hub:
        from rulebook_widgets.hub import join

        join(config)
    config.Voila.log_format = "%(asctime)s %(levelname)s %(message)s"
    config.Voila.log_datefmt = "%Y-%m-%d %H:%M:%S"
    app = BookApp(
        config=config,
        root_dir=str(serving.folder),
        ip=serving.host,
        port=serving.port,
        port_retries=0,
        base_url=serving.base_url,
        open_browser=serving.browser,
    )
    app.serving, app.places, app.shelf, app.pages = serving, Places(serving.readers), shelf, {}
    app.initialize([])
    hold_back(app.log.handlers)
    return app


@lru_cache
def _with_headers(handler: type[tornado.web.RequestHandler]) -> type[tornado.web.RequestHandler]:
    """Return a handler that sends the app's headers, and refuses paths that can be no file's."""
    if issubclass(handler, tornado.web.StaticFileHandler):
        return type(handler.__name__, (Published, handler), {})
    return handler if issubclass(handler, JupyterHandler) else type(handler.__name__, (Headed, handler), {})
