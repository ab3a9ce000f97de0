"""What failures show of the conditions of TodoList: their parts, and what these are."""

from tests.clauses import (
    AddTagCall,
    ArchiveCall,
    CompleteCall,
    CreateTodoCall,
    DeleteTodoCall,
    GetTodoCall,
    ListTodosCall,
    PauseWorkCall,
    RemoveTagCall,
    ReopenCall,
    StartWorkCall,
    UpdateTodoCall,
)
from tests.harness.rules import Part, Parts, Sides
from tests.harness.values import Instant, ran
from tests.model import State, Todo
from tests.predicates import selected


def title_where(value: str, s: State, now: Instant) -> Parts:
    """len(value) >= 1 and len(value) <= 200"""
    return (Part("len(value)", lambda: len(value)), Part("value", lambda: value))


def text_where(value: str, s: State, now: Instant) -> Parts:
    """len(value) <= 2000"""
    return (Part("len(value)", lambda: len(value)), Part("value", lambda: value))


def todo_done_is_dated(own: Todo, s: State, now: Instant) -> Parts:
    """status = DONE implies completed_at != none"""
    return (
        Sides(Part("status", lambda: own.status), Part("DONE", lambda: "DONE")),
        Part("completed_at", lambda: own.completed_at),
    )


def todo_open_is_undated(own: Todo, s: State, now: Instant) -> Parts:
    """status in {TODO, IN_PROGRESS} implies completed_at = none"""
    return (
        Part("status", lambda: own.status),
        Sides(Part("completed_at", lambda: own.completed_at), Part("none", lambda: None)),
    )


def todo_only_finished_is_resolved(own: Todo, s: State, now: Instant) -> Parts:
    """resolution != none implies completed_at != none"""
    return (Part("resolution", lambda: own.resolution), Part("completed_at", lambda: own.completed_at))


def todo_few_tags(own: Todo, s: State, now: Instant) -> Parts:
    """#tags <= 10"""
    return (Part("#tags", lambda: len(own.tags)), Part("tags", lambda: own.tags))


def invariant_keys_are_ids(s: State, now: Instant) -> Parts:
    """all k in todos | todos[k].id = k"""
    return (Part("k", lambda k: k), Sides(Part("todos[k].id", lambda k: s.todos[k].id), Part("k", lambda k: k)))


def eventually_something_gets_done(s: State, now: Instant) -> Parts:
    """some k in todos | todos[k].status = DONE"""
    return (Part("todos", lambda: s.todos),)


def always_unstarted_is_unresolved(s: State, now: Instant) -> Parts:
    """all k in todos | todos[k].status = TODO implies todos[k].resolution = none"""
    return (
        Part("k", lambda k: k),
        Sides(Part("todos[k].status", lambda k: s.todos[k].status), Part("TODO", lambda: "TODO")),
        Sides(Part("todos[k].resolution", lambda k: s.todos[k].resolution), Part("none", lambda: None)),
    )


def create_todo_requires_0(c: CreateTodoCall) -> Parts:
    """#tags <= 10"""
    return (Part("#tags", lambda: len(c.given.tags)), Part("tags", lambda: c.given.tags))


def create_todo_requires_1(c: CreateTodoCall) -> Parts:
    """due_at = none or due_at > now()"""
    return (Sides(Part("due_at", lambda: c.given.due_at), Part("none", lambda: None)), Part("now()", lambda: c.now))


def create_todo_ensures_0(c: CreateTodoCall) -> Parts:
    """id not in todos"""
    return (Part("id", lambda: c.answer.id), Part("todos", lambda: c.before.todos))


def create_todo_ensures_1(c: CreateTodoCall) -> Parts:
    """todos'[id].id = id"""
    return (Sides(Part("todos'[id].id", lambda: c.after.todos[c.answer.id].id), Part("id", lambda: c.answer.id)),)


def create_todo_ensures_2(c: CreateTodoCall) -> Parts:
    """todos'[id].title = title"""
    return (
        Sides(Part("todos'[id].title", lambda: c.after.todos[c.answer.id].title), Part("title", lambda: c.given.title)),
    )


def create_todo_ensures_3(c: CreateTodoCall) -> Parts:
    """todos'[id].description = description"""
    return (
        Sides(
            Part("todos'[id].description", lambda: c.after.todos[c.answer.id].description),
            Part("description", lambda: c.given.description),
        ),
    )


def create_todo_ensures_4(c: CreateTodoCall) -> Parts:
    """todos'[id].status = TODO"""
    return (Sides(Part("todos'[id].status", lambda: c.after.todos[c.answer.id].status), Part("TODO", lambda: "TODO")),)


def create_todo_ensures_5(c: CreateTodoCall) -> Parts:
    """todos'[id].priority = priority"""
    return (
        Sides(
            Part("todos'[id].priority", lambda: c.after.todos[c.answer.id].priority),
            Part("priority", lambda: c.given.priority),
        ),
    )


def create_todo_ensures_6(c: CreateTodoCall) -> Parts:
    """todos'[id].tags = tags"""
    return (
        Sides(Part("todos'[id].tags", lambda: c.after.todos[c.answer.id].tags), Part("tags", lambda: c.given.tags)),
    )


def create_todo_ensures_7(c: CreateTodoCall) -> Parts:
    """todos'[id].due_at = due_at"""
    return (
        Sides(
            Part("todos'[id].due_at", lambda: c.after.todos[c.answer.id].due_at), Part("due_at", lambda: c.given.due_at)
        ),
    )


def create_todo_ensures_8(c: CreateTodoCall) -> Parts:
    """todos'[id].created_at = now()"""
    return (
        Sides(
            Part("todos'[id].created_at", lambda: c.after.todos[c.answer.id].created_at), Part("now()", lambda: c.now)
        ),
    )


def create_todo_ensures_9(c: CreateTodoCall) -> Parts:
    """todos'[id].updated_at = now()"""
    return (
        Sides(
            Part("todos'[id].updated_at", lambda: c.after.todos[c.answer.id].updated_at), Part("now()", lambda: c.now)
        ),
    )


def create_todo_ensures_10(c: CreateTodoCall) -> Parts:
    """todos'[id].completed_at = none"""
    return (
        Sides(
            Part("todos'[id].completed_at", lambda: c.after.todos[c.answer.id].completed_at), Part("none", lambda: None)
        ),
    )


def create_todo_ensures_11(c: CreateTodoCall) -> Parts:
    """todos'[id].resolution = none"""
    return (
        Sides(Part("todos'[id].resolution", lambda: c.after.todos[c.answer.id].resolution), Part("none", lambda: None)),
    )


def create_todo_ensures_12(c: CreateTodoCall) -> Parts:
    """#todos' = #todos + 1"""
    return (
        Sides(Part("#todos'", lambda: len(c.after.todos)), Part("#todos + 1", lambda: len(c.before.todos) + 1)),
        Part("todos'", lambda: c.after.todos),
        Part("#todos", lambda: len(c.before.todos)),
        Part("todos", lambda: c.before.todos),
    )


def get_todo_requires_0(c: GetTodoCall) -> Parts:
    """id in todos"""
    return (Part("id", lambda: c.given.id), Part("todos", lambda: c.before.todos))


def get_todo_ensures_0(c: GetTodoCall) -> Parts:
    """todo = todos[id]"""
    return (Sides(Part("todo", lambda: c.answer.todo), Part("todos[id]", lambda: c.before.todos[c.given.id])),)


def list_todos_ensures_0(c: ListTodosCall) -> Parts:
    """all t in items | t in ran(todos) and selected(t, status, priority, tag)"""
    return (
        Part("t", lambda t: t),
        Part("ran(todos)", lambda: ran(c.before.todos)),
        Part("todos", lambda: c.before.todos),
        Part(
            "selected(t, status, priority, tag)", lambda t: selected(t, c.given.status, c.given.priority, c.given.tag)
        ),
        Part("status", lambda: c.given.status),
        Part("priority", lambda: c.given.priority),
        Part("tag", lambda: c.given.tag),
    )


def list_todos_ensures_1(c: ListTodosCall) -> Parts:
    """all t in ran(todos) | selected(t, status, priority, tag) implies t in items"""
    return (
        Part("t", lambda t: t),
        Part(
            "selected(t, status, priority, tag)", lambda t: selected(t, c.given.status, c.given.priority, c.given.tag)
        ),
        Part("status", lambda: c.given.status),
        Part("priority", lambda: c.given.priority),
        Part("tag", lambda: c.given.tag),
        Part("items", lambda: c.answer.items),
    )


def update_todo_requires_0(c: UpdateTodoCall) -> Parts:
    """id in todos"""
    return (Part("id", lambda: c.given.id), Part("todos", lambda: c.before.todos))


def update_todo_requires_1(c: UpdateTodoCall) -> Parts:
    """todos[id].status != ARCHIVED"""
    return (Part("todos[id].status", lambda: c.before.todos[c.given.id].status),)


def update_todo_requires_2(c: UpdateTodoCall) -> Parts:
    """title != none or description != none or priority != none or due_at != none"""
    return (
        Part("title", lambda: c.given.title),
        Part("description", lambda: c.given.description),
        Part("priority", lambda: c.given.priority),
        Part("due_at", lambda: c.given.due_at),
    )


def update_todo_ensures_0(c: UpdateTodoCall) -> Parts:
    """title != none implies todos'[id].title = title"""
    return (
        Part("title", lambda: c.given.title),
        Sides(Part("todos'[id].title", lambda: c.after.todos[c.given.id].title), Part("title", lambda: c.given.title)),
    )


def update_todo_ensures_1(c: UpdateTodoCall) -> Parts:
    """description != none implies todos'[id].description = description"""
    return (
        Part("description", lambda: c.given.description),
        Sides(
            Part("todos'[id].description", lambda: c.after.todos[c.given.id].description),
            Part("description", lambda: c.given.description),
        ),
    )


def update_todo_ensures_2(c: UpdateTodoCall) -> Parts:
    """priority != none implies todos'[id].priority = priority"""
    return (
        Part("priority", lambda: c.given.priority),
        Sides(
            Part("todos'[id].priority", lambda: c.after.todos[c.given.id].priority),
            Part("priority", lambda: c.given.priority),
        ),
    )


def update_todo_ensures_3(c: UpdateTodoCall) -> Parts:
    """due_at != none implies todos'[id].due_at = due_at"""
    return (
        Part("due_at", lambda: c.given.due_at),
        Sides(
            Part("todos'[id].due_at", lambda: c.after.todos[c.given.id].due_at), Part("due_at", lambda: c.given.due_at)
        ),
    )


def update_todo_ensures_4(c: UpdateTodoCall) -> Parts:
    """todos'[id].updated_at = now()"""
    return (
        Sides(
            Part("todos'[id].updated_at", lambda: c.after.todos[c.given.id].updated_at), Part("now()", lambda: c.now)
        ),
    )


def update_todo_ensures_5(c: UpdateTodoCall) -> Parts:
    """todo = todos'[id]"""
    return (Sides(Part("todo", lambda: c.answer.todo), Part("todos'[id]", lambda: c.after.todos[c.given.id])),)


def delete_todo_requires_0(c: DeleteTodoCall) -> Parts:
    """id in todos"""
    return (Part("id", lambda: c.given.id), Part("todos", lambda: c.before.todos))


def delete_todo_requires_1(c: DeleteTodoCall) -> Parts:
    """todos[id].status != IN_PROGRESS"""
    return (Part("todos[id].status", lambda: c.before.todos[c.given.id].status),)


def delete_todo_ensures_0(c: DeleteTodoCall) -> Parts:
    """id not in todos'"""
    return (Part("id", lambda: c.given.id), Part("todos'", lambda: c.after.todos))


def delete_todo_ensures_1(c: DeleteTodoCall) -> Parts:
    """#todos' = #todos - 1"""
    return (
        Sides(Part("#todos'", lambda: len(c.after.todos)), Part("#todos - 1", lambda: len(c.before.todos) - 1)),
        Part("todos'", lambda: c.after.todos),
        Part("#todos", lambda: len(c.before.todos)),
        Part("todos", lambda: c.before.todos),
    )


def add_tag_requires_0(c: AddTagCall) -> Parts:
    """id in todos"""
    return (Part("id", lambda: c.given.id), Part("todos", lambda: c.before.todos))


def add_tag_requires_1(c: AddTagCall) -> Parts:
    """todos[id].status != ARCHIVED"""
    return (Part("todos[id].status", lambda: c.before.todos[c.given.id].status),)


def add_tag_requires_2(c: AddTagCall) -> Parts:
    """tag in todos[id].tags or #todos[id].tags < 10"""
    return (
        Part("tag", lambda: c.given.tag),
        Part("todos[id].tags", lambda: c.before.todos[c.given.id].tags),
        Part("#todos[id].tags", lambda: len(c.before.todos[c.given.id].tags)),
    )


def add_tag_ensures_0(c: AddTagCall) -> Parts:
    """todos'[id].tags = todos[id].tags + {tag}"""
    return (
        Sides(
            Part("todos'[id].tags", lambda: c.after.todos[c.given.id].tags),
            Part("todos[id].tags + {tag}", lambda: c.before.todos[c.given.id].tags | frozenset({c.given.tag})),
        ),
    )


def add_tag_ensures_1(c: AddTagCall) -> Parts:
    """todos'[id].updated_at = now()"""
    return (
        Sides(
            Part("todos'[id].updated_at", lambda: c.after.todos[c.given.id].updated_at), Part("now()", lambda: c.now)
        ),
    )


def add_tag_ensures_2(c: AddTagCall) -> Parts:
    """todo = todos'[id]"""
    return (Sides(Part("todo", lambda: c.answer.todo), Part("todos'[id]", lambda: c.after.todos[c.given.id])),)


def remove_tag_requires_0(c: RemoveTagCall) -> Parts:
    """id in todos"""
    return (Part("id", lambda: c.given.id), Part("todos", lambda: c.before.todos))


def remove_tag_requires_1(c: RemoveTagCall) -> Parts:
    """todos[id].status != ARCHIVED"""
    return (Part("todos[id].status", lambda: c.before.todos[c.given.id].status),)


def remove_tag_requires_2(c: RemoveTagCall) -> Parts:
    """tag in todos[id].tags"""
    return (Part("tag", lambda: c.given.tag), Part("todos[id].tags", lambda: c.before.todos[c.given.id].tags))


def remove_tag_ensures_0(c: RemoveTagCall) -> Parts:
    """todos'[id].tags = todos[id].tags - {tag}"""
    return (
        Sides(
            Part("todos'[id].tags", lambda: c.after.todos[c.given.id].tags),
            Part("todos[id].tags - {tag}", lambda: c.before.todos[c.given.id].tags - frozenset({c.given.tag})),
        ),
    )


def remove_tag_ensures_1(c: RemoveTagCall) -> Parts:
    """todos'[id].updated_at = now()"""
    return (
        Sides(
            Part("todos'[id].updated_at", lambda: c.after.todos[c.given.id].updated_at), Part("now()", lambda: c.now)
        ),
    )


def start_work_requires_0(c: StartWorkCall) -> Parts:
    """id in todos"""
    return (Part("id", lambda: c.given.id), Part("todos", lambda: c.before.todos))


def start_work_requires_1(c: StartWorkCall) -> Parts:
    """todos[id].status = TODO"""
    return (Sides(Part("todos[id].status", lambda: c.before.todos[c.given.id].status), Part("TODO", lambda: "TODO")),)


def start_work_ensures_0(c: StartWorkCall) -> Parts:
    """todos'[id].status = IN_PROGRESS"""
    return (
        Sides(
            Part("todos'[id].status", lambda: c.after.todos[c.given.id].status),
            Part("IN_PROGRESS", lambda: "IN_PROGRESS"),
        ),
    )


def start_work_ensures_1(c: StartWorkCall) -> Parts:
    """todos'[id].updated_at = now()"""
    return (
        Sides(
            Part("todos'[id].updated_at", lambda: c.after.todos[c.given.id].updated_at), Part("now()", lambda: c.now)
        ),
    )


def start_work_ensures_2(c: StartWorkCall) -> Parts:
    """todo = todos'[id]"""
    return (Sides(Part("todo", lambda: c.answer.todo), Part("todos'[id]", lambda: c.after.todos[c.given.id])),)


def pause_work_requires_0(c: PauseWorkCall) -> Parts:
    """id in todos"""
    return (Part("id", lambda: c.given.id), Part("todos", lambda: c.before.todos))


def pause_work_requires_1(c: PauseWorkCall) -> Parts:
    """todos[id].status = IN_PROGRESS"""
    return (
        Sides(
            Part("todos[id].status", lambda: c.before.todos[c.given.id].status),
            Part("IN_PROGRESS", lambda: "IN_PROGRESS"),
        ),
    )


def pause_work_ensures_0(c: PauseWorkCall) -> Parts:
    """todos'[id].status = TODO"""
    return (Sides(Part("todos'[id].status", lambda: c.after.todos[c.given.id].status), Part("TODO", lambda: "TODO")),)


def pause_work_ensures_1(c: PauseWorkCall) -> Parts:
    """todos'[id].updated_at = now()"""
    return (
        Sides(
            Part("todos'[id].updated_at", lambda: c.after.todos[c.given.id].updated_at), Part("now()", lambda: c.now)
        ),
    )


def pause_work_ensures_2(c: PauseWorkCall) -> Parts:
    """todo = todos'[id]"""
    return (Sides(Part("todo", lambda: c.answer.todo), Part("todos'[id]", lambda: c.after.todos[c.given.id])),)


def complete_requires_0(c: CompleteCall) -> Parts:
    """id in todos"""
    return (Part("id", lambda: c.given.id), Part("todos", lambda: c.before.todos))


def complete_requires_1(c: CompleteCall) -> Parts:
    """todos[id].status = IN_PROGRESS"""
    return (
        Sides(
            Part("todos[id].status", lambda: c.before.todos[c.given.id].status),
            Part("IN_PROGRESS", lambda: "IN_PROGRESS"),
        ),
    )


def complete_ensures_0(c: CompleteCall) -> Parts:
    """todos'[id].status = DONE"""
    return (Sides(Part("todos'[id].status", lambda: c.after.todos[c.given.id].status), Part("DONE", lambda: "DONE")),)


def complete_ensures_1(c: CompleteCall) -> Parts:
    """todos'[id].completed_at = some(now())"""
    return (
        Sides(
            Part("todos'[id].completed_at", lambda: c.after.todos[c.given.id].completed_at),
            Part("now()", lambda: c.now),
        ),
    )


def complete_ensures_2(c: CompleteCall) -> Parts:
    """todos'[id].resolution = resolution"""
    return (
        Sides(
            Part("todos'[id].resolution", lambda: c.after.todos[c.given.id].resolution),
            Part("resolution", lambda: c.given.resolution),
        ),
    )


def complete_ensures_3(c: CompleteCall) -> Parts:
    """todos'[id].updated_at = now()"""
    return (
        Sides(
            Part("todos'[id].updated_at", lambda: c.after.todos[c.given.id].updated_at), Part("now()", lambda: c.now)
        ),
    )


def complete_ensures_4(c: CompleteCall) -> Parts:
    """todo = todos'[id]"""
    return (Sides(Part("todo", lambda: c.answer.todo), Part("todos'[id]", lambda: c.after.todos[c.given.id])),)


def reopen_requires_0(c: ReopenCall) -> Parts:
    """id in todos"""
    return (Part("id", lambda: c.given.id), Part("todos", lambda: c.before.todos))


def reopen_requires_1(c: ReopenCall) -> Parts:
    """todos[id].status = DONE"""
    return (Sides(Part("todos[id].status", lambda: c.before.todos[c.given.id].status), Part("DONE", lambda: "DONE")),)


def reopen_ensures_0(c: ReopenCall) -> Parts:
    """todos'[id].status = IN_PROGRESS"""
    return (
        Sides(
            Part("todos'[id].status", lambda: c.after.todos[c.given.id].status),
            Part("IN_PROGRESS", lambda: "IN_PROGRESS"),
        ),
    )


def reopen_ensures_1(c: ReopenCall) -> Parts:
    """todos'[id].completed_at = none"""
    return (
        Sides(
            Part("todos'[id].completed_at", lambda: c.after.todos[c.given.id].completed_at), Part("none", lambda: None)
        ),
    )


def reopen_ensures_2(c: ReopenCall) -> Parts:
    """todos'[id].resolution = none"""
    return (
        Sides(Part("todos'[id].resolution", lambda: c.after.todos[c.given.id].resolution), Part("none", lambda: None)),
    )


def reopen_ensures_3(c: ReopenCall) -> Parts:
    """todos'[id].updated_at = now()"""
    return (
        Sides(
            Part("todos'[id].updated_at", lambda: c.after.todos[c.given.id].updated_at), Part("now()", lambda: c.now)
        ),
    )


def reopen_ensures_4(c: ReopenCall) -> Parts:
    """todo = todos'[id]"""
    return (Sides(Part("todo", lambda: c.answer.todo), Part("todos'[id]", lambda: c.after.todos[c.given.id])),)


def archive_requires_0(c: ArchiveCall) -> Parts:
    """id in todos"""
    return (Part("id", lambda: c.given.id), Part("todos", lambda: c.before.todos))


def archive_requires_1(c: ArchiveCall) -> Parts:
    """todos[id].status in {TODO, DONE}"""
    return (Part("todos[id].status", lambda: c.before.todos[c.given.id].status),)


def archive_ensures_0(c: ArchiveCall) -> Parts:
    """todos'[id].status = ARCHIVED"""
    return (
        Sides(
            Part("todos'[id].status", lambda: c.after.todos[c.given.id].status), Part("ARCHIVED", lambda: "ARCHIVED")
        ),
    )


def archive_ensures_1(c: ArchiveCall) -> Parts:
    """todos'[id].updated_at = now()"""
    return (
        Sides(
            Part("todos'[id].updated_at", lambda: c.after.todos[c.given.id].updated_at), Part("now()", lambda: c.now)
        ),
    )


def archive_ensures_2(c: ArchiveCall) -> Parts:
    """todo = todos'[id]"""
    return (Sides(Part("todo", lambda: c.answer.todo), Part("todos'[id]", lambda: c.after.todos[c.given.id])),)
