"""Logs that tell what failed, when, how and in which chapter, but not whose request it was."""

from __future__ import annotations

import logging
import re
from collections.abc import Sequence
from contextvars import ContextVar

from tornado.log import access_log, app_log, gen_log
from tornado.web import RequestHandler

ADDRESS = re.compile(r"(?<=remote_ip=)'[^']*'| \((?=[^)]*[.:])[0-9a-fA-F.:]+\)")
"""A reader's address as Tornado writes it: in brackets behind the page, or as an attribute of a request."""
CHAPTER: ContextVar[str] = ContextVar("chapter", default="")
"""The chapter whose cells are being run."""


def log_request(handler: RequestHandler) -> None:
    """Write down a request that failed: when, what and how long it took, but not whose."""
    status = handler.get_status()
    if status >= 400:
        path, took = handler.request.path, 1000 * handler.request.request_time()
        access_log.log(40 if status >= 500 else 30, "%d %s %s %.0f ms", status, handler.request.method, path, took)


class Discreet(logging.Filter):
    """Leaves readers' addresses out of what is logged, and says in which chapter a cell failed."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Take the addresses out of a record, and name its chapter; every record is logged."""
        where = f"{CHAPTER.get()}: " if CHAPTER.get() else ""
        record.msg, record.args = where + ADDRESS.sub("", record.getMessage()), ()
        return True


DISCREET = Discreet()


def hold_back(handlers: Sequence[logging.Handler] = ()) -> None:
    """Keep readers' addresses out of what is said of requests and cells that fail; once is enough, more do no harm.

    It is written down by `handlers`, if there are any: as the app writes, with the time.
    """
    for log in (access_log, app_log, gen_log, logging.getLogger("traitlets")):
        log.addFilter(DISCREET)
        log.handlers[:] = handlers or log.handlers
        log.propagate = log.propagate and not handlers
