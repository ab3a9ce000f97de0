"""Who may call: the schemes of the spec against the credentials in the settings.

The schemes of an operation are alternatives. A scheme whose credential nobody set lets nobody pass.
"""

import base64
import binascii
import hmac
from dataclasses import dataclass
from typing import Literal

from starlette.requests import Request

from app.runtime.problems import unauthorized
from app.runtime.requests import decoded


@dataclass(frozen=True, slots=True)
class Scheme:
    """How a caller shows who they are: `name` is that of the scheme, `key` where an API key travels."""

    name: str
    kind: Literal["bearer", "basic", "header", "query", "cookie"]
    realm: str
    key: str = ""

    def admits(self, request: Request) -> bool:
        """Whether a request shows the valid credential."""
        valid: str = request.app.state.settings.credential(self.name)
        shown = self._shown(request)
        return bool(valid) and shown is not None and hmac.compare_digest(shown, valid.encode())

    def _shown(self, request: Request) -> bytes | None:
        if self.kind == "bearer":
            return authorization(request, "bearer")
        if self.kind == "basic":
            return _plain(authorization(request, "basic"))
        if self.kind == "header":
            return _encoded(request.headers.get(self.key))
        return _encoded(_in_query(request, self.key) if self.kind == "query" else _in_cookie(request, self.key))

    @property
    def challenge(self) -> str:
        """What a 401 asks for."""
        if self.kind == "bearer":
            return f'Bearer realm="{self.realm}"'
        if self.kind == "basic":
            return f'Basic realm="{self.realm}", charset="UTF-8"'
        return f'ApiKey realm="{self.realm}", {self.kind}="{self.key}"'


def admit(request: Request, *schemes: Scheme) -> None:
    """Lets a request pass that shows the credential of one of the schemes."""
    if not any(scheme.admits(request) for scheme in schemes):
        challenges = [scheme.challenge for scheme in schemes]
        raise unauthorized("Valid credentials for this operation are missing.", challenges)


def authorization(request: Request, scheme: str) -> bytes | None:
    """What follows the name of an authentication scheme, which is case-insensitive."""
    name, _, rest = request.headers.get("authorization", "").partition(" ")
    return rest.strip().encode("latin-1") if rest and name.lower() == scheme else None


def _encoded(text: str | None) -> bytes | None:
    return None if text is None else text.encode("utf-8", "surrogateescape")


def _plain(credentials: bytes | None) -> bytes | None:
    try:
        return None if credentials is None else base64.b64decode(credentials, validate=True)
    except (binascii.Error, ValueError):
        return None


def _in_query(request: Request, name: str) -> str | None:
    for part in request.scope["query_string"].decode("latin-1").split("&"):
        key, _, value = part.partition("=")
        if decoded(key, is_form=True) == name:
            return decoded(value, is_form=True)
    return None


def _in_cookie(request: Request, name: str) -> str | None:
    for line in request.headers.getlist("cookie"):
        for pair in line.split(";"):
            key, found, value = pair.strip().partition("=")
            if found and key == name:
                return value.strip('"')
    return None
