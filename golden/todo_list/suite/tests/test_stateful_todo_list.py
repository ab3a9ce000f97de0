"""TodoList under sequences of calls that nobody wrote down."""

from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import Bundle, consumes, precondition, rule

from tests import strategies
from tests.harness.machine import ConformanceMachine, any_of, present, settled
from tests.service import (
    ADD_TAG,
    ARCHIVE,
    COMPLETE,
    CREATE_TODO,
    DELETE_TODO,
    GET_TODO,
    LIST_TODOS,
    PAUSE_WORK,
    REMOVE_TAG,
    REOPEN,
    SERVICE,
    START_WORK,
    UPDATE_TODO,
)


class TodoListMachine(ConformanceMachine):
    """TodoList, one call after the other. Each is judged by all that the spec says."""

    service = SERVICE
    todo_todo_ids: Bundle[Any] = Bundle("todo_todo_ids")
    todo_in_progress_ids: Bundle[Any] = Bundle("todo_in_progress_ids")
    todo_done_ids: Bundle[Any] = Bundle("todo_done_ids")
    todo_archived_ids: Bundle[Any] = Bundle("todo_archived_ids")

    @rule(
        target=todo_todo_ids,
        title=strategies.strategy_create_todo_title(),
        description=strategies.strategy_create_todo_description(),
        priority=strategies.strategy_create_todo_priority(),
        tags=strategies.strategy_create_todo_tags(),
        due_at=strategies.strategy_create_todo_due_at(),
    )
    def create_todo(self, title: Any, description: Any, priority: Any, tags: Any, due_at: Any) -> Any:
        """CreateTodo, with inputs that it accepts where some are found."""
        return self.make(
            CREATE_TODO, title=title, description=description, priority=priority, tags=tags, due_at=due_at
        ).key("id")

    @precondition(any_of(todo_todo_ids, todo_in_progress_ids, todo_done_ids, todo_archived_ids))
    @rule(id=present(todo_todo_ids, todo_in_progress_ids, todo_done_ids, todo_archived_ids))
    def get_todo(self, id: Any) -> None:
        """GetTodo, with keys that are there: it succeeds."""
        self.make(GET_TODO, id=id)

    @rule(
        status=strategies.strategy_list_todos_status(),
        priority=strategies.strategy_list_todos_priority(),
        tag=strategies.strategy_list_todos_tag(),
    )
    def list_todos(self, status: Any, priority: Any, tag: Any) -> None:
        """ListTodos, with keys that are there: it succeeds."""
        self.make(LIST_TODOS, status=status, priority=priority, tag=tag)

    @precondition(any_of(todo_todo_ids, todo_in_progress_ids, todo_done_ids, todo_archived_ids))
    @rule(
        id=present(todo_todo_ids, todo_in_progress_ids, todo_done_ids, todo_archived_ids),
        title=strategies.strategy_update_todo_title(),
        description=strategies.strategy_update_todo_description(),
        priority=strategies.strategy_update_todo_priority(),
        due_at=strategies.strategy_update_todo_due_at(),
    )
    def update_todo(self, id: Any, title: Any, description: Any, priority: Any, due_at: Any) -> None:
        """UpdateTodo, with inputs that it accepts where some are found."""
        self.make(UPDATE_TODO, id=id, title=title, description=description, priority=priority, due_at=due_at)

    @precondition(any_of(todo_todo_ids, todo_in_progress_ids, todo_done_ids, todo_archived_ids))
    @rule(id=present(todo_todo_ids, todo_in_progress_ids, todo_done_ids, todo_archived_ids))
    def delete_todo(self, id: Any) -> None:
        """DeleteTodo, with inputs that it accepts where some are found."""
        self.make(DELETE_TODO, id=id)

    @precondition(any_of(todo_todo_ids, todo_in_progress_ids, todo_done_ids, todo_archived_ids))
    @rule(
        id=present(todo_todo_ids, todo_in_progress_ids, todo_done_ids, todo_archived_ids),
        tag=strategies.strategy_add_tag_tag(),
    )
    def add_tag(self, id: Any, tag: Any) -> None:
        """AddTag, with inputs that it accepts where some are found."""
        self.make(ADD_TAG, id=id, tag=tag)

    @precondition(any_of(todo_todo_ids, todo_in_progress_ids, todo_done_ids, todo_archived_ids))
    @rule(
        id=present(todo_todo_ids, todo_in_progress_ids, todo_done_ids, todo_archived_ids),
        tag=strategies.strategy_remove_tag_tag(),
    )
    def remove_tag(self, id: Any, tag: Any) -> None:
        """RemoveTag, with inputs that it accepts where some are found."""
        self.make(REMOVE_TAG, id=id, tag=tag)

    @rule(target=todo_in_progress_ids, id=consumes(todo_todo_ids))
    def start_work_from_todo_to_in_progress(self, id: Any) -> Any:
        """StartWork, with keys that are there: it succeeds."""
        return self.make(START_WORK, id=id).input("id")

    @rule(target=todo_todo_ids, id=consumes(todo_in_progress_ids))
    def pause_work_from_in_progress_to_todo(self, id: Any) -> Any:
        """PauseWork, with keys that are there: it succeeds."""
        return self.make(PAUSE_WORK, id=id).input("id")

    @rule(target=todo_done_ids, id=consumes(todo_in_progress_ids), resolution=strategies.strategy_complete_resolution())
    def complete_from_in_progress_to_done(self, id: Any, resolution: Any) -> Any:
        """Complete, with keys that are there: it succeeds."""
        return self.make(COMPLETE, id=id, resolution=resolution).input("id")

    @rule(target=todo_in_progress_ids, id=consumes(todo_done_ids))
    def reopen_from_done_to_in_progress(self, id: Any) -> Any:
        """Reopen, with inputs that it accepts where some are found."""
        return self.make(REOPEN, id=id).input("id")

    @rule(target=todo_archived_ids, id=consumes(todo_todo_ids))
    def archive_from_todo_to_archived(self, id: Any) -> Any:
        """Archive, with keys that are there: it succeeds."""
        return self.make(ARCHIVE, id=id).input("id")

    @rule(target=todo_archived_ids, id=consumes(todo_done_ids))
    def archive_from_done_to_archived(self, id: Any) -> Any:
        """Archive, with keys that are there: it succeeds."""
        return self.make(ARCHIVE, id=id).input("id")

    @rule(data=st.data())
    def create_todo_anyhow(self, data: st.DataObject) -> None:
        """CreateTodo, with keys and values that may be anything."""
        self.anything(CREATE_TODO, data)

    @rule(data=st.data())
    def get_todo_anyhow(self, data: st.DataObject) -> None:
        """GetTodo, with keys and values that may be anything."""
        self.anything(GET_TODO, data)

    @rule(data=st.data())
    def list_todos_anyhow(self, data: st.DataObject) -> None:
        """ListTodos, with keys and values that may be anything."""
        self.anything(LIST_TODOS, data)

    @rule(data=st.data())
    def update_todo_anyhow(self, data: st.DataObject) -> None:
        """UpdateTodo, with keys and values that may be anything."""
        self.anything(UPDATE_TODO, data)

    @rule(data=st.data())
    def delete_todo_anyhow(self, data: st.DataObject) -> None:
        """DeleteTodo, with keys and values that may be anything."""
        self.anything(DELETE_TODO, data)

    @rule(data=st.data())
    def add_tag_anyhow(self, data: st.DataObject) -> None:
        """AddTag, with keys and values that may be anything."""
        self.anything(ADD_TAG, data)

    @rule(data=st.data())
    def remove_tag_anyhow(self, data: st.DataObject) -> None:
        """RemoveTag, with keys and values that may be anything."""
        self.anything(REMOVE_TAG, data)

    @rule(data=st.data())
    def start_work_anyhow(self, data: st.DataObject) -> None:
        """StartWork, with keys and values that may be anything."""
        self.anything(START_WORK, data)

    @rule(data=st.data())
    def pause_work_anyhow(self, data: st.DataObject) -> None:
        """PauseWork, with keys and values that may be anything."""
        self.anything(PAUSE_WORK, data)

    @rule(data=st.data())
    def complete_anyhow(self, data: st.DataObject) -> None:
        """Complete, with keys and values that may be anything."""
        self.anything(COMPLETE, data)

    @rule(data=st.data())
    def reopen_anyhow(self, data: st.DataObject) -> None:
        """Reopen, with keys and values that may be anything."""
        self.anything(REOPEN, data)

    @rule(data=st.data())
    def archive_anyhow(self, data: st.DataObject) -> None:
        """Archive, with keys and values that may be anything."""
        self.anything(ARCHIVE, data)


TestStatefulTodoList = settled(TodoListMachine)
