"""Forked kernels: real ones, started and ended by Jupyter's own manager."""

import asyncio
import os
import signal
import subprocess
import sys
import time

import psutil
import pytest
from jupyter_client.manager import AsyncKernelManager
from jupyter_client.provisioning import KernelProvisionerFactory
from traitlets.config import Config

from rulebook_widgets import forked
from rulebook_widgets.forked import NAME, kernels_of
from widgets.conftest import apart

ASK = """
import json, os, sys
print(json.dumps({
    "pid": os.getpid(), "group": os.getpgrp(), "folder": os.getcwd(), "page": os.environ.get("SCRIPT_NAME"),
    "secret": os.environ.get("RULEBOOK_SECRET"), "widgets": "rulebook_widgets" in sys.modules,
    "random": __import__("random").random(), "debugger": sys.modules.get("debugpy") is not None,
    "history": get_ipython().history_manager.enabled,
}))
"""


def within(seconds, holds):
    """Wait until something holds, and tell whether it did."""
    end = time.monotonic() + seconds
    while not holds() and time.monotonic() < end:
        time.sleep(0.05)
    return holds()


async def kernel(**options):
    """Return a manager with a running kernel of the kind that the served book has."""
    config = Config()
    config.KernelProvisionerFactory.default_provisioner_name = NAME
    KernelProvisionerFactory.clear_instance()
    KernelProvisionerFactory.instance(config=config)
    manager = AsyncKernelManager(kernel_name="python3")
    await manager.start_kernel(**options)
    return manager


async def answer(manager, code=ASK):
    """Return what code prints in a kernel."""
    client = manager.client()
    client.start_channels()
    printed = []
    try:
        await client.wait_for_ready(timeout=60)
        await client.execute_interactive(
            code, output_hook=lambda message: printed.append(message["content"].get("text", "")), timeout=60
        )
    finally:
        client.stop_channels()
    return "".join(printed)


def test_a_fork_is_a_kernel_with_its_own_folder_page_group_and_luck(tmp_path, monkeypatch):
    monkeypatch.setenv("RULEBOOK_SECRET", "of the server alone")

    async def two():
        own = {name: value for name, value in os.environ.items() if name != "RULEBOOK_SECRET"}
        pages = ["1-1.ipynb", "1-2.ipynb"]
        managers = [await kernel(cwd=str(tmp_path), env={**own, "SCRIPT_NAME": page}) for page in pages]
        try:
            told = [await answer(each) for each in managers]
            ids = [each.provisioner.pid for each in managers]
            environments = [psutil.Process(each).environ() for each in ids]
            seen = {each.pid for each in kernels_of(os.getpid())}
            for each in managers:
                await each.shutdown_kernel()
            return [eval(each, {"true": True, "false": False, "null": None}) for each in told], ids, environments, seen
        finally:
            for each in managers:
                await each.shutdown_kernel(now=True)

    told, ids, environments, seen = apart(two())
    assert [each["pid"] for each in told] == ids
    assert [each["group"] for each in told] == ids
    assert set(ids) <= seen
    assert [each["page"] for each in told] == ["1-1.ipynb", "1-2.ipynb"]
    assert {each["folder"] for each in told} == {str(tmp_path)}
    assert [each["secret"] for each in told] == [None, None]
    assert all("RULEBOOK_SECRET" not in each for each in environments)
    assert [(each["widgets"], each["debugger"], each["history"]) for each in told] == [(True, False, False)] * 2
    assert told[0]["random"] != told[1]["random"]
    assert within(10, lambda: not {each.pid for each in kernels_of(os.getpid())} & set(ids))


def test_a_killed_fork_is_missed():
    async def killed():
        manager = await kernel()
        try:
            alive = await manager.is_alive()
            os.kill(manager.provisioner.pid, signal.SIGKILL)
            end = time.monotonic() + 10
            while await manager.is_alive() and time.monotonic() < end:
                await asyncio.sleep(0.05)
            return alive, await manager.is_alive(), manager.provisioner.process.poll()
        finally:
            await manager.shutdown_kernel(now=True)

    assert apart(killed()) == (True, False, -signal.SIGKILL)


def test_what_is_no_kernel_of_this_environment_is_started_as_ever(monkeypatch):
    async def started():
        monkeypatch.setattr(forked, "LAUNCHER", "another_launcher")
        manager = await kernel()
        try:
            return isinstance(manager.provisioner.process, subprocess.Popen), await answer(manager, "print(6 * 7)")
        finally:
            await manager.shutdown_kernel(now=True)

    assert apart(started()) == (True, "42\n")


SERVER = """
import asyncio, sys, time
sys.path.insert(0, {folder!r})
from widgets.test_forked import kernel
if __name__ == "__main__":
    async def serve():
        manager = await kernel()
        print(manager.provisioner.pid, flush=True)
        await asyncio.sleep(60)
    asyncio.run(serve())
"""


@pytest.mark.parametrize("end", [signal.SIGTERM, signal.SIGKILL])
def test_kernels_end_with_their_server_however_it_ends(tmp_path, end):
    script = tmp_path / "server.py"
    script.write_text(SERVER.format(folder=str(os.path.dirname(os.path.dirname(__file__)))), "utf-8")
    with subprocess.Popen([sys.executable, script], stdout=subprocess.PIPE) as server:
        pid = int(server.stdout.readline())
        assert psutil.pid_exists(pid)
        server.send_signal(end)
    assert within(10, lambda: not psutil.pid_exists(pid))
