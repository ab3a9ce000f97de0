"""Sequences of calls of UrlShortener, each step judged by everything that the spec says."""

from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import Bundle, consumes, rule

from tests import strategies
from tests.harness.machine import ConformanceMachine, settled
from tests.service import (
    CLAIM,
    DELETE,
    LIST_ALL,
    RESOLVE,
    RETARGET,
    SERVICE,
    SHORTEN,
    STATS,
    TOTAL_CLICKS,
)


class UrlShortenerMachine(ConformanceMachine):
    """Any sequence of calls of UrlShortener."""

    service = SERVICE
    url_mapping_ids: Bundle[str] = Bundle("url_mapping_ids")

    @rule(target=url_mapping_ids, url=strategies.strategy_long_url())
    def shorten(self, url: str) -> Any:
        """Shorten"""
        return self.make(SHORTEN, url=url).key("code")

    @rule(data=st.data())
    def shorten_anyhow(self, data: st.DataObject) -> None:
        """Shorten with any inputs"""
        self.anything(SHORTEN, data)

    @rule(target=url_mapping_ids, code=strategies.strategy_short_code(), url=strategies.strategy_long_url())
    def claim(self, code: str, url: str) -> Any:
        """Claim"""
        return self.make(CLAIM, code=code, url=url).key("mapping", "code")

    @rule(data=st.data())
    def claim_anyhow(self, data: st.DataObject) -> None:
        """Claim with any inputs"""
        self.anything(CLAIM, data)

    @rule(code=url_mapping_ids)
    def resolve(self, code: str) -> None:
        """Resolve"""
        self.make(RESOLVE, code=code)

    @rule(data=st.data())
    def resolve_anyhow(self, data: st.DataObject) -> None:
        """Resolve with any inputs"""
        self.anything(RESOLVE, data)

    @rule(code=url_mapping_ids, url=strategies.strategy_long_url())
    def retarget(self, code: str, url: str) -> None:
        """Retarget"""
        self.make(RETARGET, code=code, url=url)

    @rule(data=st.data())
    def retarget_anyhow(self, data: st.DataObject) -> None:
        """Retarget with any inputs"""
        self.anything(RETARGET, data)

    @rule(code=consumes(url_mapping_ids))
    def delete(self, code: str) -> None:
        """Delete"""
        self.make(DELETE, code=code)

    @rule(data=st.data())
    def delete_anyhow(self, data: st.DataObject) -> None:
        """Delete with any inputs"""
        self.anything(DELETE, data)

    @rule(code=url_mapping_ids)
    def stats(self, code: str) -> None:
        """Stats"""
        self.make(STATS, code=code)

    @rule(data=st.data())
    def stats_anyhow(self, data: st.DataObject) -> None:
        """Stats with any inputs"""
        self.anything(STATS, data)

    @rule()
    def list_all(self) -> None:
        """ListAll"""
        self.make(LIST_ALL)

    @rule()
    def total_clicks(self) -> None:
        """TotalClicks"""
        self.make(TOTAL_CLICKS)


TestStatefulUrlShortener = settled(UrlShortenerMachine)
