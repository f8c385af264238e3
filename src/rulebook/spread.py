"""Trials spread over the cores of this machine, or over a cluster, by joblib.

Only this module knows joblib and Dask; both are optional, and imported when they are needed. Records arrive in any
order, each as soon as its game is over. A worker that dies costs the games it was playing, and they are played again:
the same trial gives the same record.
"""

from __future__ import annotations

import platform
import signal
import threading
import warnings
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing, contextmanager
from dataclasses import dataclass
from importlib.metadata import version
from multiprocessing import TimeoutError
from typing import Any

from rulebook.lab import Harvest, Record, Trial, run

DEATHS = 3
"""How often in a row workers may die without a single game being played to its end."""
PATIENCE = 900.0
"""Seconds within which a game must end somewhere, else the cluster is taken to be lost."""

Progress = Callable[[Harvest], object]
"""What is told after every record."""


class SpreadError(RuntimeError):
    """Work that cannot be spread as asked; the text says what to do."""


@dataclass(frozen=True, slots=True)
class Failure:
    """A trial that could not be played, and why."""

    trial: Trial
    reason: str


def fill(harvest: Harvest, jobs: int = 1, cluster: str = "", progress: Progress | None = None) -> None:
    """Play all that is missing from a harvest, in so many processes at once, or on a cluster.

    `cluster` is `local:2` for a Dask cluster of two workers on this machine, or the address of a scheduler,
    `tcp://host:8786`. Whatever ends the work, an interrupt too, leaves in the harvest what has been played, and ends
    the workers that were started here. Raises `SpreadError`.
    """
    if jobs < 1:
        raise SpreadError(f"{jobs} jobs: at least 1")
    if jobs == 1 and not cluster:
        for trial in harvest.missing:
            _count(harvest, attempt(trial), progress)
        return
    deaths = 0
    with _backend(jobs, cluster):
        while missing := harvest.missing:
            before = len(harvest)
            try:
                with closing(_spread(missing, jobs)) as found:
                    for result in found:
                        _count(harvest, result, progress)
            except TimeoutError as error:
                raise SpreadError(f"no game has ended for {PATIENCE:.0f} seconds; {len(harvest)} are in") from error
            except BrokenProcessPool as error:
                deaths = 0 if len(harvest) > before else deaths + 1
                if deaths == DEATHS:
                    said = f"the workers died {DEATHS} times without ending a game ({type(error).__name__}: {error})"
                    raise SpreadError(f"{said}; {len(harvest)} games are in") from error


def _count(harvest: Harvest, result: Record | Failure, progress: Progress | None) -> None:
    if isinstance(result, Failure):
        raise SpreadError(f"{result.trial}: {result.reason}")
    harvest.add(result)
    if progress:
        progress(harvest)


def attempt(trial: Trial) -> Record | Failure:
    """Return the record of a trial, or why there is none: an error must not get lost on its way from a worker."""
    try:
        return run(trial)
    except Exception as error:
        return Failure(trial, f"{type(error).__name__}: {error}")


@contextmanager
def _deaf() -> Iterator[None]:
    """Let processes that are started here ignore Ctrl+C: it is meant for the one that started them."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _spread(trials: Iterable[Trial], jobs: int) -> Generator[Record | Failure, None, None]:
    """Yield what comes of trials as it comes, from the backend that is set."""
    from joblib import Parallel, delayed  # type: ignore[import-untyped]

    with warnings.catch_warnings():
        # Leaving early is what an interrupt does.
        warnings.filterwarnings("ignore", message=".*tasks.*", category=UserWarning, module="joblib")
        with _deaf():
            found = Parallel(n_jobs=jobs, return_as="generator_unordered", timeout=PATIENCE)(
                delayed(attempt)(trial) for trial in trials
            )
        with closing(found):
            yield from found


@contextmanager
def _backend(jobs: int, cluster: str) -> Iterator[None]:
    """Set where joblib sends its work; at the end the workers started here are gone."""
    try:
        from joblib import parallel_config
        from joblib.externals.loky import get_reusable_executor  # type: ignore[import-untyped]
    except ImportError as error:
        raise SpreadError(f"{error}: for several processes install joblib: pip install 'rulebook[cluster]'") from error
    if not cluster:
        try:
            with parallel_config(backend="loky"):
                yield
        finally:
            get_reusable_executor().shutdown(wait=True, kill_workers=True)
        return
    with _client(cluster) as client, parallel_config(backend="dask", client=client):
        yield


@contextmanager
def _client(cluster: str) -> Iterator[Any]:
    """Return a client of the cluster whose workers have this program in this version."""
    try:
        from distributed import Client, LocalCluster
    except ImportError as error:
        raise SpreadError(f"{error}: for a cluster install Dask: pip install 'rulebook[cluster]'") from error
    kind, _sign, count = cluster.partition(":")
    own = None
    if kind == "local":
        if not count.isdecimal() or not 1 <= int(count) <= 256:
            raise SpreadError(f"--cluster {cluster}: write local: and a number of workers from 1 to 256")
        with _deaf():
            own = LocalCluster(  # type: ignore[no-untyped-call]
                n_workers=int(count), threads_per_worker=1, dashboard_address=None
            )
    elif kind not in ("tcp", "tls", "ws", "wss"):
        raise SpreadError(f"--cluster {cluster}: write local:2, or a scheduler's address such as tcp://host:8786")
    try:
        client = Client(own or cluster, timeout=10)  # type: ignore[no-untyped-call]
    except (OSError, ValueError) as error:
        raise SpreadError(f"--cluster {cluster}: no scheduler answers there ({error})") from error
    try:
        _same(client)
        yield client
    finally:
        client.close()  # type: ignore[no-untyped-call]
        if own:
            own.close()


def _same(client: Any) -> None:
    """Raise `SpreadError` unless a worker of the cluster has this program in this version."""
    try:
        theirs = client.submit(_versions, pure=False).result(timeout=60)
    except Exception as error:
        raise SpreadError(f"no worker of the cluster can run rulebook ({type(error).__name__}: {error})") from error
    if theirs != _versions():
        raise SpreadError(f"the cluster has {theirs}, here is {_versions()}; make them the same")


def _versions() -> str:
    return f"rulebook {version('rulebook')} on Python {platform.python_version()}"
