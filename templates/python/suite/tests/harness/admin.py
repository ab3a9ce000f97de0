"""The admin contract, version 1: to see the state of the service, to set it, and to stop its clock."""

from __future__ import annotations

from typing import Any

from tests.harness.client import Client, Request, Response, Unreachable, json_request

PREFIX = "/__test_admin__"
VERSION = 1
# What every service that is tested must have, also where it does not say so.
LEAST = frozenset({"reset", "state"})


class Fatal(BaseException):
    """The run cannot go on: the service is gone, or its admin contract is closed. No finding about the service.

    Not an Exception, so that nothing that collects failures mistakes it for one.
    """


class Trouble(Exception):
    """An admin route did not do what the contract says, in the middle of a run."""


class Admin:
    """The routes of the contract."""

    def __init__(self, client: Client, token: str | None = None) -> None:
        self._client = client
        self._headers = (("Authorization", f"Bearer {token}"),) if token else ()
        self.capabilities: frozenset[str] = LEAST

    def connect(self, service: str) -> Any:
        """Asks what the service can do, resets it, and returns its initial state."""
        self.capabilities = self._ask_capabilities(service)
        try:
            self.reset()
            return self.state()
        except Trouble as trouble:
            raise Fatal(str(trouble)) from trouble

    def has(self, *names: str) -> bool:
        """Whether the service has all of these capabilities."""
        return self.capabilities.issuperset(names)

    def reset(self) -> None:
        """Back to the initial state and to real time."""
        self._expect(200, "POST", "/reset")

    def state(self) -> Any:
        """The state, in the wire format."""
        return self.json(self.shown_state(), "GET /state")

    def shown_state(self) -> Response:
        """The answer that holds the state."""
        return self._expect(200, "GET", "/state")

    def load(self, state: Any) -> Response:
        """Replaces the state; the answer says what the service holds now."""
        return self._send("PUT", "/state", state)

    def stop_clock(self, now: str) -> None:
        """Stops the clock at an instant."""
        self._expect(200, "PUT", "/clock", {"now": now})

    def _ask_capabilities(self, service: str) -> frozenset[str]:
        response = self._send("GET", "/capabilities")
        if response.status in (404, 405):
            return LEAST
        try:
            found = self.json(self._checked(200, response, "GET /capabilities"), "GET /capabilities")
        except Trouble as trouble:
            raise Fatal(str(trouble)) from trouble
        if not isinstance(found, dict) or found.get("version") != VERSION:
            version = found.get("version") if isinstance(found, dict) else found
            raise Fatal(f"the admin contract of the service has version {version!r}, and this suite knows {VERSION}")
        if found.get("service", service) != service:
            raise Fatal(f"this is the suite of {service}, and the service says that it is {found['service']}")
        names = found.get("capabilities", ())
        return LEAST | frozenset(name for name in names if isinstance(name, str))

    def _expect(self, status: int, method: str, path: str, body: Any = None) -> Response:
        return self._checked(status, self._send(method, path, body), f"{method} {path}")

    def request(self, method: str, path: str, body: Any = None) -> Request:
        """A request of the contract."""
        return json_request(method, PREFIX + path, self._headers, body)

    def _send(self, method: str, path: str, body: Any = None) -> Response:
        request = self.request(method, path, body)
        try:
            response = self._client.insist(request)
        except Unreachable as error:
            raise Fatal(str(error)) from error
        if response.status in (401, 403):
            raise Fatal(_closed(response.status, f"{method} {PREFIX}{path}"))
        return response

    def _checked(self, status: int, response: Response, what: str) -> Response:
        if response.status != status:
            got = f"answered {response.status}: {response.text[:500]}" if response.status else response.why
            raise Trouble(f"the admin contract does not work: {what} should answer {status}, and the service {got}")
        return response

    def json(self, response: Response, what: str) -> Any:
        """The body of an answer."""
        try:
            return response.json()
        except ValueError as error:
            raise Trouble(f"the admin contract does not work: {what} answered something that is not JSON") from error


def _closed(status: int, what: str) -> str:
    if status == 403:
        return f"the admin contract is closed ({what} answered 403): start the service with ENABLE_TEST_ADMIN=1"
    return f"the admin contract wants a token ({what} answered 401): set TEST_ADMIN_TOKEN to that of the service"
