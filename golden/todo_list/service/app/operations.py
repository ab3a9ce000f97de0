"""What TodoList does: each operation as a function from the state before to the state after."""

from __future__ import annotations

from app.functions import selected
from app.model import (
    AddTagAnswer,
    AddTagGiven,
    ArchiveAnswer,
    ArchiveGiven,
    CompleteAnswer,
    CompleteGiven,
    CreateTodoAnswer,
    CreateTodoGiven,
    DeleteTodoAnswer,
    DeleteTodoGiven,
    GetTodoAnswer,
    GetTodoGiven,
    ListTodosAnswer,
    ListTodosGiven,
    PauseWorkAnswer,
    PauseWorkGiven,
    RemoveTagAnswer,
    RemoveTagGiven,
    ReopenAnswer,
    ReopenGiven,
    StartWorkAnswer,
    StartWorkGiven,
    State,
    Todo,
    UpdateTodoAnswer,
    UpdateTodoGiven,
)
from app.runtime import choices
from app.runtime.choices import Picks
from app.runtime.clauses import fits, inputs_fit, may_move, promised, requires
from app.runtime.types import Option, SetOf
from app.runtime.values import Instant, every, grown, replace, select, some, touched
from app.types import TAG, TEXT, TITLE, TODO_ID

_CREATE_TODO = (("title", "title", TITLE), ("description", "description", Option(TEXT)), ("tags", "tags", SetOf(TAG)))


def create_todo(before: State, given: CreateTodoGiven, now: Instant, pick: Picks) -> tuple[State, CreateTodoAnswer]:
    """CreateTodo (todo_list.spec:46)."""
    inputs_fit(_CREATE_TODO, given, before, now)
    requires(
        ("#tags <= 10", lambda: len(given.tags) <= 10),
        ("due_at = none or due_at > now()", lambda: given.due_at is None or some(given.due_at) > now),
    )
    # ensures id not in todos
    id = pick.choose(
        ("an ensures of `CreateTodo`", "id not in todos"),
        (lambda: choices.not_member_of(before.todos),),
        choices.integers(0),
        lambda id: fits(TODO_ID, id, before, now) and id not in before.todos,
    )
    # ensures todos'[id].id = id
    # ensures todos'[id].title = title
    # ensures todos'[id].description = description
    # ensures todos'[id].status = Status.TODO
    # ensures todos'[id].priority = priority
    # ensures todos'[id].tags = tags
    # ensures todos'[id].due_at = due_at
    # ensures todos'[id].created_at = now()
    # ensures todos'[id].updated_at = now()
    # ensures todos'[id].completed_at = none
    # ensures todos'[id].resolution = none
    after = replace(
        before,
        todos=before.todos.put(
            id,
            Todo(
                id=id,
                title=given.title,
                description=given.description,
                status="TODO",
                priority=given.priority,
                tags=given.tags,
                due_at=given.due_at,
                created_at=now,
                updated_at=now,
                completed_at=None,
                resolution=None,
            ),
        ),
    )
    promised("an ensures of `CreateTodo`", "#todos' = #todos + 1", lambda: grown(before.todos, after.todos) == 1)
    answer = CreateTodoAnswer(id=id)
    pick.settled(after, answer)
    promised(
        "the invariant `keysAreIds`",
        "all k in todos | todos[k].id = k",
        lambda: every(after.todos.at(touched(before.todos, after.todos)), lambda k: after.todos[k].id == k),
    )
    promised(
        "the property `unstartedIsUnresolved`",
        "all k in todos | todos[k].status = Status.TODO implies todos[k].resolution = none",
        lambda: every(
            after.todos.at(touched(before.todos, after.todos)),
            lambda k: after.todos[k].status != "TODO" or after.todos[k].resolution is None,
        ),
    )
    return after, answer


_GET_TODO = (("id", "id", TODO_ID),)


def get_todo(before: State, given: GetTodoGiven, now: Instant, pick: Picks) -> tuple[State, GetTodoAnswer]:
    """GetTodo (todo_list.spec:69)."""
    inputs_fit(_GET_TODO, given, before, now)
    requires(
        ("id in todos", lambda: given.id in before.todos), present=(("id in todos", lambda: given.id in before.todos),)
    )
    # ensures todo = todos[id]
    todo = before.todos[given.id]
    return before, GetTodoAnswer(todo=todo)


_LIST_TODOS = (("tag", "tag", Option(TAG)),)


def list_todos(before: State, given: ListTodosGiven, now: Instant, pick: Picks) -> tuple[State, ListTodosAnswer]:
    """ListTodos (todo_list.spec:78)."""
    inputs_fit(_LIST_TODOS, given, before, now)
    # ensures all t in items | t in ran(todos) and selected(t, status, priority, tag)
    items = select(before.todos.values(), lambda t: selected(t, given.status, given.priority, given.tag))
    return before, ListTodosAnswer(items=items)


_UPDATE_TODO = (("id", "id", TODO_ID), ("title", "title", Option(TITLE)), ("description", "description", Option(TEXT)))


def update_todo(before: State, given: UpdateTodoGiven, now: Instant, pick: Picks) -> tuple[State, UpdateTodoAnswer]:
    """UpdateTodo (todo_list.spec:87)."""
    inputs_fit(_UPDATE_TODO, given, before, now)
    requires(
        ("id in todos", lambda: given.id in before.todos),
        ("todos[id].status != Status.ARCHIVED", lambda: before.todos[given.id].status != "ARCHIVED"),
        (
            "title != none or description != none or priority != none or due_at != none",
            lambda: (
                given.title is not None
                or given.description is not None
                or given.priority is not None
                or given.due_at is not None
            ),
        ),
        present=(("id in todos", lambda: given.id in before.todos),),
    )
    # ensures title != none implies todos'[id].title = title
    # ensures description != none implies todos'[id].description = some(description)
    # ensures priority != none implies todos'[id].priority = priority
    # ensures due_at != none implies todos'[id].due_at = some(due_at)
    # ensures todos'[id].updated_at = now()
    after = replace(
        before,
        todos=before.todos.put(
            given.id,
            replace(
                before.todos[given.id],
                title=some(given.title) if given.title is not None else before.todos[given.id].title,
                description=some(given.description)
                if given.description is not None
                else before.todos[given.id].description,
                priority=some(given.priority) if given.priority is not None else before.todos[given.id].priority,
                due_at=some(given.due_at) if given.due_at is not None else before.todos[given.id].due_at,
                updated_at=now,
            ),
        ),
    )
    # ensures todo = todos'[id]
    todo = after.todos[given.id]
    return after, UpdateTodoAnswer(todo=todo)


_DELETE_TODO = (("id", "id", TODO_ID),)


def delete_todo(before: State, given: DeleteTodoGiven, now: Instant, pick: Picks) -> tuple[State, DeleteTodoAnswer]:
    """DeleteTodo (todo_list.spec:105)."""
    inputs_fit(_DELETE_TODO, given, before, now)
    requires(
        ("id in todos", lambda: given.id in before.todos),
        ("todos[id].status != Status.IN_PROGRESS", lambda: before.todos[given.id].status != "IN_PROGRESS"),
        present=(("id in todos", lambda: given.id in before.todos),),
    )
    # ensures id not in todos'
    after = replace(before, todos=before.todos - {given.id})
    promised("an ensures of `DeleteTodo`", "#todos' = #todos - 1", lambda: grown(before.todos, after.todos) == -1)
    return after, DeleteTodoAnswer()


_ADD_TAG = (("id", "id", TODO_ID), ("tag", "tag", TAG))


def add_tag(before: State, given: AddTagGiven, now: Instant, pick: Picks) -> tuple[State, AddTagAnswer]:
    """AddTag (todo_list.spec:115)."""
    inputs_fit(_ADD_TAG, given, before, now)
    requires(
        ("id in todos", lambda: given.id in before.todos),
        ("todos[id].status != Status.ARCHIVED", lambda: before.todos[given.id].status != "ARCHIVED"),
        (
            "tag in todos[id].tags or #todos[id].tags < 10",
            lambda: given.tag in before.todos[given.id].tags or len(before.todos[given.id].tags) < 10,
        ),
        present=(("id in todos", lambda: given.id in before.todos),),
    )
    # ensures todos'[id].tags = todos[id].tags union {tag}
    # ensures todos'[id].updated_at = now()
    after = replace(
        before,
        todos=before.todos.put(
            given.id,
            replace(before.todos[given.id], tags=before.todos[given.id].tags | frozenset({given.tag}), updated_at=now),
        ),
    )
    # ensures todo = todos'[id]
    todo = after.todos[given.id]
    return after, AddTagAnswer(todo=todo)


_REMOVE_TAG = (("id", "id", TODO_ID), ("tag", "tag", TAG))


def remove_tag(before: State, given: RemoveTagGiven, now: Instant, pick: Picks) -> tuple[State, RemoveTagAnswer]:
    """RemoveTag (todo_list.spec:128)."""
    inputs_fit(_REMOVE_TAG, given, before, now)
    requires(
        ("id in todos", lambda: given.id in before.todos),
        ("todos[id].status != Status.ARCHIVED", lambda: before.todos[given.id].status != "ARCHIVED"),
        ("tag in todos[id].tags", lambda: given.tag in before.todos[given.id].tags),
        present=(("id in todos", lambda: given.id in before.todos),),
    )
    # ensures todos'[id].tags = todos[id].tags minus {tag}
    # ensures todos'[id].updated_at = now()
    after = replace(
        before,
        todos=before.todos.put(
            given.id,
            replace(before.todos[given.id], tags=before.todos[given.id].tags - frozenset({given.tag}), updated_at=now),
        ),
    )
    return after, RemoveTagAnswer()


_START_WORK = (("id", "id", TODO_ID),)


def start_work(before: State, given: StartWorkGiven, now: Instant, pick: Picks) -> tuple[State, StartWorkAnswer]:
    """StartWork (todo_list.spec:139)."""
    inputs_fit(_START_WORK, given, before, now)
    requires(
        ("id in todos", lambda: given.id in before.todos),
        ("todos[id].status = Status.TODO", lambda: before.todos[given.id].status == "TODO"),
        moves=(("TodoLifecycle", lambda: may_move(before.todos, given.id, lambda own: own.status == "TODO")),),
        present=(("id in todos", lambda: given.id in before.todos),),
    )
    # ensures todos'[id].status = Status.IN_PROGRESS
    # ensures todos'[id].updated_at = now()
    after = replace(
        before, todos=before.todos.put(given.id, replace(before.todos[given.id], status="IN_PROGRESS", updated_at=now))
    )
    # ensures todo = todos'[id]
    todo = after.todos[given.id]
    answer = StartWorkAnswer(todo=todo)
    pick.settled(after, answer)
    promised(
        "the property `unstartedIsUnresolved`",
        "all k in todos | todos[k].status = Status.TODO implies todos[k].resolution = none",
        lambda: every(
            after.todos.at(touched(before.todos, after.todos)),
            lambda k: after.todos[k].status != "TODO" or after.todos[k].resolution is None,
        ),
    )
    return after, answer


_PAUSE_WORK = (("id", "id", TODO_ID),)


def pause_work(before: State, given: PauseWorkGiven, now: Instant, pick: Picks) -> tuple[State, PauseWorkAnswer]:
    """PauseWork (todo_list.spec:151)."""
    inputs_fit(_PAUSE_WORK, given, before, now)
    requires(
        ("id in todos", lambda: given.id in before.todos),
        ("todos[id].status = Status.IN_PROGRESS", lambda: before.todos[given.id].status == "IN_PROGRESS"),
        moves=(("TodoLifecycle", lambda: may_move(before.todos, given.id, lambda own: own.status == "IN_PROGRESS")),),
        present=(("id in todos", lambda: given.id in before.todos),),
    )
    # ensures todos'[id].status = Status.TODO
    # ensures todos'[id].updated_at = now()
    after = replace(
        before, todos=before.todos.put(given.id, replace(before.todos[given.id], status="TODO", updated_at=now))
    )
    # ensures todo = todos'[id]
    todo = after.todos[given.id]
    answer = PauseWorkAnswer(todo=todo)
    pick.settled(after, answer)
    promised(
        "the property `unstartedIsUnresolved`",
        "all k in todos | todos[k].status = Status.TODO implies todos[k].resolution = none",
        lambda: every(
            after.todos.at(touched(before.todos, after.todos)),
            lambda k: after.todos[k].status != "TODO" or after.todos[k].resolution is None,
        ),
    )
    return after, answer


_COMPLETE = (("id", "id", TODO_ID), ("resolution", "resolution", Option(TEXT)))


def complete(before: State, given: CompleteGiven, now: Instant, pick: Picks) -> tuple[State, CompleteAnswer]:
    """Complete (todo_list.spec:163)."""
    inputs_fit(_COMPLETE, given, before, now)
    requires(
        ("id in todos", lambda: given.id in before.todos),
        ("todos[id].status = Status.IN_PROGRESS", lambda: before.todos[given.id].status == "IN_PROGRESS"),
        moves=(("TodoLifecycle", lambda: may_move(before.todos, given.id, lambda own: own.status == "IN_PROGRESS")),),
        present=(("id in todos", lambda: given.id in before.todos),),
    )
    # ensures todos'[id].status = Status.DONE
    # ensures todos'[id].completed_at = some(now())
    # ensures todos'[id].resolution = resolution
    # ensures todos'[id].updated_at = now()
    after = replace(
        before,
        todos=before.todos.put(
            given.id,
            replace(
                before.todos[given.id], status="DONE", completed_at=now, resolution=given.resolution, updated_at=now
            ),
        ),
    )
    # ensures todo = todos'[id]
    todo = after.todos[given.id]
    answer = CompleteAnswer(todo=todo)
    pick.settled(after, answer)
    promised(
        "the property `unstartedIsUnresolved`",
        "all k in todos | todos[k].status = Status.TODO implies todos[k].resolution = none",
        lambda: every(
            after.todos.at(touched(before.todos, after.todos)),
            lambda k: after.todos[k].status != "TODO" or after.todos[k].resolution is None,
        ),
    )
    return after, answer


_REOPEN = (("id", "id", TODO_ID),)


def reopen(before: State, given: ReopenGiven, now: Instant, pick: Picks) -> tuple[State, ReopenAnswer]:
    """Reopen (todo_list.spec:178)."""
    inputs_fit(_REOPEN, given, before, now)
    requires(
        ("id in todos", lambda: given.id in before.todos),
        ("todos[id].status = Status.DONE", lambda: before.todos[given.id].status == "DONE"),
        moves=(
            (
                "TodoLifecycle",
                lambda: may_move(
                    before.todos,
                    given.id,
                    lambda own: (
                        own.status == "DONE"
                        and own.completed_at is not None
                        and own.updated_at > some(own.completed_at)
                    ),
                ),
            ),
        ),
        present=(("id in todos", lambda: given.id in before.todos),),
    )
    # ensures todos'[id].status = Status.IN_PROGRESS
    # ensures todos'[id].completed_at = none
    # ensures todos'[id].resolution = none
    # ensures todos'[id].updated_at = now()
    after = replace(
        before,
        todos=before.todos.put(
            given.id,
            replace(before.todos[given.id], status="IN_PROGRESS", completed_at=None, resolution=None, updated_at=now),
        ),
    )
    # ensures todo = todos'[id]
    todo = after.todos[given.id]
    answer = ReopenAnswer(todo=todo)
    pick.settled(after, answer)
    promised(
        "the property `unstartedIsUnresolved`",
        "all k in todos | todos[k].status = Status.TODO implies todos[k].resolution = none",
        lambda: every(
            after.todos.at(touched(before.todos, after.todos)),
            lambda k: after.todos[k].status != "TODO" or after.todos[k].resolution is None,
        ),
    )
    return after, answer


_ARCHIVE = (("id", "id", TODO_ID),)


def archive(before: State, given: ArchiveGiven, now: Instant, pick: Picks) -> tuple[State, ArchiveAnswer]:
    """Archive (todo_list.spec:192)."""
    inputs_fit(_ARCHIVE, given, before, now)
    requires(
        ("id in todos", lambda: given.id in before.todos),
        ("todos[id].status in {Status.TODO, Status.DONE}", lambda: before.todos[given.id].status in {"TODO", "DONE"}),
        moves=(
            (
                "TodoLifecycle",
                lambda: may_move(
                    before.todos, given.id, lambda own: own.status == "TODO", lambda own: own.status == "DONE"
                ),
            ),
        ),
        present=(("id in todos", lambda: given.id in before.todos),),
    )
    # ensures todos'[id].status = Status.ARCHIVED
    # ensures todos'[id].updated_at = now()
    after = replace(
        before, todos=before.todos.put(given.id, replace(before.todos[given.id], status="ARCHIVED", updated_at=now))
    )
    # ensures todo = todos'[id]
    todo = after.todos[given.id]
    answer = ArchiveAnswer(todo=todo)
    pick.settled(after, answer)
    promised(
        "the property `unstartedIsUnresolved`",
        "all k in todos | todos[k].status = Status.TODO implies todos[k].resolution = none",
        lambda: every(
            after.todos.at(touched(before.todos, after.todos)),
            lambda k: after.todos[k].status != "TODO" or after.todos[k].resolution is None,
        ),
    )
    return after, answer
