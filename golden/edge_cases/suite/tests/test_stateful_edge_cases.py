"""EdgeCases under sequences of calls that nobody wrote down."""

from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import Bundle, consumes, precondition, rule

from tests import strategies
from tests.harness.machine import ConformanceMachine, any_of, present, settled, unasked
from tests.service import (
    ACTIVATE,
    ADD_READING,
    ANNOTATE,
    CLEAR,
    CLOSE,
    CREATE,
    DROP_PREFS,
    FIND_BY_NAME,
    FOCUS,
    GET,
    LINK,
    MARK_ROOT,
    NOTE,
    REACH,
    REMOVE,
    RENAME,
    REPORT,
    RETAG,
    REVIVE,
    REWEIGH,
    SEAL,
    SEARCH,
    SERVICE,
    SET_GRACE,
    SET_PREF,
    SPEND,
    TOGGLE,
    UNLINK,
)


class EdgeCasesMachine(ConformanceMachine):
    """EdgeCases, one call after the other. Each is judged by all that the spec says."""

    service = SERVICE
    sample_draft_ids: Bundle[Any] = Bundle("sample_draft_ids")
    sample_active_ids: Bundle[Any] = Bundle("sample_active_ids")
    sample_closed_ids: Bundle[Any] = Bundle("sample_closed_ids")
    base_ids: Bundle[Any] = Bundle("base_ids")

    @rule(
        target=sample_draft_ids,
        name=strategies.strategy_create_name(),
        path=strategies.strategy_create_path(),
        weight=strategies.strategy_create_weight(),
        tags=strategies.strategy_create_tags(),
        note=strategies.strategy_create_note(),
    )
    def create(self, name: Any, path: Any, weight: Any, tags: Any, note: Any) -> Any:
        """Create, with inputs that it accepts where some are found."""
        return self.make(CREATE, name=name, path=path, weight=weight, tags=tags, note=note).key("id")

    @precondition(any_of(sample_draft_ids, sample_active_ids, sample_closed_ids))
    @rule(id=present(sample_draft_ids, sample_active_ids, sample_closed_ids))
    def get(self, id: Any) -> None:
        """Get, with keys that are there: it succeeds."""
        self.make(GET, id=id)

    @rule(name=strategies.strategy_find_by_name_name())
    def find_by_name(self, name: Any) -> None:
        """FindByName, with inputs that it accepts where some are found."""
        self.make(FIND_BY_NAME, name=name)

    @rule(
        type=strategies.strategy_search_type(),
        colours=strategies.strategy_search_colours(),
        since=strategies.strategy_search_since(),
    )
    def search(self, type: Any, colours: Any, since: Any) -> None:
        """Search, with keys that are there: it succeeds."""
        self.make(SEARCH, type=type, colours=colours, since=since)

    @precondition(any_of(sample_draft_ids, sample_active_ids, sample_closed_ids))
    @rule(id=present(sample_draft_ids, sample_active_ids, sample_closed_ids), name=strategies.strategy_rename_name())
    def rename(self, id: Any, name: Any) -> None:
        """Rename, with inputs that it accepts where some are found."""
        self.make(RENAME, id=id, name=name)

    @precondition(any_of(sample_draft_ids, sample_active_ids, sample_closed_ids))
    @rule(
        id=present(sample_draft_ids, sample_active_ids, sample_closed_ids), weight=strategies.strategy_reweigh_weight()
    )
    def reweigh(self, id: Any, weight: Any) -> None:
        """Reweigh, with inputs that it accepts where some are found."""
        self.make(REWEIGH, id=id, weight=weight)

    @precondition(any_of(sample_draft_ids, sample_active_ids, sample_closed_ids))
    @rule(
        id=present(sample_draft_ids, sample_active_ids, sample_closed_ids),
        add=strategies.strategy_retag_add(),
        drop=strategies.strategy_retag_drop(),
    )
    def retag(self, id: Any, add: Any, drop: Any) -> None:
        """Retag, with inputs that it accepts where some are found."""
        self.make(RETAG, id=id, add=add, drop=drop)

    @precondition(any_of(sample_draft_ids, sample_active_ids, sample_closed_ids))
    @rule(
        entity=present(sample_draft_ids, sample_active_ids, sample_closed_ids),
        field=strategies.strategy_annotate_field(),
        amount=strategies.strategy_annotate_amount(),
    )
    def annotate(self, entity: Any, field: Any, amount: Any) -> None:
        """Annotate, with inputs that it accepts where some are found."""
        self.make(ANNOTATE, entity=entity, field=field, amount=amount)

    @precondition(any_of(sample_draft_ids, sample_active_ids, sample_closed_ids))
    @rule(id=present(sample_draft_ids, sample_active_ids, sample_closed_ids), secret=strategies.strategy_seal_secret())
    def seal(self, id: Any, secret: Any) -> None:
        """Seal, with inputs that it accepts where some are found."""
        self.make(SEAL, id=id, secret=secret)

    @precondition(any_of(sample_draft_ids, sample_active_ids, sample_closed_ids))
    @rule(id=present(sample_draft_ids, sample_active_ids, sample_closed_ids))
    def remove(self, id: Any) -> None:
        """Remove, with inputs that it accepts where some are found."""
        self.make(REMOVE, id=id)

    @rule(target=sample_active_ids, id=consumes(sample_draft_ids))
    def activate_from_draft_to_active(self, id: Any) -> Any:
        """Activate, with inputs that it accepts where some are found."""
        return self.make(ACTIVATE, id=id).input("id")

    @rule(target=sample_closed_ids, id=consumes(sample_active_ids))
    def close_from_active_to_closed(self, id: Any) -> Any:
        """Close, with keys that are there: it succeeds."""
        return self.make(CLOSE, id=id).input("id")

    @rule(target=sample_active_ids, id=consumes(sample_closed_ids))
    def revive_from_closed_to_active(self, id: Any) -> Any:
        """Revive, with inputs that it accepts where some are found."""
        return self.make(REVIVE, id=id).input("id")

    @precondition(any_of(sample_draft_ids, sample_active_ids, sample_closed_ids))
    @rule(target=base_ids, id=present(sample_draft_ids, sample_active_ids, sample_closed_ids))
    def mark_root(self, id: Any) -> Any:
        """MarkRoot, with inputs that it accepts where some are found."""
        return self.make(MARK_ROOT, id=id).input("id")

    @precondition(any_of(sample_draft_ids, sample_active_ids, sample_closed_ids))
    @rule(
        id=present(sample_draft_ids, sample_active_ids, sample_closed_ids),
        reading=strategies.strategy_add_reading_reading(),
    )
    def add_reading(self, id: Any, reading: Any) -> None:
        """AddReading, with inputs that it accepts where some are found."""
        self.make(ADD_READING, id=id, reading=reading)

    @precondition(any_of(sample_draft_ids, sample_active_ids, sample_closed_ids))
    @precondition(any_of(sample_draft_ids, sample_active_ids, sample_closed_ids))
    @rule(
        source=present(sample_draft_ids, sample_active_ids, sample_closed_ids),
        arg_target=present(sample_draft_ids, sample_active_ids, sample_closed_ids),
    )
    def link(self, source: Any, arg_target: Any) -> None:
        """Link, with inputs that it accepts where some are found."""
        self.make(LINK, source=source, target=arg_target)

    @precondition(any_of(sample_draft_ids, sample_active_ids, sample_closed_ids))
    @rule(
        source=present(sample_draft_ids, sample_active_ids, sample_closed_ids),
        arg_target=strategies.strategy_unlink_target(),
    )
    def unlink(self, source: Any, arg_target: Any) -> None:
        """Unlink, with inputs that it accepts where some are found."""
        self.make(UNLINK, source=source, target=arg_target)

    @rule(message=strategies.strategy_note_message())
    def note(self, message: Any) -> None:
        """Note, with inputs that it accepts where some are found."""
        self.make(NOTE, message=message)

    @rule(key=strategies.strategy_set_pref_key(), amount=strategies.strategy_set_pref_amount())
    def set_pref(self, key: Any, amount: Any) -> None:
        """SetPref, with keys that are there: it succeeds."""
        self.make(SET_PREF, key=key, amount=amount)

    @rule(keys=strategies.strategy_drop_prefs_keys())
    def drop_prefs(self, keys: Any) -> None:
        """DropPrefs, with inputs that it accepts where some are found."""
        self.make(DROP_PREFS, keys=keys)

    @precondition(unasked(CLEAR))
    @rule()
    def clear(self) -> None:
        """Clear, with inputs that it accepts where some are found."""
        self.make(CLEAR)

    @precondition(any_of(sample_draft_ids, sample_active_ids, sample_closed_ids))
    @rule(id=present(sample_draft_ids, sample_active_ids, sample_closed_ids))
    def focus(self, id: Any) -> None:
        """Focus, with keys that are there: it succeeds."""
        self.make(FOCUS, id=id)

    @rule(cost=strategies.strategy_spend_cost())
    def spend(self, cost: Any) -> None:
        """Spend, with inputs that it accepts where some are found."""
        self.make(SPEND, cost=cost)

    @rule(span=strategies.strategy_set_grace_span(), twice=strategies.strategy_set_grace_twice())
    def set_grace(self, span: Any, twice: Any) -> None:
        """SetGrace, with keys that are there: it succeeds."""
        self.make(SET_GRACE, span=span, twice=twice)

    @rule(stamp=strategies.strategy_toggle_stamp())
    def toggle(self, stamp: Any) -> None:
        """Toggle, with inputs that it accepts where some are found."""
        self.make(TOGGLE, stamp=stamp)

    @rule(contact=strategies.strategy_reach_contact())
    def reach(self, contact: Any) -> None:
        """Reach, with keys that are there: it succeeds."""
        self.make(REACH, contact=contact)

    @precondition(unasked(REPORT))
    @rule()
    def report(self) -> None:
        """Report, with keys that are there: it succeeds."""
        self.make(REPORT)

    @rule(data=st.data())
    def create_anyhow(self, data: st.DataObject) -> None:
        """Create, with keys and values that may be anything."""
        self.anything(CREATE, data)

    @rule(data=st.data())
    def get_anyhow(self, data: st.DataObject) -> None:
        """Get, with keys and values that may be anything."""
        self.anything(GET, data)

    @rule(data=st.data())
    def find_by_name_anyhow(self, data: st.DataObject) -> None:
        """FindByName, with keys and values that may be anything."""
        self.anything(FIND_BY_NAME, data)

    @rule(data=st.data())
    def search_anyhow(self, data: st.DataObject) -> None:
        """Search, with keys and values that may be anything."""
        self.anything(SEARCH, data)

    @rule(data=st.data())
    def rename_anyhow(self, data: st.DataObject) -> None:
        """Rename, with keys and values that may be anything."""
        self.anything(RENAME, data)

    @rule(data=st.data())
    def reweigh_anyhow(self, data: st.DataObject) -> None:
        """Reweigh, with keys and values that may be anything."""
        self.anything(REWEIGH, data)

    @rule(data=st.data())
    def retag_anyhow(self, data: st.DataObject) -> None:
        """Retag, with keys and values that may be anything."""
        self.anything(RETAG, data)

    @rule(data=st.data())
    def annotate_anyhow(self, data: st.DataObject) -> None:
        """Annotate, with keys and values that may be anything."""
        self.anything(ANNOTATE, data)

    @rule(data=st.data())
    def seal_anyhow(self, data: st.DataObject) -> None:
        """Seal, with keys and values that may be anything."""
        self.anything(SEAL, data)

    @rule(data=st.data())
    def remove_anyhow(self, data: st.DataObject) -> None:
        """Remove, with keys and values that may be anything."""
        self.anything(REMOVE, data)

    @rule(data=st.data())
    def activate_anyhow(self, data: st.DataObject) -> None:
        """Activate, with keys and values that may be anything."""
        self.anything(ACTIVATE, data)

    @rule(data=st.data())
    def close_anyhow(self, data: st.DataObject) -> None:
        """Close, with keys and values that may be anything."""
        self.anything(CLOSE, data)

    @rule(data=st.data())
    def revive_anyhow(self, data: st.DataObject) -> None:
        """Revive, with keys and values that may be anything."""
        self.anything(REVIVE, data)

    @rule(data=st.data())
    def mark_root_anyhow(self, data: st.DataObject) -> None:
        """MarkRoot, with keys and values that may be anything."""
        self.anything(MARK_ROOT, data)

    @rule(data=st.data())
    def add_reading_anyhow(self, data: st.DataObject) -> None:
        """AddReading, with keys and values that may be anything."""
        self.anything(ADD_READING, data)

    @rule(data=st.data())
    def link_anyhow(self, data: st.DataObject) -> None:
        """Link, with keys and values that may be anything."""
        self.anything(LINK, data)

    @rule(data=st.data())
    def unlink_anyhow(self, data: st.DataObject) -> None:
        """Unlink, with keys and values that may be anything."""
        self.anything(UNLINK, data)

    @rule(data=st.data())
    def note_anyhow(self, data: st.DataObject) -> None:
        """Note, with keys and values that may be anything."""
        self.anything(NOTE, data)

    @rule(data=st.data())
    def set_pref_anyhow(self, data: st.DataObject) -> None:
        """SetPref, with keys and values that may be anything."""
        self.anything(SET_PREF, data)

    @rule(data=st.data())
    def drop_prefs_anyhow(self, data: st.DataObject) -> None:
        """DropPrefs, with keys and values that may be anything."""
        self.anything(DROP_PREFS, data)

    @rule(data=st.data())
    def focus_anyhow(self, data: st.DataObject) -> None:
        """Focus, with keys and values that may be anything."""
        self.anything(FOCUS, data)

    @rule(data=st.data())
    def spend_anyhow(self, data: st.DataObject) -> None:
        """Spend, with keys and values that may be anything."""
        self.anything(SPEND, data)

    @rule(data=st.data())
    def set_grace_anyhow(self, data: st.DataObject) -> None:
        """SetGrace, with keys and values that may be anything."""
        self.anything(SET_GRACE, data)

    @rule(data=st.data())
    def toggle_anyhow(self, data: st.DataObject) -> None:
        """Toggle, with keys and values that may be anything."""
        self.anything(TOGGLE, data)

    @rule(data=st.data())
    def reach_anyhow(self, data: st.DataObject) -> None:
        """Reach, with keys and values that may be anything."""
        self.anything(REACH, data)


TestStatefulEdgeCases = settled(EdgeCasesMachine)
