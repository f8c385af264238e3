"""Logs that tell what failed, when and how, but not whose request it was."""

from __future__ import annotations

import logging
import re

from tornado.log import access_log, app_log, gen_log
from tornado.web import RequestHandler

ADDRESS = re.compile(r"(?<=remote_ip=)'[^']*'| \((?=[^)]*[.:])[0-9a-fA-F.:]+\)")
"""A reader's address as Tornado writes it: in brackets behind the page, or as an attribute of a request."""


def log_request(handler: RequestHandler) -> None:
    """Write down a request that failed: when, what and how long it took, but not whose."""
    status = handler.get_status()
    if status >= 400:
        path, took = handler.request.path, 1000 * handler.request.request_time()
        access_log.log(40 if status >= 500 else 30, "%d %s %s %.0f ms", status, handler.request.method, path, took)


class Discreet(logging.Filter):
    """Leaves readers' addresses out of what is logged."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Take the addresses out of a record; every record is logged."""
        record.msg, record.args = ADDRESS.sub("", record.getMessage()), ()
        return True


DISCREET = Discreet()


def hold_back() -> None:
    """Keep readers' addresses out of what Tornado says of requests that fail; once is enough, more do no harm."""
    for log in (app_log, gen_log):
        log.addFilter(DISCREET)
