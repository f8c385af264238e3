"""A reader's own server under a JupyterHub: where it listens, who may come in, and word of when it was last used.

A hub tells each server that it spawns, by environment variables, where to listen and at which path, and gives it a
token. Who comes to the server without having logged in at the hub is sent to the hub's login page; of those who have
logged in, only those come in whom the hub lets in there. What is served is the book alone: no reader of a hub can run
code, for no notebook server is there to run it.
"""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urlsplit

from jupyter_server._tz import utcnow
from jupyter_server.auth.identity import User
from jupyter_server.base.handlers import JupyterHandler
from jupyter_server.utils import url_path_join
from jupyterhub import __version__
from jupyterhub.singleuser.extension import JupyterHubIdentityProvider
from tornado.httpclient import AsyncHTTPClient
from traitlets.config import Config

if TYPE_CHECKING:
    from rulebook_widgets.app import BookApp

TOLD = (
    "JUPYTERHUB_API_TOKEN",
    "JUPYTERHUB_API_URL",
    "JUPYTERHUB_CLIENT_ID",
    "JUPYTERHUB_SERVICE_PREFIX",
    "JUPYTERHUB_SERVICE_URL",
)
"""What a hub always tells a server."""
TOKENS = ("JUPYTERHUB_API_TOKEN", "JPY_API_TOKEN")
"""The names of the token by which a server speaks to its hub."""
REPORT_SECONDS = 300
"""How often the hub hears of what is used, unless it asks for something else."""


class NoHub(ValueError):
    """A server that no hub has spawned, or one that it cannot be; the text says why."""


class Address(NamedTuple):
    """Where a server listens, and the path before all its addresses."""

    host: str
    port: int
    base_url: str


def address(environment: Mapping[str, str]) -> Address:
    """Return where the hub wants the server; raises `NoHub`."""
    missing = [name for name in TOLD if not environment.get(name)]
    if missing:
        raise NoHub(f"a JupyterHub sets {', '.join(missing)} for the servers that it spawns")
    url = urlsplit(environment["JUPYTERHUB_SERVICE_URL"])
    if url.scheme != "http" or not url.port:
        raise NoHub(f"JUPYTERHUB_SERVICE_URL={url.geturl()}: http://HOST:PORT/… is served; leave `internal_ssl` off")
    return Address(url.hostname or "", url.port, environment["JUPYTERHUB_SERVICE_PREFIX"])


class Members(JupyterHubIdentityProvider):
    """Lets in whom the hub lets in, and notes when somebody last came."""

    def __init__(self, token: str = "", **kwargs: Any) -> None:
        # The token is the hub's, whatever the app would take. It is read here, where it is asked for; the kernels take
        # over the environment, and have no use for it.
        super().__init__(**kwargs)
        self.hub_auth.api_token  # noqa: B018
        for name in TOKENS:
            os.environ.pop(name, None)
        self.seen = utcnow()

    async def get_user(self, handler: JupyterHandler) -> User | None:
        """Return the reader, or None for one who has to log in; raises what answers one who may not come in."""
        user = await super().get_user(handler)
        if user is not None:
            self.seen = utcnow()
        return user

    def get_handlers(self) -> list[Any]:
        """Return the handlers of login and logout at their whole addresses, as the app wants them."""
        return [(url_path_join(self.hub_auth.base_url, path), *rest) for path, *rest in super().get_handlers()]


def join(config: Config) -> None:
    """Put a server's pages, boards and lines behind the login of its hub."""
    config.Voila.identity_provider_class = Members
    config.Voila.tornado_settings["headers"]["X-JupyterHub-Version"] = __version__


async def report(app: BookApp) -> None:
    """Tell the hub again and again when the server was last used, so that it can end the servers that nobody uses."""
    pause = int(os.environ.get("JUPYTERHUB_ACTIVITY_INTERVAL") or REPORT_SECONDS)
    told = None
    while (url := os.environ.get("JUPYTERHUB_ACTIVITY_URL")) and pause:
        used = last_used(app)
        if used != told:
            try:
                await _tell(url, app.identity_provider.hub_auth.api_token, used)
                told = used
            except Exception as error:
                # The hub may be starting anew; the next word comes in its turn.
                app.log.warning("The hub could not be told when the book was last used: %s", error)
        await asyncio.sleep(pause)


def last_used(app: BookApp) -> datetime:
    """Return when a page was last asked for, or a board last had something to do."""
    return max(app.identity_provider.seen, app.kernel_manager.last_kernel_activity)


async def _tell(url: str, token: str, used: datetime) -> None:
    when = used.isoformat()
    server = os.environ.get("JUPYTERHUB_SERVER_NAME", "")
    await AsyncHTTPClient().fetch(
        url,
        method="POST",
        headers={"Authorization": f"token {token}", "Content-Type": "application/json"},
        body=json.dumps({"servers": {server: {"last_activity": when}}, "last_activity": when}),
    )
