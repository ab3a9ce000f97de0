"""The operations of TodoList, one route for each."""

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from app import operations, schemas, storage
from app.runtime.calls import Operation, respond, respond_empty, service_of
from app.runtime.types import SetOf
from app.types import TODO, TODO_ID

router = APIRouter()

_CREATE_TODO = Operation(
    "CreateTodo", operations.create_todo, loads=storage.CREATE_TODO, changes=True, outputs=(("id", TODO_ID),)
)


@router.api_route("/todos", methods=["POST"], status_code=201)
async def create_todo(request: Request) -> Response:
    """CreateTodo (todo_list.spec:46)."""
    given = await schemas.create_todo_given(request)
    answer, headers = await service_of(request).call(_CREATE_TODO, given)
    return respond(201, schemas.create_todo_body(answer), headers)


_LIST_TODOS = Operation("ListTodos", operations.list_todos, loads=storage.LIST_TODOS, outputs=(("items", SetOf(TODO)),))


@router.api_route("/todos", methods=["GET", "HEAD"], status_code=200)
async def list_todos(request: Request) -> Response:
    """ListTodos (todo_list.spec:78)."""
    given = await schemas.list_todos_given(request)
    answer, headers = await service_of(request).call(_LIST_TODOS, given)
    return respond(200, schemas.list_todos_body(answer), headers)


_GET_TODO = Operation("GetTodo", operations.get_todo, loads=storage.GET_TODO, outputs=(("todo", TODO),))


@router.api_route("/todos/{id}", methods=["GET", "HEAD"], status_code=200)
async def get_todo(request: Request) -> Response:
    """GetTodo (todo_list.spec:69)."""
    given = await schemas.get_todo_given(request)
    answer, headers = await service_of(request).call(_GET_TODO, given)
    return respond(200, schemas.get_todo_body(answer), headers)


_UPDATE_TODO = Operation(
    "UpdateTodo", operations.update_todo, loads=storage.UPDATE_TODO, changes=True, outputs=(("todo", TODO),)
)


@router.api_route("/todos/{id}", methods=["PATCH"], status_code=200)
async def update_todo(request: Request) -> Response:
    """UpdateTodo (todo_list.spec:87)."""
    given = await schemas.update_todo_given(request)
    answer, headers = await service_of(request).call(_UPDATE_TODO, given)
    return respond(200, schemas.update_todo_body(answer), headers)


_DELETE_TODO = Operation("DeleteTodo", operations.delete_todo, loads=storage.DELETE_TODO, changes=True)


@router.api_route("/todos/{id}", methods=["DELETE"], status_code=204)
async def delete_todo(request: Request) -> Response:
    """DeleteTodo (todo_list.spec:105)."""
    given = await schemas.delete_todo_given(request)
    _, headers = await service_of(request).call(_DELETE_TODO, given)
    return respond_empty(204, headers)


_ADD_TAG = Operation("AddTag", operations.add_tag, loads=storage.ADD_TAG, changes=True, outputs=(("todo", TODO),))


@router.api_route("/todos/{id}/tags", methods=["POST"], status_code=201)
async def add_tag(request: Request) -> Response:
    """AddTag (todo_list.spec:115)."""
    given = await schemas.add_tag_given(request)
    answer, headers = await service_of(request).call(_ADD_TAG, given)
    return respond(201, schemas.add_tag_body(answer), headers)


_START_WORK = Operation(
    "StartWork", operations.start_work, loads=storage.START_WORK, changes=True, outputs=(("todo", TODO),)
)


@router.api_route("/todos/{id}/start", methods=["POST"], status_code=200)
async def start_work(request: Request) -> Response:
    """StartWork (todo_list.spec:139)."""
    given = await schemas.start_work_given(request)
    answer, headers = await service_of(request).call(_START_WORK, given)
    return respond(200, schemas.start_work_body(answer), headers)


_PAUSE_WORK = Operation(
    "PauseWork", operations.pause_work, loads=storage.PAUSE_WORK, changes=True, outputs=(("todo", TODO),)
)


@router.api_route("/todos/{id}/pause", methods=["POST"], status_code=200)
async def pause_work(request: Request) -> Response:
    """PauseWork (todo_list.spec:151)."""
    given = await schemas.pause_work_given(request)
    answer, headers = await service_of(request).call(_PAUSE_WORK, given)
    return respond(200, schemas.pause_work_body(answer), headers)


_COMPLETE = Operation("Complete", operations.complete, loads=storage.COMPLETE, changes=True, outputs=(("todo", TODO),))


@router.api_route("/todos/{id}/complete", methods=["POST"], status_code=200)
async def complete(request: Request) -> Response:
    """Complete (todo_list.spec:163)."""
    given = await schemas.complete_given(request)
    answer, headers = await service_of(request).call(_COMPLETE, given)
    return respond(200, schemas.complete_body(answer), headers)


_REOPEN = Operation("Reopen", operations.reopen, loads=storage.REOPEN, changes=True, outputs=(("todo", TODO),))


@router.api_route("/todos/{id}/reopen", methods=["POST"], status_code=200)
async def reopen(request: Request) -> Response:
    """Reopen (todo_list.spec:178)."""
    given = await schemas.reopen_given(request)
    answer, headers = await service_of(request).call(_REOPEN, given)
    return respond(200, schemas.reopen_body(answer), headers)


_ARCHIVE = Operation("Archive", operations.archive, loads=storage.ARCHIVE, changes=True, outputs=(("todo", TODO),))


@router.api_route("/todos/{id}/archive", methods=["POST"], status_code=200)
async def archive(request: Request) -> Response:
    """Archive (todo_list.spec:192)."""
    given = await schemas.archive_given(request)
    answer, headers = await service_of(request).call(_ARCHIVE, given)
    return respond(200, schemas.archive_body(answer), headers)


_REMOVE_TAG = Operation("RemoveTag", operations.remove_tag, loads=storage.REMOVE_TAG, changes=True)


@router.api_route("/todos/{id}/tags/{tag}", methods=["DELETE"], status_code=204)
async def remove_tag(request: Request) -> Response:
    """RemoveTag (todo_list.spec:128)."""
    given = await schemas.remove_tag_given(request)
    _, headers = await service_of(request).call(_REMOVE_TAG, given)
    return respond_empty(204, headers)
