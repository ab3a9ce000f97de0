"""Services under test: compiled, migrated, started, killed, and started again on the same data.

The kind of a service is the database of a generated one (`sqlite`, `postgres`, `mysql`), with the language before it
where that is not Python (`ts-sqlite`), or `reference` for the reference server, which the drivers are tried on too;
`forgetful` is a reference server that keeps its state nowhere. The suite is in Python for all of them.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType

import databases
from databases import Broken
from emitted import CREDENTIALS

ROOT = Path(__file__).absolute().parent.parent.parent
FIXTURES = ("safe_counter", "url_shortener", "todo_list", "edge_cases", "ecommerce", "auth_service")
PATIENCE_SECONDS = 300.0
NODE = ROOT / "target" / "node" / "node_modules" / ".bin"


@dataclass(frozen=True)
class Language:
    """How the services of a language are made ready, looked at, migrated and served."""

    target: str
    installs: tuple[tuple[str, ...], ...]
    checks: dict[str, tuple[str, ...]]
    migrations: dict[str, tuple[str, ...]]
    serve: tuple[str, ...]
    # What the address of a database in a file begins with.
    in_file: str
    # What a service says last.
    last_words: str
    # Whether the suite can be run in the process of the service.
    in_process: bool = False

    @property
    def migrate(self) -> tuple[str, ...]:
        """What brings the tables up to date."""
        return next(iter(self.migrations.values()))


MIGRATED = ("{python}", "-m", "alembic")
LANGUAGES = {
    "": Language(
        target="python-fastapi",
        installs=(),
        checks={
            "ruff": ("{python}", "-m", "ruff", "check", "--no-cache", "."),
            "ruff format": ("{python}", "-m", "ruff", "format", "--no-cache", "--check", "."),
            "mypy": ("{python}", "-m", "mypy", "--strict", "--cache-dir", "{folder}/mypy", "app"),
        },
        migrations={
            "alembic upgrade": (*MIGRATED, "upgrade", "head"),
            "alembic downgrade": (*MIGRATED, "downgrade", "base"),
            "alembic upgrade again": (*MIGRATED, "upgrade", "head"),
        },
        serve=("{python}", "-m", "app", "--host", "127.0.0.1", "--port", "{port}"),
        in_file="sqlite+aiosqlite:///",
        last_words="shutdown complete",
        in_process=True,
    ),
    "ts": Language(
        target="ts-express",
        installs=(("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"),),
        checks={
            "tsc": ("{node}/tsc", "-p", "."),
            "oxlint": ("{node}/oxlint", "--type-aware", "--deny-warnings", "src", "migrations"),
            "oxfmt": ("{node}/oxfmt", "--check", "src/**/*.ts", "migrations/**/*.ts"),
        },
        migrations={
            "migrations up": ("{node}/node", "src/migrate.ts", "up"),
            "migrations down": ("{node}/node", "src/migrate.ts", "down", "--to", "base"),
            "migrations up again": ("{node}/node", "src/migrate.ts", "up"),
        },
        serve=("{node}/node", "src/main.ts", "--host", "127.0.0.1", "--port", "{port}"),
        in_file="sqlite:///",
        last_words="stopped",
    ),
}


def language_of(kind: str) -> Language:
    """The language of a generated service."""
    return LANGUAGES[kind.rpartition("-")[0]]


def database_of(kind: str) -> str:
    """The database of a generated service."""
    return kind.rpartition("-")[2]


def environment(**more: str) -> dict[str, str]:
    """What services and suites are started with."""
    known = {f"SPEC_AUTH_{name}": value for name, value in CREDENTIALS.items()}
    return {**os.environ, **known, "ENABLE_TEST_ADMIN": "1", "PYTHONDONTWRITEBYTECODE": "1", **more}


def spec_of(fixture: str) -> Path:
    """Where the spec of a fixture is; a path stands for itself."""
    return Path(fixture) if fixture.endswith(".spec") else ROOT / "fixtures" / "spec" / f"{fixture}.spec"


@dataclass
class Service:
    """A service that can be started, and started again on the same data."""

    kind: str
    command: list[str]
    folder: Path
    log: Path
    env: dict[str, str]
    port: int = 0
    process: subprocess.Popen[bytes] | None = None
    starts: int = 0

    @property
    def url(self) -> str:
        """Where it listens."""
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> str:
        """Starts it and waits until it takes calls; its URL."""
        self.port = databases.free_port()
        self.starts += 1
        command = [part.format(port=self.port) for part in self.command]
        with self.log.open("ab") as said:
            self.process = subprocess.Popen(command, cwd=self.folder, env=self.env, stdout=said, stderr=said)
        self._wait()
        return self.url

    def _wait(self) -> None:
        assert self.process is not None
        until = time.monotonic() + PATIENCE_SECONDS
        while self.process.poll() is None and time.monotonic() < until:
            if answers(f"{self.url}/ready"):
                return
            time.sleep(0.02)
        self.kill()
        raise Broken(f"{self.kind} in {self.folder} does not start: {self.said()[-700:]}")

    def kill(self) -> None:
        """Ends it the hard way."""
        self._end(signal.SIGKILL)

    def stop(self) -> int:
        """Ends it the polite way; its exit code."""
        return self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> int:
        if self.process is None:
            return 0
        self.process.send_signal(how)
        try:
            code = self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.process.kill()
            code = self.process.wait()
        self.process = None
        return code

    def said(self) -> str:
        """What it has written to its log."""
        return self.log.read_text(encoding="utf-8", errors="replace") if self.log.exists() else ""


def answers(url: str) -> bool:
    """Whether a page is there."""
    try:
        with urllib.request.urlopen(url, timeout=5) as answer:
            return bool(answer.status == 200)
    except (urllib.error.URLError, OSError):
        return False


@dataclass
class Workshop:
    """Where suites and services are made, and the databases that they share."""

    specc: Path
    python: Path
    folder: Path
    projects: Path
    servers: dict[str, databases.Server] = field(default_factory=dict)
    made: int = 0

    @staticmethod
    def options(parser: argparse.ArgumentParser) -> None:
        """The options of every driver that starts services itself."""
        parser.add_argument("--specc", type=Path, required=True, help="the compiler")
        parser.add_argument("--python", type=Path, default=Path(sys.executable), help="a Python that services run on")
        parser.add_argument("--projects", type=Path, help="where projects are kept; those there are not compiled again")
        parser.add_argument("--fsync", action="store_true", help="let database servers wait for their disk")
        parser.add_argument("--server", action="append", default=[], help="a database server that another process runs")

    @staticmethod
    @contextmanager
    def open(options: argparse.Namespace, kinds: Iterable[str]) -> Iterator[Workshop]:
        """A workshop with the database servers that some kinds of services need, until the end of the block."""
        end_politely()
        with tempfile.TemporaryDirectory(prefix="specc-service-") as name, ExitStack() as stack:
            # Not resolved: an environment of Python is a link that stays one.
            specc, python = (Path(os.path.abspath(one)) for one in (options.specc, options.python))
            shop = Workshop(specc, python, Path(name), Path(options.projects or Path(name) / "projects").absolute())
            for described in options.server:
                server = databases.Server(*json.loads(described))
                shop.servers[server.kind] = server
            for kind in dict.fromkeys(database_of(kind) for kind in kinds):
                if kind in ("postgres", "mysql") and kind not in shop.servers:
                    shop.servers[kind] = stack.enter_context(databases.running(kind, options.fsync))
            yield shop

    def project(self, kind: str, fixture: str) -> Path:
        """The folder of a compiled suite, which holds the service as well where that is in Python. Made once."""
        kind = "reference" if kind == "forgetful" else kind
        folder = self.projects / kind / spec_of(fixture).stem
        if not (folder / "tests").exists():
            has_service = kind != "reference" and language_of(kind).in_process
            target = f"{language_of(kind).target}-{database_of(kind)}" if has_service else "python-fastapi-sqlite"
            self.compile(fixture, folder, *([] if has_service else ["--tests-only"]), "--target", target)
        return folder

    def compile(self, fixture: str, folder: Path, *how: str) -> None:
        """Compiles a spec. It is proved where proofs are tested."""
        command = [str(self.specc), "compile", "-q", "--ignore-verify", *how, "--out", str(folder)]
        run([*command, str(spec_of(fixture))], ROOT)

    def made_service(self, kind: str, fixture: str) -> Path:
        """The folder of a compiled service, with its packages. Made once."""
        language = language_of(kind)
        if language.in_process:
            return self.project(kind, fixture)
        folder = self.projects / kind / f"{spec_of(fixture).stem}-service"
        if not folder.exists():
            self.compile(fixture, folder, "--no-tests", "--target", f"{language.target}-{database_of(kind)}")
            for step in language.installs:
                run(self.filled(step), folder)
        return folder

    def filled(self, command: Iterable[str], port: str = "") -> list[str]:
        """A command of a language, with the places of this machine in it."""
        return [part.format(python=self.python, node=NODE, folder=self.folder, port=port) for part in command]

    @contextmanager
    def service(self, kind: str, fixture: str, **env: str) -> Iterator[Service]:
        """A service with a database of its own, started; stopped and forgotten at the end of the block."""
        self.made += 1
        name = f"{spec_of(fixture).stem}-{kind}-{self.made}"
        own = self.folder / name
        own.mkdir()
        is_generated = kind not in ("reference", "forgetful")
        service = self.generated(kind, fixture, own) if is_generated else self.reference(kind, fixture, own)
        service.env.update(env)
        try:
            service.start()
            yield service
        finally:
            service.stop()
            if database_of(kind) in self.servers:
                self.servers[database_of(kind)].drop(service.env["DATABASE_URL"])

    def reference(self, kind: str, fixture: str, own: Path) -> Service:
        """A reference server that is not started yet."""
        data = ["--data", str(own / "data.redb")] if kind == "reference" else []
        command = [str(self.specc), "serve", *data, "--port={port}", str(spec_of(fixture).absolute())]
        return Service(kind, command, own, own / "log", environment())

    def generated(self, kind: str, fixture: str, own: Path) -> Service:
        """A generated service with an empty database, not started yet."""
        project, language = self.made_service(kind, fixture), language_of(kind)
        env = environment(DATABASE_URL=self.database(kind, own))
        run(self.filled(language.migrate), project, env)
        return Service(kind, self.filled(language.serve, "{port}"), project, own / "log", env)

    def database(self, kind: str, own: Path) -> str:
        """The URL of an empty database."""
        if database_of(kind) == "sqlite":
            return f"{language_of(kind).in_file}{own / 'data.db'}"
        return self.servers[database_of(kind)].fresh()


def run(command: list[str], folder: Path, env: dict[str, str] | None = None) -> str:
    """Runs a command that has to succeed; what it prints."""
    done = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=False)
    if done.returncode:
        raise Broken(f"{' '.join(command)} in {folder}: {(done.stderr or done.stdout)[-3000:]}")
    return done.stdout


def end_politely() -> None:
    """Lets SIGTERM end the process as an exception does, so that what was started is stopped."""

    def ended(number: int, frame: FrameType | None) -> None:
        del frame
        sys.exit(128 + number)

    signal.signal(signal.SIGTERM, ended)
