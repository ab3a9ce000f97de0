"""UrlShortener under sequences of calls that nobody wrote down."""

from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import Bundle, consumes, precondition, rule

from tests import strategies
from tests.harness.machine import ConformanceMachine, settled, unasked
from tests.service import CLAIM, DELETE, LIST_ALL, RESOLVE, RETARGET, SERVICE, SHORTEN, STATS, TOTAL_CLICKS


class UrlShortenerMachine(ConformanceMachine):
    """UrlShortener, one call after the other. Each is judged by all that the spec says."""

    service = SERVICE
    url_mapping_ids: Bundle[Any] = Bundle("url_mapping_ids")

    @rule(target=url_mapping_ids, url=strategies.strategy_shorten_url())
    def shorten(self, url: Any) -> Any:
        """Shorten, with inputs that it accepts where some are found."""
        return self.make(SHORTEN, url=url).key("code")

    @rule(target=url_mapping_ids, code=strategies.strategy_claim_code(), url=strategies.strategy_claim_url())
    def claim(self, code: Any, url: Any) -> Any:
        """Claim, with inputs that it accepts where some are found."""
        return self.make(CLAIM, code=code, url=url).input("code")

    @rule(code=url_mapping_ids)
    def resolve(self, code: Any) -> None:
        """Resolve, with keys that are there: it succeeds."""
        self.make(RESOLVE, code=code)

    @rule(code=url_mapping_ids, url=strategies.strategy_retarget_url())
    def retarget(self, code: Any, url: Any) -> None:
        """Retarget, with inputs that it accepts where some are found."""
        self.make(RETARGET, code=code, url=url)

    @rule(code=consumes(url_mapping_ids))
    def delete(self, code: Any) -> None:
        """Delete, with keys that are there: it succeeds."""
        self.make(DELETE, code=code)

    @rule(code=url_mapping_ids)
    def stats(self, code: Any) -> None:
        """Stats, with keys that are there: it succeeds."""
        self.make(STATS, code=code)

    @precondition(unasked(LIST_ALL))
    @rule()
    def list_all(self) -> None:
        """ListAll, with keys that are there: it succeeds."""
        self.make(LIST_ALL)

    @precondition(unasked(TOTAL_CLICKS))
    @rule()
    def total_clicks(self) -> None:
        """TotalClicks, with keys that are there: it succeeds."""
        self.make(TOTAL_CLICKS)

    @rule(data=st.data())
    def shorten_anyhow(self, data: st.DataObject) -> None:
        """Shorten, with keys and values that may be anything."""
        self.anything(SHORTEN, data)

    @rule(data=st.data())
    def claim_anyhow(self, data: st.DataObject) -> None:
        """Claim, with keys and values that may be anything."""
        self.anything(CLAIM, data)

    @rule(data=st.data())
    def resolve_anyhow(self, data: st.DataObject) -> None:
        """Resolve, with keys and values that may be anything."""
        self.anything(RESOLVE, data)

    @rule(data=st.data())
    def retarget_anyhow(self, data: st.DataObject) -> None:
        """Retarget, with keys and values that may be anything."""
        self.anything(RETARGET, data)

    @rule(data=st.data())
    def delete_anyhow(self, data: st.DataObject) -> None:
        """Delete, with keys and values that may be anything."""
        self.anything(DELETE, data)

    @rule(data=st.data())
    def stats_anyhow(self, data: st.DataObject) -> None:
        """Stats, with keys and values that may be anything."""
        self.anything(STATS, data)


TestStatefulUrlShortener = settled(UrlShortenerMachine)
