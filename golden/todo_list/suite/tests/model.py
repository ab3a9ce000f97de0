"""The data of TodoList: its entities, its state, and what its operations take and give."""

from dataclasses import dataclass

from tests.harness.values import Instant, Map

STATUS_VALUES = ("TODO", "IN_PROGRESS", "DONE", "ARCHIVED")
PRIORITY_VALUES = ("LOW", "MEDIUM", "HIGH", "URGENT")


@dataclass(frozen=True, slots=True)
class Todo:
    """The entity Todo (todo_list.spec:15)."""

    id: int
    title: str
    description: str | None
    status: str
    priority: str
    tags: frozenset[str]
    due_at: Instant | None
    created_at: Instant
    updated_at: Instant
    completed_at: Instant | None
    resolution: str | None


@dataclass(frozen=True, slots=True)
class State:
    """The state of TodoList."""

    todos: Map[int, Todo]


@dataclass(frozen=True, slots=True)
class CreateTodoGiven:
    """What CreateTodo takes."""

    title: str
    description: str | None
    priority: str
    tags: frozenset[str]
    due_at: Instant | None


@dataclass(frozen=True, slots=True)
class CreateTodoAnswer:
    """What CreateTodo gives."""

    id: int


@dataclass(frozen=True, slots=True)
class GetTodoGiven:
    """What GetTodo takes."""

    id: int


@dataclass(frozen=True, slots=True)
class GetTodoAnswer:
    """What GetTodo gives."""

    todo: Todo


@dataclass(frozen=True, slots=True)
class ListTodosGiven:
    """What ListTodos takes."""

    status: str | None
    priority: str | None
    tag: str | None


@dataclass(frozen=True, slots=True)
class ListTodosAnswer:
    """What ListTodos gives."""

    items: frozenset[Todo]


@dataclass(frozen=True, slots=True)
class UpdateTodoGiven:
    """What UpdateTodo takes."""

    id: int
    title: str | None
    description: str | None
    priority: str | None
    due_at: Instant | None


@dataclass(frozen=True, slots=True)
class UpdateTodoAnswer:
    """What UpdateTodo gives."""

    todo: Todo


@dataclass(frozen=True, slots=True)
class DeleteTodoGiven:
    """What DeleteTodo takes."""

    id: int


@dataclass(frozen=True, slots=True)
class DeleteTodoAnswer:
    """What DeleteTodo gives: nothing."""


@dataclass(frozen=True, slots=True)
class AddTagGiven:
    """What AddTag takes."""

    id: int
    tag: str


@dataclass(frozen=True, slots=True)
class AddTagAnswer:
    """What AddTag gives."""

    todo: Todo


@dataclass(frozen=True, slots=True)
class RemoveTagGiven:
    """What RemoveTag takes."""

    id: int
    tag: str


@dataclass(frozen=True, slots=True)
class RemoveTagAnswer:
    """What RemoveTag gives: nothing."""


@dataclass(frozen=True, slots=True)
class StartWorkGiven:
    """What StartWork takes."""

    id: int


@dataclass(frozen=True, slots=True)
class StartWorkAnswer:
    """What StartWork gives."""

    todo: Todo


@dataclass(frozen=True, slots=True)
class PauseWorkGiven:
    """What PauseWork takes."""

    id: int


@dataclass(frozen=True, slots=True)
class PauseWorkAnswer:
    """What PauseWork gives."""

    todo: Todo


@dataclass(frozen=True, slots=True)
class CompleteGiven:
    """What Complete takes."""

    id: int
    resolution: str | None


@dataclass(frozen=True, slots=True)
class CompleteAnswer:
    """What Complete gives."""

    todo: Todo


@dataclass(frozen=True, slots=True)
class ReopenGiven:
    """What Reopen takes."""

    id: int


@dataclass(frozen=True, slots=True)
class ReopenAnswer:
    """What Reopen gives."""

    todo: Todo


@dataclass(frozen=True, slots=True)
class ArchiveGiven:
    """What Archive takes."""

    id: int


@dataclass(frozen=True, slots=True)
class ArchiveAnswer:
    """What Archive gives."""

    todo: Todo
