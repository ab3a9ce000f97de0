"""The operations of UrlShortener, one route for each."""

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from app import operations, schemas, storage
from app.runtime.calls import Operation, respond, respond_empty, service_of
from app.runtime.types import SetOf
from app.types import LONG_URL, SHORT_CODE, URL_MAPPING

router = APIRouter()

_SHORTEN = Operation("Shorten", operations.shorten, changes=True, outputs=(("code", SHORT_CODE),))


@router.api_route("/shorten", methods=["POST"], status_code=201)
async def shorten(request: Request) -> Response:
    """Shorten (url_shortener.spec:27)."""
    given = await schemas.shorten_given(request)
    answer, headers = await service_of(request).call(_SHORTEN, given)
    return respond(201, schemas.shorten_body(answer), headers)


_LIST_ALL = Operation(
    "ListAll", operations.list_all, loads=storage.LIST_ALL, outputs=(("entries", SetOf(URL_MAPPING)),)
)


@router.api_route("/urls", methods=["GET", "HEAD"], status_code=200)
async def list_all(request: Request) -> Response:
    """ListAll (url_shortener.spec:106)."""
    given = await schemas.list_all_given(request)
    answer, headers = await service_of(request).call(_LIST_ALL, given)
    return respond(200, schemas.list_all_body(answer), headers)


_TOTAL_CLICKS = Operation("TotalClicks", operations.total_clicks, loads=storage.TOTAL_CLICKS)


@router.api_route("/urls/total", methods=["GET", "HEAD"], status_code=200)
async def total_clicks(request: Request) -> Response:
    """TotalClicks (url_shortener.spec:113)."""
    given = await schemas.total_clicks_given(request)
    answer, headers = await service_of(request).call(_TOTAL_CLICKS, given)
    return respond(200, schemas.total_clicks_body(answer), headers)


_CLAIM = Operation("Claim", operations.claim, loads=storage.CLAIM, changes=True, outputs=(("mapping", URL_MAPPING),))


@router.api_route("/{code}", methods=["PUT"], status_code=201)
async def claim(request: Request) -> Response:
    """Claim (url_shortener.spec:47)."""
    given = await schemas.claim_given(request)
    answer, headers = await service_of(request).call(_CLAIM, given)
    return respond(201, schemas.claim_body(answer), headers)


_RESOLVE = Operation(
    "Resolve",
    operations.resolve,
    loads=storage.RESOLVE,
    changes=True,
    outputs=(("url", LONG_URL),),
    headers=lambda given, answer: [("Location", answer.url)],
)


@router.api_route("/{code}", methods=["GET", "HEAD"], status_code=302)
async def resolve(request: Request) -> Response:
    """Resolve (url_shortener.spec:64)."""
    given = await schemas.resolve_given(request)
    answer, headers = await service_of(request).call(_RESOLVE, given)
    return respond(302, schemas.resolve_body(answer), headers)


_RETARGET = Operation("Retarget", operations.retarget, loads=storage.RETARGET, changes=True)


@router.api_route("/{code}", methods=["PATCH"], status_code=200)
async def retarget(request: Request) -> Response:
    """Retarget (url_shortener.spec:77)."""
    given = await schemas.retarget_given(request)
    answer, headers = await service_of(request).call(_RETARGET, given)
    return respond(200, schemas.retarget_body(answer), headers)


_DELETE = Operation("Delete", operations.delete, loads=storage.DELETE, changes=True)


@router.api_route("/{code}", methods=["DELETE"], status_code=204)
async def delete(request: Request) -> Response:
    """Delete (url_shortener.spec:87)."""
    given = await schemas.delete_given(request)
    _, headers = await service_of(request).call(_DELETE, given)
    return respond_empty(204, headers)


_STATS = Operation("Stats", operations.stats, loads=storage.STATS, outputs=(("mapping", URL_MAPPING),))


@router.api_route("/{code}/stats", methods=["GET", "HEAD"], status_code=200)
async def stats(request: Request) -> Response:
    """Stats (url_shortener.spec:97)."""
    given = await schemas.stats_given(request)
    answer, headers = await service_of(request).call(_STATS, given)
    return respond(200, schemas.stats_body(answer), headers)
