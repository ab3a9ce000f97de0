"""What the OpenAPI document of TodoList says, and what its spec adds to every response."""

from tests.harness import structural
from tests.service import SERVICE

schema = structural.schema(SERVICE)

CHECKS = (structural.invariant(SERVICE, 0),)


@schema.parametrize()
@structural.settings()
def test_api_structural(case: structural.AnyCase) -> None:
    """Every response is one that the document describes, and leaves what the spec promises."""
    structural.run(SERVICE, case, CHECKS)


TestStructuralLinksTodoList = structural.links(SERVICE, schema, CHECKS)
