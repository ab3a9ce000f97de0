"""What requests to TodoList look like, and what it answers."""

from typing import Annotated, Any

from starlette.requests import Request

from app.model import (
    AddTagAnswer,
    AddTagGiven,
    ArchiveAnswer,
    ArchiveGiven,
    CompleteAnswer,
    CompleteGiven,
    CreateTodoAnswer,
    CreateTodoGiven,
    DeleteTodoGiven,
    GetTodoAnswer,
    GetTodoGiven,
    ListTodosAnswer,
    ListTodosGiven,
    PauseWorkAnswer,
    PauseWorkGiven,
    RemoveTagGiven,
    ReopenAnswer,
    ReopenGiven,
    StartWorkAnswer,
    StartWorkGiven,
    UpdateTodoAnswer,
    UpdateTodoGiven,
)
from app.runtime.requests import Shape, fields, in_path, in_query, read_as, read_text_as, read_texts_as, shaped
from app.runtime.types import DATETIME, Option, SetOf
from app.runtime.values import Instant
from app.types import PRIORITY, STATUS, TAG, TEXT, TITLE, TODO, TODO_ID

_LIST_TODOS_ITEMS = SetOf(TODO)


class CreateTodoShape(Shape):
    """What a request for CreateTodo says."""

    title: Annotated[str, read_as(TITLE)]
    description: Annotated[str | None, read_as(Option(TEXT))] = None
    priority: Annotated[str, read_as(PRIORITY)]
    tags: Annotated[frozenset[str], read_as(SetOf(TAG))]
    due_at: Annotated[Instant | None, read_as(Option(DATETIME))] = None


async def create_todo_given(request: Request) -> CreateTodoGiven:
    """The inputs of CreateTodo."""
    shape = await shaped(CreateTodoShape, await fields(request))
    return CreateTodoGiven(
        title=shape.title, description=shape.description, priority=shape.priority, tags=shape.tags, due_at=shape.due_at
    )


def create_todo_body(answer: CreateTodoAnswer) -> Any:
    """What CreateTodo gives, as JSON."""
    return {"id": answer.id}


class GetTodoShape(Shape):
    """What a request for GetTodo says."""

    id: Annotated[int, read_text_as(TODO_ID)]


async def get_todo_given(request: Request) -> GetTodoGiven:
    """The inputs of GetTodo."""
    shape = await shaped(GetTodoShape, {}, in_path(request))
    return GetTodoGiven(id=shape.id)


def get_todo_body(answer: GetTodoAnswer) -> Any:
    """What GetTodo gives, as JSON."""
    return TODO.encode(answer.todo)


class ListTodosShape(Shape):
    """What a request for ListTodos says."""

    status: Annotated[str | None, read_texts_as(Option(STATUS))]
    priority: Annotated[str | None, read_texts_as(Option(PRIORITY))]
    tag: Annotated[str | None, read_texts_as(Option(TAG))]


async def list_todos_given(request: Request) -> ListTodosGiven:
    """The inputs of ListTodos."""
    shape = await shaped(ListTodosShape, {}, in_query(request, "status", "priority", "tag"))
    return ListTodosGiven(status=shape.status, priority=shape.priority, tag=shape.tag)


def list_todos_body(answer: ListTodosAnswer) -> Any:
    """What ListTodos gives, as JSON."""
    return _LIST_TODOS_ITEMS.encode(answer.items)


class UpdateTodoShape(Shape):
    """What a request for UpdateTodo says."""

    id: Annotated[int, read_text_as(TODO_ID)]
    title: Annotated[str | None, read_as(Option(TITLE))] = None
    description: Annotated[str | None, read_as(Option(TEXT))] = None
    priority: Annotated[str | None, read_as(Option(PRIORITY))] = None
    due_at: Annotated[Instant | None, read_as(Option(DATETIME))] = None


async def update_todo_given(request: Request) -> UpdateTodoGiven:
    """The inputs of UpdateTodo."""
    shape = await shaped(UpdateTodoShape, await fields(request), in_path(request))
    return UpdateTodoGiven(
        id=shape.id, title=shape.title, description=shape.description, priority=shape.priority, due_at=shape.due_at
    )


def update_todo_body(answer: UpdateTodoAnswer) -> Any:
    """What UpdateTodo gives, as JSON."""
    return TODO.encode(answer.todo)


class DeleteTodoShape(Shape):
    """What a request for DeleteTodo says."""

    id: Annotated[int, read_text_as(TODO_ID)]


async def delete_todo_given(request: Request) -> DeleteTodoGiven:
    """The inputs of DeleteTodo."""
    shape = await shaped(DeleteTodoShape, await fields(request), in_path(request))
    return DeleteTodoGiven(id=shape.id)


class AddTagShape(Shape):
    """What a request for AddTag says."""

    id: Annotated[int, read_text_as(TODO_ID)]
    tag: Annotated[str, read_as(TAG)]


async def add_tag_given(request: Request) -> AddTagGiven:
    """The inputs of AddTag."""
    shape = await shaped(AddTagShape, await fields(request), in_path(request))
    return AddTagGiven(id=shape.id, tag=shape.tag)


def add_tag_body(answer: AddTagAnswer) -> Any:
    """What AddTag gives, as JSON."""
    return TODO.encode(answer.todo)


class RemoveTagShape(Shape):
    """What a request for RemoveTag says."""

    id: Annotated[int, read_text_as(TODO_ID)]
    tag: Annotated[str, read_text_as(TAG)]


async def remove_tag_given(request: Request) -> RemoveTagGiven:
    """The inputs of RemoveTag."""
    shape = await shaped(RemoveTagShape, await fields(request), in_path(request))
    return RemoveTagGiven(id=shape.id, tag=shape.tag)


class StartWorkShape(Shape):
    """What a request for StartWork says."""

    id: Annotated[int, read_text_as(TODO_ID)]


async def start_work_given(request: Request) -> StartWorkGiven:
    """The inputs of StartWork."""
    shape = await shaped(StartWorkShape, await fields(request), in_path(request))
    return StartWorkGiven(id=shape.id)


def start_work_body(answer: StartWorkAnswer) -> Any:
    """What StartWork gives, as JSON."""
    return TODO.encode(answer.todo)


class PauseWorkShape(Shape):
    """What a request for PauseWork says."""

    id: Annotated[int, read_text_as(TODO_ID)]


async def pause_work_given(request: Request) -> PauseWorkGiven:
    """The inputs of PauseWork."""
    shape = await shaped(PauseWorkShape, await fields(request), in_path(request))
    return PauseWorkGiven(id=shape.id)


def pause_work_body(answer: PauseWorkAnswer) -> Any:
    """What PauseWork gives, as JSON."""
    return TODO.encode(answer.todo)


class CompleteShape(Shape):
    """What a request for Complete says."""

    id: Annotated[int, read_text_as(TODO_ID)]
    resolution: Annotated[str | None, read_as(Option(TEXT))] = None


async def complete_given(request: Request) -> CompleteGiven:
    """The inputs of Complete."""
    shape = await shaped(CompleteShape, await fields(request), in_path(request))
    return CompleteGiven(id=shape.id, resolution=shape.resolution)


def complete_body(answer: CompleteAnswer) -> Any:
    """What Complete gives, as JSON."""
    return TODO.encode(answer.todo)


class ReopenShape(Shape):
    """What a request for Reopen says."""

    id: Annotated[int, read_text_as(TODO_ID)]


async def reopen_given(request: Request) -> ReopenGiven:
    """The inputs of Reopen."""
    shape = await shaped(ReopenShape, await fields(request), in_path(request))
    return ReopenGiven(id=shape.id)


def reopen_body(answer: ReopenAnswer) -> Any:
    """What Reopen gives, as JSON."""
    return TODO.encode(answer.todo)


class ArchiveShape(Shape):
    """What a request for Archive says."""

    id: Annotated[int, read_text_as(TODO_ID)]


async def archive_given(request: Request) -> ArchiveGiven:
    """The inputs of Archive."""
    shape = await shaped(ArchiveShape, await fields(request), in_path(request))
    return ArchiveGiven(id=shape.id)


def archive_body(answer: ArchiveAnswer) -> Any:
    """What Archive gives, as JSON."""
    return TODO.encode(answer.todo)
