"""What the OpenAPI document of UrlShortener says, and what its spec adds to every response."""

from tests.harness import structural
from tests.service import SERVICE, SHORTEN

schema = structural.schema(SERVICE)

CHECKS = (
    structural.invariant(SERVICE, 0),
    structural.invariant(SERVICE, 1),
    structural.invariant(SERVICE, 2),
    structural.invariant(SERVICE, 3),
    structural.invariant(SERVICE, 4),
    structural.ensures(SERVICE, SHORTEN, 3),
)


@schema.parametrize()
@structural.settings()
def test_api_structural(case: structural.AnyCase) -> None:
    """Every response is one that the document describes, and leaves what the spec promises."""
    structural.run(SERVICE, case, CHECKS)


TestStructuralLinksUrlShortener = structural.links(SERVICE, schema, CHECKS)
