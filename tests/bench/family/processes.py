"""What a process takes, together with all that it starts."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

PAUSE_SECONDS = 0.01
# How long a command may take to end when it is asked to: `specc test` stops what it started in that time.
GRACE_SECONDS = 15.0
KILOBYTES_PER_MEGABYTE = 1024


class TooLong(Exception):
    """A command passed its time limit."""


class Failed(Exception):
    """A command did not do what it was asked to."""


@dataclass(frozen=True)
class Cost:
    """What one run of a command took."""

    seconds: float
    megabytes: float


def cost_of(command: list[str], env: dict[str, str], log: Path, limit: float) -> Cost:
    """Runs a command that has to succeed, for so many seconds at most."""
    with log.open("wb") as said:
        # A session of its own, so that it can be ended with all that it started.
        process = subprocess.Popen(
            command, env=env, stdin=subprocess.DEVNULL, stdout=said, stderr=said, start_new_session=True
        )
    in_time = False
    try:
        in_time = ends(process, limit)
    finally:
        if not in_time:
            stop(process)
        cost = collected(process)
    if not in_time:
        raise TooLong
    if process.returncode:
        last = log.read_text(encoding="utf-8", errors="replace")[-1500:]
        raise Failed(f"{' '.join(command)} ends with {process.returncode}: {last}")
    return cost


def ends(process: subprocess.Popen[bytes], limit: float) -> bool:
    """Whether a process ends within so many seconds. It is not collected: until then its number stays its own."""
    until = time.monotonic() + limit
    while not os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT):
        if time.monotonic() > until:
            return False
        time.sleep(PAUSE_SECONDS)
    return True


def stop(process: subprocess.Popen[bytes]) -> None:
    """Ends a process: first the polite way, then with all that is left of its group."""
    process.send_signal(signal.SIGINT)
    ends(process, GRACE_SECONDS)
    os.killpg(process.pid, signal.SIGKILL)


def collected(process: subprocess.Popen[bytes]) -> Cost:
    """Waits for the end of a process, and gives what it took."""
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    # The time of its own and of its children, and the most that any one of them held.
    return Cost(usage.ru_utime + usage.ru_stime, usage.ru_maxrss / KILOBYTES_PER_MEGABYTE)


def least_megabytes(folder: Path) -> float:
    """What is reported of a program that needs next to no memory.

    Linux counts what this process held when it started the other, so that less cannot be seen.
    """
    return cost_of(["true"], dict(os.environ), folder / "log", 60.0).megabytes
