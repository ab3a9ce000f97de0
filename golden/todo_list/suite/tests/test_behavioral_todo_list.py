"""What TodoList promises, clause by clause."""

from tests.harness.checks import Seen, Trace, examples_of, malformed_of, traces_of, witnesses_of
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

# CreateTodo: POST /todos


@examples_of(CREATE_TODO)
def test_create_todo_accepts(seen: Seen) -> None:
    """CreateTodo accepts every call whose precondition holds. (todo_list.spec:46)"""
    seen.accepts()


@witnesses_of(CREATE_TODO, "CreateTodo accepts witnesses")
def test_create_todo_accepts_witnesses(seen: Seen) -> None:
    """CreateTodo accepts the calls that were found for it. (todo_list.spec:46)"""
    seen.accepts()


@examples_of(CREATE_TODO)
def test_create_todo_ensures_0(seen: Seen) -> None:
    """CreateTodo ensures: id not in todos (todo_list.spec:54)"""
    seen.ensures(0)


@examples_of(CREATE_TODO)
def test_create_todo_ensures_1(seen: Seen) -> None:
    """CreateTodo ensures: todos'[id].id = id (todo_list.spec:55)"""
    seen.ensures(1)


@examples_of(CREATE_TODO)
def test_create_todo_ensures_2(seen: Seen) -> None:
    """CreateTodo ensures: todos'[id].title = title (todo_list.spec:56)"""
    seen.ensures(2)


@examples_of(CREATE_TODO)
def test_create_todo_ensures_3(seen: Seen) -> None:
    """CreateTodo ensures: todos'[id].description = description (todo_list.spec:57)"""
    seen.ensures(3)


@examples_of(CREATE_TODO)
def test_create_todo_ensures_4(seen: Seen) -> None:
    """CreateTodo ensures: todos'[id].status = Status.TODO (todo_list.spec:58)"""
    seen.ensures(4)


@examples_of(CREATE_TODO)
def test_create_todo_ensures_5(seen: Seen) -> None:
    """CreateTodo ensures: todos'[id].priority = priority (todo_list.spec:59)"""
    seen.ensures(5)


@examples_of(CREATE_TODO)
def test_create_todo_ensures_6(seen: Seen) -> None:
    """CreateTodo ensures: todos'[id].tags = tags (todo_list.spec:60)"""
    seen.ensures(6)


@examples_of(CREATE_TODO)
def test_create_todo_ensures_7(seen: Seen) -> None:
    """CreateTodo ensures: todos'[id].due_at = due_at (todo_list.spec:61)"""
    seen.ensures(7)


@examples_of(CREATE_TODO)
def test_create_todo_ensures_8(seen: Seen) -> None:
    """CreateTodo ensures: todos'[id].created_at = now() (todo_list.spec:62)"""
    seen.ensures(8)


@examples_of(CREATE_TODO)
def test_create_todo_ensures_9(seen: Seen) -> None:
    """CreateTodo ensures: todos'[id].updated_at = now() (todo_list.spec:63)"""
    seen.ensures(9)


@examples_of(CREATE_TODO)
def test_create_todo_ensures_10(seen: Seen) -> None:
    """CreateTodo ensures: todos'[id].completed_at = none (todo_list.spec:64)"""
    seen.ensures(10)


@examples_of(CREATE_TODO)
def test_create_todo_ensures_11(seen: Seen) -> None:
    """CreateTodo ensures: todos'[id].resolution = none (todo_list.spec:65)"""
    seen.ensures(11)


@examples_of(CREATE_TODO)
def test_create_todo_ensures_12(seen: Seen) -> None:
    """CreateTodo ensures: #todos' = #todos + 1 (todo_list.spec:66)"""
    seen.ensures(12)


@examples_of(CREATE_TODO)
def test_create_todo_rejects(seen: Seen) -> None:
    """CreateTodo rejects every call whose precondition fails, and changes nothing. (todo_list.spec:46)"""
    seen.rejects()


@witnesses_of(CREATE_TODO, "CreateTodo rejects input title")
def test_create_todo_rejects_input_title(seen: Seen) -> None:
    """CreateTodo rejects a call that breaks: title: len(value) >= 1 and len(value) <= 200 (todo_list.spec:5)"""
    seen.rejects("Title.where")


@witnesses_of(CREATE_TODO, "CreateTodo rejects input description")
def test_create_todo_rejects_input_description(seen: Seen) -> None:
    """CreateTodo rejects a call that breaks: description: len(value) <= 2000 (todo_list.spec:7)"""
    seen.rejects("Text.where")


@witnesses_of(CREATE_TODO, "CreateTodo rejects input tags")
def test_create_todo_rejects_input_tags(seen: Seen) -> None:
    """CreateTodo rejects a call that breaks: tags: value matches /^[a-z0-9][a-z0-9-]{0,29}$/ (todo_list.spec:9)"""
    seen.rejects("Tag.where")


@witnesses_of(CREATE_TODO, "CreateTodo rejects requires 0")
def test_create_todo_rejects_requires_0(seen: Seen) -> None:
    """CreateTodo rejects a call that breaks: #tags <= 10 (todo_list.spec:51)"""
    seen.rejects("CreateTodo.requires[0]")


@witnesses_of(CREATE_TODO, "CreateTodo rejects requires 1")
def test_create_todo_rejects_requires_1(seen: Seen) -> None:
    """CreateTodo rejects a call that breaks: due_at = none or due_at > now() (todo_list.spec:52)"""
    seen.rejects("CreateTodo.requires[1]")


@examples_of(CREATE_TODO)
def test_create_todo_invariant_keys_are_ids(seen: Seen) -> None:
    """CreateTodo keeps the invariant: all k in todos | todos[k].id = k (todo_list.spec:215)"""
    seen.invariant(0)


@examples_of(CREATE_TODO)
def test_create_todo_always_unstarted_is_unresolved(seen: Seen) -> None:
    """CreateTodo keeps what always holds: all k in todos | todos[k].status = Status.TODO implies..."""
    seen.always(0)


@examples_of(CREATE_TODO)
def test_create_todo_types(seen: Seen) -> None:
    """After CreateTodo everything stored has its type, with all refinements. (todo_list.spec:46)"""
    seen.types()


@examples_of(CREATE_TODO)
def test_create_todo_frame(seen: Seen) -> None:
    """CreateTodo changes nothing that it does not speak of. (todo_list.spec:46)"""
    seen.frame()


@examples_of(CREATE_TODO)
def test_create_todo_output(seen: Seen) -> None:
    """The answer of CreateTodo has the declared outputs, types and headers. (todo_list.spec:46)"""
    seen.output()


@witnesses_of(CREATE_TODO, "CreateTodo boundary input title")
def test_create_todo_boundary_input_title(seen: Seen) -> None:
    """CreateTodo at the limit, and just beside it: title: len(value) >= 1 (todo_list.spec:5)"""
    seen.total()


@witnesses_of(CREATE_TODO, "CreateTodo boundary input title 2")
def test_create_todo_boundary_input_title_2(seen: Seen) -> None:
    """CreateTodo at the limit, and just beside it: title: len(value) <= 200 (todo_list.spec:5)"""
    seen.total()


@witnesses_of(CREATE_TODO, "CreateTodo boundary input description")
def test_create_todo_boundary_input_description(seen: Seen) -> None:
    """CreateTodo at the limit, and just beside it: description: len(value) <= 2000 (todo_list.spec:7)"""
    seen.total()


@witnesses_of(CREATE_TODO, "CreateTodo boundary input tags")
def test_create_todo_boundary_input_tags(seen: Seen) -> None:
    """CreateTodo at the limit, and just beside it: tags: value matches /^[a-z0-9][a-z0-9-]{0,29}$/..."""
    seen.total()


@witnesses_of(CREATE_TODO, "CreateTodo boundary requires 0")
def test_create_todo_boundary_requires_0(seen: Seen) -> None:
    """CreateTodo at the limit, and just beside it: #tags <= 10 (todo_list.spec:51)"""
    seen.total()


@witnesses_of(CREATE_TODO, "CreateTodo boundary requires 1")
def test_create_todo_boundary_requires_1(seen: Seen) -> None:
    """CreateTodo at the limit, and just beside it: due_at > now() (todo_list.spec:52)"""
    seen.total()


@witnesses_of(CREATE_TODO, "CreateTodo branches input title")
def test_create_todo_branches_input_title(seen: Seen) -> None:
    """CreateTodo both ways: title: len(value) >= 1 (todo_list.spec:5)"""
    seen.total()


@witnesses_of(CREATE_TODO, "CreateTodo branches input title 2")
def test_create_todo_branches_input_title_2(seen: Seen) -> None:
    """CreateTodo both ways: title: len(value) <= 200 (todo_list.spec:5)"""
    seen.total()


@witnesses_of(CREATE_TODO, "CreateTodo branches requires 1")
def test_create_todo_branches_requires_1(seen: Seen) -> None:
    """CreateTodo both ways: due_at = none (todo_list.spec:52)"""
    seen.total()


@witnesses_of(CREATE_TODO, "CreateTodo branches requires 1 2")
def test_create_todo_branches_requires_1_2(seen: Seen) -> None:
    """CreateTodo both ways: due_at > now() (todo_list.spec:52)"""
    seen.total()


@malformed_of(CREATE_TODO, "CreateTodo malformed title")
def test_create_todo_malformed_title(seen: Seen) -> None:
    """CreateTodo refuses an `title` that is not well-formed. (todo_list.spec:47)"""
    seen.refuses()


@malformed_of(CREATE_TODO, "CreateTodo malformed description")
def test_create_todo_malformed_description(seen: Seen) -> None:
    """CreateTodo refuses an `description` that is not well-formed. (todo_list.spec:47)"""
    seen.refuses()


@malformed_of(CREATE_TODO, "CreateTodo malformed priority")
def test_create_todo_malformed_priority(seen: Seen) -> None:
    """CreateTodo refuses an `priority` that is not well-formed. (todo_list.spec:47)"""
    seen.refuses()


@malformed_of(CREATE_TODO, "CreateTodo malformed tags")
def test_create_todo_malformed_tags(seen: Seen) -> None:
    """CreateTodo refuses an `tags` that is not well-formed. (todo_list.spec:47)"""
    seen.refuses()


@malformed_of(CREATE_TODO, "CreateTodo malformed due_at")
def test_create_todo_malformed_due_at(seen: Seen) -> None:
    """CreateTodo refuses an `due_at` that is not well-formed. (todo_list.spec:48)"""
    seen.refuses()


@malformed_of(CREATE_TODO, "CreateTodo malformed body")
def test_create_todo_malformed_body(seen: Seen) -> None:
    """CreateTodo refuses a body that is not well-formed. (todo_list.spec:46)"""
    seen.refuses()


# GetTodo: GET /todos/{id}


@examples_of(GET_TODO)
def test_get_todo_accepts(seen: Seen) -> None:
    """GetTodo accepts every call whose precondition holds. (todo_list.spec:69)"""
    seen.accepts()


@witnesses_of(GET_TODO, "GetTodo accepts witnesses")
def test_get_todo_accepts_witnesses(seen: Seen) -> None:
    """GetTodo accepts the calls that were found for it. (todo_list.spec:69)"""
    seen.accepts()


@examples_of(GET_TODO)
def test_get_todo_ensures_0(seen: Seen) -> None:
    """GetTodo ensures: todo = todos[id] (todo_list.spec:75)"""
    seen.ensures(0)


@examples_of(GET_TODO)
def test_get_todo_rejects(seen: Seen) -> None:
    """GetTodo rejects every call whose precondition fails, and changes nothing. (todo_list.spec:69)"""
    seen.rejects()


@witnesses_of(GET_TODO, "GetTodo rejects input id")
def test_get_todo_rejects_input_id(seen: Seen) -> None:
    """GetTodo rejects a call that breaks: id: value > 0 (todo_list.spec:3)"""
    seen.rejects("TodoId.where")


@witnesses_of(GET_TODO, "GetTodo rejects requires 0")
def test_get_todo_rejects_requires_0(seen: Seen) -> None:
    """GetTodo rejects a call that breaks: id in todos (todo_list.spec:73)"""
    seen.rejects("GetTodo.requires[0]")


@examples_of(GET_TODO)
def test_get_todo_frame(seen: Seen) -> None:
    """GetTodo changes nothing else, and so keeps 2 invariants. (todo_list.spec:69)"""
    seen.frame()


@examples_of(GET_TODO)
def test_get_todo_output(seen: Seen) -> None:
    """The answer of GetTodo has the declared outputs, types and headers. (todo_list.spec:69)"""
    seen.output()


@examples_of(GET_TODO)
def test_get_todo_safe(seen: Seen) -> None:
    """GetTodo changes nothing, and says the same when it is asked again. (todo_list.spec:69)"""
    seen.safe(same=True)


@witnesses_of(GET_TODO, "GetTodo boundary input id")
def test_get_todo_boundary_input_id(seen: Seen) -> None:
    """GetTodo at the limit, and just beside it: id: value > 0 (todo_list.spec:3)"""
    seen.total()


@malformed_of(GET_TODO, "GetTodo malformed id")
def test_get_todo_malformed_id(seen: Seen) -> None:
    """GetTodo refuses an `id` that is not well-formed. (todo_list.spec:70)"""
    seen.refuses()


# ListTodos: GET /todos


@examples_of(LIST_TODOS)
def test_list_todos_accepts(seen: Seen) -> None:
    """ListTodos accepts every call whose precondition holds. (todo_list.spec:78)"""
    seen.accepts()


@witnesses_of(LIST_TODOS, "ListTodos accepts witnesses")
def test_list_todos_accepts_witnesses(seen: Seen) -> None:
    """ListTodos accepts the calls that were found for it. (todo_list.spec:78)"""
    seen.accepts()


@examples_of(LIST_TODOS)
def test_list_todos_ensures_0(seen: Seen) -> None:
    """ListTodos ensures: all t in items | t in ran(todos) and selected(t, status, priority, tag) (todo_list.spec:82)"""
    seen.ensures(0)


@witnesses_of(LIST_TODOS, "ListTodos ensures 0 branches")
def test_list_todos_ensures_0_branches(seen: Seen) -> None:
    """ListTodos ensures: all t in items | t in ran(todos) and selected(t, status, priority, tag) (todo_list.spec:82)"""
    seen.ensures(0)


@examples_of(LIST_TODOS)
def test_list_todos_ensures_1(seen: Seen) -> None:
    """ListTodos ensures: all t in ran(todos) | selected(t, status, priority, tag) implies t in items..."""
    seen.ensures(1)


@witnesses_of(LIST_TODOS, "ListTodos ensures 1 branches")
def test_list_todos_ensures_1_branches(seen: Seen) -> None:
    """ListTodos ensures: all t in ran(todos) | selected(t, status, priority, tag) implies t in items..."""
    seen.ensures(1)


@examples_of(LIST_TODOS)
def test_list_todos_rejects(seen: Seen) -> None:
    """ListTodos rejects every call whose precondition fails, and changes nothing. (todo_list.spec:78)"""
    seen.rejects()


@witnesses_of(LIST_TODOS, "ListTodos rejects input tag")
def test_list_todos_rejects_input_tag(seen: Seen) -> None:
    """ListTodos rejects a call that breaks: tag: value matches /^[a-z0-9][a-z0-9-]{0,29}$/ (todo_list.spec:9)"""
    seen.rejects("Tag.where")


@examples_of(LIST_TODOS)
def test_list_todos_frame(seen: Seen) -> None:
    """ListTodos changes nothing else, and so keeps 2 invariants. (todo_list.spec:78)"""
    seen.frame()


@examples_of(LIST_TODOS)
def test_list_todos_output(seen: Seen) -> None:
    """The answer of ListTodos has the declared outputs, types and headers. (todo_list.spec:78)"""
    seen.output()


@examples_of(LIST_TODOS)
def test_list_todos_safe(seen: Seen) -> None:
    """ListTodos changes nothing, and says the same when it is asked again. (todo_list.spec:78)"""
    seen.safe(same=True)


@witnesses_of(LIST_TODOS, "ListTodos boundary input tag")
def test_list_todos_boundary_input_tag(seen: Seen) -> None:
    """ListTodos at the limit, and just beside it: tag: value matches /^[a-z0-9][a-z0-9-]{0,29}$/ (todo_list.spec:9)"""
    seen.total()


@malformed_of(LIST_TODOS, "ListTodos malformed status")
def test_list_todos_malformed_status(seen: Seen) -> None:
    """ListTodos refuses an `status` that is not well-formed. (todo_list.spec:79)"""
    seen.refuses()


@malformed_of(LIST_TODOS, "ListTodos malformed priority")
def test_list_todos_malformed_priority(seen: Seen) -> None:
    """ListTodos refuses an `priority` that is not well-formed. (todo_list.spec:79)"""
    seen.refuses()


# UpdateTodo: PATCH /todos/{id}


@examples_of(UPDATE_TODO)
def test_update_todo_accepts(seen: Seen) -> None:
    """UpdateTodo accepts every call whose precondition holds. (todo_list.spec:87)"""
    seen.accepts()


@witnesses_of(UPDATE_TODO, "UpdateTodo accepts witnesses")
def test_update_todo_accepts_witnesses(seen: Seen) -> None:
    """UpdateTodo accepts the calls that were found for it. (todo_list.spec:87)"""
    seen.accepts()


@examples_of(UPDATE_TODO)
def test_update_todo_ensures_0(seen: Seen) -> None:
    """UpdateTodo ensures: title != none implies todos'[id].title = title (todo_list.spec:96)"""
    seen.ensures(0)


@witnesses_of(UPDATE_TODO, "UpdateTodo ensures 0 branches")
def test_update_todo_ensures_0_branches(seen: Seen) -> None:
    """UpdateTodo ensures: title != none implies todos'[id].title = title (todo_list.spec:96)"""
    seen.ensures(0)


@examples_of(UPDATE_TODO)
def test_update_todo_ensures_1(seen: Seen) -> None:
    """UpdateTodo ensures: description != none implies todos'[id].description = some(description) (todo_list.spec:97)"""
    seen.ensures(1)


@witnesses_of(UPDATE_TODO, "UpdateTodo ensures 1 branches")
def test_update_todo_ensures_1_branches(seen: Seen) -> None:
    """UpdateTodo ensures: description != none implies todos'[id].description = some(description) (todo_list.spec:97)"""
    seen.ensures(1)


@examples_of(UPDATE_TODO)
def test_update_todo_ensures_2(seen: Seen) -> None:
    """UpdateTodo ensures: priority != none implies todos'[id].priority = priority (todo_list.spec:98)"""
    seen.ensures(2)


@witnesses_of(UPDATE_TODO, "UpdateTodo ensures 2 branches")
def test_update_todo_ensures_2_branches(seen: Seen) -> None:
    """UpdateTodo ensures: priority != none implies todos'[id].priority = priority (todo_list.spec:98)"""
    seen.ensures(2)


@examples_of(UPDATE_TODO)
def test_update_todo_ensures_3(seen: Seen) -> None:
    """UpdateTodo ensures: due_at != none implies todos'[id].due_at = some(due_at) (todo_list.spec:99)"""
    seen.ensures(3)


@witnesses_of(UPDATE_TODO, "UpdateTodo ensures 3 branches")
def test_update_todo_ensures_3_branches(seen: Seen) -> None:
    """UpdateTodo ensures: due_at != none implies todos'[id].due_at = some(due_at) (todo_list.spec:99)"""
    seen.ensures(3)


@examples_of(UPDATE_TODO)
def test_update_todo_ensures_4(seen: Seen) -> None:
    """UpdateTodo ensures: todos'[id].updated_at = now() (todo_list.spec:100)"""
    seen.ensures(4)


@examples_of(UPDATE_TODO)
def test_update_todo_ensures_5(seen: Seen) -> None:
    """UpdateTodo ensures: todo = todos'[id] (todo_list.spec:101)"""
    seen.ensures(5)


@examples_of(UPDATE_TODO)
def test_update_todo_rejects(seen: Seen) -> None:
    """UpdateTodo rejects every call whose precondition fails, and changes nothing. (todo_list.spec:87)"""
    seen.rejects()


@witnesses_of(UPDATE_TODO, "UpdateTodo rejects input id")
def test_update_todo_rejects_input_id(seen: Seen) -> None:
    """UpdateTodo rejects a call that breaks: id: value > 0 (todo_list.spec:3)"""
    seen.rejects("TodoId.where")


@witnesses_of(UPDATE_TODO, "UpdateTodo rejects input title")
def test_update_todo_rejects_input_title(seen: Seen) -> None:
    """UpdateTodo rejects a call that breaks: title: len(value) >= 1 and len(value) <= 200 (todo_list.spec:5)"""
    seen.rejects("Title.where")


@witnesses_of(UPDATE_TODO, "UpdateTodo rejects input description")
def test_update_todo_rejects_input_description(seen: Seen) -> None:
    """UpdateTodo rejects a call that breaks: description: len(value) <= 2000 (todo_list.spec:7)"""
    seen.rejects("Text.where")


@witnesses_of(UPDATE_TODO, "UpdateTodo rejects requires 0")
def test_update_todo_rejects_requires_0(seen: Seen) -> None:
    """UpdateTodo rejects a call that breaks: id in todos (todo_list.spec:92)"""
    seen.rejects("UpdateTodo.requires[0]")


@witnesses_of(UPDATE_TODO, "UpdateTodo rejects requires 1")
def test_update_todo_rejects_requires_1(seen: Seen) -> None:
    """UpdateTodo rejects a call that breaks: todos[id].status != Status.ARCHIVED (todo_list.spec:93)"""
    seen.rejects("UpdateTodo.requires[1]")


@witnesses_of(UPDATE_TODO, "UpdateTodo rejects requires 2")
def test_update_todo_rejects_requires_2(seen: Seen) -> None:
    """UpdateTodo rejects a call that breaks: title != none or description != none or priority != none or due_at..."""
    seen.rejects("UpdateTodo.requires[2]")


@examples_of(UPDATE_TODO)
def test_update_todo_invariant_keys_are_ids(seen: Seen) -> None:
    """UpdateTodo keeps the invariant: all k in todos | todos[k].id = k (todo_list.spec:215)"""
    seen.invariant(0)


@examples_of(UPDATE_TODO)
def test_update_todo_always_unstarted_is_unresolved(seen: Seen) -> None:
    """UpdateTodo keeps what always holds: all k in todos | todos[k].status = Status.TODO implies..."""
    seen.always(0)


@examples_of(UPDATE_TODO)
def test_update_todo_types(seen: Seen) -> None:
    """After UpdateTodo everything stored has its type, with all refinements. (todo_list.spec:87)"""
    seen.types()


@examples_of(UPDATE_TODO)
def test_update_todo_frame(seen: Seen) -> None:
    """UpdateTodo changes nothing that it does not speak of. (todo_list.spec:87)"""
    seen.frame()


@examples_of(UPDATE_TODO)
def test_update_todo_output(seen: Seen) -> None:
    """The answer of UpdateTodo has the declared outputs, types and headers. (todo_list.spec:87)"""
    seen.output()


@witnesses_of(UPDATE_TODO, "UpdateTodo boundary input id")
def test_update_todo_boundary_input_id(seen: Seen) -> None:
    """UpdateTodo at the limit, and just beside it: id: value > 0 (todo_list.spec:3)"""
    seen.total()


@witnesses_of(UPDATE_TODO, "UpdateTodo boundary input title")
def test_update_todo_boundary_input_title(seen: Seen) -> None:
    """UpdateTodo at the limit, and just beside it: title: len(value) >= 1 (todo_list.spec:5)"""
    seen.total()


@witnesses_of(UPDATE_TODO, "UpdateTodo boundary input title 2")
def test_update_todo_boundary_input_title_2(seen: Seen) -> None:
    """UpdateTodo at the limit, and just beside it: title: len(value) <= 200 (todo_list.spec:5)"""
    seen.total()


@witnesses_of(UPDATE_TODO, "UpdateTodo boundary input description")
def test_update_todo_boundary_input_description(seen: Seen) -> None:
    """UpdateTodo at the limit, and just beside it: description: len(value) <= 2000 (todo_list.spec:7)"""
    seen.total()


@witnesses_of(UPDATE_TODO, "UpdateTodo branches input title")
def test_update_todo_branches_input_title(seen: Seen) -> None:
    """UpdateTodo both ways: title: len(value) >= 1 (todo_list.spec:5)"""
    seen.total()


@witnesses_of(UPDATE_TODO, "UpdateTodo branches input title 2")
def test_update_todo_branches_input_title_2(seen: Seen) -> None:
    """UpdateTodo both ways: title: len(value) <= 200 (todo_list.spec:5)"""
    seen.total()


@witnesses_of(UPDATE_TODO, "UpdateTodo branches requires 1")
def test_update_todo_branches_requires_1(seen: Seen) -> None:
    """UpdateTodo in each case: todos[id].status != Status.ARCHIVED (todo_list.spec:93)"""
    seen.total()


@witnesses_of(UPDATE_TODO, "UpdateTodo branches requires 2")
def test_update_todo_branches_requires_2(seen: Seen) -> None:
    """UpdateTodo both ways: title != none or description != none or priority != none (todo_list.spec:94)"""
    seen.total()


@witnesses_of(UPDATE_TODO, "UpdateTodo branches requires 2 2")
def test_update_todo_branches_requires_2_2(seen: Seen) -> None:
    """UpdateTodo both ways: due_at != none (todo_list.spec:94)"""
    seen.total()


@witnesses_of(UPDATE_TODO, "UpdateTodo branches requires 2 3")
def test_update_todo_branches_requires_2_3(seen: Seen) -> None:
    """UpdateTodo both ways: title != none or description != none (todo_list.spec:94)"""
    seen.total()


@witnesses_of(UPDATE_TODO, "UpdateTodo branches requires 2 4")
def test_update_todo_branches_requires_2_4(seen: Seen) -> None:
    """UpdateTodo both ways: priority != none (todo_list.spec:94)"""
    seen.total()


@witnesses_of(UPDATE_TODO, "UpdateTodo branches requires 2 5")
def test_update_todo_branches_requires_2_5(seen: Seen) -> None:
    """UpdateTodo both ways: title != none (todo_list.spec:94)"""
    seen.total()


@witnesses_of(UPDATE_TODO, "UpdateTodo branches requires 2 6")
def test_update_todo_branches_requires_2_6(seen: Seen) -> None:
    """UpdateTodo both ways: description != none (todo_list.spec:94)"""
    seen.total()


@malformed_of(UPDATE_TODO, "UpdateTodo malformed id")
def test_update_todo_malformed_id(seen: Seen) -> None:
    """UpdateTodo refuses an `id` that is not well-formed. (todo_list.spec:88)"""
    seen.refuses()


@malformed_of(UPDATE_TODO, "UpdateTodo malformed title")
def test_update_todo_malformed_title(seen: Seen) -> None:
    """UpdateTodo refuses an `title` that is not well-formed. (todo_list.spec:88)"""
    seen.refuses()


@malformed_of(UPDATE_TODO, "UpdateTodo malformed description")
def test_update_todo_malformed_description(seen: Seen) -> None:
    """UpdateTodo refuses an `description` that is not well-formed. (todo_list.spec:88)"""
    seen.refuses()


@malformed_of(UPDATE_TODO, "UpdateTodo malformed priority")
def test_update_todo_malformed_priority(seen: Seen) -> None:
    """UpdateTodo refuses an `priority` that is not well-formed. (todo_list.spec:89)"""
    seen.refuses()


@malformed_of(UPDATE_TODO, "UpdateTodo malformed due_at")
def test_update_todo_malformed_due_at(seen: Seen) -> None:
    """UpdateTodo refuses an `due_at` that is not well-formed. (todo_list.spec:89)"""
    seen.refuses()


@malformed_of(UPDATE_TODO, "UpdateTodo malformed body")
def test_update_todo_malformed_body(seen: Seen) -> None:
    """UpdateTodo refuses a body that is not well-formed. (todo_list.spec:87)"""
    seen.refuses()


# DeleteTodo: DELETE /todos/{id}


@examples_of(DELETE_TODO)
def test_delete_todo_accepts(seen: Seen) -> None:
    """DeleteTodo accepts every call whose precondition holds. (todo_list.spec:105)"""
    seen.accepts()


@witnesses_of(DELETE_TODO, "DeleteTodo accepts witnesses")
def test_delete_todo_accepts_witnesses(seen: Seen) -> None:
    """DeleteTodo accepts the calls that were found for it. (todo_list.spec:105)"""
    seen.accepts()


@examples_of(DELETE_TODO)
def test_delete_todo_ensures_0(seen: Seen) -> None:
    """DeleteTodo ensures: id not in todos' (todo_list.spec:111)"""
    seen.ensures(0)


@examples_of(DELETE_TODO)
def test_delete_todo_ensures_1(seen: Seen) -> None:
    """DeleteTodo ensures: #todos' = #todos - 1 (todo_list.spec:112)"""
    seen.ensures(1)


@examples_of(DELETE_TODO)
def test_delete_todo_rejects(seen: Seen) -> None:
    """DeleteTodo rejects every call whose precondition fails, and changes nothing. (todo_list.spec:105)"""
    seen.rejects()


@witnesses_of(DELETE_TODO, "DeleteTodo rejects input id")
def test_delete_todo_rejects_input_id(seen: Seen) -> None:
    """DeleteTodo rejects a call that breaks: id: value > 0 (todo_list.spec:3)"""
    seen.rejects("TodoId.where")


@witnesses_of(DELETE_TODO, "DeleteTodo rejects requires 0")
def test_delete_todo_rejects_requires_0(seen: Seen) -> None:
    """DeleteTodo rejects a call that breaks: id in todos (todo_list.spec:108)"""
    seen.rejects("DeleteTodo.requires[0]")


@witnesses_of(DELETE_TODO, "DeleteTodo rejects requires 1")
def test_delete_todo_rejects_requires_1(seen: Seen) -> None:
    """DeleteTodo rejects a call that breaks: todos[id].status != Status.IN_PROGRESS (todo_list.spec:109)"""
    seen.rejects("DeleteTodo.requires[1]")


@examples_of(DELETE_TODO)
def test_delete_todo_invariant_keys_are_ids(seen: Seen) -> None:
    """DeleteTodo keeps the invariant: all k in todos | todos[k].id = k (todo_list.spec:215)"""
    seen.invariant(0)


@examples_of(DELETE_TODO)
def test_delete_todo_always_unstarted_is_unresolved(seen: Seen) -> None:
    """DeleteTodo keeps what always holds: all k in todos | todos[k].status = Status.TODO implies..."""
    seen.always(0)


@examples_of(DELETE_TODO)
def test_delete_todo_types(seen: Seen) -> None:
    """After DeleteTodo everything stored has its type, with all refinements. (todo_list.spec:105)"""
    seen.types()


@examples_of(DELETE_TODO)
def test_delete_todo_frame(seen: Seen) -> None:
    """DeleteTodo changes nothing that it does not speak of. (todo_list.spec:105)"""
    seen.frame()


@examples_of(DELETE_TODO)
def test_delete_todo_output(seen: Seen) -> None:
    """The answer of DeleteTodo has the declared outputs, types and headers. (todo_list.spec:105)"""
    seen.output()


@witnesses_of(DELETE_TODO, "DeleteTodo boundary input id")
def test_delete_todo_boundary_input_id(seen: Seen) -> None:
    """DeleteTodo at the limit, and just beside it: id: value > 0 (todo_list.spec:3)"""
    seen.total()


@witnesses_of(DELETE_TODO, "DeleteTodo branches requires 1")
def test_delete_todo_branches_requires_1(seen: Seen) -> None:
    """DeleteTodo in each case: todos[id].status != Status.IN_PROGRESS (todo_list.spec:109)"""
    seen.total()


@malformed_of(DELETE_TODO, "DeleteTodo malformed id")
def test_delete_todo_malformed_id(seen: Seen) -> None:
    """DeleteTodo refuses an `id` that is not well-formed. (todo_list.spec:106)"""
    seen.refuses()


# AddTag: POST /todos/{id}/tags


@examples_of(ADD_TAG)
def test_add_tag_accepts(seen: Seen) -> None:
    """AddTag accepts every call whose precondition holds. (todo_list.spec:115)"""
    seen.accepts()


@witnesses_of(ADD_TAG, "AddTag accepts witnesses")
def test_add_tag_accepts_witnesses(seen: Seen) -> None:
    """AddTag accepts the calls that were found for it. (todo_list.spec:115)"""
    seen.accepts()


@examples_of(ADD_TAG)
def test_add_tag_ensures_0(seen: Seen) -> None:
    """AddTag ensures: todos'[id].tags = todos[id].tags union {tag} (todo_list.spec:123)"""
    seen.ensures(0)


@examples_of(ADD_TAG)
def test_add_tag_ensures_1(seen: Seen) -> None:
    """AddTag ensures: todos'[id].updated_at = now() (todo_list.spec:124)"""
    seen.ensures(1)


@examples_of(ADD_TAG)
def test_add_tag_ensures_2(seen: Seen) -> None:
    """AddTag ensures: todo = todos'[id] (todo_list.spec:125)"""
    seen.ensures(2)


@examples_of(ADD_TAG)
def test_add_tag_rejects(seen: Seen) -> None:
    """AddTag rejects every call whose precondition fails, and changes nothing. (todo_list.spec:115)"""
    seen.rejects()


@witnesses_of(ADD_TAG, "AddTag rejects input id")
def test_add_tag_rejects_input_id(seen: Seen) -> None:
    """AddTag rejects a call that breaks: id: value > 0 (todo_list.spec:3)"""
    seen.rejects("TodoId.where")


@witnesses_of(ADD_TAG, "AddTag rejects input tag")
def test_add_tag_rejects_input_tag(seen: Seen) -> None:
    """AddTag rejects a call that breaks: tag: value matches /^[a-z0-9][a-z0-9-]{0,29}$/ (todo_list.spec:9)"""
    seen.rejects("Tag.where")


@witnesses_of(ADD_TAG, "AddTag rejects requires 0")
def test_add_tag_rejects_requires_0(seen: Seen) -> None:
    """AddTag rejects a call that breaks: id in todos (todo_list.spec:119)"""
    seen.rejects("AddTag.requires[0]")


@witnesses_of(ADD_TAG, "AddTag rejects requires 1")
def test_add_tag_rejects_requires_1(seen: Seen) -> None:
    """AddTag rejects a call that breaks: todos[id].status != Status.ARCHIVED (todo_list.spec:120)"""
    seen.rejects("AddTag.requires[1]")


@witnesses_of(ADD_TAG, "AddTag rejects requires 2")
def test_add_tag_rejects_requires_2(seen: Seen) -> None:
    """AddTag rejects a call that breaks: tag in todos[id].tags or #todos[id].tags < 10 (todo_list.spec:121)"""
    seen.rejects("AddTag.requires[2]")


@examples_of(ADD_TAG)
def test_add_tag_invariant_keys_are_ids(seen: Seen) -> None:
    """AddTag keeps the invariant: all k in todos | todos[k].id = k (todo_list.spec:215)"""
    seen.invariant(0)


@examples_of(ADD_TAG)
def test_add_tag_always_unstarted_is_unresolved(seen: Seen) -> None:
    """AddTag keeps what always holds: all k in todos | todos[k].status = Status.TODO implies todos[k].resolution..."""
    seen.always(0)


@examples_of(ADD_TAG)
def test_add_tag_types(seen: Seen) -> None:
    """After AddTag everything stored has its type, with all refinements. (todo_list.spec:115)"""
    seen.types()


@examples_of(ADD_TAG)
def test_add_tag_frame(seen: Seen) -> None:
    """AddTag changes nothing that it does not speak of. (todo_list.spec:115)"""
    seen.frame()


@examples_of(ADD_TAG)
def test_add_tag_output(seen: Seen) -> None:
    """The answer of AddTag has the declared outputs, types and headers. (todo_list.spec:115)"""
    seen.output()


@witnesses_of(ADD_TAG, "AddTag boundary input id")
def test_add_tag_boundary_input_id(seen: Seen) -> None:
    """AddTag at the limit, and just beside it: id: value > 0 (todo_list.spec:3)"""
    seen.total()


@witnesses_of(ADD_TAG, "AddTag boundary input tag")
def test_add_tag_boundary_input_tag(seen: Seen) -> None:
    """AddTag at the limit, and just beside it: tag: value matches /^[a-z0-9][a-z0-9-]{0,29}$/ (todo_list.spec:9)"""
    seen.total()


@witnesses_of(ADD_TAG, "AddTag boundary requires 2")
def test_add_tag_boundary_requires_2(seen: Seen) -> None:
    """AddTag at the limit, and just beside it: #todos[id].tags < 10 (todo_list.spec:121)"""
    seen.total()


@witnesses_of(ADD_TAG, "AddTag branches requires 1")
def test_add_tag_branches_requires_1(seen: Seen) -> None:
    """AddTag in each case: todos[id].status != Status.ARCHIVED (todo_list.spec:120)"""
    seen.total()


@witnesses_of(ADD_TAG, "AddTag branches requires 2")
def test_add_tag_branches_requires_2(seen: Seen) -> None:
    """AddTag both ways: tag in todos[id].tags (todo_list.spec:121)"""
    seen.total()


@witnesses_of(ADD_TAG, "AddTag branches requires 2 2")
def test_add_tag_branches_requires_2_2(seen: Seen) -> None:
    """AddTag both ways: #todos[id].tags < 10 (todo_list.spec:121)"""
    seen.total()


@malformed_of(ADD_TAG, "AddTag malformed id")
def test_add_tag_malformed_id(seen: Seen) -> None:
    """AddTag refuses an `id` that is not well-formed. (todo_list.spec:116)"""
    seen.refuses()


@malformed_of(ADD_TAG, "AddTag malformed tag")
def test_add_tag_malformed_tag(seen: Seen) -> None:
    """AddTag refuses an `tag` that is not well-formed. (todo_list.spec:116)"""
    seen.refuses()


@malformed_of(ADD_TAG, "AddTag malformed body")
def test_add_tag_malformed_body(seen: Seen) -> None:
    """AddTag refuses a body that is not well-formed. (todo_list.spec:115)"""
    seen.refuses()


# RemoveTag: DELETE /todos/{id}/tags/{tag}


@examples_of(REMOVE_TAG)
def test_remove_tag_accepts(seen: Seen) -> None:
    """RemoveTag accepts every call whose precondition holds. (todo_list.spec:128)"""
    seen.accepts()


@witnesses_of(REMOVE_TAG, "RemoveTag accepts witnesses")
def test_remove_tag_accepts_witnesses(seen: Seen) -> None:
    """RemoveTag accepts the calls that were found for it. (todo_list.spec:128)"""
    seen.accepts()


@examples_of(REMOVE_TAG)
def test_remove_tag_ensures_0(seen: Seen) -> None:
    """RemoveTag ensures: todos'[id].tags = todos[id].tags minus {tag} (todo_list.spec:135)"""
    seen.ensures(0)


@examples_of(REMOVE_TAG)
def test_remove_tag_ensures_1(seen: Seen) -> None:
    """RemoveTag ensures: todos'[id].updated_at = now() (todo_list.spec:136)"""
    seen.ensures(1)


@examples_of(REMOVE_TAG)
def test_remove_tag_rejects(seen: Seen) -> None:
    """RemoveTag rejects every call whose precondition fails, and changes nothing. (todo_list.spec:128)"""
    seen.rejects()


@witnesses_of(REMOVE_TAG, "RemoveTag rejects input id")
def test_remove_tag_rejects_input_id(seen: Seen) -> None:
    """RemoveTag rejects a call that breaks: id: value > 0 (todo_list.spec:3)"""
    seen.rejects("TodoId.where")


@witnesses_of(REMOVE_TAG, "RemoveTag rejects input tag")
def test_remove_tag_rejects_input_tag(seen: Seen) -> None:
    """RemoveTag rejects a call that breaks: tag: value matches /^[a-z0-9][a-z0-9-]{0,29}$/ (todo_list.spec:9)"""
    seen.rejects("Tag.where")


@witnesses_of(REMOVE_TAG, "RemoveTag rejects requires 0")
def test_remove_tag_rejects_requires_0(seen: Seen) -> None:
    """RemoveTag rejects a call that breaks: id in todos (todo_list.spec:131)"""
    seen.rejects("RemoveTag.requires[0]")


@witnesses_of(REMOVE_TAG, "RemoveTag rejects requires 1")
def test_remove_tag_rejects_requires_1(seen: Seen) -> None:
    """RemoveTag rejects a call that breaks: todos[id].status != Status.ARCHIVED (todo_list.spec:132)"""
    seen.rejects("RemoveTag.requires[1]")


@witnesses_of(REMOVE_TAG, "RemoveTag rejects requires 2")
def test_remove_tag_rejects_requires_2(seen: Seen) -> None:
    """RemoveTag rejects a call that breaks: tag in todos[id].tags (todo_list.spec:133)"""
    seen.rejects("RemoveTag.requires[2]")


@examples_of(REMOVE_TAG)
def test_remove_tag_invariant_keys_are_ids(seen: Seen) -> None:
    """RemoveTag keeps the invariant: all k in todos | todos[k].id = k (todo_list.spec:215)"""
    seen.invariant(0)


@examples_of(REMOVE_TAG)
def test_remove_tag_always_unstarted_is_unresolved(seen: Seen) -> None:
    """RemoveTag keeps what always holds: all k in todos | todos[k].status = Status.TODO implies..."""
    seen.always(0)


@examples_of(REMOVE_TAG)
def test_remove_tag_types(seen: Seen) -> None:
    """After RemoveTag everything stored has its type, with all refinements. (todo_list.spec:128)"""
    seen.types()


@examples_of(REMOVE_TAG)
def test_remove_tag_frame(seen: Seen) -> None:
    """RemoveTag changes nothing that it does not speak of. (todo_list.spec:128)"""
    seen.frame()


@examples_of(REMOVE_TAG)
def test_remove_tag_output(seen: Seen) -> None:
    """The answer of RemoveTag has the declared outputs, types and headers. (todo_list.spec:128)"""
    seen.output()


@witnesses_of(REMOVE_TAG, "RemoveTag boundary input id")
def test_remove_tag_boundary_input_id(seen: Seen) -> None:
    """RemoveTag at the limit, and just beside it: id: value > 0 (todo_list.spec:3)"""
    seen.total()


@witnesses_of(REMOVE_TAG, "RemoveTag boundary input tag")
def test_remove_tag_boundary_input_tag(seen: Seen) -> None:
    """RemoveTag at the limit, and just beside it: tag: value matches /^[a-z0-9][a-z0-9-]{0,29}$/ (todo_list.spec:9)"""
    seen.total()


@witnesses_of(REMOVE_TAG, "RemoveTag branches requires 1")
def test_remove_tag_branches_requires_1(seen: Seen) -> None:
    """RemoveTag in each case: todos[id].status != Status.ARCHIVED (todo_list.spec:132)"""
    seen.total()


@malformed_of(REMOVE_TAG, "RemoveTag malformed id")
def test_remove_tag_malformed_id(seen: Seen) -> None:
    """RemoveTag refuses an `id` that is not well-formed. (todo_list.spec:129)"""
    seen.refuses()


# StartWork: POST /todos/{id}/start


@examples_of(START_WORK)
def test_start_work_accepts(seen: Seen) -> None:
    """StartWork accepts every call whose precondition holds. (todo_list.spec:139)"""
    seen.accepts()


@witnesses_of(START_WORK, "StartWork accepts witnesses")
def test_start_work_accepts_witnesses(seen: Seen) -> None:
    """StartWork accepts the calls that were found for it. (todo_list.spec:139)"""
    seen.accepts()


@examples_of(START_WORK)
def test_start_work_ensures_0(seen: Seen) -> None:
    """StartWork ensures: todos'[id].status = Status.IN_PROGRESS (todo_list.spec:146)"""
    seen.ensures(0)


@examples_of(START_WORK)
def test_start_work_ensures_1(seen: Seen) -> None:
    """StartWork ensures: todos'[id].updated_at = now() (todo_list.spec:147)"""
    seen.ensures(1)


@examples_of(START_WORK)
def test_start_work_ensures_2(seen: Seen) -> None:
    """StartWork ensures: todo = todos'[id] (todo_list.spec:148)"""
    seen.ensures(2)


@examples_of(START_WORK)
def test_start_work_rejects(seen: Seen) -> None:
    """StartWork rejects every call whose precondition fails, and changes nothing. (todo_list.spec:139)"""
    seen.rejects()


@witnesses_of(START_WORK, "StartWork rejects input id")
def test_start_work_rejects_input_id(seen: Seen) -> None:
    """StartWork rejects a call that breaks: id: value > 0 (todo_list.spec:3)"""
    seen.rejects("TodoId.where")


@witnesses_of(START_WORK, "StartWork rejects requires 0")
def test_start_work_rejects_requires_0(seen: Seen) -> None:
    """StartWork rejects a call that breaks: id in todos (todo_list.spec:143)"""
    seen.rejects("StartWork.requires[0]")


@witnesses_of(START_WORK, "StartWork rejects requires 1")
def test_start_work_rejects_requires_1(seen: Seen) -> None:
    """StartWork rejects a call that breaks: todos[id].status = Status.TODO (todo_list.spec:144)"""
    seen.rejects("StartWork.requires[1]")


@witnesses_of(START_WORK, "StartWork rejects from IN_PROGRESS")
def test_start_work_rejects_from_in_progress(seen: Seen) -> None:
    """StartWork rejects a call that breaks: TodoLifecycle has no rule from IN_PROGRESS (todo_list.spec:204)"""
    seen.rejects("TodoLifecycle from IN_PROGRESS")


@witnesses_of(START_WORK, "StartWork rejects from DONE")
def test_start_work_rejects_from_done(seen: Seen) -> None:
    """StartWork rejects a call that breaks: TodoLifecycle has no rule from DONE (todo_list.spec:204)"""
    seen.rejects("TodoLifecycle from DONE")


@witnesses_of(START_WORK, "StartWork rejects from ARCHIVED")
def test_start_work_rejects_from_archived(seen: Seen) -> None:
    """StartWork rejects a call that breaks: TodoLifecycle has no rule from ARCHIVED (todo_list.spec:204)"""
    seen.rejects("TodoLifecycle from ARCHIVED")


@examples_of(START_WORK)
def test_start_work_invariant_keys_are_ids(seen: Seen) -> None:
    """StartWork keeps the invariant: all k in todos | todos[k].id = k (todo_list.spec:215)"""
    seen.invariant(0)


@examples_of(START_WORK)
def test_start_work_always_unstarted_is_unresolved(seen: Seen) -> None:
    """StartWork keeps what always holds: all k in todos | todos[k].status = Status.TODO implies..."""
    seen.always(0)


@examples_of(START_WORK)
def test_start_work_types(seen: Seen) -> None:
    """After StartWork everything stored has its type, with all refinements. (todo_list.spec:139)"""
    seen.types()


@examples_of(START_WORK)
def test_start_work_frame(seen: Seen) -> None:
    """StartWork changes nothing that it does not speak of. (todo_list.spec:139)"""
    seen.frame()


@examples_of(START_WORK)
def test_start_work_output(seen: Seen) -> None:
    """The answer of StartWork has the declared outputs, types and headers. (todo_list.spec:139)"""
    seen.output()


@witnesses_of(START_WORK, "StartWork boundary input id")
def test_start_work_boundary_input_id(seen: Seen) -> None:
    """StartWork at the limit, and just beside it: id: value > 0 (todo_list.spec:3)"""
    seen.total()


@witnesses_of(START_WORK, "StartWork branches requires 1")
def test_start_work_branches_requires_1(seen: Seen) -> None:
    """StartWork in each case: todos[id].status = Status.TODO (todo_list.spec:144)"""
    seen.total()


@malformed_of(START_WORK, "StartWork malformed id")
def test_start_work_malformed_id(seen: Seen) -> None:
    """StartWork refuses an `id` that is not well-formed. (todo_list.spec:140)"""
    seen.refuses()


@witnesses_of(START_WORK, "StartWork moves TODO to IN_PROGRESS")
def test_start_work_moves_todo_to_in_progress(seen: Seen) -> None:
    """StartWork moves TODO to IN_PROGRESS. (todo_list.spec:207)"""
    seen.moves("TodoLifecycle", "TodoLifecycle TODO -> IN_PROGRESS via StartWork")


# PauseWork: POST /todos/{id}/pause


@examples_of(PAUSE_WORK)
def test_pause_work_accepts(seen: Seen) -> None:
    """PauseWork accepts every call whose precondition holds. (todo_list.spec:151)"""
    seen.accepts()


@witnesses_of(PAUSE_WORK, "PauseWork accepts witnesses")
def test_pause_work_accepts_witnesses(seen: Seen) -> None:
    """PauseWork accepts the calls that were found for it. (todo_list.spec:151)"""
    seen.accepts()


@examples_of(PAUSE_WORK)
def test_pause_work_ensures_0(seen: Seen) -> None:
    """PauseWork ensures: todos'[id].status = Status.TODO (todo_list.spec:158)"""
    seen.ensures(0)


@examples_of(PAUSE_WORK)
def test_pause_work_ensures_1(seen: Seen) -> None:
    """PauseWork ensures: todos'[id].updated_at = now() (todo_list.spec:159)"""
    seen.ensures(1)


@examples_of(PAUSE_WORK)
def test_pause_work_ensures_2(seen: Seen) -> None:
    """PauseWork ensures: todo = todos'[id] (todo_list.spec:160)"""
    seen.ensures(2)


@examples_of(PAUSE_WORK)
def test_pause_work_rejects(seen: Seen) -> None:
    """PauseWork rejects every call whose precondition fails, and changes nothing. (todo_list.spec:151)"""
    seen.rejects()


@witnesses_of(PAUSE_WORK, "PauseWork rejects input id")
def test_pause_work_rejects_input_id(seen: Seen) -> None:
    """PauseWork rejects a call that breaks: id: value > 0 (todo_list.spec:3)"""
    seen.rejects("TodoId.where")


@witnesses_of(PAUSE_WORK, "PauseWork rejects requires 0")
def test_pause_work_rejects_requires_0(seen: Seen) -> None:
    """PauseWork rejects a call that breaks: id in todos (todo_list.spec:155)"""
    seen.rejects("PauseWork.requires[0]")


@witnesses_of(PAUSE_WORK, "PauseWork rejects requires 1")
def test_pause_work_rejects_requires_1(seen: Seen) -> None:
    """PauseWork rejects a call that breaks: todos[id].status = Status.IN_PROGRESS (todo_list.spec:156)"""
    seen.rejects("PauseWork.requires[1]")


@witnesses_of(PAUSE_WORK, "PauseWork rejects from TODO")
def test_pause_work_rejects_from_todo(seen: Seen) -> None:
    """PauseWork rejects a call that breaks: TodoLifecycle has no rule from TODO (todo_list.spec:204)"""
    seen.rejects("TodoLifecycle from TODO")


@witnesses_of(PAUSE_WORK, "PauseWork rejects from DONE")
def test_pause_work_rejects_from_done(seen: Seen) -> None:
    """PauseWork rejects a call that breaks: TodoLifecycle has no rule from DONE (todo_list.spec:204)"""
    seen.rejects("TodoLifecycle from DONE")


@witnesses_of(PAUSE_WORK, "PauseWork rejects from ARCHIVED")
def test_pause_work_rejects_from_archived(seen: Seen) -> None:
    """PauseWork rejects a call that breaks: TodoLifecycle has no rule from ARCHIVED (todo_list.spec:204)"""
    seen.rejects("TodoLifecycle from ARCHIVED")


@examples_of(PAUSE_WORK)
def test_pause_work_invariant_keys_are_ids(seen: Seen) -> None:
    """PauseWork keeps the invariant: all k in todos | todos[k].id = k (todo_list.spec:215)"""
    seen.invariant(0)


@examples_of(PAUSE_WORK)
def test_pause_work_always_unstarted_is_unresolved(seen: Seen) -> None:
    """PauseWork keeps what always holds: all k in todos | todos[k].status = Status.TODO implies..."""
    seen.always(0)


@examples_of(PAUSE_WORK)
def test_pause_work_types(seen: Seen) -> None:
    """After PauseWork everything stored has its type, with all refinements. (todo_list.spec:151)"""
    seen.types()


@examples_of(PAUSE_WORK)
def test_pause_work_frame(seen: Seen) -> None:
    """PauseWork changes nothing that it does not speak of. (todo_list.spec:151)"""
    seen.frame()


@examples_of(PAUSE_WORK)
def test_pause_work_output(seen: Seen) -> None:
    """The answer of PauseWork has the declared outputs, types and headers. (todo_list.spec:151)"""
    seen.output()


@witnesses_of(PAUSE_WORK, "PauseWork boundary input id")
def test_pause_work_boundary_input_id(seen: Seen) -> None:
    """PauseWork at the limit, and just beside it: id: value > 0 (todo_list.spec:3)"""
    seen.total()


@witnesses_of(PAUSE_WORK, "PauseWork branches requires 1")
def test_pause_work_branches_requires_1(seen: Seen) -> None:
    """PauseWork in each case: todos[id].status = Status.IN_PROGRESS (todo_list.spec:156)"""
    seen.total()


@malformed_of(PAUSE_WORK, "PauseWork malformed id")
def test_pause_work_malformed_id(seen: Seen) -> None:
    """PauseWork refuses an `id` that is not well-formed. (todo_list.spec:152)"""
    seen.refuses()


@witnesses_of(PAUSE_WORK, "PauseWork moves IN_PROGRESS to TODO")
def test_pause_work_moves_in_progress_to_todo(seen: Seen) -> None:
    """PauseWork moves IN_PROGRESS to TODO. (todo_list.spec:208)"""
    seen.moves("TodoLifecycle", "TodoLifecycle IN_PROGRESS -> TODO via PauseWork")


# Complete: POST /todos/{id}/complete


@examples_of(COMPLETE)
def test_complete_accepts(seen: Seen) -> None:
    """Complete accepts every call whose precondition holds. (todo_list.spec:163)"""
    seen.accepts()


@witnesses_of(COMPLETE, "Complete accepts witnesses")
def test_complete_accepts_witnesses(seen: Seen) -> None:
    """Complete accepts the calls that were found for it. (todo_list.spec:163)"""
    seen.accepts()


@examples_of(COMPLETE)
def test_complete_ensures_0(seen: Seen) -> None:
    """Complete ensures: todos'[id].status = Status.DONE (todo_list.spec:170)"""
    seen.ensures(0)


@examples_of(COMPLETE)
def test_complete_ensures_1(seen: Seen) -> None:
    """Complete ensures: todos'[id].completed_at = some(now()) (todo_list.spec:171)"""
    seen.ensures(1)


@examples_of(COMPLETE)
def test_complete_ensures_2(seen: Seen) -> None:
    """Complete ensures: todos'[id].resolution = resolution (todo_list.spec:172)"""
    seen.ensures(2)


@examples_of(COMPLETE)
def test_complete_ensures_3(seen: Seen) -> None:
    """Complete ensures: todos'[id].updated_at = now() (todo_list.spec:173)"""
    seen.ensures(3)


@examples_of(COMPLETE)
def test_complete_ensures_4(seen: Seen) -> None:
    """Complete ensures: todo = todos'[id] (todo_list.spec:174)"""
    seen.ensures(4)


@examples_of(COMPLETE)
def test_complete_rejects(seen: Seen) -> None:
    """Complete rejects every call whose precondition fails, and changes nothing. (todo_list.spec:163)"""
    seen.rejects()


@witnesses_of(COMPLETE, "Complete rejects input id")
def test_complete_rejects_input_id(seen: Seen) -> None:
    """Complete rejects a call that breaks: id: value > 0 (todo_list.spec:3)"""
    seen.rejects("TodoId.where")


@witnesses_of(COMPLETE, "Complete rejects input resolution")
def test_complete_rejects_input_resolution(seen: Seen) -> None:
    """Complete rejects a call that breaks: resolution: len(value) <= 2000 (todo_list.spec:7)"""
    seen.rejects("Text.where")


@witnesses_of(COMPLETE, "Complete rejects requires 0")
def test_complete_rejects_requires_0(seen: Seen) -> None:
    """Complete rejects a call that breaks: id in todos (todo_list.spec:167)"""
    seen.rejects("Complete.requires[0]")


@witnesses_of(COMPLETE, "Complete rejects requires 1")
def test_complete_rejects_requires_1(seen: Seen) -> None:
    """Complete rejects a call that breaks: todos[id].status = Status.IN_PROGRESS (todo_list.spec:168)"""
    seen.rejects("Complete.requires[1]")


@witnesses_of(COMPLETE, "Complete rejects from TODO")
def test_complete_rejects_from_todo(seen: Seen) -> None:
    """Complete rejects a call that breaks: TodoLifecycle has no rule from TODO (todo_list.spec:204)"""
    seen.rejects("TodoLifecycle from TODO")


@witnesses_of(COMPLETE, "Complete rejects from DONE")
def test_complete_rejects_from_done(seen: Seen) -> None:
    """Complete rejects a call that breaks: TodoLifecycle has no rule from DONE (todo_list.spec:204)"""
    seen.rejects("TodoLifecycle from DONE")


@witnesses_of(COMPLETE, "Complete rejects from ARCHIVED")
def test_complete_rejects_from_archived(seen: Seen) -> None:
    """Complete rejects a call that breaks: TodoLifecycle has no rule from ARCHIVED (todo_list.spec:204)"""
    seen.rejects("TodoLifecycle from ARCHIVED")


@examples_of(COMPLETE)
def test_complete_invariant_keys_are_ids(seen: Seen) -> None:
    """Complete keeps the invariant: all k in todos | todos[k].id = k (todo_list.spec:215)"""
    seen.invariant(0)


@examples_of(COMPLETE)
def test_complete_always_unstarted_is_unresolved(seen: Seen) -> None:
    """Complete keeps what always holds: all k in todos | todos[k].status = Status.TODO implies..."""
    seen.always(0)


@examples_of(COMPLETE)
def test_complete_types(seen: Seen) -> None:
    """After Complete everything stored has its type, with all refinements. (todo_list.spec:163)"""
    seen.types()


@examples_of(COMPLETE)
def test_complete_frame(seen: Seen) -> None:
    """Complete changes nothing that it does not speak of. (todo_list.spec:163)"""
    seen.frame()


@examples_of(COMPLETE)
def test_complete_output(seen: Seen) -> None:
    """The answer of Complete has the declared outputs, types and headers. (todo_list.spec:163)"""
    seen.output()


@witnesses_of(COMPLETE, "Complete boundary input id")
def test_complete_boundary_input_id(seen: Seen) -> None:
    """Complete at the limit, and just beside it: id: value > 0 (todo_list.spec:3)"""
    seen.total()


@witnesses_of(COMPLETE, "Complete boundary input resolution")
def test_complete_boundary_input_resolution(seen: Seen) -> None:
    """Complete at the limit, and just beside it: resolution: len(value) <= 2000 (todo_list.spec:7)"""
    seen.total()


@witnesses_of(COMPLETE, "Complete branches requires 1")
def test_complete_branches_requires_1(seen: Seen) -> None:
    """Complete in each case: todos[id].status = Status.IN_PROGRESS (todo_list.spec:168)"""
    seen.total()


@malformed_of(COMPLETE, "Complete malformed id")
def test_complete_malformed_id(seen: Seen) -> None:
    """Complete refuses an `id` that is not well-formed. (todo_list.spec:164)"""
    seen.refuses()


@malformed_of(COMPLETE, "Complete malformed resolution")
def test_complete_malformed_resolution(seen: Seen) -> None:
    """Complete refuses an `resolution` that is not well-formed. (todo_list.spec:164)"""
    seen.refuses()


@malformed_of(COMPLETE, "Complete malformed body")
def test_complete_malformed_body(seen: Seen) -> None:
    """Complete refuses a body that is not well-formed. (todo_list.spec:163)"""
    seen.refuses()


@witnesses_of(COMPLETE, "Complete moves IN_PROGRESS to DONE")
def test_complete_moves_in_progress_to_done(seen: Seen) -> None:
    """Complete moves IN_PROGRESS to DONE. (todo_list.spec:209)"""
    seen.moves("TodoLifecycle", "TodoLifecycle IN_PROGRESS -> DONE via Complete")


# Reopen: POST /todos/{id}/reopen


@examples_of(REOPEN)
def test_reopen_accepts(seen: Seen) -> None:
    """Reopen accepts every call whose precondition holds. (todo_list.spec:178)"""
    seen.accepts()


@witnesses_of(REOPEN, "Reopen accepts witnesses")
def test_reopen_accepts_witnesses(seen: Seen) -> None:
    """Reopen accepts the calls that were found for it. (todo_list.spec:178)"""
    seen.accepts()


@examples_of(REOPEN)
def test_reopen_ensures_0(seen: Seen) -> None:
    """Reopen ensures: todos'[id].status = Status.IN_PROGRESS (todo_list.spec:185)"""
    seen.ensures(0)


@examples_of(REOPEN)
def test_reopen_ensures_1(seen: Seen) -> None:
    """Reopen ensures: todos'[id].completed_at = none (todo_list.spec:186)"""
    seen.ensures(1)


@examples_of(REOPEN)
def test_reopen_ensures_2(seen: Seen) -> None:
    """Reopen ensures: todos'[id].resolution = none (todo_list.spec:187)"""
    seen.ensures(2)


@examples_of(REOPEN)
def test_reopen_ensures_3(seen: Seen) -> None:
    """Reopen ensures: todos'[id].updated_at = now() (todo_list.spec:188)"""
    seen.ensures(3)


@examples_of(REOPEN)
def test_reopen_ensures_4(seen: Seen) -> None:
    """Reopen ensures: todo = todos'[id] (todo_list.spec:189)"""
    seen.ensures(4)


@examples_of(REOPEN)
def test_reopen_rejects(seen: Seen) -> None:
    """Reopen rejects every call whose precondition fails, and changes nothing. (todo_list.spec:178)"""
    seen.rejects()


@witnesses_of(REOPEN, "Reopen rejects input id")
def test_reopen_rejects_input_id(seen: Seen) -> None:
    """Reopen rejects a call that breaks: id: value > 0 (todo_list.spec:3)"""
    seen.rejects("TodoId.where")


@witnesses_of(REOPEN, "Reopen rejects requires 0")
def test_reopen_rejects_requires_0(seen: Seen) -> None:
    """Reopen rejects a call that breaks: id in todos (todo_list.spec:182)"""
    seen.rejects("Reopen.requires[0]")


@witnesses_of(REOPEN, "Reopen rejects requires 1")
def test_reopen_rejects_requires_1(seen: Seen) -> None:
    """Reopen rejects a call that breaks: todos[id].status = Status.DONE (todo_list.spec:183)"""
    seen.rejects("Reopen.requires[1]")


@witnesses_of(REOPEN, "Reopen rejects guard DONE to IN_PROGRESS")
def test_reopen_rejects_guard_done_to_in_progress(seen: Seen) -> None:
    """Reopen rejects a call that breaks: completed_at != none and updated_at > completed_at (todo_list.spec:210)"""
    seen.rejects("TodoLifecycle from DONE")


@witnesses_of(REOPEN, "Reopen rejects from TODO")
def test_reopen_rejects_from_todo(seen: Seen) -> None:
    """Reopen rejects a call that breaks: TodoLifecycle has no rule from TODO (todo_list.spec:204)"""
    seen.rejects("TodoLifecycle from TODO")


@witnesses_of(REOPEN, "Reopen rejects from IN_PROGRESS")
def test_reopen_rejects_from_in_progress(seen: Seen) -> None:
    """Reopen rejects a call that breaks: TodoLifecycle has no rule from IN_PROGRESS (todo_list.spec:204)"""
    seen.rejects("TodoLifecycle from IN_PROGRESS")


@witnesses_of(REOPEN, "Reopen rejects from ARCHIVED")
def test_reopen_rejects_from_archived(seen: Seen) -> None:
    """Reopen rejects a call that breaks: TodoLifecycle has no rule from ARCHIVED (todo_list.spec:204)"""
    seen.rejects("TodoLifecycle from ARCHIVED")


@examples_of(REOPEN)
def test_reopen_invariant_keys_are_ids(seen: Seen) -> None:
    """Reopen keeps the invariant: all k in todos | todos[k].id = k (todo_list.spec:215)"""
    seen.invariant(0)


@examples_of(REOPEN)
def test_reopen_always_unstarted_is_unresolved(seen: Seen) -> None:
    """Reopen keeps what always holds: all k in todos | todos[k].status = Status.TODO implies todos[k].resolution..."""
    seen.always(0)


@examples_of(REOPEN)
def test_reopen_types(seen: Seen) -> None:
    """After Reopen everything stored has its type, with all refinements. (todo_list.spec:178)"""
    seen.types()


@examples_of(REOPEN)
def test_reopen_frame(seen: Seen) -> None:
    """Reopen changes nothing that it does not speak of. (todo_list.spec:178)"""
    seen.frame()


@examples_of(REOPEN)
def test_reopen_output(seen: Seen) -> None:
    """The answer of Reopen has the declared outputs, types and headers. (todo_list.spec:178)"""
    seen.output()


@witnesses_of(REOPEN, "Reopen boundary input id")
def test_reopen_boundary_input_id(seen: Seen) -> None:
    """Reopen at the limit, and just beside it: id: value > 0 (todo_list.spec:3)"""
    seen.total()


@witnesses_of(REOPEN, "Reopen boundary guard DONE to IN_PROGRESS")
def test_reopen_boundary_guard_done_to_in_progress(seen: Seen) -> None:
    """Reopen at the limit, and just beside it: updated_at > completed_at (todo_list.spec:210)"""
    seen.total()


@witnesses_of(REOPEN, "Reopen branches requires 1")
def test_reopen_branches_requires_1(seen: Seen) -> None:
    """Reopen in each case: todos[id].status = Status.DONE (todo_list.spec:183)"""
    seen.total()


@witnesses_of(REOPEN, "Reopen branches guard DONE to IN_PROGRESS")
def test_reopen_branches_guard_done_to_in_progress(seen: Seen) -> None:
    """Reopen both ways: updated_at > completed_at (todo_list.spec:210)"""
    seen.total()


@malformed_of(REOPEN, "Reopen malformed id")
def test_reopen_malformed_id(seen: Seen) -> None:
    """Reopen refuses an `id` that is not well-formed. (todo_list.spec:179)"""
    seen.refuses()


@witnesses_of(REOPEN, "Reopen moves DONE to IN_PROGRESS")
def test_reopen_moves_done_to_in_progress(seen: Seen) -> None:
    """Reopen moves DONE to IN_PROGRESS. (todo_list.spec:210)"""
    seen.moves("TodoLifecycle", "TodoLifecycle DONE -> IN_PROGRESS via Reopen")


# Archive: POST /todos/{id}/archive


@examples_of(ARCHIVE)
def test_archive_accepts(seen: Seen) -> None:
    """Archive accepts every call whose precondition holds. (todo_list.spec:192)"""
    seen.accepts()


@witnesses_of(ARCHIVE, "Archive accepts witnesses")
def test_archive_accepts_witnesses(seen: Seen) -> None:
    """Archive accepts the calls that were found for it. (todo_list.spec:192)"""
    seen.accepts()


@examples_of(ARCHIVE)
def test_archive_ensures_0(seen: Seen) -> None:
    """Archive ensures: todos'[id].status = Status.ARCHIVED (todo_list.spec:199)"""
    seen.ensures(0)


@examples_of(ARCHIVE)
def test_archive_ensures_1(seen: Seen) -> None:
    """Archive ensures: todos'[id].updated_at = now() (todo_list.spec:200)"""
    seen.ensures(1)


@examples_of(ARCHIVE)
def test_archive_ensures_2(seen: Seen) -> None:
    """Archive ensures: todo = todos'[id] (todo_list.spec:201)"""
    seen.ensures(2)


@examples_of(ARCHIVE)
def test_archive_rejects(seen: Seen) -> None:
    """Archive rejects every call whose precondition fails, and changes nothing. (todo_list.spec:192)"""
    seen.rejects()


@witnesses_of(ARCHIVE, "Archive rejects input id")
def test_archive_rejects_input_id(seen: Seen) -> None:
    """Archive rejects a call that breaks: id: value > 0 (todo_list.spec:3)"""
    seen.rejects("TodoId.where")


@witnesses_of(ARCHIVE, "Archive rejects requires 0")
def test_archive_rejects_requires_0(seen: Seen) -> None:
    """Archive rejects a call that breaks: id in todos (todo_list.spec:196)"""
    seen.rejects("Archive.requires[0]")


@witnesses_of(ARCHIVE, "Archive rejects requires 1")
def test_archive_rejects_requires_1(seen: Seen) -> None:
    """Archive rejects a call that breaks: todos[id].status in {Status.TODO, Status.DONE} (todo_list.spec:197)"""
    seen.rejects("Archive.requires[1]")


@witnesses_of(ARCHIVE, "Archive rejects from IN_PROGRESS")
def test_archive_rejects_from_in_progress(seen: Seen) -> None:
    """Archive rejects a call that breaks: TodoLifecycle has no rule from IN_PROGRESS (todo_list.spec:204)"""
    seen.rejects("TodoLifecycle from IN_PROGRESS")


@witnesses_of(ARCHIVE, "Archive rejects from ARCHIVED")
def test_archive_rejects_from_archived(seen: Seen) -> None:
    """Archive rejects a call that breaks: TodoLifecycle has no rule from ARCHIVED (todo_list.spec:204)"""
    seen.rejects("TodoLifecycle from ARCHIVED")


@examples_of(ARCHIVE)
def test_archive_invariant_keys_are_ids(seen: Seen) -> None:
    """Archive keeps the invariant: all k in todos | todos[k].id = k (todo_list.spec:215)"""
    seen.invariant(0)


@examples_of(ARCHIVE)
def test_archive_always_unstarted_is_unresolved(seen: Seen) -> None:
    """Archive keeps what always holds: all k in todos | todos[k].status = Status.TODO implies..."""
    seen.always(0)


@examples_of(ARCHIVE)
def test_archive_types(seen: Seen) -> None:
    """After Archive everything stored has its type, with all refinements. (todo_list.spec:192)"""
    seen.types()


@examples_of(ARCHIVE)
def test_archive_frame(seen: Seen) -> None:
    """Archive changes nothing that it does not speak of. (todo_list.spec:192)"""
    seen.frame()


@examples_of(ARCHIVE)
def test_archive_output(seen: Seen) -> None:
    """The answer of Archive has the declared outputs, types and headers. (todo_list.spec:192)"""
    seen.output()


@witnesses_of(ARCHIVE, "Archive boundary input id")
def test_archive_boundary_input_id(seen: Seen) -> None:
    """Archive at the limit, and just beside it: id: value > 0 (todo_list.spec:3)"""
    seen.total()


@witnesses_of(ARCHIVE, "Archive branches requires 1")
def test_archive_branches_requires_1(seen: Seen) -> None:
    """Archive in each case: todos[id].status in {Status.TODO, Status.DONE} (todo_list.spec:197)"""
    seen.total()


@malformed_of(ARCHIVE, "Archive malformed id")
def test_archive_malformed_id(seen: Seen) -> None:
    """Archive refuses an `id` that is not well-formed. (todo_list.spec:193)"""
    seen.refuses()


@witnesses_of(ARCHIVE, "Archive moves TODO to ARCHIVED")
def test_archive_moves_todo_to_archived(seen: Seen) -> None:
    """Archive moves TODO to ARCHIVED. (todo_list.spec:211)"""
    seen.moves("TodoLifecycle", "TodoLifecycle TODO -> ARCHIVED via Archive")


@witnesses_of(ARCHIVE, "Archive moves DONE to ARCHIVED")
def test_archive_moves_done_to_archived(seen: Seen) -> None:
    """Archive moves DONE to ARCHIVED. (todo_list.spec:212)"""
    seen.moves("TodoLifecycle", "TodoLifecycle DONE -> ARCHIVED via Archive")


# One call after the other


@traces_of(SERVICE, "traces")
def test_traces(trace: Trace) -> None:
    """Every recorded sequence of calls does what it did, call by call. (todo_list.spec)"""
    trace.total()


@traces_of(SERVICE, "eventually somethingGetsDone")
def test_eventually_something_gets_done(trace: Trace) -> None:
    """Some state satisfies: some k in todos | todos[k].status = Status.DONE (todo_list.spec:217)"""
    trace.eventually(0)
