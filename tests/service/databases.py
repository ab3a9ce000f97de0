"""Starts PostgreSQL and MariaDB from Debian's packages, on loopback and free ports, with a folder of their own each.

    with databases.running("postgres") as server:
        url = server.fresh()          # the URL of an empty database, for SQLAlchemy's async engine

Servers refuse to run as root, so where a test does they run as an ordinary user. Each is stopped by its process id and
its folder removed, also where what ran in between failed. Run as a program it starts the servers that it is told to,
prints a URL for each, and stops them when its input ends:

    python tests/service/databases.py postgres mysql
"""

from __future__ import annotations

import itertools
import json
import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

POSTGRES_FOLDERS = ("/usr/lib/postgresql/15/bin",)
MARIADB_FOLDERS = ("/usr/sbin", "/usr/bin", "/usr/local/sbin", "/usr/local/bin")
PATIENCE_SECONDS = 300.0


class Broken(Exception):
    """A server could not be started or asked. No finding about a service."""


def program(name: str, folders: tuple[str, ...]) -> str:
    """Where a program is."""
    found = shutil.which(name, path=os.pathsep.join(folders)) or shutil.which(name)
    if found is None:
        raise Broken(f"{name} is missing; `make setup` installs it")
    return found


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port: int = one.getsockname()[1]
        return port


def ordinary(user: str) -> list[str]:
    """What comes before a command so that it runs as an ordinary user."""
    return ["runuser", "-u", user, "--"] if os.geteuid() == 0 else []


def give(folder: Path, user: str) -> None:
    """Makes a folder belong to a user, where we may."""
    if os.geteuid() == 0:
        found = pwd.getpwnam(user)
        os.chown(folder, found.pw_uid, found.pw_gid)


def told(command: list[str], **more: str) -> str:
    """What a command prints; raises Broken where it fails."""
    done = subprocess.run(command, capture_output=True, text=True, check=False, env={**os.environ, **more})
    if done.returncode:
        raise Broken(f"{' '.join(command)}: {done.stderr.strip() or done.stdout.strip()}")
    return done.stdout


@dataclass
class Server:
    """A running server: its client asks it as its owner."""

    kind: str
    port: int
    client: list[str]
    numbers: Iterator[int] = field(default_factory=lambda: itertools.count(1))

    def ask(self, sql: str) -> str:
        """What SQL answers."""
        return told([*self.client, "-c" if self.kind == "postgres" else "-e", sql])

    def fresh(self) -> str:
        """The URL of a new, empty database."""
        # Several processes may share the server.
        name = f"service_{os.getpid()}_{next(self.numbers)}"
        self.ask(CREATE[self.kind].format(name=name))
        return url_of(self.kind, self.port, name)

    def described(self) -> str:
        """All there is to know for another process that wants a database here."""
        return json.dumps([self.kind, self.port, self.client])

    def drop(self, url: str) -> None:
        """Removes a database again, whoever is still connected."""
        name = url.partition("?")[0].rpartition("/")[2]
        self.ask(DROP[self.kind].format(name=name))


CREATE = {
    "postgres": "CREATE DATABASE {name}",
    "mysql": "CREATE DATABASE {name} CHARACTER SET utf8mb4 COLLATE utf8mb4_bin",
}
DROP = {
    "postgres": "DROP DATABASE {name} WITH (FORCE)",
    "mysql": "DROP DATABASE {name}",
}


@contextmanager
def running(kind: str, synced: bool = False) -> Iterator[Server]:
    """A server of a kind, `postgres` or `mysql`, for as long as the block lasts. Unless it is synced it is
    faster, and may lose what it has promised where the machine itself goes down."""
    folder = Path(tempfile.mkdtemp(prefix=f"specc-{kind}-"))
    try:
        server, process = (start_postgres if kind == "postgres" else start_mariadb)(folder, synced)
        try:
            yield server
        finally:
            stop(process)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def stop(process: subprocess.Popen[bytes]) -> None:
    """Ends a server by its process id: politely, then not."""
    # Both take SIGTERM; PostgreSQL then waits for its clients, which SIGINT does not.
    process.send_signal(signal.SIGINT if "postgres" in str(process.args) else signal.SIGTERM)
    try:
        process.wait(20)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def wait_until(answers: Callable[[], object], process: subprocess.Popen[bytes], log: Path) -> None:
    """Waits until a server answers; ends it and raises Broken where it does not."""
    until = time.monotonic() + PATIENCE_SECONDS
    while process.poll() is None and time.monotonic() < until:
        try:
            answers()
            return
        except Broken:
            time.sleep(0.05)
    process.kill()
    process.wait()
    raise Broken(f"{process.args!r} does not start: {log.read_text(errors='replace')[-2000:]}")


def spawned(command: list[str], user: str, log: Path) -> subprocess.Popen[bytes]:
    """Starts a server as an ordinary user. The process is the server's own, so that its id can stop it."""
    with log.open("wb") as said:
        # `start_new_session` keeps an interrupt of the terminal from the server, so that it is we who stop it.
        return subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=said,
            stderr=said,
            start_new_session=True,
            user=user if os.geteuid() == 0 else None,
            group=pwd.getpwnam(user).pw_gid if os.geteuid() == 0 else None,
            extra_groups=[] if os.geteuid() == 0 else None,
            cwd="/",
        )


# --- PostgreSQL ------------------------------------------------------------------------------------------------------


def start_postgres(folder: Path, synced: bool) -> tuple[Server, subprocess.Popen[bytes]]:
    """PostgreSQL with a new cluster in a folder."""
    give(folder, "postgres")
    data, port = folder / "data", free_port()
    init = [program("initdb", POSTGRES_FOLDERS), "-D", str(data), "-U", "postgres", "-A", "trust"]
    told([*ordinary("postgres"), *init, "--no-sync", "--locale=C", "--encoding=UTF8"])
    settings = ("listen_addresses=127.0.0.1", f"port={port}", f"unix_socket_directories={folder}")
    options = [part for one in (*settings, f"fsync={'on' if synced else 'off'}") for part in ("-c", one)]
    process = spawned([program("postgres", POSTGRES_FOLDERS), "-D", str(data), *options], "postgres", folder / "log")
    client = [program("psql", POSTGRES_FOLDERS), "-h", "127.0.0.1", "-p", str(port), "-U", "postgres", "-XAtq"]
    server = Server("postgres", port, [*client, "-d", "postgres"])
    wait_until(lambda: server.ask("SELECT 1"), process, folder / "log")
    return server, process


# --- MariaDB ---------------------------------------------------------------------------------------------------------


def start_mariadb(folder: Path, synced: bool) -> tuple[Server, subprocess.Popen[bytes]]:
    """MariaDB with a new data folder. Its administrator has no password and comes over loopback alone."""
    give(folder, "nobody")
    data, port = folder / "data", free_port()
    # One that starts clears temporary tables of others out of a folder that they share.
    own = folder / "tmp"
    own.mkdir()
    give(own, "nobody")
    places = ["--no-defaults", f"--datadir={data}", f"--tmpdir={own}"]
    install = [program("mariadb-install-db", MARIADB_FOLDERS), *places, "--skip-test-db"]
    told([*install, "--auth-root-authentication-method=normal", *(["--user=nobody"] if os.geteuid() == 0 else [])])
    socket_path = folder / "socket"
    command = [program("mariadbd", MARIADB_FOLDERS), *places, f"--socket={socket_path}"]
    network = ["--bind-address=127.0.0.1", f"--port={port}", "--skip-name-resolve", "--skip-log-bin"]
    quick = [
        f"--innodb-flush-log-at-trx-commit={1 if synced else 2}",
        "--innodb-buffer-pool-size=64M",
        f"--pid-file={folder / 'pid'}",
    ]
    process = spawned([*command, *network, *quick], "nobody", folder / "log")
    client = [program("mariadb", MARIADB_FOLDERS), "--no-defaults", f"--socket={socket_path}", "-u", "root", "-BN"]
    server = Server("mysql", port, client)
    wait_until(lambda: server.ask("SELECT 1"), process, folder / "log")
    # Not the administrator, whom TCP would not let in everywhere.
    user = "'service'@'127.0.0.1'"
    server.ask(f"CREATE USER {user} IDENTIFIED BY 'service'; GRANT ALL ON `service\\_%`.* TO {user}")
    return server, process


def url_of(kind: str, port: int, name: str) -> str:
    """The URL of a database. The driver of MariaDB is the one that `MYSQL_DRIVER` names."""
    if kind == "postgres":
        return f"postgresql+asyncpg://postgres@127.0.0.1:{port}/{name}"
    driver = os.environ.get("MYSQL_DRIVER", "asyncmy")
    return f"mysql+{driver}://service:service@127.0.0.1:{port}/{name}?charset=utf8mb4"


def main() -> int:
    """Starts what is asked for, and waits for the end of the input."""
    with ExitStack() as stack:
        for kind in sys.argv[1:] or ("postgres", "mysql"):
            print(kind, stack.enter_context(running(kind)).fresh(), flush=True)
        sys.stdin.read()
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Broken as broken:
        print(broken, file=sys.stderr)
        sys.exit(2)
