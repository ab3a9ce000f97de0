"""Starts the service, and runs the conformance suite against it.

    python tests/run_with_service.py smoke --seed 7
    python tests/run_with_service.py thorough --docker

The service gets a free port, an empty database, and credentials of its own. The database is a temporary file where the
service keeps its state in SQLite; otherwise it is the one that DATABASE_URL names, and **what is in it is lost**. With
`--docker` service and database run in containers of their own, which are removed afterwards. Where SPEC_TEST_BASE_URL
is set, nothing is started. Everything else is handed to `run_conformance.py`, and the exit code is its own: 0,
everything passed; 1, something failed; 2, the service cannot be tested.
"""

from __future__ import annotations

import json
import os
import secrets
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).absolute().parent.parent
sys.path.insert(0, str(ROOT))

from tests.service import SERVICE  # noqa: E402  # the path has to be set first

DATABASE = "{{ facts.url_scheme }}"
PATIENCE = 60.0


class NotThere(Exception):
    """The service cannot be tested."""


def main(arguments: list[str]) -> int:
    """Runs everything and returns the exit code."""
    in_docker = "--docker" in arguments
    rest = [argument for argument in arguments if argument != "--docker"]
    if "SPEC_TEST_BASE_URL" in os.environ:
        return run(rest, dict(os.environ))
    environment = os.environ | credentials() | {"ENABLE_TEST_ADMIN": "1"}
    environment["TEST_ADMIN_TOKEN"] = os.environ.get("TEST_ADMIN_TOKEN") or secrets.token_urlsafe(32)
    try:
        with containers(environment) if in_docker else process(environment) as url:
            return run(rest, environment | {"SPEC_TEST_BASE_URL": url})
    except NotThere as why:
        print(f"run_with_service.py: {why}", file=sys.stderr)
        return 2


def run(arguments: list[str], environment: dict[str, str]) -> int:
    """Runs the suite."""
    command = [sys.executable, str(ROOT / "tests" / "run_conformance.py"), *arguments]
    return subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode


def credentials() -> dict[str, str]:
    """A credential for each scheme that has none."""
    schemes = {scheme.name: scheme.kind for operation in SERVICE.operations for scheme in operation.auth}
    given = {f"SPEC_AUTH_{name.upper()}": kind for name, kind in schemes.items()}
    new = {name: kind for name, kind in given.items() if not os.environ.get(name)}
    return {name: ("conformance:" if kind == "basic" else "") + secrets.token_urlsafe(16) for name, kind in new.items()}


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


@contextmanager
def process(environment: dict[str, str]) -> Iterator[str]:
    """The service as a process of this machine."""
    with tempfile.TemporaryDirectory() as folder:
        environment["DATABASE_URL"] = database(folder)
        alembic = [sys.executable, "-m", "alembic", "upgrade", "head"]
        if subprocess.run(alembic, cwd=ROOT, env=environment, check=False).returncode:
            raise NotThere("the tables could not be made")
        port = free_port()
        command = [sys.executable, "-m", "app", "--port", str(port)]
        with Path(folder, "service.log").open("w+") as log:
            service = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=log, stderr=subprocess.STDOUT)
            try:
                wait(f"http://127.0.0.1:{port}", service)
                yield f"http://127.0.0.1:{port}"
            except NotThere:
                log.seek(0)
                sys.stderr.write(log.read())
                raise
            finally:
                stop(service)


def database(folder: str) -> str:
    """Where the state is kept meanwhile."""
    if DATABASE.startswith("sqlite"):
        return f"{DATABASE}:///{folder}/service.db"
    url = os.environ.get("DATABASE_URL")
    if not url:
        raise NotThere("DATABASE_URL has to name a database whose content may be lost")
    return url


def wait(url: str, service: subprocess.Popen[bytes] | None) -> None:
    """Waits until the service answers."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        if service is not None and service.poll() is not None:
            raise NotThere(f"the service ended with {service.returncode}")
        try:
            with urllib.request.urlopen(f"{url}/ready", timeout=2) as answer:
                if answer.status == 200:
                    return
        except (urllib.error.URLError, OSError):
            pass
        time.sleep(0.05)
    raise NotThere(f"the service was not ready after {PATIENCE:.0f} seconds")


def stop(service: subprocess.Popen[bytes]) -> None:
    """Asks the service to end, and sees to it."""
    service.send_signal(signal.SIGTERM)
    try:
        service.wait(timeout=30)
    except subprocess.TimeoutExpired:
        service.kill()
        service.wait()


@contextmanager
def containers(environment: dict[str, str]) -> Iterator[str]:
    """The service in containers of their own name, so that no others are touched."""
    environment["PORT"] = str(free_port())
    with tempfile.TemporaryDirectory() as folder:
        # No file of the project opens the admin contract; this one is of the run alone.
        opened = {name: environment[name] for name in ("ENABLE_TEST_ADMIN", "TEST_ADMIN_TOKEN")}
        override = Path(folder, "admin.json")
        override.write_text(json.dumps({"services": {"service": {"environment": opened}}}), encoding="utf-8")
        files = ["--file", str(ROOT / "docker-compose.yml"), "--file", str(override)]
        name = f"conformance-{secrets.token_hex(4)}"
        yield from composed(["docker", "compose", *files, "--project-name", name], environment)


def composed(compose: list[str], environment: dict[str, str]) -> Iterator[str]:
    """The address of the service in containers, which are removed afterwards."""
    try:
        up = [*compose, "up", "--build", "--detach", "--wait"]
        if subprocess.run(up, cwd=ROOT, env=environment, check=False).returncode:
            subprocess.run([*compose, "logs"], cwd=ROOT, env=environment, check=False)
            raise NotThere("the containers did not come up")
        wait(f"http://127.0.0.1:{environment['PORT']}", None)
        yield f"http://127.0.0.1:{environment['PORT']}"
    except FileNotFoundError:
        raise NotThere("docker is not installed") from None
    finally:
        subprocess.run([*compose, "down", "--volumes", "--remove-orphans"], cwd=ROOT, env=environment, check=False)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
