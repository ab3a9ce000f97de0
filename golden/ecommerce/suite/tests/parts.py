"""What failures show of the conditions of Ecommerce: their parts, and what these are."""

from tests.clauses import (
    AddLineItemCall,
    AddProductCall,
    CancelOrderCall,
    ChangePriceCall,
    ConfirmDeliveryCall,
    CreateOrderCall,
    DeleteDraftCall,
    DiscontinueCall,
    GetAvailabilityCall,
    GetOrderCall,
    GetProductCall,
    ListOrdersCall,
    ListPaymentsCall,
    ListProductsCall,
    PlaceOrderCall,
    RecordPaymentCall,
    RefundPaymentCall,
    RemoveLineItemCall,
    RestockCall,
    ReturnOrderCall,
    ShipOrderCall,
)
from tests.harness.rules import Part, Parts, Sides
from tests.harness.values import Instant, Map, dom, i64, let, ran, replace, select, some, the, total
from tests.model import LineItem, Order, Payment, Product, State
from tests.predicates import allocated, available, is_valid_email, refund_total, returnable


def product_name_where(value: str, s: State, now: Instant) -> Parts:
    """len(value) >= 1 and len(value) <= 120"""
    return (Part("len(value)", lambda: len(value)), Part("value", lambda: value))


def email_where(value: str, s: State, now: Instant) -> Parts:
    """len(value) <= 254 and isValidEmail(value)"""
    return (
        Part("len(value)", lambda: len(value)),
        Part("value", lambda: value),
        Part("isValidEmail(value)", lambda: is_valid_email(value)),
    )


def order_total_adds_up(own: Order, s: State, now: Instant) -> Parts:
    """total = sum(items, i => i.quantity * i.unit_price)"""
    return (
        Sides(
            Part("total", lambda: own.total),
            Part(
                "sum(items, i => i.quantity * i.unit_price)",
                lambda: total(own.items, lambda i: i64(i.quantity * i.unit_price)),
            ),
        ),
    )


def order_one_line_per_sku(own: Order, s: State, now: Instant) -> Parts:
    """all i in items, j in items | i.sku = j.sku implies i = j"""
    return (
        Part("i", lambda i: i),
        Part("j", lambda j: j),
        Sides(Part("i.sku", lambda i: i.sku), Part("j.sku", lambda j: j.sku)),
        Sides(Part("i", lambda i: i), Part("j", lambda j: j)),
    )


def order_few_lines(own: Order, s: State, now: Instant) -> Parts:
    """#items <= 20"""
    return (Part("#items", lambda: len(own.items)), Part("items", lambda: own.items))


def order_only_drafts_are_empty(own: Order, s: State, now: Instant) -> Parts:
    """status in {DRAFT, CANCELLED} or #items > 0"""
    return (
        Part("status", lambda: own.status),
        Part("#items", lambda: len(own.items)),
        Part("items", lambda: own.items),
    )


def order_drafts_are_not_placed(own: Order, s: State, now: Instant) -> Parts:
    """status = DRAFT implies placed_at = none"""
    return (
        Sides(Part("status", lambda: own.status), Part("DRAFT", lambda: "DRAFT")),
        Sides(Part("placed_at", lambda: own.placed_at), Part("none", lambda: None)),
    )


def order_placed_is_dated(own: Order, s: State, now: Instant) -> Parts:
    """status not in {DRAFT, CANCELLED} implies placed_at != none"""
    return (Part("status", lambda: own.status), Part("placed_at", lambda: own.placed_at))


def order_shipped_is_tracked(own: Order, s: State, now: Instant) -> Parts:
    """status in {SHIPPED, DELIVERED, RETURNED} implies tracking != none and shipped_at != none"""
    return (
        Part("status", lambda: own.status),
        Part("tracking", lambda: own.tracking),
        Part("shipped_at", lambda: own.shipped_at),
    )


def order_delivered_is_dated(own: Order, s: State, now: Instant) -> Parts:
    """status in {DELIVERED, RETURNED} implies delivered_at != none"""
    return (Part("status", lambda: own.status), Part("delivered_at", lambda: own.delivered_at))


def payment_never_over_refunded(own: Payment, s: State, now: Instant) -> Parts:
    """refunded <= amount"""
    return (Part("refunded", lambda: own.refunded), Part("amount", lambda: own.amount))


def invariant_product_keys(s: State, now: Instant) -> Parts:
    """all s in products | products[s].sku = s"""
    return (
        Part("s", lambda s2: s2),
        Sides(Part("products[s].sku", lambda s2: s.products[s2].sku), Part("s", lambda s2: s2)),
    )


def invariant_order_keys(s: State, now: Instant) -> Parts:
    """all o in orders | orders[o].id = o"""
    return (Part("o", lambda o: o), Sides(Part("orders[o].id", lambda o: s.orders[o].id), Part("o", lambda o: o)))


def invariant_payment_keys(s: State, now: Instant) -> Parts:
    """all p in payments | payments[p].id = p"""
    return (Part("p", lambda p: p), Sides(Part("payments[p].id", lambda p: s.payments[p].id), Part("p", lambda p: p)))


def invariant_refund_keys(s: State, now: Instant) -> Parts:
    """all r in refunds | refunds[r].id = r"""
    return (Part("r", lambda r: r), Sides(Part("refunds[r].id", lambda r: s.refunds[r].id), Part("r", lambda r: r)))


def invariant_every_product_is_stocked(s: State, now: Instant) -> Parts:
    """dom(products) = dom(inventory)"""
    return (
        Sides(Part("dom(products)", lambda: dom(s.products)), Part("dom(inventory)", lambda: dom(s.inventory))),
        Part("products", lambda: s.products),
        Part("inventory", lambda: s.inventory),
    )


def invariant_lines_are_known(s: State, now: Instant) -> Parts:
    """all o in ran(orders) | (all i in o.items | i.sku in products)"""
    return (
        Part("o", lambda o: o),
        Part("i", lambda i: i),
        Part("i.sku", lambda i: i.sku),
        Part("products", lambda: s.products),
    )


def invariant_no_overselling(s: State, now: Instant) -> Parts:
    """all s in inventory | allocated(s) <= inventory[s]"""
    return (
        Part("s", lambda s2: s2),
        Part("allocated(s)", lambda s2: allocated(s2, s)),
        Part("inventory[s]", lambda s2: s.inventory[s2]),
    )


def invariant_tracking_is_unique(s: State, now: Instant) -> Parts:
    """all a in orders, b in orders | orders[a].tracking != none and orders[a].tracking = orders[b].tracking..."""
    return (
        Part("a", lambda a: a),
        Part("b", lambda b: b),
        Part("orders[a].tracking", lambda a: s.orders[a].tracking),
        Sides(
            Part("orders[a].tracking", lambda a: s.orders[a].tracking),
            Part("orders[b].tracking", lambda b: s.orders[b].tracking),
        ),
        Sides(Part("a", lambda a: a), Part("b", lambda b: b)),
    )


def invariant_payments_are_backed(s: State, now: Instant) -> Parts:
    """all p in ran(payments) | p.order_id in orders and orders[p.order_id].status not in {DRAFT, PLACED} and..."""
    return (
        Part("p", lambda p: p),
        Part("p.order_id", lambda p: p.order_id),
        Part("orders", lambda: s.orders),
        Part("orders[p.order_id].status", lambda p: s.orders[p.order_id].status),
        Sides(
            Part("orders[p.order_id].total", lambda p: s.orders[p.order_id].total), Part("p.amount", lambda p: p.amount)
        ),
    )


def invariant_one_payment_per_order(s: State, now: Instant) -> Parts:
    """all a in payments, b in payments | payments[a].order_id = payments[b].order_id implies a = b"""
    return (
        Part("a", lambda a: a),
        Part("b", lambda b: b),
        Sides(
            Part("payments[a].order_id", lambda a: s.payments[a].order_id),
            Part("payments[b].order_id", lambda b: s.payments[b].order_id),
        ),
        Sides(Part("a", lambda a: a), Part("b", lambda b: b)),
    )


def invariant_paid_orders_have_payments(s: State, now: Instant) -> Parts:
    """all o in orders | orders[o].status in {PAID, SHIPPED, DELIVERED, RETURNED} implies (some p in..."""
    return (
        Part("o", lambda o: o),
        Part("orders[o].status", lambda o: s.orders[o].status),
        Part("ran(payments)", lambda: ran(s.payments)),
        Part("payments", lambda: s.payments),
    )


def invariant_refunds_are_known(s: State, now: Instant) -> Parts:
    """all r in ran(refunds) | r.payment_id in payments"""
    return (Part("r", lambda r: r), Part("r.payment_id", lambda r: r.payment_id), Part("payments", lambda: s.payments))


def invariant_refunds_add_up(s: State, now: Instant) -> Parts:
    """all p in payments | payments[p].refunded = refundTotal(p)"""
    return (
        Part("p", lambda p: p),
        Sides(
            Part("payments[p].refunded", lambda p: s.payments[p].refunded),
            Part("refundTotal(p)", lambda p: refund_total(p, s)),
        ),
    )


def invariant_refunds_come_last(s: State, now: Instant) -> Parts:
    """all p in ran(payments) | p.refunded > 0 implies p.order_id in orders and orders[p.order_id].status in..."""
    return (
        Part("p", lambda p: p),
        Part("p.refunded", lambda p: p.refunded),
        Part("p.order_id", lambda p: p.order_id),
        Part("orders", lambda: s.orders),
        Part("orders[p.order_id].status", lambda p: s.orders[p.order_id].status),
    )


def eventually_something_arrives(s: State, now: Instant) -> Parts:
    """some o in ran(orders) | o.status = DELIVERED"""
    return (Part("ran(orders)", lambda: ran(s.orders)), Part("orders", lambda: s.orders))


def always_money_stays_sane(s: State, now: Instant) -> Parts:
    """sum(payments, p => payments[p].refunded) <= sum(payments, p => payments[p].amount)"""
    return (
        Part("sum(payments, p => payments[p].refunded)", lambda: total(s.payments, lambda p: s.payments[p].refunded)),
        Part("sum(payments, p => payments[p].amount)", lambda: total(s.payments, lambda p: s.payments[p].amount)),
    )


def add_product_requires_0(c: AddProductCall) -> Parts:
    """sku not in products"""
    return (Part("sku", lambda: c.given.sku), Part("products", lambda: c.before.products))


def add_product_ensures_0(c: AddProductCall) -> Parts:
    """products' = products + {sku -> Product { sku = sku, name = name, price = price, active = true }}"""
    return (
        Sides(
            Part("products'", lambda: c.after.products),
            Part(
                "products + {sku -> Product { sku = sku, name = name, price = price, active = true }}",
                lambda: (
                    c.before.products
                    + Map({c.given.sku: Product(sku=c.given.sku, name=c.given.name, price=c.given.price, active=True)})
                ),
            ),
        ),
    )


def add_product_ensures_1(c: AddProductCall) -> Parts:
    """inventory'[sku] = 0"""
    return (Sides(Part("inventory'[sku]", lambda: c.after.inventory[c.given.sku]), Part("0", lambda: 0)),)


def add_product_ensures_2(c: AddProductCall) -> Parts:
    """product = products'[sku]"""
    return (
        Sides(Part("product", lambda: c.answer.product), Part("products'[sku]", lambda: c.after.products[c.given.sku])),
    )


def get_product_requires_0(c: GetProductCall) -> Parts:
    """sku in products"""
    return (Part("sku", lambda: c.given.sku), Part("products", lambda: c.before.products))


def get_product_ensures_0(c: GetProductCall) -> Parts:
    """product = products[sku]"""
    return (
        Sides(Part("product", lambda: c.answer.product), Part("products[sku]", lambda: c.before.products[c.given.sku])),
    )


def list_products_ensures_0(c: ListProductsCall) -> Parts:
    """found = { p in ran(products) | (not only_active or p.active) and (max_price = none or p.price <= max_price) }"""
    return (
        Sides(
            Part("found", lambda: c.answer.found),
            Part(
                "{ p in ran(products) | (not only_active or p.active) and (max_price = none or p.price <= max_price) }",
                lambda: select(
                    ran(c.before.products),
                    lambda p: (
                        (not c.given.only_active or p.active)
                        and (c.given.max_price is None or p.price <= some(c.given.max_price))
                    ),
                ),
            ),
        ),
    )


def change_price_requires_0(c: ChangePriceCall) -> Parts:
    """sku in products"""
    return (Part("sku", lambda: c.given.sku), Part("products", lambda: c.before.products))


def change_price_requires_1(c: ChangePriceCall) -> Parts:
    """products[sku].active"""
    return (Part("products[sku].active", lambda: c.before.products[c.given.sku].active),)


def change_price_ensures_0(c: ChangePriceCall) -> Parts:
    """products'[sku].price = price"""
    return (
        Sides(
            Part("products'[sku].price", lambda: c.after.products[c.given.sku].price),
            Part("price", lambda: c.given.price),
        ),
    )


def change_price_ensures_1(c: ChangePriceCall) -> Parts:
    """product = products'[sku]"""
    return (
        Sides(Part("product", lambda: c.answer.product), Part("products'[sku]", lambda: c.after.products[c.given.sku])),
    )


def discontinue_requires_0(c: DiscontinueCall) -> Parts:
    """sku in products"""
    return (Part("sku", lambda: c.given.sku), Part("products", lambda: c.before.products))


def discontinue_requires_1(c: DiscontinueCall) -> Parts:
    """products[sku].active"""
    return (Part("products[sku].active", lambda: c.before.products[c.given.sku].active),)


def discontinue_ensures_0(c: DiscontinueCall) -> Parts:
    """products' = products + {sku -> products[sku] with { active = false }}"""
    return (
        Sides(
            Part("products'", lambda: c.after.products),
            Part(
                "products + {sku -> products[sku] with { active = false }}",
                lambda: c.before.products + Map({c.given.sku: replace(c.before.products[c.given.sku], active=False)}),
            ),
        ),
    )


def discontinue_ensures_1(c: DiscontinueCall) -> Parts:
    """product = products'[sku]"""
    return (
        Sides(Part("product", lambda: c.answer.product), Part("products'[sku]", lambda: c.after.products[c.given.sku])),
    )


def restock_requires_0(c: RestockCall) -> Parts:
    """sku in inventory"""
    return (Part("sku", lambda: c.given.sku), Part("inventory", lambda: c.before.inventory))


def restock_ensures_0(c: RestockCall) -> Parts:
    """inventory'[sku] = inventory[sku] + quantity"""
    return (
        Sides(
            Part("inventory'[sku]", lambda: c.after.inventory[c.given.sku]),
            Part("inventory[sku] + quantity", lambda: i64(c.before.inventory[c.given.sku] + c.given.quantity)),
        ),
        Part("inventory[sku]", lambda: c.before.inventory[c.given.sku]),
        Part("quantity", lambda: c.given.quantity),
    )


def restock_ensures_1(c: RestockCall) -> Parts:
    """on_hand = available(sku)'"""
    return (
        Sides(
            Part("on_hand", lambda: c.answer.on_hand), Part("available(sku)'", lambda: available(c.given.sku, c.after))
        ),
    )


def get_availability_requires_0(c: GetAvailabilityCall) -> Parts:
    """sku in inventory"""
    return (Part("sku", lambda: c.given.sku), Part("inventory", lambda: c.before.inventory))


def get_availability_ensures_0(c: GetAvailabilityCall) -> Parts:
    """on_hand = available(sku)"""
    return (
        Sides(
            Part("on_hand", lambda: c.answer.on_hand), Part("available(sku)", lambda: available(c.given.sku, c.before))
        ),
    )


def get_availability_ensures_1(c: GetAvailabilityCall) -> Parts:
    """held = allocated(sku)"""
    return (
        Sides(Part("held", lambda: c.answer.held), Part("allocated(sku)", lambda: allocated(c.given.sku, c.before))),
    )


def create_order_ensures_0(c: CreateOrderCall) -> Parts:
    """order_id not in orders"""
    return (Part("order_id", lambda: c.answer.order_id), Part("orders", lambda: c.before.orders))


def create_order_ensures_1(c: CreateOrderCall) -> Parts:
    """orders' = orders + {order_id -> Order { id = order_id, customer = customer, status = DRAFT, items = {},..."""
    return (
        Sides(
            Part("orders'", lambda: c.after.orders),
            Part(
                (
                    "orders + {order_id -> Order { id = order_id, customer = customer, status = DRAFT, "
                    "items = {}, total = 0, created_at = now() }}"
                ),
                lambda: (
                    c.before.orders
                    + Map(
                        {
                            c.answer.order_id: Order(
                                id=c.answer.order_id,
                                customer=c.given.customer,
                                status="DRAFT",
                                items=frozenset(),
                                total=0,
                                created_at=c.now,
                                placed_at=None,
                                shipped_at=None,
                                tracking=None,
                                delivered_at=None,
                            )
                        }
                    )
                ),
            ),
        ),
    )


def create_order_ensures_2(c: CreateOrderCall) -> Parts:
    """#orders' = #orders + 1"""
    return (
        Sides(Part("#orders'", lambda: len(c.after.orders)), Part("#orders + 1", lambda: len(c.before.orders) + 1)),
        Part("orders'", lambda: c.after.orders),
        Part("#orders", lambda: len(c.before.orders)),
        Part("orders", lambda: c.before.orders),
    )


def get_order_requires_0(c: GetOrderCall) -> Parts:
    """order_id in orders"""
    return (Part("order_id", lambda: c.given.order_id), Part("orders", lambda: c.before.orders))


def get_order_ensures_0(c: GetOrderCall) -> Parts:
    """order = orders[order_id]"""
    return (
        Sides(
            Part("order", lambda: c.answer.order), Part("orders[order_id]", lambda: c.before.orders[c.given.order_id])
        ),
    )


def list_orders_ensures_0(c: ListOrdersCall) -> Parts:
    """found = { o in ran(orders) | (customer = none or o.customer = customer) and (status = none or o.status =..."""
    return (
        Sides(
            Part("found", lambda: c.answer.found),
            Part(
                (
                    "{ o in ran(orders) | (customer = none or o.customer = customer) and (status = none "
                    "or o.status = status) }"
                ),
                lambda: select(
                    ran(c.before.orders),
                    lambda o: (
                        (c.given.customer is None or o.customer == some(c.given.customer))
                        and (c.given.status is None or o.status == some(c.given.status))
                    ),
                ),
            ),
        ),
    )


def add_line_item_requires_0(c: AddLineItemCall) -> Parts:
    """order_id in orders"""
    return (Part("order_id", lambda: c.given.order_id), Part("orders", lambda: c.before.orders))


def add_line_item_requires_1(c: AddLineItemCall) -> Parts:
    """orders[order_id].status = DRAFT"""
    return (
        Sides(
            Part("orders[order_id].status", lambda: c.before.orders[c.given.order_id].status),
            Part("DRAFT", lambda: "DRAFT"),
        ),
    )


def add_line_item_requires_2(c: AddLineItemCall) -> Parts:
    """sku in products"""
    return (Part("sku", lambda: c.given.sku), Part("products", lambda: c.before.products))


def add_line_item_requires_3(c: AddLineItemCall) -> Parts:
    """products[sku].active"""
    return (Part("products[sku].active", lambda: c.before.products[c.given.sku].active),)


def add_line_item_requires_4(c: AddLineItemCall) -> Parts:
    """no i in orders[order_id].items | i.sku = sku"""
    return (Part("i", lambda i: i), Sides(Part("i.sku", lambda i: i.sku), Part("sku", lambda: c.given.sku)))


def add_line_item_requires_5(c: AddLineItemCall) -> Parts:
    """#orders[order_id].items < 20"""
    return (
        Part("#orders[order_id].items", lambda: len(c.before.orders[c.given.order_id].items)),
        Part("orders[order_id].items", lambda: c.before.orders[c.given.order_id].items),
    )


def add_line_item_ensures_0(c: AddLineItemCall) -> Parts:
    """orders'[order_id].items = orders[order_id].items + {LineItem { sku = sku, quantity = quantity, unit_price..."""
    return (
        Part("products[sku].price", lambda: c.before.products[c.given.sku].price),
        Sides(
            Part("orders'[order_id].items", lambda: c.after.orders[c.given.order_id].items),
            Part(
                "orders[order_id].items + {LineItem { sku = sku, quantity = quantity, unit_price = price }}",
                lambda: let(
                    c.before.products[c.given.sku].price,
                    lambda price: (
                        c.before.orders[c.given.order_id].items
                        | frozenset({LineItem(sku=c.given.sku, quantity=c.given.quantity, unit_price=price)})
                    ),
                ),
            ),
        ),
    )


def add_line_item_ensures_1(c: AddLineItemCall) -> Parts:
    """orders'[order_id].total = orders[order_id].total + quantity * price"""
    return (
        Part("products[sku].price", lambda: c.before.products[c.given.sku].price),
        Sides(
            Part("orders'[order_id].total", lambda: c.after.orders[c.given.order_id].total),
            Part(
                "orders[order_id].total + quantity * price",
                lambda: let(
                    c.before.products[c.given.sku].price,
                    lambda price: i64(c.before.orders[c.given.order_id].total + i64(c.given.quantity * price)),
                ),
            ),
        ),
        Part("orders[order_id].total", lambda: c.before.orders[c.given.order_id].total),
        Part(
            "quantity * price",
            lambda: let(c.before.products[c.given.sku].price, lambda price: i64(c.given.quantity * price)),
        ),
        Part("quantity", lambda: c.given.quantity),
        Part("price", lambda: let(c.before.products[c.given.sku].price, lambda price: price)),
    )


def add_line_item_ensures_2(c: AddLineItemCall) -> Parts:
    """order = orders'[order_id]"""
    return (
        Sides(
            Part("order", lambda: c.answer.order), Part("orders'[order_id]", lambda: c.after.orders[c.given.order_id])
        ),
    )


def add_line_item_ensures_3(c: AddLineItemCall) -> Parts:
    """#order.items = #orders[order_id].items + 1"""
    return (
        Sides(
            Part("#order.items", lambda: len(c.answer.order.items)),
            Part("#orders[order_id].items + 1", lambda: len(c.before.orders[c.given.order_id].items) + 1),
        ),
        Part("order.items", lambda: c.answer.order.items),
        Part("#orders[order_id].items", lambda: len(c.before.orders[c.given.order_id].items)),
        Part("orders[order_id].items", lambda: c.before.orders[c.given.order_id].items),
    )


def remove_line_item_requires_0(c: RemoveLineItemCall) -> Parts:
    """order_id in orders"""
    return (Part("order_id", lambda: c.given.order_id), Part("orders", lambda: c.before.orders))


def remove_line_item_requires_1(c: RemoveLineItemCall) -> Parts:
    """orders[order_id].status = DRAFT"""
    return (
        Sides(
            Part("orders[order_id].status", lambda: c.before.orders[c.given.order_id].status),
            Part("DRAFT", lambda: "DRAFT"),
        ),
    )


def remove_line_item_requires_2(c: RemoveLineItemCall) -> Parts:
    """some i in orders[order_id].items | i.sku = sku"""
    return (Part("orders[order_id].items", lambda: c.before.orders[c.given.order_id].items),)


def remove_line_item_ensures_0(c: RemoveLineItemCall) -> Parts:
    """orders'[order_id].items = orders[order_id].items - {line}"""
    return (
        Part(
            "(the i in orders[order_id].items | i.sku = sku)",
            lambda: the(c.before.orders[c.given.order_id].items, lambda i: i.sku == c.given.sku),
        ),
        Sides(
            Part("orders'[order_id].items", lambda: c.after.orders[c.given.order_id].items),
            Part(
                "orders[order_id].items - {line}",
                lambda: let(
                    the(c.before.orders[c.given.order_id].items, lambda i: i.sku == c.given.sku),
                    lambda line: c.before.orders[c.given.order_id].items - frozenset({line}),
                ),
            ),
        ),
    )


def remove_line_item_ensures_1(c: RemoveLineItemCall) -> Parts:
    """orders'[order_id].total = orders[order_id].total - line.quantity * line.unit_price"""
    return (
        Part(
            "(the i in orders[order_id].items | i.sku = sku)",
            lambda: the(c.before.orders[c.given.order_id].items, lambda i: i.sku == c.given.sku),
        ),
        Sides(
            Part("orders'[order_id].total", lambda: c.after.orders[c.given.order_id].total),
            Part(
                "orders[order_id].total - line.quantity * line.unit_price",
                lambda: let(
                    the(c.before.orders[c.given.order_id].items, lambda i: i.sku == c.given.sku),
                    lambda line: i64(c.before.orders[c.given.order_id].total - i64(line.quantity * line.unit_price)),
                ),
            ),
        ),
        Part("orders[order_id].total", lambda: c.before.orders[c.given.order_id].total),
        Part(
            "line.quantity * line.unit_price",
            lambda: let(
                the(c.before.orders[c.given.order_id].items, lambda i: i.sku == c.given.sku),
                lambda line: i64(line.quantity * line.unit_price),
            ),
        ),
        Part(
            "line.quantity",
            lambda: let(
                the(c.before.orders[c.given.order_id].items, lambda i: i.sku == c.given.sku), lambda line: line.quantity
            ),
        ),
        Part(
            "line.unit_price",
            lambda: let(
                the(c.before.orders[c.given.order_id].items, lambda i: i.sku == c.given.sku),
                lambda line: line.unit_price,
            ),
        ),
    )


def delete_draft_requires_0(c: DeleteDraftCall) -> Parts:
    """order_id in orders"""
    return (Part("order_id", lambda: c.given.order_id), Part("orders", lambda: c.before.orders))


def delete_draft_requires_1(c: DeleteDraftCall) -> Parts:
    """orders[order_id].status = DRAFT"""
    return (
        Sides(
            Part("orders[order_id].status", lambda: c.before.orders[c.given.order_id].status),
            Part("DRAFT", lambda: "DRAFT"),
        ),
    )


def delete_draft_ensures_0(c: DeleteDraftCall) -> Parts:
    """orders' = orders - {order_id}"""
    return (
        Sides(
            Part("orders'", lambda: c.after.orders),
            Part("orders - {order_id}", lambda: c.before.orders - frozenset({c.given.order_id})),
        ),
    )


def place_order_requires_0(c: PlaceOrderCall) -> Parts:
    """order_id in orders"""
    return (Part("order_id", lambda: c.given.order_id), Part("orders", lambda: c.before.orders))


def place_order_requires_1(c: PlaceOrderCall) -> Parts:
    """orders[order_id].status = DRAFT"""
    return (
        Sides(
            Part("orders[order_id].status", lambda: c.before.orders[c.given.order_id].status),
            Part("DRAFT", lambda: "DRAFT"),
        ),
    )


def place_order_requires_2(c: PlaceOrderCall) -> Parts:
    """#orders[order_id].items > 0"""
    return (
        Part("#orders[order_id].items", lambda: len(c.before.orders[c.given.order_id].items)),
        Part("orders[order_id].items", lambda: c.before.orders[c.given.order_id].items),
    )


def place_order_requires_3(c: PlaceOrderCall) -> Parts:
    """all i in orders[order_id].items | products[i.sku].active"""
    return (Part("i", lambda i: i), Part("products[i.sku].active", lambda i: c.before.products[i.sku].active))


def place_order_requires_4(c: PlaceOrderCall) -> Parts:
    """all i in orders[order_id].items | i.quantity <= available(i.sku)"""
    return (
        Part("i", lambda i: i),
        Part("i.quantity", lambda i: i.quantity),
        Part("available(i.sku)", lambda i: available(i.sku, c.before)),
    )


def place_order_ensures_0(c: PlaceOrderCall) -> Parts:
    """orders'[order_id].status = PLACED"""
    return (
        Sides(
            Part("orders'[order_id].status", lambda: c.after.orders[c.given.order_id].status),
            Part("PLACED", lambda: "PLACED"),
        ),
    )


def place_order_ensures_1(c: PlaceOrderCall) -> Parts:
    """orders'[order_id].placed_at = some(now())"""
    return (
        Sides(
            Part("orders'[order_id].placed_at", lambda: c.after.orders[c.given.order_id].placed_at),
            Part("now()", lambda: c.now),
        ),
    )


def place_order_ensures_2(c: PlaceOrderCall) -> Parts:
    """order = orders'[order_id]"""
    return (
        Sides(
            Part("order", lambda: c.answer.order), Part("orders'[order_id]", lambda: c.after.orders[c.given.order_id])
        ),
    )


def record_payment_requires_0(c: RecordPaymentCall) -> Parts:
    """order_id in orders"""
    return (Part("order_id", lambda: c.given.order_id), Part("orders", lambda: c.before.orders))


def record_payment_requires_1(c: RecordPaymentCall) -> Parts:
    """orders[order_id].status = PLACED"""
    return (
        Sides(
            Part("orders[order_id].status", lambda: c.before.orders[c.given.order_id].status),
            Part("PLACED", lambda: "PLACED"),
        ),
    )


def record_payment_requires_2(c: RecordPaymentCall) -> Parts:
    """amount = orders[order_id].total"""
    return (
        Sides(
            Part("amount", lambda: c.given.amount),
            Part("orders[order_id].total", lambda: c.before.orders[c.given.order_id].total),
        ),
    )


def record_payment_ensures_0(c: RecordPaymentCall) -> Parts:
    """payment_id not in payments"""
    return (Part("payment_id", lambda: c.answer.payment_id), Part("payments", lambda: c.before.payments))


def record_payment_ensures_1(c: RecordPaymentCall) -> Parts:
    """payments' = payments + {payment_id -> Payment { id = payment_id, order_id = order_id, amount = amount,..."""
    return (
        Sides(
            Part("payments'", lambda: c.after.payments),
            Part(
                (
                    "payments + {payment_id -> Payment { id = payment_id, order_id = order_id, amount "
                    "= amount, refunded = 0, paid_at = now() }}"
                ),
                lambda: (
                    c.before.payments
                    + Map(
                        {
                            c.answer.payment_id: Payment(
                                id=c.answer.payment_id,
                                order_id=c.given.order_id,
                                amount=c.given.amount,
                                refunded=0,
                                paid_at=c.now,
                            )
                        }
                    )
                ),
            ),
        ),
    )


def record_payment_ensures_2(c: RecordPaymentCall) -> Parts:
    """orders'[order_id].status = PAID"""
    return (
        Sides(
            Part("orders'[order_id].status", lambda: c.after.orders[c.given.order_id].status),
            Part("PAID", lambda: "PAID"),
        ),
    )


def list_payments_requires_0(c: ListPaymentsCall) -> Parts:
    """order_id in orders"""
    return (Part("order_id", lambda: c.given.order_id), Part("orders", lambda: c.before.orders))


def list_payments_ensures_0(c: ListPaymentsCall) -> Parts:
    """found = { p in ran(payments) | p.order_id = order_id }"""
    return (
        Sides(
            Part("found", lambda: c.answer.found),
            Part(
                "{ p in ran(payments) | p.order_id = order_id }",
                lambda: select(ran(c.before.payments), lambda p: p.order_id == c.given.order_id),
            ),
        ),
    )


def ship_order_requires_0(c: ShipOrderCall) -> Parts:
    """order_id in orders"""
    return (Part("order_id", lambda: c.given.order_id), Part("orders", lambda: c.before.orders))


def ship_order_requires_1(c: ShipOrderCall) -> Parts:
    """orders[order_id].status = PAID"""
    return (
        Sides(
            Part("orders[order_id].status", lambda: c.before.orders[c.given.order_id].status),
            Part("PAID", lambda: "PAID"),
        ),
    )


def ship_order_requires_2(c: ShipOrderCall) -> Parts:
    """no o in ran(orders) | o.tracking = tracking"""
    return (
        Part("o", lambda o: o),
        Sides(Part("o.tracking", lambda o: o.tracking), Part("tracking", lambda: c.given.tracking)),
    )


def ship_order_ensures_0(c: ShipOrderCall) -> Parts:
    """orders'[order_id].status = SHIPPED"""
    return (
        Sides(
            Part("orders'[order_id].status", lambda: c.after.orders[c.given.order_id].status),
            Part("SHIPPED", lambda: "SHIPPED"),
        ),
    )


def ship_order_ensures_1(c: ShipOrderCall) -> Parts:
    """orders'[order_id].shipped_at = some(now())"""
    return (
        Sides(
            Part("orders'[order_id].shipped_at", lambda: c.after.orders[c.given.order_id].shipped_at),
            Part("now()", lambda: c.now),
        ),
    )


def ship_order_ensures_2(c: ShipOrderCall) -> Parts:
    """orders'[order_id].tracking = tracking"""
    return (
        Sides(
            Part("orders'[order_id].tracking", lambda: c.after.orders[c.given.order_id].tracking),
            Part("tracking", lambda: c.given.tracking),
        ),
    )


def ship_order_ensures_3(c: ShipOrderCall) -> Parts:
    """order = orders'[order_id]"""
    return (
        Sides(
            Part("order", lambda: c.answer.order), Part("orders'[order_id]", lambda: c.after.orders[c.given.order_id])
        ),
    )


def confirm_delivery_requires_0(c: ConfirmDeliveryCall) -> Parts:
    """order_id in orders"""
    return (Part("order_id", lambda: c.given.order_id), Part("orders", lambda: c.before.orders))


def confirm_delivery_requires_1(c: ConfirmDeliveryCall) -> Parts:
    """orders[order_id].status = SHIPPED"""
    return (
        Sides(
            Part("orders[order_id].status", lambda: c.before.orders[c.given.order_id].status),
            Part("SHIPPED", lambda: "SHIPPED"),
        ),
    )


def confirm_delivery_ensures_0(c: ConfirmDeliveryCall) -> Parts:
    """orders'[order_id].status = DELIVERED"""
    return (
        Sides(
            Part("orders'[order_id].status", lambda: c.after.orders[c.given.order_id].status),
            Part("DELIVERED", lambda: "DELIVERED"),
        ),
    )


def confirm_delivery_ensures_1(c: ConfirmDeliveryCall) -> Parts:
    """orders'[order_id].delivered_at = some(now())"""
    return (
        Sides(
            Part("orders'[order_id].delivered_at", lambda: c.after.orders[c.given.order_id].delivered_at),
            Part("now()", lambda: c.now),
        ),
    )


def confirm_delivery_ensures_2(c: ConfirmDeliveryCall) -> Parts:
    """order = orders'[order_id]"""
    return (
        Sides(
            Part("order", lambda: c.answer.order), Part("orders'[order_id]", lambda: c.after.orders[c.given.order_id])
        ),
    )


def cancel_order_requires_0(c: CancelOrderCall) -> Parts:
    """order_id in orders"""
    return (Part("order_id", lambda: c.given.order_id), Part("orders", lambda: c.before.orders))


def cancel_order_requires_1(c: CancelOrderCall) -> Parts:
    """orders[order_id].status in {DRAFT, PLACED, PAID}"""
    return (Part("orders[order_id].status", lambda: c.before.orders[c.given.order_id].status),)


def cancel_order_ensures_0(c: CancelOrderCall) -> Parts:
    """orders'[order_id].status = CANCELLED"""
    return (
        Sides(
            Part("orders'[order_id].status", lambda: c.after.orders[c.given.order_id].status),
            Part("CANCELLED", lambda: "CANCELLED"),
        ),
    )


def cancel_order_ensures_1(c: CancelOrderCall) -> Parts:
    """order = orders'[order_id]"""
    return (
        Sides(
            Part("order", lambda: c.answer.order), Part("orders'[order_id]", lambda: c.after.orders[c.given.order_id])
        ),
    )


def return_order_requires_0(c: ReturnOrderCall) -> Parts:
    """order_id in orders"""
    return (Part("order_id", lambda: c.given.order_id), Part("orders", lambda: c.before.orders))


def return_order_requires_1(c: ReturnOrderCall) -> Parts:
    """orders[order_id].status = DELIVERED"""
    return (
        Sides(
            Part("orders[order_id].status", lambda: c.before.orders[c.given.order_id].status),
            Part("DELIVERED", lambda: "DELIVERED"),
        ),
    )


def return_order_requires_2(c: ReturnOrderCall) -> Parts:
    """returnable(orders[order_id])"""
    return (
        Part("returnable(orders[order_id])", lambda: returnable(c.before.orders[c.given.order_id], c.now)),
        Part("orders[order_id]", lambda: c.before.orders[c.given.order_id]),
    )


def return_order_ensures_0(c: ReturnOrderCall) -> Parts:
    """orders'[order_id].status = RETURNED"""
    return (
        Sides(
            Part("orders'[order_id].status", lambda: c.after.orders[c.given.order_id].status),
            Part("RETURNED", lambda: "RETURNED"),
        ),
    )


def return_order_ensures_1(c: ReturnOrderCall) -> Parts:
    """order = orders'[order_id]"""
    return (
        Sides(
            Part("order", lambda: c.answer.order), Part("orders'[order_id]", lambda: c.after.orders[c.given.order_id])
        ),
    )


def refund_payment_requires_0(c: RefundPaymentCall) -> Parts:
    """payment_id in payments"""
    return (Part("payment_id", lambda: c.given.payment_id), Part("payments", lambda: c.before.payments))


def refund_payment_requires_1(c: RefundPaymentCall) -> Parts:
    """orders[payments[payment_id].order_id].status in {CANCELLED, RETURNED}"""
    return (
        Part(
            "orders[payments[payment_id].order_id].status",
            lambda: c.before.orders[c.before.payments[c.given.payment_id].order_id].status,
        ),
    )


def refund_payment_requires_2(c: RefundPaymentCall) -> Parts:
    """amount <= payments[payment_id].amount - payments[payment_id].refunded"""
    return (
        Part("amount", lambda: c.given.amount),
        Part(
            "payments[payment_id].amount - payments[payment_id].refunded",
            lambda: i64(c.before.payments[c.given.payment_id].amount - c.before.payments[c.given.payment_id].refunded),
        ),
        Part("payments[payment_id].amount", lambda: c.before.payments[c.given.payment_id].amount),
        Part("payments[payment_id].refunded", lambda: c.before.payments[c.given.payment_id].refunded),
    )


def refund_payment_ensures_0(c: RefundPaymentCall) -> Parts:
    """refund_id not in refunds"""
    return (Part("refund_id", lambda: c.answer.refund_id), Part("refunds", lambda: c.before.refunds))


def refund_payment_ensures_1(c: RefundPaymentCall) -> Parts:
    """refunds'[refund_id].id = refund_id"""
    return (
        Sides(
            Part("refunds'[refund_id].id", lambda: c.after.refunds[c.answer.refund_id].id),
            Part("refund_id", lambda: c.answer.refund_id),
        ),
    )


def refund_payment_ensures_2(c: RefundPaymentCall) -> Parts:
    """refunds'[refund_id].payment_id = payment_id"""
    return (
        Sides(
            Part("refunds'[refund_id].payment_id", lambda: c.after.refunds[c.answer.refund_id].payment_id),
            Part("payment_id", lambda: c.given.payment_id),
        ),
    )


def refund_payment_ensures_3(c: RefundPaymentCall) -> Parts:
    """refunds'[refund_id].amount = amount"""
    return (
        Sides(
            Part("refunds'[refund_id].amount", lambda: c.after.refunds[c.answer.refund_id].amount),
            Part("amount", lambda: c.given.amount),
        ),
    )


def refund_payment_ensures_4(c: RefundPaymentCall) -> Parts:
    """refunds'[refund_id].issued_at = now()"""
    return (
        Sides(
            Part("refunds'[refund_id].issued_at", lambda: c.after.refunds[c.answer.refund_id].issued_at),
            Part("now()", lambda: c.now),
        ),
    )


def refund_payment_ensures_5(c: RefundPaymentCall) -> Parts:
    """payments'[payment_id].refunded = paid.refunded + amount"""
    return (
        Part("payments[payment_id]", lambda: c.before.payments[c.given.payment_id]),
        Sides(
            Part("payments'[payment_id].refunded", lambda: c.after.payments[c.given.payment_id].refunded),
            Part(
                "paid.refunded + amount",
                lambda: let(c.before.payments[c.given.payment_id], lambda paid: i64(paid.refunded + c.given.amount)),
            ),
        ),
        Part("paid.refunded", lambda: let(c.before.payments[c.given.payment_id], lambda paid: paid.refunded)),
        Part("amount", lambda: c.given.amount),
    )


def refund_payment_ensures_6(c: RefundPaymentCall) -> Parts:
    """open_amount = paid.amount - paid.refunded - amount"""
    return (
        Part("payments[payment_id]", lambda: c.before.payments[c.given.payment_id]),
        Sides(
            Part("open_amount", lambda: c.answer.open_amount),
            Part(
                "paid.amount - paid.refunded - amount",
                lambda: let(
                    c.before.payments[c.given.payment_id],
                    lambda paid: i64(i64(paid.amount - paid.refunded) - c.given.amount),
                ),
            ),
        ),
        Part(
            "paid.amount - paid.refunded",
            lambda: let(c.before.payments[c.given.payment_id], lambda paid: i64(paid.amount - paid.refunded)),
        ),
        Part("paid.amount", lambda: let(c.before.payments[c.given.payment_id], lambda paid: paid.amount)),
        Part("paid.refunded", lambda: let(c.before.payments[c.given.payment_id], lambda paid: paid.refunded)),
        Part("amount", lambda: c.given.amount),
    )
