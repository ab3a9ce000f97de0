"""What Ecommerce promises: one function for each condition of the spec."""

from app.functions import allocated, is_valid_email, refund_total
from app.model import Order, Payment, State
from app.runtime.values import Instant, dom, every, exists, i64, matches, some, total


def sku_where(value: str, s: State, now: Instant) -> bool:
    """value matches /^[A-Z]{3}-[0-9]{4}$/"""
    return matches(value, r"^[A-Z]{3}-[0-9]{4}\Z")


def order_id_where(value: int, s: State, now: Instant) -> bool:
    """value > 0"""
    return value > 0


def payment_id_where(value: int, s: State, now: Instant) -> bool:
    """value > 0"""
    return value > 0


def refund_id_where(value: int, s: State, now: Instant) -> bool:
    """value > 0"""
    return value > 0


def money_where(value: int, s: State, now: Instant) -> bool:
    """value >= 0"""
    return value >= 0


def amount_where(value: int, s: State, now: Instant) -> bool:
    """value > 0"""
    return value > 0


def price_where(value: int, s: State, now: Instant) -> bool:
    """value <= 1000000"""
    return value <= 1000000


def quantity_where(value: int, s: State, now: Instant) -> bool:
    """value >= 1 and value <= 100"""
    return value >= 1 and value <= 100


def units_where(value: int, s: State, now: Instant) -> bool:
    """value >= 0"""
    return value >= 0


def product_name_where(value: str, s: State, now: Instant) -> bool:
    """len(value) >= 1 and len(value) <= 120"""
    return len(value) >= 1 and len(value) <= 120


def email_where(value: str, s: State, now: Instant) -> bool:
    """len(value) <= 254 and isValidEmail(value)"""
    return len(value) <= 254 and is_valid_email(value)


def tracking_number_where(value: str, s: State, now: Instant) -> bool:
    """value matches /^[A-Z]{2}[0-9]{9}[A-Z]{2}$/"""
    return matches(value, r"^[A-Z]{2}[0-9]{9}[A-Z]{2}\Z")


def order_total_adds_up(own: Order, s: State, now: Instant) -> bool:
    """total = sum(items, i => i.quantity * i.unit_price)"""
    return own.total == total(own.items, lambda i: i64(i.quantity * i.unit_price))


def order_one_line_per_sku(own: Order, s: State, now: Instant) -> bool:
    """all i in items, j in items | i.sku = j.sku implies i = j"""
    return every(own.items, lambda i: every(own.items, lambda j: i.sku != j.sku or i == j))


def order_few_lines(own: Order, s: State, now: Instant) -> bool:
    """#items <= 20"""
    return len(own.items) <= 20


def order_only_drafts_are_empty(own: Order, s: State, now: Instant) -> bool:
    """status in {DRAFT, CANCELLED} or #items > 0"""
    return own.status in {"DRAFT", "CANCELLED"} or len(own.items) > 0


def order_drafts_are_not_placed(own: Order, s: State, now: Instant) -> bool:
    """status = DRAFT implies placed_at = none"""
    return own.status != "DRAFT" or own.placed_at is None


def order_placed_is_dated(own: Order, s: State, now: Instant) -> bool:
    """status not in {DRAFT, CANCELLED} implies placed_at != none"""
    return own.status in {"DRAFT", "CANCELLED"} or own.placed_at is not None


def order_shipped_is_tracked(own: Order, s: State, now: Instant) -> bool:
    """status in {SHIPPED, DELIVERED, RETURNED} implies tracking != none and shipped_at != none"""
    return (
        own.status not in {"SHIPPED", "DELIVERED", "RETURNED"}
        or own.tracking is not None
        and own.shipped_at is not None
    )


def order_delivered_is_dated(own: Order, s: State, now: Instant) -> bool:
    """status in {DELIVERED, RETURNED} implies delivered_at != none"""
    return own.status not in {"DELIVERED", "RETURNED"} or own.delivered_at is not None


def payment_never_over_refunded(own: Payment, s: State, now: Instant) -> bool:
    """refunded <= amount"""
    return own.refunded <= own.amount


# Invariants


def invariant_product_keys(s: State, now: Instant) -> bool:
    """all s in products | products[s].sku = s"""
    return every(s.products, lambda s2: s.products[s2].sku == s2)


def invariant_order_keys(s: State, now: Instant) -> bool:
    """all o in orders | orders[o].id = o"""
    return every(s.orders, lambda o: s.orders[o].id == o)


def invariant_payment_keys(s: State, now: Instant) -> bool:
    """all p in payments | payments[p].id = p"""
    return every(s.payments, lambda p: s.payments[p].id == p)


def invariant_refund_keys(s: State, now: Instant) -> bool:
    """all r in refunds | refunds[r].id = r"""
    return every(s.refunds, lambda r: s.refunds[r].id == r)


def invariant_every_product_is_stocked(s: State, now: Instant) -> bool:
    """dom(products) = dom(inventory)"""
    return dom(s.products) == dom(s.inventory)


def invariant_lines_are_known(s: State, now: Instant) -> bool:
    """all o in ran(orders) | (all i in o.items | i.sku in products)"""
    return every(s.orders.values(), lambda o: every(o.items, lambda i: i.sku in s.products))


def invariant_no_overselling(s: State, now: Instant) -> bool:
    """all s in inventory | allocated(s) <= inventory[s]"""
    return every(s.inventory, lambda s2: allocated(s2, s) <= s.inventory[s2])


def invariant_tracking_is_unique(s: State, now: Instant) -> bool:
    """all a in orders, b in orders | orders[a].tracking != none and orders[a].tracking = orders[b].tracking..."""
    return every(
        s.orders,
        lambda a: every(
            s.orders,
            lambda b: (
                not (s.orders[a].tracking is not None and some(s.orders[a].tracking) == s.orders[b].tracking) or a == b
            ),
        ),
    )


def invariant_payments_are_backed(s: State, now: Instant) -> bool:
    """all p in ran(payments) | p.order_id in orders and orders[p.order_id].status not in {DRAFT, PLACED} and..."""
    return every(
        s.payments.values(),
        lambda p: (
            p.order_id in s.orders
            and s.orders[p.order_id].status not in {"DRAFT", "PLACED"}
            and s.orders[p.order_id].total == p.amount
        ),
    )


def invariant_one_payment_per_order(s: State, now: Instant) -> bool:
    """all a in payments, b in payments | payments[a].order_id = payments[b].order_id implies a = b"""
    return every(
        s.payments, lambda a: every(s.payments, lambda b: s.payments[a].order_id != s.payments[b].order_id or a == b)
    )


def invariant_paid_orders_have_payments(s: State, now: Instant) -> bool:
    """all o in orders | orders[o].status in {PAID, SHIPPED, DELIVERED, RETURNED} implies (some p in..."""
    return every(
        s.orders,
        lambda o: (
            s.orders[o].status not in {"PAID", "SHIPPED", "DELIVERED", "RETURNED"}
            or exists(s.payments.values(), lambda p: p.order_id == o)
        ),
    )


def invariant_refunds_are_known(s: State, now: Instant) -> bool:
    """all r in ran(refunds) | r.payment_id in payments"""
    return every(s.refunds.values(), lambda r: r.payment_id in s.payments)


def invariant_refunds_add_up(s: State, now: Instant) -> bool:
    """all p in payments | payments[p].refunded = refundTotal(p)"""
    return every(s.payments, lambda p: s.payments[p].refunded == refund_total(p, s))


def invariant_refunds_come_last(s: State, now: Instant) -> bool:
    """all p in ran(payments) | p.refunded > 0 implies p.order_id in orders and orders[p.order_id].status in..."""
    return every(
        s.payments.values(),
        lambda p: (
            not p.refunded > 0 or p.order_id in s.orders and s.orders[p.order_id].status in {"CANCELLED", "RETURNED"}
        ),
    )


def eventually_something_arrives(s: State, now: Instant) -> bool:
    """some o in ran(orders) | o.status = DELIVERED"""
    return exists(s.orders.values(), lambda o: o.status == "DELIVERED")


def always_money_stays_sane(s: State, now: Instant) -> bool:
    """sum(payments, p => payments[p].refunded) <= sum(payments, p => payments[p].amount)"""
    return total(s.payments, lambda p: s.payments[p].refunded) <= total(s.payments, lambda p: s.payments[p].amount)
