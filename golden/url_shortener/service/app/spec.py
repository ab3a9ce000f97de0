"""What UrlShortener is made of, for all that goes over the whole of it."""

from app import rules
from app.model import State
from app.runtime.state import Seed, StateField, decode_state
from app.runtime.types import MapOf, Rule
from app.types import LONG_URL, SHORT_CODE, URL_MAPPING

NAME = "UrlShortener"

STATE = (
    StateField("store", "store", MapOf(SHORT_CODE, LONG_URL)),
    StateField("metadata", "metadata", MapOf(SHORT_CODE, URL_MAPPING)),
)

INVARIANTS: tuple[Rule, ...] = (
    Rule("the invariant `allURLsValid`", "all c in store | isValidURI(store[c])", rules.invariant_all_urls_valid),
    Rule("the invariant `metadataConsistent`", "dom(store) = dom(metadata)", rules.invariant_metadata_consistent),
    Rule(
        "the invariant `entriesAgree`",
        "all c in metadata | metadata[c].code = c and c in store and store[c] = metadata[c].url",
        rules.invariant_entries_agree,
    ),
    Rule("the invariant `noLoops`", "no c in store | pointsHere(store[c])", rules.invariant_no_loops),
    Rule(
        "the invariant `clickCountNonNegative`",
        "all c in metadata | metadata[c].click_count >= 0",
        rules.invariant_click_count_non_negative,
    ),
)

SEEDS: tuple[Seed, ...] = ()

INITIAL: State = decode_state(State, STATE, {"store": {}, "metadata": {}})

WORDS = frozenset({"__test_admin__", "health", "metrics", "openapi.json", "ready", "shorten", "stats", "total", "urls"})


def is_proper(text: str) -> bool:
    """Whether a text can be a part of a path of its own."""
    return text not in {"", ".", ".."} and text not in WORDS
