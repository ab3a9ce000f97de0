"""What TodoList promises: one function for each condition of the spec."""

from collections.abc import Iterator

from tests.harness.service import At, Call, Key, Spot
from tests.harness.values import Instant, every, exists, matches, member, ran, some
from tests.model import (
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
from tests.predicates import selected

ReopenCall = Call[State, ReopenGiven, ReopenAnswer]
CreateTodoCall = Call[State, CreateTodoGiven, CreateTodoAnswer]
GetTodoCall = Call[State, GetTodoGiven, GetTodoAnswer]
ListTodosCall = Call[State, ListTodosGiven, ListTodosAnswer]
UpdateTodoCall = Call[State, UpdateTodoGiven, UpdateTodoAnswer]
DeleteTodoCall = Call[State, DeleteTodoGiven, DeleteTodoAnswer]
AddTagCall = Call[State, AddTagGiven, AddTagAnswer]
RemoveTagCall = Call[State, RemoveTagGiven, RemoveTagAnswer]
StartWorkCall = Call[State, StartWorkGiven, StartWorkAnswer]
PauseWorkCall = Call[State, PauseWorkGiven, PauseWorkAnswer]
CompleteCall = Call[State, CompleteGiven, CompleteAnswer]
ArchiveCall = Call[State, ArchiveGiven, ArchiveAnswer]


# Types


def todo_id_where(value: int, s: State, now: Instant) -> bool:
    """value > 0"""
    return value > 0


def title_where(value: str, s: State, now: Instant) -> bool:
    """len(value) >= 1 and len(value) <= 200"""
    return len(value) >= 1 and len(value) <= 200


def text_where(value: str, s: State, now: Instant) -> bool:
    """len(value) <= 2000"""
    return len(value) <= 2000


def tag_where(value: str, s: State, now: Instant) -> bool:
    """value matches /^[a-z0-9][a-z0-9-]{0,29}$/"""
    return matches(value, r"^[a-z0-9][a-z0-9-]{0,29}\Z")


def todo_done_is_dated(own: Todo, s: State, now: Instant) -> bool:
    """status = DONE implies completed_at != none"""
    return own.status != "DONE" or own.completed_at is not None


def todo_done_is_dated_says(own: Todo, s: State, now: Instant) -> bool:
    """When Todo.doneIsDated says something."""
    return own.status == "DONE"


def todo_open_is_undated(own: Todo, s: State, now: Instant) -> bool:
    """status in {TODO, IN_PROGRESS} implies completed_at = none"""
    return own.status not in {"TODO", "IN_PROGRESS"} or own.completed_at is None


def todo_open_is_undated_says(own: Todo, s: State, now: Instant) -> bool:
    """When Todo.openIsUndated says something."""
    return own.status in {"TODO", "IN_PROGRESS"}


def todo_only_finished_is_resolved(own: Todo, s: State, now: Instant) -> bool:
    """resolution != none implies completed_at != none"""
    return own.resolution is None or own.completed_at is not None


def todo_only_finished_is_resolved_says(own: Todo, s: State, now: Instant) -> bool:
    """When Todo.onlyFinishedIsResolved says something."""
    return own.resolution is not None


def todo_few_tags(own: Todo, s: State, now: Instant) -> bool:
    """#tags <= 10"""
    return len(own.tags) <= 10


# Invariants


def invariant_keys_are_ids(s: State, now: Instant) -> bool:
    """all k in todos | todos[k].id = k"""
    return every(s.todos, lambda k: s.todos[k].id == k)


def invariant_keys_are_ids_says(s: State, now: Instant) -> bool:
    """When invariant keysAreIds says something."""
    return len(s.todos) > 0


def eventually_something_gets_done(s: State, now: Instant) -> bool:
    """some k in todos | todos[k].status = DONE"""
    return exists(s.todos, lambda k: s.todos[k].status == "DONE")


def always_unstarted_is_unresolved(s: State, now: Instant) -> bool:
    """all k in todos | todos[k].status = TODO implies todos[k].resolution = none"""
    return every(s.todos, lambda k: s.todos[k].status != "TODO" or s.todos[k].resolution is None)


def always_unstarted_is_unresolved_says(s: State, now: Instant) -> bool:
    """When always unstartedIsUnresolved says something."""
    return exists(s.todos, lambda k: s.todos[k].status == "TODO")


# Guards


def reopen_guard_0(own: Todo, c: ReopenCall) -> bool:
    """completed_at != none and updated_at > completed_at"""
    return own.completed_at is not None and own.updated_at > some(own.completed_at)


# CreateTodo


def create_todo_requires_0(c: CreateTodoCall) -> bool:
    """#tags <= 10"""
    return len(c.given.tags) <= 10


def create_todo_requires_1(c: CreateTodoCall) -> bool:
    """due_at = none or due_at > now()"""
    return c.given.due_at is None or some(c.given.due_at) > c.now


def create_todo_ensures_0(c: CreateTodoCall) -> bool:
    """id not in todos"""
    return c.answer.id not in c.before.todos


def create_todo_ensures_1(c: CreateTodoCall) -> bool:
    """todos'[id].id = id"""
    return c.after.todos[c.answer.id].id == c.answer.id


def create_todo_ensures_2(c: CreateTodoCall) -> bool:
    """todos'[id].title = title"""
    return c.after.todos[c.answer.id].title == c.given.title


def create_todo_ensures_3(c: CreateTodoCall) -> bool:
    """todos'[id].description = description"""
    return c.after.todos[c.answer.id].description == c.given.description


def create_todo_ensures_4(c: CreateTodoCall) -> bool:
    """todos'[id].status = TODO"""
    return c.after.todos[c.answer.id].status == "TODO"


def create_todo_ensures_5(c: CreateTodoCall) -> bool:
    """todos'[id].priority = priority"""
    return c.after.todos[c.answer.id].priority == c.given.priority


def create_todo_ensures_6(c: CreateTodoCall) -> bool:
    """todos'[id].tags = tags"""
    return c.after.todos[c.answer.id].tags == c.given.tags


def create_todo_ensures_7(c: CreateTodoCall) -> bool:
    """todos'[id].due_at = due_at"""
    return c.after.todos[c.answer.id].due_at == c.given.due_at


def create_todo_ensures_8(c: CreateTodoCall) -> bool:
    """todos'[id].created_at = now()"""
    return c.after.todos[c.answer.id].created_at == c.now


def create_todo_ensures_9(c: CreateTodoCall) -> bool:
    """todos'[id].updated_at = now()"""
    return c.after.todos[c.answer.id].updated_at == c.now


def create_todo_ensures_10(c: CreateTodoCall) -> bool:
    """todos'[id].completed_at = none"""
    return c.after.todos[c.answer.id].completed_at is None


def create_todo_ensures_11(c: CreateTodoCall) -> bool:
    """todos'[id].resolution = none"""
    return c.after.todos[c.answer.id].resolution is None


def create_todo_ensures_12(c: CreateTodoCall) -> bool:
    """#todos' = #todos + 1"""
    return len(c.after.todos) == len(c.before.todos) + 1


def create_todo_changes_0(c: CreateTodoCall) -> Iterator[Spot]:
    """todos'[id].id = id"""
    yield Spot("todos", (Key(c.answer.id), At("id")))


def create_todo_changes_1(c: CreateTodoCall) -> Iterator[Spot]:
    """todos'[id].title = title"""
    yield Spot("todos", (Key(c.answer.id), At("title")))


def create_todo_changes_2(c: CreateTodoCall) -> Iterator[Spot]:
    """todos'[id].description = description"""
    yield Spot("todos", (Key(c.answer.id), At("description")))


def create_todo_changes_3(c: CreateTodoCall) -> Iterator[Spot]:
    """todos'[id].status = Status.TODO"""
    yield Spot("todos", (Key(c.answer.id), At("status")))


def create_todo_changes_4(c: CreateTodoCall) -> Iterator[Spot]:
    """todos'[id].priority = priority"""
    yield Spot("todos", (Key(c.answer.id), At("priority")))


def create_todo_changes_5(c: CreateTodoCall) -> Iterator[Spot]:
    """todos'[id].tags = tags"""
    yield Spot("todos", (Key(c.answer.id), At("tags")))


def create_todo_changes_6(c: CreateTodoCall) -> Iterator[Spot]:
    """todos'[id].due_at = due_at"""
    yield Spot("todos", (Key(c.answer.id), At("due_at")))


def create_todo_changes_7(c: CreateTodoCall) -> Iterator[Spot]:
    """todos'[id].created_at = now()"""
    yield Spot("todos", (Key(c.answer.id), At("created_at")))


def create_todo_changes_8(c: CreateTodoCall) -> Iterator[Spot]:
    """todos'[id].updated_at = now()"""
    yield Spot("todos", (Key(c.answer.id), At("updated_at")))


def create_todo_changes_9(c: CreateTodoCall) -> Iterator[Spot]:
    """todos'[id].completed_at = none"""
    yield Spot("todos", (Key(c.answer.id), At("completed_at")))


def create_todo_changes_10(c: CreateTodoCall) -> Iterator[Spot]:
    """todos'[id].resolution = none"""
    yield Spot("todos", (Key(c.answer.id), At("resolution")))


# GetTodo


def get_todo_requires_0(c: GetTodoCall) -> bool:
    """id in todos"""
    return c.given.id in c.before.todos


def get_todo_presence_0(c: GetTodoCall) -> bool:
    """id in todos"""
    return c.given.id in c.before.todos


def get_todo_ensures_0(c: GetTodoCall) -> bool:
    """todo = todos[id]"""
    return c.answer.todo == c.before.todos[c.given.id]


# ListTodos


def list_todos_ensures_0(c: ListTodosCall) -> bool:
    """all t in items | t in ran(todos) and selected(t, status, priority, tag)"""
    return every(
        c.answer.items,
        lambda t: member(t, ran(c.before.todos)) and selected(t, c.given.status, c.given.priority, c.given.tag),
    )


def list_todos_ensures_0_says(c: ListTodosCall) -> bool:
    """When ListTodos.ensures[0] says something."""
    return len(c.answer.items) > 0


def list_todos_ensures_1(c: ListTodosCall) -> bool:
    """all t in ran(todos) | selected(t, status, priority, tag) implies t in items"""
    return every(
        ran(c.before.todos),
        lambda t: not selected(t, c.given.status, c.given.priority, c.given.tag) or member(t, c.answer.items),
    )


def list_todos_ensures_1_says(c: ListTodosCall) -> bool:
    """When ListTodos.ensures[1] says something."""
    return exists(ran(c.before.todos), lambda t: selected(t, c.given.status, c.given.priority, c.given.tag))


# UpdateTodo


def update_todo_requires_0(c: UpdateTodoCall) -> bool:
    """id in todos"""
    return c.given.id in c.before.todos


def update_todo_requires_1(c: UpdateTodoCall) -> bool:
    """todos[id].status != ARCHIVED"""
    return c.before.todos[c.given.id].status != "ARCHIVED"


def update_todo_requires_2(c: UpdateTodoCall) -> bool:
    """title != none or description != none or priority != none or due_at != none"""
    return (
        c.given.title is not None
        or c.given.description is not None
        or c.given.priority is not None
        or c.given.due_at is not None
    )


def update_todo_presence_0(c: UpdateTodoCall) -> bool:
    """id in todos"""
    return c.given.id in c.before.todos


def update_todo_ensures_0(c: UpdateTodoCall) -> bool:
    """title != none implies todos'[id].title = title"""
    return c.given.title is None or c.after.todos[c.given.id].title == some(c.given.title)


def update_todo_ensures_0_says(c: UpdateTodoCall) -> bool:
    """When UpdateTodo.ensures[0] says something."""
    return c.given.title is not None


def update_todo_ensures_1(c: UpdateTodoCall) -> bool:
    """description != none implies todos'[id].description = description"""
    return c.given.description is None or c.after.todos[c.given.id].description == some(c.given.description)


def update_todo_ensures_1_says(c: UpdateTodoCall) -> bool:
    """When UpdateTodo.ensures[1] says something."""
    return c.given.description is not None


def update_todo_ensures_2(c: UpdateTodoCall) -> bool:
    """priority != none implies todos'[id].priority = priority"""
    return c.given.priority is None or c.after.todos[c.given.id].priority == some(c.given.priority)


def update_todo_ensures_2_says(c: UpdateTodoCall) -> bool:
    """When UpdateTodo.ensures[2] says something."""
    return c.given.priority is not None


def update_todo_ensures_3(c: UpdateTodoCall) -> bool:
    """due_at != none implies todos'[id].due_at = due_at"""
    return c.given.due_at is None or c.after.todos[c.given.id].due_at == some(c.given.due_at)


def update_todo_ensures_3_says(c: UpdateTodoCall) -> bool:
    """When UpdateTodo.ensures[3] says something."""
    return c.given.due_at is not None


def update_todo_ensures_4(c: UpdateTodoCall) -> bool:
    """todos'[id].updated_at = now()"""
    return c.after.todos[c.given.id].updated_at == c.now


def update_todo_ensures_5(c: UpdateTodoCall) -> bool:
    """todo = todos'[id]"""
    return c.answer.todo == c.after.todos[c.given.id]


def update_todo_changes_0(c: UpdateTodoCall) -> Iterator[Spot]:
    """title != none implies todos'[id].title = title"""
    if c.given.title is not None:
        yield Spot("todos", (Key(c.given.id), At("title")))


def update_todo_changes_1(c: UpdateTodoCall) -> Iterator[Spot]:
    """description != none implies todos'[id].description = some(description)"""
    if c.given.description is not None:
        yield Spot("todos", (Key(c.given.id), At("description")))


def update_todo_changes_2(c: UpdateTodoCall) -> Iterator[Spot]:
    """priority != none implies todos'[id].priority = priority"""
    if c.given.priority is not None:
        yield Spot("todos", (Key(c.given.id), At("priority")))


def update_todo_changes_3(c: UpdateTodoCall) -> Iterator[Spot]:
    """due_at != none implies todos'[id].due_at = some(due_at)"""
    if c.given.due_at is not None:
        yield Spot("todos", (Key(c.given.id), At("due_at")))


def update_todo_changes_4(c: UpdateTodoCall) -> Iterator[Spot]:
    """todos'[id].updated_at = now()"""
    yield Spot("todos", (Key(c.given.id), At("updated_at")))


# DeleteTodo


def delete_todo_requires_0(c: DeleteTodoCall) -> bool:
    """id in todos"""
    return c.given.id in c.before.todos


def delete_todo_requires_1(c: DeleteTodoCall) -> bool:
    """todos[id].status != IN_PROGRESS"""
    return c.before.todos[c.given.id].status != "IN_PROGRESS"


def delete_todo_presence_0(c: DeleteTodoCall) -> bool:
    """id in todos"""
    return c.given.id in c.before.todos


def delete_todo_ensures_0(c: DeleteTodoCall) -> bool:
    """id not in todos'"""
    return c.given.id not in c.after.todos


def delete_todo_ensures_1(c: DeleteTodoCall) -> bool:
    """#todos' = #todos - 1"""
    return len(c.after.todos) == len(c.before.todos) - 1


def delete_todo_changes_0(c: DeleteTodoCall) -> Iterator[Spot]:
    """id not in todos'"""
    yield Spot("todos", element=c.given.id)


# AddTag


def add_tag_requires_0(c: AddTagCall) -> bool:
    """id in todos"""
    return c.given.id in c.before.todos


def add_tag_requires_1(c: AddTagCall) -> bool:
    """todos[id].status != ARCHIVED"""
    return c.before.todos[c.given.id].status != "ARCHIVED"


def add_tag_requires_2(c: AddTagCall) -> bool:
    """tag in todos[id].tags or #todos[id].tags < 10"""
    return c.given.tag in c.before.todos[c.given.id].tags or len(c.before.todos[c.given.id].tags) < 10


def add_tag_presence_0(c: AddTagCall) -> bool:
    """id in todos"""
    return c.given.id in c.before.todos


def add_tag_ensures_0(c: AddTagCall) -> bool:
    """todos'[id].tags = todos[id].tags + {tag}"""
    return c.after.todos[c.given.id].tags == c.before.todos[c.given.id].tags | frozenset({c.given.tag})


def add_tag_ensures_1(c: AddTagCall) -> bool:
    """todos'[id].updated_at = now()"""
    return c.after.todos[c.given.id].updated_at == c.now


def add_tag_ensures_2(c: AddTagCall) -> bool:
    """todo = todos'[id]"""
    return c.answer.todo == c.after.todos[c.given.id]


def add_tag_changes_0(c: AddTagCall) -> Iterator[Spot]:
    """todos'[id].tags = todos[id].tags union {tag}"""
    yield Spot("todos", (Key(c.given.id), At("tags")))


def add_tag_changes_1(c: AddTagCall) -> Iterator[Spot]:
    """todos'[id].updated_at = now()"""
    yield Spot("todos", (Key(c.given.id), At("updated_at")))


# RemoveTag


def remove_tag_requires_0(c: RemoveTagCall) -> bool:
    """id in todos"""
    return c.given.id in c.before.todos


def remove_tag_requires_1(c: RemoveTagCall) -> bool:
    """todos[id].status != ARCHIVED"""
    return c.before.todos[c.given.id].status != "ARCHIVED"


def remove_tag_requires_2(c: RemoveTagCall) -> bool:
    """tag in todos[id].tags"""
    return c.given.tag in c.before.todos[c.given.id].tags


def remove_tag_presence_0(c: RemoveTagCall) -> bool:
    """id in todos"""
    return c.given.id in c.before.todos


def remove_tag_ensures_0(c: RemoveTagCall) -> bool:
    """todos'[id].tags = todos[id].tags - {tag}"""
    return c.after.todos[c.given.id].tags == c.before.todos[c.given.id].tags - frozenset({c.given.tag})


def remove_tag_ensures_1(c: RemoveTagCall) -> bool:
    """todos'[id].updated_at = now()"""
    return c.after.todos[c.given.id].updated_at == c.now


def remove_tag_changes_0(c: RemoveTagCall) -> Iterator[Spot]:
    """todos'[id].tags = todos[id].tags minus {tag}"""
    yield Spot("todos", (Key(c.given.id), At("tags")))


def remove_tag_changes_1(c: RemoveTagCall) -> Iterator[Spot]:
    """todos'[id].updated_at = now()"""
    yield Spot("todos", (Key(c.given.id), At("updated_at")))


# StartWork


def start_work_requires_0(c: StartWorkCall) -> bool:
    """id in todos"""
    return c.given.id in c.before.todos


def start_work_requires_1(c: StartWorkCall) -> bool:
    """todos[id].status = TODO"""
    return c.before.todos[c.given.id].status == "TODO"


def start_work_presence_0(c: StartWorkCall) -> bool:
    """id in todos"""
    return c.given.id in c.before.todos


def start_work_ensures_0(c: StartWorkCall) -> bool:
    """todos'[id].status = IN_PROGRESS"""
    return c.after.todos[c.given.id].status == "IN_PROGRESS"


def start_work_ensures_1(c: StartWorkCall) -> bool:
    """todos'[id].updated_at = now()"""
    return c.after.todos[c.given.id].updated_at == c.now


def start_work_ensures_2(c: StartWorkCall) -> bool:
    """todo = todos'[id]"""
    return c.answer.todo == c.after.todos[c.given.id]


def start_work_changes_0(c: StartWorkCall) -> Iterator[Spot]:
    """todos'[id].status = Status.IN_PROGRESS"""
    yield Spot("todos", (Key(c.given.id), At("status")))


def start_work_changes_1(c: StartWorkCall) -> Iterator[Spot]:
    """todos'[id].updated_at = now()"""
    yield Spot("todos", (Key(c.given.id), At("updated_at")))


# PauseWork


def pause_work_requires_0(c: PauseWorkCall) -> bool:
    """id in todos"""
    return c.given.id in c.before.todos


def pause_work_requires_1(c: PauseWorkCall) -> bool:
    """todos[id].status = IN_PROGRESS"""
    return c.before.todos[c.given.id].status == "IN_PROGRESS"


def pause_work_presence_0(c: PauseWorkCall) -> bool:
    """id in todos"""
    return c.given.id in c.before.todos


def pause_work_ensures_0(c: PauseWorkCall) -> bool:
    """todos'[id].status = TODO"""
    return c.after.todos[c.given.id].status == "TODO"


def pause_work_ensures_1(c: PauseWorkCall) -> bool:
    """todos'[id].updated_at = now()"""
    return c.after.todos[c.given.id].updated_at == c.now


def pause_work_ensures_2(c: PauseWorkCall) -> bool:
    """todo = todos'[id]"""
    return c.answer.todo == c.after.todos[c.given.id]


def pause_work_changes_0(c: PauseWorkCall) -> Iterator[Spot]:
    """todos'[id].status = Status.TODO"""
    yield Spot("todos", (Key(c.given.id), At("status")))


def pause_work_changes_1(c: PauseWorkCall) -> Iterator[Spot]:
    """todos'[id].updated_at = now()"""
    yield Spot("todos", (Key(c.given.id), At("updated_at")))


# Complete


def complete_requires_0(c: CompleteCall) -> bool:
    """id in todos"""
    return c.given.id in c.before.todos


def complete_requires_1(c: CompleteCall) -> bool:
    """todos[id].status = IN_PROGRESS"""
    return c.before.todos[c.given.id].status == "IN_PROGRESS"


def complete_presence_0(c: CompleteCall) -> bool:
    """id in todos"""
    return c.given.id in c.before.todos


def complete_ensures_0(c: CompleteCall) -> bool:
    """todos'[id].status = DONE"""
    return c.after.todos[c.given.id].status == "DONE"


def complete_ensures_1(c: CompleteCall) -> bool:
    """todos'[id].completed_at = some(now())"""
    return c.after.todos[c.given.id].completed_at == c.now


def complete_ensures_2(c: CompleteCall) -> bool:
    """todos'[id].resolution = resolution"""
    return c.after.todos[c.given.id].resolution == c.given.resolution


def complete_ensures_3(c: CompleteCall) -> bool:
    """todos'[id].updated_at = now()"""
    return c.after.todos[c.given.id].updated_at == c.now


def complete_ensures_4(c: CompleteCall) -> bool:
    """todo = todos'[id]"""
    return c.answer.todo == c.after.todos[c.given.id]


def complete_changes_0(c: CompleteCall) -> Iterator[Spot]:
    """todos'[id].status = Status.DONE"""
    yield Spot("todos", (Key(c.given.id), At("status")))


def complete_changes_1(c: CompleteCall) -> Iterator[Spot]:
    """todos'[id].completed_at = some(now())"""
    yield Spot("todos", (Key(c.given.id), At("completed_at")))


def complete_changes_2(c: CompleteCall) -> Iterator[Spot]:
    """todos'[id].resolution = resolution"""
    yield Spot("todos", (Key(c.given.id), At("resolution")))


def complete_changes_3(c: CompleteCall) -> Iterator[Spot]:
    """todos'[id].updated_at = now()"""
    yield Spot("todos", (Key(c.given.id), At("updated_at")))


# Reopen


def reopen_requires_0(c: ReopenCall) -> bool:
    """id in todos"""
    return c.given.id in c.before.todos


def reopen_requires_1(c: ReopenCall) -> bool:
    """todos[id].status = DONE"""
    return c.before.todos[c.given.id].status == "DONE"


def reopen_presence_0(c: ReopenCall) -> bool:
    """id in todos"""
    return c.given.id in c.before.todos


def reopen_ensures_0(c: ReopenCall) -> bool:
    """todos'[id].status = IN_PROGRESS"""
    return c.after.todos[c.given.id].status == "IN_PROGRESS"


def reopen_ensures_1(c: ReopenCall) -> bool:
    """todos'[id].completed_at = none"""
    return c.after.todos[c.given.id].completed_at is None


def reopen_ensures_2(c: ReopenCall) -> bool:
    """todos'[id].resolution = none"""
    return c.after.todos[c.given.id].resolution is None


def reopen_ensures_3(c: ReopenCall) -> bool:
    """todos'[id].updated_at = now()"""
    return c.after.todos[c.given.id].updated_at == c.now


def reopen_ensures_4(c: ReopenCall) -> bool:
    """todo = todos'[id]"""
    return c.answer.todo == c.after.todos[c.given.id]


def reopen_changes_0(c: ReopenCall) -> Iterator[Spot]:
    """todos'[id].status = Status.IN_PROGRESS"""
    yield Spot("todos", (Key(c.given.id), At("status")))


def reopen_changes_1(c: ReopenCall) -> Iterator[Spot]:
    """todos'[id].completed_at = none"""
    yield Spot("todos", (Key(c.given.id), At("completed_at")))


def reopen_changes_2(c: ReopenCall) -> Iterator[Spot]:
    """todos'[id].resolution = none"""
    yield Spot("todos", (Key(c.given.id), At("resolution")))


def reopen_changes_3(c: ReopenCall) -> Iterator[Spot]:
    """todos'[id].updated_at = now()"""
    yield Spot("todos", (Key(c.given.id), At("updated_at")))


# Archive


def archive_requires_0(c: ArchiveCall) -> bool:
    """id in todos"""
    return c.given.id in c.before.todos


def archive_requires_1(c: ArchiveCall) -> bool:
    """todos[id].status in {TODO, DONE}"""
    return c.before.todos[c.given.id].status in {"TODO", "DONE"}


def archive_presence_0(c: ArchiveCall) -> bool:
    """id in todos"""
    return c.given.id in c.before.todos


def archive_ensures_0(c: ArchiveCall) -> bool:
    """todos'[id].status = ARCHIVED"""
    return c.after.todos[c.given.id].status == "ARCHIVED"


def archive_ensures_1(c: ArchiveCall) -> bool:
    """todos'[id].updated_at = now()"""
    return c.after.todos[c.given.id].updated_at == c.now


def archive_ensures_2(c: ArchiveCall) -> bool:
    """todo = todos'[id]"""
    return c.answer.todo == c.after.todos[c.given.id]


def archive_changes_0(c: ArchiveCall) -> Iterator[Spot]:
    """todos'[id].status = Status.ARCHIVED"""
    yield Spot("todos", (Key(c.given.id), At("status")))


def archive_changes_1(c: ArchiveCall) -> Iterator[Spot]:
    """todos'[id].updated_at = now()"""
    yield Spot("todos", (Key(c.given.id), At("updated_at")))
