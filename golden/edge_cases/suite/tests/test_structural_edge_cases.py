"""What the OpenAPI document of EdgeCases says, and what its spec adds to every response."""

from tests.harness import structural
from tests.service import ADD_READING, ANNOTATE, SERVICE

schema = structural.schema(SERVICE)

CHECKS = (
    structural.invariant(SERVICE, 0),
    structural.invariant(SERVICE, 1),
    structural.invariant(SERVICE, 2),
    structural.invariant(SERVICE, 3),
    structural.invariant(SERVICE, 4),
    structural.invariant(SERVICE, 5),
    structural.invariant(SERVICE, 6),
    structural.invariant(SERVICE, 7),
    structural.invariant(SERVICE, 8),
    structural.invariant(SERVICE, 9),
    structural.ensures(SERVICE, ANNOTATE, 2),
    structural.ensures(SERVICE, ADD_READING, 3),
    structural.ensures(SERVICE, ADD_READING, 4),
    structural.ensures(SERVICE, ADD_READING, 5),
)


@schema.parametrize()
@structural.settings()
def test_api_structural(case: structural.AnyCase) -> None:
    """Every response is one that the document describes, and leaves what the spec promises."""
    structural.run(SERVICE, case, CHECKS)


TestStructuralLinksEdgeCases = structural.links(SERVICE, schema, CHECKS)
