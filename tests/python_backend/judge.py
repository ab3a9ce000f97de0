"""Evaluates the clauses of a generated suite over cases, and prints how each one ends."""

import json
import sys

from tests.harness.service import Call
from tests.harness.values import Instant, Outside, Truth, Undefined, verdict
from tests.service import SERVICE

OPERATIONS = {operation.name: operation for operation in SERVICE.operations}


def state(found):
    return SERVICE.state_type(**{field.attr: field.type.decode(found[field.name]) for field in SERVICE.state})


def given(operation, found):
    return operation.given(**{i.attr: i.type.decode(found[i.name]) for i in operation.inputs})


def answer(operation, found):
    return operation.answer(**{o.attr: o.type.decode(found[o.name]) for o in operation.outputs})


def fails(condition, *arguments):
    return verdict(lambda: condition(*arguments)) is Truth.NO


def broken_types(s, now):
    for field in SERVICE.state:
        value = getattr(s, field.attr)
        if field.rule is not None and value is not None and fails(field.rule.holds, value, s, now):
            yield field.rule.id
        rule = field.type.broken(value, s, now)
        if rule is not None:
            yield rule.id


def enabled(operation, move, call):
    entry = getattr(call.before, move.relation).get(getattr(call.given, move.key))
    if entry is None:
        return []
    here = [rule for rule in move.rules if getattr(entry, move.attr) == rule.source]
    return [rule for rule in here if rule.guard is None or not fails(rule.guard, entry, call)]


def precondition(operation, call):
    for number, i in enumerate(operation.inputs):
        rule = i.type.broken(getattr(call.given, i.attr), call.before, call.now)
        if rule is not None:
            return f"input {number} {rule.id}"
    rejected = next((rule.id for rule in operation.requires if fails(rule.holds, call)), None)
    if rejected is None:
        closed = (move for move in operation.moves if not enabled(operation, move, call))
        rejected = next((f"transition {move.transition}" for move in closed), None)
    if rejected is None:
        return "accepted"
    for presence in operation.presence:
        if getattr(call.given, presence.input) is not None and fails(presence.test, call):
            return f"missing {operation.requires[presence.requires].id}"
    return rejected


def changed(operation, call):
    """The places that may change, as far as they can be worked out."""
    for change in operation.changes:
        try:
            yield from change(call)
        except Undefined:
            pass


def broken(operation, call):
    for rule in operation.ensures:
        if fails(rule.holds, call):
            yield rule.id
        if rule.says is not None:
            fails(rule.says, call)
    for number, o in enumerate(operation.outputs):
        rule = o.type.broken(getattr(call.answer, o.attr), call.after, call.now)
        if rule is not None:
            yield rule.id
    yield from broken_types(call.after, call.now)
    for rule in (*SERVICE.invariants, *SERVICE.always):
        if fails(rule.holds, call.after, call.now):
            yield rule.id
    for move in operation.moves:
        key = getattr(call.given, move.key)
        entry = getattr(call.after, move.relation).get(key)
        targets = [rule.target for rule in enabled(operation, move, call)]
        if entry is None or getattr(entry, move.attr) not in targets:
            yield f"transition {move.transition}"
    list(changed(operation, call))


def frame(operation, call):
    from tests.harness import oracle

    return oracle.frame_problem(SERVICE, operation, call)


def outcome(case):
    operation = OPERATIONS[case["operation"]]
    before, now = state(case["before"]), Instant(case["now"])
    inputs = given(operation, case["given"])
    try:
        if "after" not in case:
            return [precondition(operation, Call.asked(before, inputs, now))]
        call = Call(before, state(case["after"]), inputs, answer(operation, case["answer"]), now)
        found = list(broken(operation, call))
        if verdict(lambda: frame(operation, call) is None) is Truth.NO:
            found.append("frame")
        return found
    except Outside:
        return ["outside"]


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        for case in json.load(file):
            print(json.dumps(outcome(case)))


main()
