"""How values of the types and inputs of UrlShortener are drawn."""

from hypothesis.strategies import SearchStrategy

from tests.harness.generate import texts


def strategy_short_code() -> SearchStrategy[str]:
    """ShortCode = String where value matches /^[A-Za-z0-9]{6,10}$/"""
    return texts(0, None, r"^[A-Za-z0-9]{6,10}\Z")


def strategy_long_url() -> SearchStrategy[str]:
    """LongURL = String where len(value) <= 2048 and isValidURI(value)"""
    return texts(0, 2048, r"^https?://[!-~]+\Z")


def strategy_shorten_url() -> SearchStrategy[str]:
    """The input url of Shorten."""
    return strategy_long_url()


def strategy_claim_code() -> SearchStrategy[str]:
    """The input code of Claim."""
    return strategy_short_code()


def strategy_claim_url() -> SearchStrategy[str]:
    """The input url of Claim."""
    return strategy_long_url()


def strategy_resolve_code() -> SearchStrategy[str]:
    """The input code of Resolve."""
    return strategy_short_code()


def strategy_retarget_code() -> SearchStrategy[str]:
    """The input code of Retarget."""
    return strategy_short_code()


def strategy_retarget_url() -> SearchStrategy[str]:
    """The input url of Retarget."""
    return strategy_long_url()


def strategy_delete_code() -> SearchStrategy[str]:
    """The input code of Delete."""
    return strategy_short_code()


def strategy_stats_code() -> SearchStrategy[str]:
    """The input code of Stats."""
    return strategy_short_code()
