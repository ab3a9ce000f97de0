"""How values of the types and inputs of EdgeCases are drawn."""

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from tests import wire
from tests.harness.generate import durations, fitting, floats, instants, ints, options, sets, texts, uuids
from tests.harness.values import Instant
from tests.strategies_user import sample_grade, sample_path


def strategy_phase() -> SearchStrategy[str]:
    """The values of Phase."""
    return st.sampled_from(("DRAFT", "ACTIVE", "CLOSED"))


def strategy_grade() -> SearchStrategy[str]:
    """The values of Grade."""
    return sample_grade()


def strategy_colour() -> SearchStrategy[str]:
    """The values of Colour."""
    return st.sampled_from(("RED", "GREEN", "BLUE", "GREY"))


def strategy_item_id() -> SearchStrategy[int]:
    """ItemId = Int where value > 0"""
    return ints(1)


def strategy_name() -> SearchStrategy[str]:
    """Name = String where len(value) >= 1 and len(value) <= 40"""
    return texts(1, 40)


def strategy_label() -> SearchStrategy[str]:
    """Label = String where value matches /^[a-z][a-z0-9_-]*$/"""
    return texts(1, 40, r"^[a-z][a-z0-9_-]*\Z")


def strategy_path() -> SearchStrategy[str]:
    """Path = String where value matches /^\\/[a-z0-9\\/.-]{0,30}$/"""
    return sample_path()


def strategy_text() -> SearchStrategy[str]:
    """Text = String where len(value) <= 200"""
    return texts(0, 200)


def strategy_secret() -> SearchStrategy[str]:
    """Secret = String where len(value) >= 8 and len(value) <= 64"""
    return texts(8, 64)


def strategy_contact() -> SearchStrategy[str]:
    """Contact = String where len(value) <= 80 and (isValidURI(value) or isValidEmail(value))"""
    return fitting(wire.CONTACT, texts(0, 80), "http://!", "https://!", "https://!!")


def strategy_weight() -> SearchStrategy[float]:
    """Weight = Float where value >= 0.0 and value <= 1000.0"""
    return floats(0.0, 1000.0)


def strategy_cost() -> SearchStrategy[float]:
    """Cost = Float where value > 0.0 and value <= 100.0"""
    return fitting(wire.COST, floats(0.0, 100.0), 1.0, 0.5, 0.5)


def strategy_reading() -> SearchStrategy[int]:
    """Reading = Int where value >= -100 and value <= 100"""
    return ints(-100, 100)


def strategy_grace() -> SearchStrategy[int]:
    """Grace = Duration where value >= seconds(1) and value <= hours(2)"""
    return durations(1000, 7200000)


def strategy_create_name() -> SearchStrategy[str]:
    """The input name of Create."""
    return strategy_label()


def strategy_create_path() -> SearchStrategy[str]:
    """The input path of Create."""
    return strategy_path()


def strategy_create_weight() -> SearchStrategy[float]:
    """The input weight of Create."""
    return strategy_weight()


def strategy_create_tags() -> SearchStrategy[frozenset[str]]:
    """The input tags of Create."""
    return sets(strategy_colour())


def strategy_create_note() -> SearchStrategy[str | None]:
    """The input note of Create."""
    return options(strategy_text())


def strategy_get_id() -> SearchStrategy[int]:
    """The input id of Get."""
    return strategy_item_id()


def strategy_find_by_name_name() -> SearchStrategy[str]:
    """The input name of FindByName."""
    return strategy_label()


def strategy_search_type() -> SearchStrategy[str | None]:
    """The input type of Search."""
    return options(strategy_grade())


def strategy_search_colours() -> SearchStrategy[frozenset[str]]:
    """The input colours of Search."""
    return sets(strategy_colour())


def strategy_search_since() -> SearchStrategy[Instant | None]:
    """The input since of Search."""
    return options(instants())


def strategy_rename_id() -> SearchStrategy[int]:
    """The input id of Rename."""
    return strategy_item_id()


def strategy_rename_name() -> SearchStrategy[str]:
    """The input name of Rename."""
    return strategy_label()


def strategy_reweigh_id() -> SearchStrategy[int]:
    """The input id of Reweigh."""
    return strategy_item_id()


def strategy_reweigh_weight() -> SearchStrategy[float]:
    """The input weight of Reweigh."""
    return strategy_weight()


def strategy_retag_id() -> SearchStrategy[int]:
    """The input id of Retag."""
    return strategy_item_id()


def strategy_retag_add() -> SearchStrategy[frozenset[str]]:
    """The input add of Retag."""
    return sets(strategy_colour())


def strategy_retag_drop() -> SearchStrategy[frozenset[str]]:
    """The input drop of Retag."""
    return sets(strategy_colour())


def strategy_annotate_entity() -> SearchStrategy[int]:
    """The input entity of Annotate."""
    return strategy_item_id()


def strategy_annotate_field() -> SearchStrategy[str]:
    """The input field of Annotate."""
    return strategy_label()


def strategy_annotate_amount() -> SearchStrategy[int]:
    """The input amount of Annotate."""
    return strategy_reading()


def strategy_seal_id() -> SearchStrategy[int]:
    """The input id of Seal."""
    return strategy_item_id()


def strategy_seal_secret() -> SearchStrategy[str]:
    """The input secret of Seal."""
    return strategy_secret()


def strategy_remove_id() -> SearchStrategy[int]:
    """The input id of Remove."""
    return strategy_item_id()


def strategy_activate_id() -> SearchStrategy[int]:
    """The input id of Activate."""
    return strategy_item_id()


def strategy_close_id() -> SearchStrategy[int]:
    """The input id of Close."""
    return strategy_item_id()


def strategy_revive_id() -> SearchStrategy[int]:
    """The input id of Revive."""
    return strategy_item_id()


def strategy_mark_root_id() -> SearchStrategy[int]:
    """The input id of MarkRoot."""
    return strategy_item_id()


def strategy_add_reading_id() -> SearchStrategy[int]:
    """The input id of AddReading."""
    return strategy_item_id()


def strategy_add_reading_reading() -> SearchStrategy[int]:
    """The input reading of AddReading."""
    return strategy_reading()


def strategy_link_source() -> SearchStrategy[int]:
    """The input source of Link."""
    return strategy_item_id()


def strategy_link_target() -> SearchStrategy[int]:
    """The input target of Link."""
    return strategy_item_id()


def strategy_unlink_source() -> SearchStrategy[int]:
    """The input source of Unlink."""
    return strategy_item_id()


def strategy_unlink_target() -> SearchStrategy[int]:
    """The input target of Unlink."""
    return strategy_item_id()


def strategy_note_message() -> SearchStrategy[str]:
    """The input message of Note."""
    return strategy_text()


def strategy_set_pref_key() -> SearchStrategy[str]:
    """The input key of SetPref."""
    return strategy_label()


def strategy_set_pref_amount() -> SearchStrategy[int]:
    """The input amount of SetPref."""
    return strategy_reading()


def strategy_drop_prefs_keys() -> SearchStrategy[frozenset[str]]:
    """The input keys of DropPrefs."""
    return sets(strategy_label())


def strategy_focus_id() -> SearchStrategy[int]:
    """The input id of Focus."""
    return strategy_item_id()


def strategy_spend_cost() -> SearchStrategy[float]:
    """The input cost of Spend."""
    return strategy_cost()


def strategy_set_grace_span() -> SearchStrategy[int]:
    """The input span of SetGrace."""
    return strategy_grace()


def strategy_set_grace_twice() -> SearchStrategy[bool]:
    """The input twice of SetGrace."""
    return st.booleans()


def strategy_toggle_stamp() -> SearchStrategy[str]:
    """The input stamp of Toggle."""
    return uuids()


def strategy_reach_contact() -> SearchStrategy[str]:
    """The input contact of Reach."""
    return strategy_contact()
