"""What EdgeCases promises: one function for each condition of the spec."""

from app.functions import grade_of, is_valid_email, is_valid_uri, palette
from app.model import Base, Sample, State
from app.runtime.values import Instant, days, dom, every, exists, hours, instances, matches, none_of, seconds, some


def item_id_where(value: int, s: State, now: Instant) -> bool:
    """value > 0"""
    return value > 0


def name_where(value: str, s: State, now: Instant) -> bool:
    """len(value) >= 1 and len(value) <= 40"""
    return len(value) >= 1 and len(value) <= 40


def label_where(value: str, s: State, now: Instant) -> bool:
    """value matches /^[a-z][a-z0-9_-]*$/"""
    return matches(value, r"^[a-z][a-z0-9_-]*\Z")


def path_where(value: str, s: State, now: Instant) -> bool:
    """value matches /^\\/[a-z0-9/.-]{0,30}$/"""
    return matches(value, r"^/[a-z0-9/.-]{0,30}\Z")


def text_where(value: str, s: State, now: Instant) -> bool:
    """value.length <= 200"""
    return len(value) <= 200


def secret_where(value: str, s: State, now: Instant) -> bool:
    """len(value) >= 8 and len(value) <= 64"""
    return len(value) >= 8 and len(value) <= 64


def contact_where(value: str, s: State, now: Instant) -> bool:
    """len(value) <= 80 and (isValidURI(value) or isValidEmail(value))"""
    return len(value) <= 80 and (is_valid_uri(value) or is_valid_email(value))


def weight_where(value: float, s: State, now: Instant) -> bool:
    """value >= 0 and value <= 1000.0"""
    return value >= 0.0 and value <= 1000.0


def cost_where(value: float, s: State, now: Instant) -> bool:
    """value > 0 and value <= 100"""
    return value > 0.0 and value <= 100.0


def reading_where(value: int, s: State, now: Instant) -> bool:
    """value >= -100 and value <= 100"""
    return value >= -100 and value <= 100


def grace_where(value: int, s: State, now: Instant) -> bool:
    """value >= seconds(1) and value <= hours(2)"""
    return value >= seconds(1) and value <= hours(2)


def base_positive_id(own: Base, s: State, now: Instant) -> bool:
    """id > 0"""
    return own.id > 0


def sample_weight_where(value: float, own: Sample, s: State, now: Instant) -> bool:
    """value >= 0 and value <= 1000"""
    return value >= 0.0 and value <= 1000.0


def sample_positive_id(own: Sample, s: State, now: Instant) -> bool:
    """id > 0"""
    return own.id > 0


def sample_invariant_1(own: Sample, s: State, now: Instant) -> bool:
    """type = gradeOf(weight)"""
    return own.type == grade_of(own.weight)


def sample_closed_is_dated(own: Sample, s: State, now: Instant) -> bool:
    """state = CLOSED iff retired_at != none"""
    return (own.state == "CLOSED") == (own.retired_at is not None)


def state_total_where(value: int, s: State, now: Instant) -> bool:
    """value >= 0"""
    return value >= 0


def state_budget_where(value: float, s: State, now: Instant) -> bool:
    """value >= 0"""
    return value >= 0.0


def state_grace_where(value: int, s: State, now: Instant) -> bool:
    """value > seconds(0)"""
    return value > seconds(0)


# Invariants


def invariant_keys_are_ids(s: State, now: Instant) -> bool:
    """all one in samples | samples[one].id = one"""
    return every(s.samples, lambda one: s.samples[one].id == one)


def invariant_counts_agree(s: State, now: Instant) -> bool:
    """total = #samples"""
    return s.total == len(s.samples)


def invariant_unique_names(s: State, now: Instant) -> bool:
    """no a: Sample, b: Sample | a.id != b.id and a.name = b.name"""
    return none_of(
        instances(s, Sample), lambda a: exists(instances(s, Sample), lambda b: a.id != b.id and a.name == b.name)
    )


def invariant_labels_are_names(s: State, now: Instant) -> bool:
    """(all s in Sample | s.name in labels) and (all l in labels | (some s in ran(samples) | s.name = l))"""
    return every(instances(s, Sample), lambda s2: s2.name in s.labels) and every(
        s.labels, lambda l_: exists(s.samples.values(), lambda s2: s2.name == l_)
    )


def invariant_coloured_from_palette(s: State, now: Instant) -> bool:
    """all s in ran(samples) | s.tags subset palette()"""
    return every(s.samples.values(), lambda s2: s2.tags <= palette())


def invariant_roots_are_samples(s: State, now: Instant) -> bool:
    """dom(roots) subset dom(samples)"""
    return dom(s.roots) <= dom(s.samples)


def invariant_every_sample_is_read(s: State, now: Instant) -> bool:
    """dom(readings) = dom(samples)"""
    return dom(s.readings) == dom(s.samples)


def invariant_links_lead(s: State, now: Instant) -> bool:
    """all a in links | a in samples and a not in links[a] and (all b in links[a] | b in samples)"""
    return every(
        s.links, lambda a: a in s.samples and a not in s.links[a] and every(s.links[a], lambda b: b in s.samples)
    )


def invariant_focus_exists(s: State, now: Instant) -> bool:
    """focus = none or focus in samples"""
    return s.focus is None or some(s.focus) in s.samples


def invariant_9(s: State, now: Instant) -> bool:
    """grace <= days(1)"""
    return s.grace <= days(1)


def always_never_overspent(s: State, now: Instant) -> bool:
    """budget >= 0"""
    return s.budget >= 0.0


def eventually_something_closes(s: State, now: Instant) -> bool:
    """exists k in samples | samples[k].state = CLOSED"""
    return exists(s.samples, lambda k: s.samples[k].state == "CLOSED")
