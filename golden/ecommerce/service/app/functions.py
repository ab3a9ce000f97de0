"""The functions and predicates of Ecommerce."""

from app.model import Order, State
from app.runtime.values import Instant, days, i64, instant, matches, some, total


def holds_stock(o: Order) -> bool:
    """o.status in {OrderStatus.PLACED, OrderStatus.PAID, OrderStatus.SHIPPED, OrderStatus.DELIVERED}"""
    return o.status in {"PLACED", "PAID", "SHIPPED", "DELIVERED"}


def units_of(o: Order, sku: str) -> int:
    """sum(o.items, i => if i.sku = sku then i.quantity else 0)"""
    return total(o.items, lambda i: i.quantity if i.sku == sku else 0)


def allocated(sku: str, s: State) -> int:
    """sum(orders, k => if holdsStock(orders[k]) then unitsOf(orders[k], sku) else 0)"""
    return total(s.orders, lambda k: units_of(s.orders[k], sku) if holds_stock(s.orders[k]) else 0)


def available(sku: str, s: State) -> int:
    """inventory[sku] - allocated(sku)"""
    return i64(s.inventory[sku] - allocated(sku, s))


def refund_total(payment: int, s: State) -> int:
    """sum(refunds, r => if refunds[r].payment_id = payment then refunds[r].amount else 0)"""
    return total(
        s.refunds.among(("payment_id", lambda: payment)),
        lambda r: s.refunds[r].amount if s.refunds[r].payment_id == payment else 0,
    )


def returnable(o: Order, now: Instant) -> bool:
    """o.delivered_at != none and now() <= o.delivered_at + days(30)"""
    return o.delivered_at is not None and now <= instant(some(o.delivered_at) + days(30))


def is_valid_email(s: str) -> bool:
    """s matches /^[^@\\s]+@[^@\\s]+\\.[^@\\s]+$/"""
    return matches(s, r"^[^@\s]+@[^@\s]+\.[^@\s]+\Z")
