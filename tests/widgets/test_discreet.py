"""Logs hold no addresses of readers, whatever fails."""

import logging

import pytest
from tornado.httputil import HTTPHeaders, HTTPServerRequest, RequestStartLine
from tornado.log import app_log, gen_log
from tornado.web import Application, HTTPError, RequestHandler

from rulebook_widgets.discreet import DISCREET, hold_back


class Context:
    """Where a request has come from."""

    def __init__(self, address):
        self.remote_ip, self.protocol, self.address = address, "http", None


class Line:
    """A connection that nothing goes through."""

    def __init__(self, address):
        self.context = Context(address)

    def set_close_callback(self, _callback):
        pass


@pytest.mark.parametrize("address", ["203.0.113.7", "2001:db8::7"])
@pytest.mark.parametrize("page", ["/voila/render/1-1.ipynb", "/a(b)?x=(y)", "/"])
@pytest.mark.parametrize("error", [HTTPError(403, "not so (12)"), ValueError("a fault")])
def test_what_failed_is_told_but_not_whose_it_was(address, page, error, caplog):
    start = RequestStartLine("GET", page, "HTTP/1.1")
    headers = HTTPHeaders({"Host": "book.example"})
    request = HTTPServerRequest(start_line=start, headers=headers, connection=Line(address))
    handler = RequestHandler(Application(), request)
    hold_back()
    hold_back()
    try:
        with caplog.at_level(logging.WARNING):
            handler.log_exception(type(error), error, None)
    finally:
        for log in (app_log, gen_log):
            log.removeFilter(DISCREET)
            assert DISCREET not in log.filters
    (record,) = caplog.records
    told = record.getMessage()
    assert address not in told
    assert page in told
    assert isinstance(error, HTTPError) == ("not so (12)" in told)
