"""Kernels that begin with the boards imported: each is forked off one process that has done nothing but import them.

A kernel of its own start reads a second's worth of modules and holds them for itself alone. A forked one is there in a
fraction of that and shares their memory with the others until it changes it. The process that they are forked off is
the fork server of Python's `multiprocessing`: it has one thread, knows no reader and no page, and ends with the server.
Only a kernel that would run as `python -m ipykernel_launcher` in this environment is forked, and only where processes
can be; any other is started as Jupyter starts it.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import re
import signal
import sys
import threading
from multiprocessing import forkserver
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

import psutil
from jupyter_client.connect import KernelConnectionInfo
from jupyter_client.provisioning import LocalProvisioner

NAME = "rulebook-forked"
"""The name under which Jupyter finds this way to start a kernel: an entry point."""
LAUNCHER = "ipykernel_launcher"
PRELOADED = ["rulebook_widgets.preloaded"]
KEPT = re.compile(r"PATH|HOME|LANG|LANGUAGE|TZ|TMPDIR|JUPYTER_PATH|(LC_|PYTHON|LD_|MALLOC_)\w+")
"""The variables that the process has off which kernels are forked: whoever reads a kernel's memory finds no token."""


class Fork:
    """A forked kernel, with what Jupyter asks of a process."""

    stdin = stdout = stderr = None

    def __init__(self, process: BaseProcess) -> None:
        self._process = process
        assert process.pid is not None
        self.pid: int = process.pid

    def poll(self) -> int | None:
        """Return what the process ended with, `None` while it runs."""
        return self._process.exitcode

    def wait(self) -> int | None:
        """Wait for the end."""
        self._process.join()
        return self._process.exitcode

    def send_signal(self, signum: int) -> None:
        """Send a signal to the process; one that has ended hears none."""
        if self.poll() is None:
            os.kill(self.pid, signum)

    def terminate(self) -> None:
        """Ask the process to end."""
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        """End the process."""
        self.send_signal(signal.SIGKILL)


class ForkedProvisioner(LocalProvisioner):
    """Starts kernels by forking."""

    async def launch_kernel(self, cmd: list[str], **kwargs: Any) -> KernelConnectionInfo:
        """Start the kernel of a command; returns how it is spoken with."""
        if not _can_be_forked(cmd):
            return await super().launch_kernel(cmd, **kwargs)
        begin()
        folder = str(kwargs.get("cwd") or os.getcwd())
        # Some names are members of enumerations, for whose sake the fork would import all of Voila.
        given = kwargs.get("env") or os.environ
        environment = {os.fsdecode(os.fsencode(name)): os.fsdecode(os.fsencode(given[name])) for name in given}
        # A daemon, so that the server does not wait for it when it ends.
        process = multiprocessing.get_context("forkserver").Process(
            target=run, args=(cmd[3:], environment, folder), daemon=True
        )
        await asyncio.to_thread(process.start)
        self.process = Fork(process)
        self.pid = self.pgid = self.process.pid
        self.cwd = folder
        return self.connection_info


def _can_be_forked(command: list[str]) -> bool:
    """Tell whether a command starts a kernel of this environment, and the machine can fork."""
    program, here = Path(command[0]), Path(sys.executable)
    ours = program.parent == here.parent and program.resolve() == here.resolve()
    return ours and command[1:3] == ["-m", LAUNCHER] and "forkserver" in multiprocessing.get_all_start_methods()


def begin() -> None:
    """See to it that the process runs off which kernels are forked."""
    multiprocessing.get_context("forkserver").set_forkserver_preload(PRELOADED)
    hidden = {name: os.environ.pop(name) for name in tuple(os.environ) if not KEPT.fullmatch(name)}
    try:
        forkserver.ensure_running()
    finally:
        os.environ.update(hidden)


def kernels_of(server: int) -> list[psutil.Process]:
    """Return the kernels that run under the server with this process id, forked or not."""
    found = []
    for child in psutil.Process(server).children(recursive=True):
        try:
            words, parent = child.cmdline(), child.parent()
            if LAUNCHER in words or (_forks(words) and parent is not None and _forks(parent.cmdline())):
                found.append(child)
        except psutil.Error:
            continue  # It ended while it was looked at.
    return found


def _forks(words: list[str]) -> bool:
    """Tell whether a command is the fork server's, and so that of every fork too."""
    return any("multiprocessing.forkserver" in word for word in words)


def run(arguments: list[str], environment: dict[str, str], folder: str) -> None:
    """Be a kernel, in a group and an environment of its own, until it is ended."""
    os.setsid()
    threading.Thread(target=_end_with_the_server, daemon=True).start()
    # For Python a daemon may have no processes of its own; a kernel may.
    multiprocessing.current_process().daemon = False
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(folder)
    sys.argv = [LAUNCHER, *arguments]
    from ipykernel.kernelapp import IPKernelApp

    # The parent's default was taken from the environment when the class was imported. Nothing a reader does is kept.
    options = [f"--IPKernelApp.parent_handle={os.getppid()}", "--HistoryManager.enabled=False"]
    app = IPKernelApp.instance()
    app.initialize([*arguments, *options])
    _connect_widgets(app.shell)
    app.start()


def _end_with_the_server() -> None:
    """End when the server does, however it ends."""
    server = multiprocessing.parent_process()
    assert server is not None
    server.join()
    os._exit(1)


def _connect_widgets(shell: Any) -> None:
    """Do what importing widgets does in a kernel that runs: it hears of them, and has those that modules have made."""
    import ipywidgets
    from ipywidgets.widgets import widget

    ipywidgets.load_ipython_extension(shell)
    for early in tuple(widget._instances.values()):
        early.comm = None
        early.open()
