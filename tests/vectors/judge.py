"""Judges a runtime by the shared vectors: `judge.py suite|service FOLDER FILE...` for an emitted program in a folder.

Prints one line for each vector that comes out wrong, and exits with 1 if there is one. What it does is what a judge in
any language does: read a type, read the arguments, call what was printed of a function, compare.
"""

import importlib
import json
import sys
from pathlib import Path
from typing import Any

PROGRAMS = {
    "suite": ("tests.predicates", "tests.wire", "tests.model", "tests.harness"),
    "service": ("app.functions", "app.types", "app.model", "app.runtime"),
}


class Judge:
    """The runtime of a program."""

    def __init__(self, program: str) -> None:
        functions, wire, model, runtime = PROGRAMS[program]
        self.program = program
        self.functions = importlib.import_module(functions)
        self.wire = importlib.import_module(wire)
        self.model = importlib.import_module(model)
        self.types = importlib.import_module(f"{runtime}.types")
        self.values = importlib.import_module(f"{runtime}.values")
        # A vector is of the kind of which it has the field.
        self.kinds = {
            "function": self.wrong_call,
            "json": self.wrong_wire,
            "operation": self.wrong_verdict,
            "corpus": self.wrong_corpus,
            "choice": self.wrong_choice,
        }

    def type(self, told: Any) -> Any:
        """The descriptor of a type: a name, or an object that says what it is made of."""
        if isinstance(told, str):
            return getattr(self.types, told.upper())
        [(form, parts)] = told.items()
        if form in ("enum", "entity"):
            return getattr(self.wire, parts.upper())
        made = {"option": "Option", "seq": "SeqOf", "set": "SetOf", "map": "MapOf", "multi": "MultiOf"}[form]
        parts = parts if form in ("map", "multi") else [parts]
        return getattr(self.types, made)(*map(self.type, parts))

    def given(self, told: Any, value: Any) -> Any:
        """An argument: a value on the wire, or a window between two instants."""
        if isinstance(value, dict) and value.keys() == {"from", "to"}:
            return self.values.between(*(self.types.DATETIME.decode(value[end]) for end in ("from", "to")))
        return self.type(told).decode(value)

    def wrong_call(self, head: Any, vector: Any) -> str | None:
        """What a function comes to, in a state and at an instant where it reads them."""
        function = getattr(self.functions, vector["function"])
        told = head["functions"][vector["function"]]
        arguments = [self.given(*pair) for pair in zip(told["inputs"], vector["inputs"], strict=True)]
        if "state" in vector:
            fields = [self.type(declared).decode(vector["state"][name]) for name, declared in head["state"].items()]
            arguments.append(self.model.State(*fields))
        if "now" in vector:
            arguments.append(self.given("DateTime", vector["now"]))
        if "truth" in vector:
            return differ(vector["truth"], self.values.verdict(function, *arguments).value)
        declared = self.type(told["output"])
        return differ(self.expected(declared, vector["result"]), self.outcome(declared, function, arguments))

    def expected(self, declared: Any, result: Any) -> Any:
        """A result as this runtime writes it, since sets have no order."""
        return {"value": declared.encode(declared.decode(result["value"]))} if "value" in result else result

    def outcome(self, declared: Any, function: Any, arguments: list[Any]) -> Any:
        """How a call ends."""
        try:
            return {"value": declared.encode(function(*arguments))}
        except self.values.Undefined:
            return {"stop": "undefined"}
        except self.values.Outside:
            return {"stop": "outside"}

    def wrong_wire(self, head: Any, vector: Any) -> str | None:
        """What is read of a text, and written again."""
        declared = self.type(vector["type"])
        wanted = vector["reads"] if vector["exact"] or self.program == "service" else None
        try:
            found = declared.encode(declared.decode(json.loads(vector["json"])))
        except self.types.WireError:
            return differ(wanted, None)
        return differ(wanted, json.dumps(found, ensure_ascii=False, separators=(",", ":")))

    def wrong_verdict(self, head: Any, vector: Any) -> str | None:
        """What a recorded call breaks, as the oracle of a suite sees it."""
        service = importlib.import_module("tests.service").SERVICE
        oracle = importlib.import_module("tests.harness.oracle")
        op = next(one for one in service.operations if one.name == vector["operation"])
        before, after = (oracle.decode_state(service, vector[when]) for when in ("before", "after"))
        given, answer = (
            made(*(one.type.decode(vector[part][one.name]) for one in fields))
            for made, part, fields in ((op.given, "inputs", op.inputs), (op.answer, "outputs", op.outputs))
        )
        now = self.given("DateTime", vector["now"])
        call = importlib.import_module("tests.harness.service").Call(before, after, given, answer, now)
        found = {
            "ensures": any(oracle.ensures_problem(rule, call) for rule in op.ensures),
            "invariant": any(oracle.invariant_problem(rule, after, now) for rule in service.invariants),
            "frame": oracle.frame_problem(service, op, call),
        }
        return differ(vector["breaks"], next((kind for kind, problem in found.items() if problem), None))

    def wrong_corpus(self, head: Any, vector: Any) -> str | None:
        """What a value of a corpus stands for."""
        plain = importlib.import_module("tests.harness.corpus").plain
        found = plain(self.type(vector["type"]), vector["corpus"], vector["moment"], vector["outputs"])
        return differ(vector["plain"], found)

    def wrong_choice(self, head: Any, vector: Any) -> str | None:
        """What a service answers where something is left open: anything that will do, or that it has found nothing."""
        choices, clauses = (importlib.import_module(f"app.runtime.{name}") for name in ("choices", "clauses"))
        name, told = vector["choice"], head["operations"][vector["choice"]]
        inputs = (self.type(declared).decode(vector["inputs"][one]) for one, declared in told["inputs"].items())
        given = getattr(self.model, f"{name}Given")(*inputs)
        fields = (self.type(declared).decode(vector["before"][field]) for field, declared in head["state"].items())
        before, now = self.model.State(*fields), self.given("DateTime", vector["now"])
        run = getattr(importlib.import_module("app.operations"), name.lower())
        picks = choices.Picks(now)
        try:
            _, answer = choices.search(picks, lambda: run(before, given, now, picks))
        except clauses.Broken:
            return differ(vector["answers"], [])
        outputs = told["outputs"].items()
        found = {one: self.type(declared).encode(getattr(answer, one)) for one, declared in outputs}
        return None if found in vector["answers"] else differ(vector["answers"], found)

    def wrong(self, head: Any, vector: Any) -> str | None:
        """What is wrong with one vector."""
        if self.program not in vector.get("for", [self.program]):
            return None
        try:
            return next(judge for kind, judge in self.kinds.items() if kind in vector)(head, vector)
        except Exception as error:
            return f"ended with {error!r}"


def differ(wanted: Any, found: Any) -> str | None:
    """In words, where two results are not the same to the letter."""
    texts = [json.dumps(one, sort_keys=True) for one in (wanted, found)]
    return None if texts[0] == texts[1] else f"expected {texts[0]}, found {texts[1]}"


def main() -> int:
    """Judges the files that were named."""
    program, folder, *files = sys.argv[1:]
    sys.path.insert(0, folder)
    judge, count = Judge(program), 0
    for file in files:
        head = json.loads(Path(file).read_text())
        for vector in head["vectors"]:
            why = judge.wrong(head, vector)
            if why is not None:
                count += 1
                print(f"{Path(file).name}: {json.dumps(vector)}: {why}")
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main())
