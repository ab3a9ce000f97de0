"""How values of the types and inputs of TodoList are drawn."""

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from tests.harness.generate import instants, ints, options, sets, texts
from tests.harness.values import Instant


def strategy_status() -> SearchStrategy[str]:
    """The values of Status."""
    return st.sampled_from(("TODO", "IN_PROGRESS", "DONE", "ARCHIVED"))


def strategy_priority() -> SearchStrategy[str]:
    """The values of Priority."""
    return st.sampled_from(("LOW", "MEDIUM", "HIGH", "URGENT"))


def strategy_todo_id() -> SearchStrategy[int]:
    """TodoId = Int where value > 0"""
    return ints(1)


def strategy_title() -> SearchStrategy[str]:
    """Title = String where len(value) >= 1 and len(value) <= 200"""
    return texts(1, 200)


def strategy_text() -> SearchStrategy[str]:
    """Text = String where len(value) <= 2000"""
    return texts(0, 2000)


def strategy_tag() -> SearchStrategy[str]:
    """Tag = String where value matches /^[a-z0-9][a-z0-9-]{0,29}$/"""
    return texts(0, None, r"^[a-z0-9][a-z0-9-]{0,29}\Z")


def strategy_create_todo_title() -> SearchStrategy[str]:
    """The input title of CreateTodo."""
    return strategy_title()


def strategy_create_todo_description() -> SearchStrategy[str | None]:
    """The input description of CreateTodo."""
    return options(strategy_text())


def strategy_create_todo_priority() -> SearchStrategy[str]:
    """The input priority of CreateTodo."""
    return strategy_priority()


def strategy_create_todo_tags() -> SearchStrategy[frozenset[str]]:
    """The input tags of CreateTodo."""
    return sets(strategy_tag())


def strategy_create_todo_due_at() -> SearchStrategy[Instant | None]:
    """The input due_at of CreateTodo."""
    return options(instants())


def strategy_get_todo_id() -> SearchStrategy[int]:
    """The input id of GetTodo."""
    return strategy_todo_id()


def strategy_list_todos_status() -> SearchStrategy[str | None]:
    """The input status of ListTodos."""
    return options(strategy_status())


def strategy_list_todos_priority() -> SearchStrategy[str | None]:
    """The input priority of ListTodos."""
    return options(strategy_priority())


def strategy_list_todos_tag() -> SearchStrategy[str | None]:
    """The input tag of ListTodos."""
    return options(strategy_tag())


def strategy_update_todo_id() -> SearchStrategy[int]:
    """The input id of UpdateTodo."""
    return strategy_todo_id()


def strategy_update_todo_title() -> SearchStrategy[str | None]:
    """The input title of UpdateTodo."""
    return options(strategy_title())


def strategy_update_todo_description() -> SearchStrategy[str | None]:
    """The input description of UpdateTodo."""
    return options(strategy_text())


def strategy_update_todo_priority() -> SearchStrategy[str | None]:
    """The input priority of UpdateTodo."""
    return options(strategy_priority())


def strategy_update_todo_due_at() -> SearchStrategy[Instant | None]:
    """The input due_at of UpdateTodo."""
    return options(instants())


def strategy_delete_todo_id() -> SearchStrategy[int]:
    """The input id of DeleteTodo."""
    return strategy_todo_id()


def strategy_add_tag_id() -> SearchStrategy[int]:
    """The input id of AddTag."""
    return strategy_todo_id()


def strategy_add_tag_tag() -> SearchStrategy[str]:
    """The input tag of AddTag."""
    return strategy_tag()


def strategy_remove_tag_id() -> SearchStrategy[int]:
    """The input id of RemoveTag."""
    return strategy_todo_id()


def strategy_remove_tag_tag() -> SearchStrategy[str]:
    """The input tag of RemoveTag."""
    return strategy_tag()


def strategy_start_work_id() -> SearchStrategy[int]:
    """The input id of StartWork."""
    return strategy_todo_id()


def strategy_pause_work_id() -> SearchStrategy[int]:
    """The input id of PauseWork."""
    return strategy_todo_id()


def strategy_complete_id() -> SearchStrategy[int]:
    """The input id of Complete."""
    return strategy_todo_id()


def strategy_complete_resolution() -> SearchStrategy[str | None]:
    """The input resolution of Complete."""
    return options(strategy_text())


def strategy_reopen_id() -> SearchStrategy[int]:
    """The input id of Reopen."""
    return strategy_todo_id()


def strategy_archive_id() -> SearchStrategy[int]:
    """The input id of Archive."""
    return strategy_todo_id()
