"""Problem documents: every error leaves the service as one (RFC 9457)."""

from http import HTTPStatus

import orjson
from starlette.responses import Response

MEDIA_TYPE = "application/problem+json"

_TITLES = {413: "Payload Too Large", 422: "Unprocessable Entity"}


class Problem(Exception):
    """An error as the caller sees it: a status, a sentence, and the clause of the spec that decided."""

    def __init__(
        self, status: int, detail: str, clause: str | None = None, headers: list[tuple[str, str]] | None = None
    ) -> None:
        super().__init__(status, detail)
        self.status = status
        self.detail = detail
        self.clause = clause
        self.headers = headers or []

    def response(self) -> Response:
        """The document."""
        document: dict[str, object] = {
            "type": "about:blank",
            "title": _TITLES.get(self.status) or HTTPStatus(self.status).phrase,
            "status": self.status,
            "detail": self.detail,
        }
        if self.clause:
            document["clause"] = self.clause
        response = Response(orjson.dumps(document), self.status, media_type=MEDIA_TYPE)
        for name, value in self.headers:
            response.headers.append(name, value)
        return response


def unreadable(detail: str, clause: str | None = None) -> Problem:
    """422: the request cannot be read as what the operation takes."""
    return Problem(422, detail, clause)


def unknown_path(path: str) -> Problem:
    """404: there is nothing at this path."""
    return Problem(404, f"There is nothing at {path}.")


def wrong_method(method: str, allowed: list[str]) -> Problem:
    """405: the path exists, with other methods."""
    methods = ", ".join(allowed)
    return Problem(405, f"This path does not take {method}; it takes {methods}.", headers=[("allow", methods)])


def unauthorized(detail: str, challenges: list[str]) -> Problem:
    """401, with what the service would accept."""
    return Problem(401, detail, headers=[("www-authenticate", challenge) for challenge in challenges])


def unavailable(detail: str) -> Problem:
    """503: try again later."""
    return Problem(503, detail, headers=[("retry-after", "1")])
