"""What requests to UrlShortener look like, and what it answers."""

from typing import Annotated, Any

from starlette.requests import Request

from app.model import (
    ClaimAnswer,
    ClaimGiven,
    DeleteGiven,
    ListAllAnswer,
    ListAllGiven,
    ResolveAnswer,
    ResolveGiven,
    RetargetAnswer,
    RetargetGiven,
    ShortenAnswer,
    ShortenGiven,
    StatsAnswer,
    StatsGiven,
    TotalClicksAnswer,
    TotalClicksGiven,
)
from app.runtime.requests import Shape, fields, in_path, read_as, read_text_as, shaped
from app.runtime.types import SetOf
from app.types import LONG_URL, SHORT_CODE, URL_MAPPING

_LIST_ALL_ENTRIES = SetOf(URL_MAPPING)


class ShortenShape(Shape):
    """What a request for Shorten says."""

    url: Annotated[str, read_as(LONG_URL)]


async def shorten_given(request: Request) -> ShortenGiven:
    """The inputs of Shorten."""
    shape = await shaped(ShortenShape, await fields(request))
    return ShortenGiven(url=shape.url)


def shorten_body(answer: ShortenAnswer) -> Any:
    """What Shorten gives, as JSON."""
    return {"code": answer.code, "short_url": answer.short_url}


class ClaimShape(Shape):
    """What a request for Claim says."""

    code: Annotated[str, read_text_as(SHORT_CODE)]
    url: Annotated[str, read_as(LONG_URL)]


async def claim_given(request: Request) -> ClaimGiven:
    """The inputs of Claim."""
    shape = await shaped(ClaimShape, await fields(request), in_path(request))
    return ClaimGiven(code=shape.code, url=shape.url)


def claim_body(answer: ClaimAnswer) -> Any:
    """What Claim gives, as JSON."""
    return URL_MAPPING.encode(answer.mapping)


class ResolveShape(Shape):
    """What a request for Resolve says."""

    code: Annotated[str, read_text_as(SHORT_CODE)]


async def resolve_given(request: Request) -> ResolveGiven:
    """The inputs of Resolve."""
    shape = await shaped(ResolveShape, {}, in_path(request))
    return ResolveGiven(code=shape.code)


def resolve_body(answer: ResolveAnswer) -> Any:
    """What Resolve gives, as JSON."""
    return {"url": answer.url}


class RetargetShape(Shape):
    """What a request for Retarget says."""

    code: Annotated[str, read_text_as(SHORT_CODE)]
    url: Annotated[str, read_as(LONG_URL)]


async def retarget_given(request: Request) -> RetargetGiven:
    """The inputs of Retarget."""
    shape = await shaped(RetargetShape, await fields(request), in_path(request))
    return RetargetGiven(code=shape.code, url=shape.url)


def retarget_body(answer: RetargetAnswer) -> Any:
    """What Retarget gives, as JSON."""
    return {}


class DeleteShape(Shape):
    """What a request for Delete says."""

    code: Annotated[str, read_text_as(SHORT_CODE)]


async def delete_given(request: Request) -> DeleteGiven:
    """The inputs of Delete."""
    shape = await shaped(DeleteShape, await fields(request), in_path(request))
    return DeleteGiven(code=shape.code)


class StatsShape(Shape):
    """What a request for Stats says."""

    code: Annotated[str, read_text_as(SHORT_CODE)]


async def stats_given(request: Request) -> StatsGiven:
    """The inputs of Stats."""
    shape = await shaped(StatsShape, {}, in_path(request))
    return StatsGiven(code=shape.code)


def stats_body(answer: StatsAnswer) -> Any:
    """What Stats gives, as JSON."""
    return URL_MAPPING.encode(answer.mapping)


async def list_all_given(request: Request) -> ListAllGiven:
    """The inputs of ListAll."""
    return ListAllGiven()


def list_all_body(answer: ListAllAnswer) -> Any:
    """What ListAll gives, as JSON."""
    return _LIST_ALL_ENTRIES.encode(answer.entries)


async def total_clicks_given(request: Request) -> TotalClicksGiven:
    """The inputs of TotalClicks."""
    return TotalClicksGiven()


def total_clicks_body(answer: TotalClicksAnswer) -> Any:
    """What TotalClicks gives, as JSON."""
    return {"codes": answer.codes, "clicks": answer.clicks}
