"""Strategies for the types of UrlShortener."""

from hypothesis import strategies as st


def strategy_short_code() -> st.SearchStrategy[str]:
    """type ShortCode = String where value matches /^[A-Za-z0-9]{6,10}$/"""
    return st.from_regex(r"[A-Za-z0-9]{6,10}", fullmatch=True)


def strategy_long_url() -> st.SearchStrategy[str]:
    """type LongURL = String where len(value) <= 2048 and isValidURI(value)"""
    return st.from_regex(r"https?://[!-~]{1,40}", fullmatch=True)
