"""What Ecommerce is made of, for all that goes over the whole of it."""

from app import rules
from app.model import State
from app.runtime import choices
from app.runtime.security import Scheme
from app.runtime.state import Seed, StateField, decode_state
from app.runtime.types import MapOf, Rule
from app.types import ORDER, ORDER_ID, PAYMENT, PAYMENT_ID, PRODUCT, REFUND, REFUND_ID, SKU, UNITS

NAME = "Ecommerce"

BACKOFFICE = Scheme("backoffice", "header", NAME, "X-Api-Key")

STATE = (
    StateField("products", "products", MapOf(SKU, PRODUCT)),
    StateField("inventory", "inventory", MapOf(SKU, UNITS)),
    StateField("orders", "orders", MapOf(ORDER_ID, ORDER)),
    StateField("payments", "payments", MapOf(PAYMENT_ID, PAYMENT)),
    StateField("refunds", "refunds", MapOf(REFUND_ID, REFUND)),
)

INVARIANTS: tuple[Rule, ...] = (
    Rule("the invariant `productKeys`", "all s in products | products[s].sku = s", rules.invariant_product_keys),
    Rule("the invariant `orderKeys`", "all o in orders | orders[o].id = o", rules.invariant_order_keys),
    Rule("the invariant `paymentKeys`", "all p in payments | payments[p].id = p", rules.invariant_payment_keys),
    Rule("the invariant `refundKeys`", "all r in refunds | refunds[r].id = r", rules.invariant_refund_keys),
    Rule(
        "the invariant `everyProductIsStocked`",
        "dom(products) = dom(inventory)",
        rules.invariant_every_product_is_stocked,
    ),
    Rule(
        "the invariant `linesAreKnown`",
        "all o in ran(orders) | all i in o.items | i.sku in products",
        rules.invariant_lines_are_known,
    ),
    Rule(
        "the invariant `noOverselling`",
        "all s in inventory | allocated(s) <= inventory[s]",
        rules.invariant_no_overselling,
    ),
    Rule(
        "the invariant `trackingIsUnique`",
        (
            "all a in orders, b in orders | orders[a].tracking != none and some(orders[a].tracking) "
            "= orders[b].tracking implies a = b"
        ),
        rules.invariant_tracking_is_unique,
    ),
    Rule(
        "the invariant `paymentsAreBacked`",
        (
            "all p in ran(payments) | p.order_id in orders and orders[p.order_id].status not "
            "in {OrderStatus.DRAFT, OrderStatus.PLACED} and orders[p.order_id].total = p.amount"
        ),
        rules.invariant_payments_are_backed,
    ),
    Rule(
        "the invariant `onePaymentPerOrder`",
        "all a in payments, b in payments | payments[a].order_id = payments[b].order_id implies a = b",
        rules.invariant_one_payment_per_order,
    ),
    Rule(
        "the invariant `paidOrdersHavePayments`",
        (
            "all o in orders | orders[o].status in {OrderStatus.PAID, OrderStatus.SHIPPED, "
            "OrderStatus.DELIVERED, OrderStatus.RETURNED} implies (some p in ran(payments) | "
            "p.order_id = o)"
        ),
        rules.invariant_paid_orders_have_payments,
    ),
    Rule(
        "the invariant `refundsAreKnown`",
        "all r in ran(refunds) | r.payment_id in payments",
        rules.invariant_refunds_are_known,
    ),
    Rule(
        "the invariant `refundsAddUp`",
        "all p in payments | payments[p].refunded = refundTotal(p)",
        rules.invariant_refunds_add_up,
    ),
    Rule(
        "the invariant `refundsComeLast`",
        (
            "all p in ran(payments) | p.refunded > 0 implies p.order_id in orders and "
            "orders[p.order_id].status in {OrderStatus.CANCELLED, OrderStatus.RETURNED}"
        ),
        rules.invariant_refunds_come_last,
    ),
    Rule(
        "the property `moneyStaysSane`",
        "sum(payments, p => payments[p].refunded) <= sum(payments, p => payments[p].amount)",
        rules.always_money_stays_sane,
    ),
)

SEEDS: tuple[Seed, ...] = (Seed("order", "orders", ORDER_ID, ORDER, "id", choices.integers(0)),)

INITIAL: State = decode_state(
    State, STATE, {"products": {}, "inventory": {}, "orders": {}, "payments": {}, "refunds": {}}
)

WORDS = frozenset(
    {
        "__test_admin__",
        "availability",
        "cancel",
        "deliver",
        "discontinue",
        "health",
        "items",
        "metrics",
        "openapi.json",
        "orders",
        "payments",
        "place",
        "price",
        "products",
        "ready",
        "refunds",
        "return",
        "ship",
        "stock",
    }
)


def is_proper(text: str) -> bool:
    """Whether a text can be a part of a path of its own."""
    return text not in {"", ".", ".."} and text not in WORDS
