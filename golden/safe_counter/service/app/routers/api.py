"""The operations of SafeCounter, one route for each."""

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from app import operations, schemas, storage
from app.runtime.calls import Operation, respond, service_of

router = APIRouter()

_INCREMENT = Operation("Increment", operations.increment, loads=storage.INCREMENT, changes=True)


@router.api_route("/increment", methods=["POST"], status_code=200)
async def increment(request: Request) -> Response:
    """Increment (safe_counter.spec:10)."""
    given = await schemas.increment_given(request)
    answer, headers = await service_of(request).call(_INCREMENT, given)
    return respond(200, schemas.increment_body(answer), headers)


_DECREMENT = Operation("Decrement", operations.decrement, loads=storage.DECREMENT, changes=True)


@router.api_route("/decrement", methods=["POST"], status_code=200)
async def decrement(request: Request) -> Response:
    """Decrement (safe_counter.spec:19)."""
    given = await schemas.decrement_given(request)
    answer, headers = await service_of(request).call(_DECREMENT, given)
    return respond(200, schemas.decrement_body(answer), headers)


_RESET = Operation("Reset", operations.reset, loads=storage.RESET, changes=True)


@router.api_route("/reset", methods=["POST"], status_code=200)
async def reset(request: Request) -> Response:
    """Reset (safe_counter.spec:29)."""
    given = await schemas.reset_given(request)
    answer, headers = await service_of(request).call(_RESET, given)
    return respond(200, schemas.reset_body(answer), headers)


_GET_COUNT = Operation("GetCount", operations.get_count, loads=storage.GET_COUNT)


@router.api_route("/count", methods=["GET", "HEAD"], status_code=200)
async def get_count(request: Request) -> Response:
    """GetCount (safe_counter.spec:34)."""
    given = await schemas.get_count_given(request)
    answer, headers = await service_of(request).call(_GET_COUNT, given)
    return respond(200, schemas.get_count_body(answer), headers)
