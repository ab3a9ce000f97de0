"""The data of UrlShortener: its entities, its state, and what its operations take and give."""

from dataclasses import dataclass

from app.runtime.values import Instant, Map


@dataclass(frozen=True, slots=True)
class UrlMapping:
    """The entity UrlMapping (url_shortener.spec:7)."""

    code: str
    url: str
    created_at: Instant
    click_count: int
    last_visited_at: Instant | None


@dataclass(frozen=True, slots=True)
class State:
    """The state of UrlShortener."""

    store: Map[str, str]
    metadata: Map[str, UrlMapping]


@dataclass(frozen=True, slots=True)
class ShortenGiven:
    """What Shorten takes."""

    url: str


@dataclass(frozen=True, slots=True)
class ShortenAnswer:
    """What Shorten gives."""

    code: str
    short_url: str


@dataclass(frozen=True, slots=True)
class ClaimGiven:
    """What Claim takes."""

    code: str
    url: str


@dataclass(frozen=True, slots=True)
class ClaimAnswer:
    """What Claim gives."""

    mapping: UrlMapping


@dataclass(frozen=True, slots=True)
class ResolveGiven:
    """What Resolve takes."""

    code: str


@dataclass(frozen=True, slots=True)
class ResolveAnswer:
    """What Resolve gives."""

    url: str


@dataclass(frozen=True, slots=True)
class RetargetGiven:
    """What Retarget takes."""

    code: str
    url: str


@dataclass(frozen=True, slots=True)
class RetargetAnswer:
    """What Retarget gives: nothing."""


@dataclass(frozen=True, slots=True)
class DeleteGiven:
    """What Delete takes."""

    code: str


@dataclass(frozen=True, slots=True)
class DeleteAnswer:
    """What Delete gives: nothing."""


@dataclass(frozen=True, slots=True)
class StatsGiven:
    """What Stats takes."""

    code: str


@dataclass(frozen=True, slots=True)
class StatsAnswer:
    """What Stats gives."""

    mapping: UrlMapping


@dataclass(frozen=True, slots=True)
class ListAllGiven:
    """What ListAll takes: nothing."""


@dataclass(frozen=True, slots=True)
class ListAllAnswer:
    """What ListAll gives."""

    entries: frozenset[UrlMapping]


@dataclass(frozen=True, slots=True)
class TotalClicksGiven:
    """What TotalClicks takes: nothing."""


@dataclass(frozen=True, slots=True)
class TotalClicksAnswer:
    """What TotalClicks gives."""

    codes: int
    clicks: int
