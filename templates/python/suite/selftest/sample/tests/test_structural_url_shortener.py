"""Every answer of UrlShortener conforms to its OpenAPI document, and its invariants hold after every request."""

from typing import Any

from tests.harness import structural
from tests.service import SERVICE

schema = structural.schema(SERVICE)


def check_invariant_all_urls_valid(ctx: Any, response: Any, case: structural.AnyCase) -> None:
    """invariant allURLsValid: all c in store | isValidURI(store[c]) (url_shortener.spec:120)"""
    structural.invariant(SERVICE, 0, response)


def check_invariant_metadata_consistent(ctx: Any, response: Any, case: structural.AnyCase) -> None:
    """invariant metadataConsistent: dom(store) = dom(metadata) (url_shortener.spec:122)"""
    structural.invariant(SERVICE, 1, response)


CHECKS = (check_invariant_all_urls_valid, check_invariant_metadata_consistent)


@schema.parametrize()
@structural.settings()
def test_api_structural(case: structural.AnyCase) -> None:
    """Whatever is sent, the answer is one that the document describes."""
    structural.run(SERVICE, case, CHECKS)


TestStructuralLinksUrlShortener = structural.links(SERVICE, schema, CHECKS)
