"""What Ecommerce promises: one function for each condition of the spec."""

from collections.abc import Iterator

from tests.harness.service import At, Call, Key, Spot
from tests.harness.values import (
    Instant,
    Map,
    dom,
    every,
    exists,
    i64,
    matches,
    none_of,
    ran,
    replace,
    same,
    select,
    some,
    the,
    total,
)
from tests.model import (
    AddLineItemAnswer,
    AddLineItemGiven,
    AddProductAnswer,
    AddProductGiven,
    CancelOrderAnswer,
    CancelOrderGiven,
    ChangePriceAnswer,
    ChangePriceGiven,
    ConfirmDeliveryAnswer,
    ConfirmDeliveryGiven,
    CreateOrderAnswer,
    CreateOrderGiven,
    DeleteDraftAnswer,
    DeleteDraftGiven,
    DiscontinueAnswer,
    DiscontinueGiven,
    GetAvailabilityAnswer,
    GetAvailabilityGiven,
    GetOrderAnswer,
    GetOrderGiven,
    GetProductAnswer,
    GetProductGiven,
    LineItem,
    ListOrdersAnswer,
    ListOrdersGiven,
    ListPaymentsAnswer,
    ListPaymentsGiven,
    ListProductsAnswer,
    ListProductsGiven,
    Order,
    Payment,
    PlaceOrderAnswer,
    PlaceOrderGiven,
    Product,
    RecordPaymentAnswer,
    RecordPaymentGiven,
    RefundPaymentAnswer,
    RefundPaymentGiven,
    RemoveLineItemAnswer,
    RemoveLineItemGiven,
    RestockAnswer,
    RestockGiven,
    ReturnOrderAnswer,
    ReturnOrderGiven,
    ShipOrderAnswer,
    ShipOrderGiven,
    State,
)
from tests.predicates import allocated, available, is_valid_email, refund_total, returnable

AddProductCall = Call[State, AddProductGiven, AddProductAnswer]
GetProductCall = Call[State, GetProductGiven, GetProductAnswer]
ListProductsCall = Call[State, ListProductsGiven, ListProductsAnswer]
ChangePriceCall = Call[State, ChangePriceGiven, ChangePriceAnswer]
DiscontinueCall = Call[State, DiscontinueGiven, DiscontinueAnswer]
RestockCall = Call[State, RestockGiven, RestockAnswer]
GetAvailabilityCall = Call[State, GetAvailabilityGiven, GetAvailabilityAnswer]
CreateOrderCall = Call[State, CreateOrderGiven, CreateOrderAnswer]
GetOrderCall = Call[State, GetOrderGiven, GetOrderAnswer]
ListOrdersCall = Call[State, ListOrdersGiven, ListOrdersAnswer]
AddLineItemCall = Call[State, AddLineItemGiven, AddLineItemAnswer]
RemoveLineItemCall = Call[State, RemoveLineItemGiven, RemoveLineItemAnswer]
DeleteDraftCall = Call[State, DeleteDraftGiven, DeleteDraftAnswer]
PlaceOrderCall = Call[State, PlaceOrderGiven, PlaceOrderAnswer]
RecordPaymentCall = Call[State, RecordPaymentGiven, RecordPaymentAnswer]
ListPaymentsCall = Call[State, ListPaymentsGiven, ListPaymentsAnswer]
ShipOrderCall = Call[State, ShipOrderGiven, ShipOrderAnswer]
ConfirmDeliveryCall = Call[State, ConfirmDeliveryGiven, ConfirmDeliveryAnswer]
CancelOrderCall = Call[State, CancelOrderGiven, CancelOrderAnswer]
ReturnOrderCall = Call[State, ReturnOrderGiven, ReturnOrderAnswer]
RefundPaymentCall = Call[State, RefundPaymentGiven, RefundPaymentAnswer]


# Types


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


def order_one_line_per_sku_says(own: Order, s: State, now: Instant) -> bool:
    """When Order.oneLinePerSku says something."""
    return exists(own.items, lambda i: exists(own.items, lambda j: i.sku == j.sku))


def order_few_lines(own: Order, s: State, now: Instant) -> bool:
    """#items <= 20"""
    return len(own.items) <= 20


def order_only_drafts_are_empty(own: Order, s: State, now: Instant) -> bool:
    """status in {DRAFT, CANCELLED} or #items > 0"""
    return own.status in {"DRAFT", "CANCELLED"} or len(own.items) > 0


def order_drafts_are_not_placed(own: Order, s: State, now: Instant) -> bool:
    """status = DRAFT implies placed_at = none"""
    return own.status != "DRAFT" or own.placed_at is None


def order_drafts_are_not_placed_says(own: Order, s: State, now: Instant) -> bool:
    """When Order.draftsAreNotPlaced says something."""
    return own.status == "DRAFT"


def order_placed_is_dated(own: Order, s: State, now: Instant) -> bool:
    """status not in {DRAFT, CANCELLED} implies placed_at != none"""
    return own.status in {"DRAFT", "CANCELLED"} or own.placed_at is not None


def order_placed_is_dated_says(own: Order, s: State, now: Instant) -> bool:
    """When Order.placedIsDated says something."""
    return own.status not in {"DRAFT", "CANCELLED"}


def order_shipped_is_tracked(own: Order, s: State, now: Instant) -> bool:
    """status in {SHIPPED, DELIVERED, RETURNED} implies tracking != none and shipped_at != none"""
    return (
        own.status not in {"SHIPPED", "DELIVERED", "RETURNED"}
        or own.tracking is not None
        and own.shipped_at is not None
    )


def order_shipped_is_tracked_says(own: Order, s: State, now: Instant) -> bool:
    """When Order.shippedIsTracked says something."""
    return own.status in {"SHIPPED", "DELIVERED", "RETURNED"}


def order_delivered_is_dated(own: Order, s: State, now: Instant) -> bool:
    """status in {DELIVERED, RETURNED} implies delivered_at != none"""
    return own.status not in {"DELIVERED", "RETURNED"} or own.delivered_at is not None


def order_delivered_is_dated_says(own: Order, s: State, now: Instant) -> bool:
    """When Order.deliveredIsDated says something."""
    return own.status in {"DELIVERED", "RETURNED"}


def payment_never_over_refunded(own: Payment, s: State, now: Instant) -> bool:
    """refunded <= amount"""
    return own.refunded <= own.amount


# Invariants


def invariant_product_keys(s: State, now: Instant) -> bool:
    """all s in products | products[s].sku = s"""
    return every(s.products, lambda s2: s.products[s2].sku == s2)


def invariant_product_keys_says(s: State, now: Instant) -> bool:
    """When invariant productKeys says something."""
    return len(s.products) > 0


def invariant_order_keys(s: State, now: Instant) -> bool:
    """all o in orders | orders[o].id = o"""
    return every(s.orders, lambda o: s.orders[o].id == o)


def invariant_order_keys_says(s: State, now: Instant) -> bool:
    """When invariant orderKeys says something."""
    return len(s.orders) > 0


def invariant_payment_keys(s: State, now: Instant) -> bool:
    """all p in payments | payments[p].id = p"""
    return every(s.payments, lambda p: s.payments[p].id == p)


def invariant_payment_keys_says(s: State, now: Instant) -> bool:
    """When invariant paymentKeys says something."""
    return len(s.payments) > 0


def invariant_refund_keys(s: State, now: Instant) -> bool:
    """all r in refunds | refunds[r].id = r"""
    return every(s.refunds, lambda r: s.refunds[r].id == r)


def invariant_refund_keys_says(s: State, now: Instant) -> bool:
    """When invariant refundKeys says something."""
    return len(s.refunds) > 0


def invariant_every_product_is_stocked(s: State, now: Instant) -> bool:
    """dom(products) = dom(inventory)"""
    return dom(s.products) == dom(s.inventory)


def invariant_lines_are_known(s: State, now: Instant) -> bool:
    """all o in ran(orders) | (all i in o.items | i.sku in products)"""
    return every(ran(s.orders), lambda o: every(o.items, lambda i: i.sku in s.products))


def invariant_lines_are_known_says(s: State, now: Instant) -> bool:
    """When invariant linesAreKnown says something."""
    return exists(ran(s.orders), lambda o: len(o.items) > 0)


def invariant_no_overselling(s: State, now: Instant) -> bool:
    """all s in inventory | allocated(s) <= inventory[s]"""
    return every(s.inventory, lambda s2: allocated(s2, s) <= s.inventory[s2])


def invariant_no_overselling_says(s: State, now: Instant) -> bool:
    """When invariant noOverselling says something."""
    return len(s.inventory) > 0


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


def invariant_tracking_is_unique_says(s: State, now: Instant) -> bool:
    """When invariant trackingIsUnique says something."""
    return exists(
        s.orders,
        lambda a: exists(
            s.orders, lambda b: s.orders[a].tracking is not None and some(s.orders[a].tracking) == s.orders[b].tracking
        ),
    )


def invariant_payments_are_backed(s: State, now: Instant) -> bool:
    """all p in ran(payments) | p.order_id in orders and orders[p.order_id].status not in {DRAFT, PLACED} and..."""
    return every(
        ran(s.payments),
        lambda p: (
            p.order_id in s.orders
            and s.orders[p.order_id].status not in {"DRAFT", "PLACED"}
            and s.orders[p.order_id].total == p.amount
        ),
    )


def invariant_payments_are_backed_says(s: State, now: Instant) -> bool:
    """When invariant paymentsAreBacked says something."""
    return len(ran(s.payments)) > 0


def invariant_one_payment_per_order(s: State, now: Instant) -> bool:
    """all a in payments, b in payments | payments[a].order_id = payments[b].order_id implies a = b"""
    return every(
        s.payments, lambda a: every(s.payments, lambda b: s.payments[a].order_id != s.payments[b].order_id or a == b)
    )


def invariant_one_payment_per_order_says(s: State, now: Instant) -> bool:
    """When invariant onePaymentPerOrder says something."""
    return exists(s.payments, lambda a: exists(s.payments, lambda b: s.payments[a].order_id == s.payments[b].order_id))


def invariant_paid_orders_have_payments(s: State, now: Instant) -> bool:
    """all o in orders | orders[o].status in {PAID, SHIPPED, DELIVERED, RETURNED} implies (some p in..."""
    return every(
        s.orders,
        lambda o: (
            s.orders[o].status not in {"PAID", "SHIPPED", "DELIVERED", "RETURNED"}
            or exists(ran(s.payments), lambda p: p.order_id == o)
        ),
    )


def invariant_paid_orders_have_payments_says(s: State, now: Instant) -> bool:
    """When invariant paidOrdersHavePayments says something."""
    return exists(s.orders, lambda o: s.orders[o].status in {"PAID", "SHIPPED", "DELIVERED", "RETURNED"})


def invariant_refunds_are_known(s: State, now: Instant) -> bool:
    """all r in ran(refunds) | r.payment_id in payments"""
    return every(ran(s.refunds), lambda r: r.payment_id in s.payments)


def invariant_refunds_are_known_says(s: State, now: Instant) -> bool:
    """When invariant refundsAreKnown says something."""
    return len(ran(s.refunds)) > 0


def invariant_refunds_add_up(s: State, now: Instant) -> bool:
    """all p in payments | payments[p].refunded = refundTotal(p)"""
    return every(s.payments, lambda p: s.payments[p].refunded == refund_total(p, s))


def invariant_refunds_add_up_says(s: State, now: Instant) -> bool:
    """When invariant refundsAddUp says something."""
    return len(s.payments) > 0


def invariant_refunds_come_last(s: State, now: Instant) -> bool:
    """all p in ran(payments) | p.refunded > 0 implies p.order_id in orders and orders[p.order_id].status in..."""
    return every(
        ran(s.payments),
        lambda p: (
            not p.refunded > 0 or p.order_id in s.orders and s.orders[p.order_id].status in {"CANCELLED", "RETURNED"}
        ),
    )


def invariant_refunds_come_last_says(s: State, now: Instant) -> bool:
    """When invariant refundsComeLast says something."""
    return exists(ran(s.payments), lambda p: p.refunded > 0)


def eventually_something_arrives(s: State, now: Instant) -> bool:
    """some o in ran(orders) | o.status = DELIVERED"""
    return exists(ran(s.orders), lambda o: o.status == "DELIVERED")


def always_money_stays_sane(s: State, now: Instant) -> bool:
    """sum(payments, p => payments[p].refunded) <= sum(payments, p => payments[p].amount)"""
    return total(s.payments, lambda p: s.payments[p].refunded) <= total(s.payments, lambda p: s.payments[p].amount)


# AddProduct


def add_product_requires_0(c: AddProductCall) -> bool:
    """sku not in products"""
    return c.given.sku not in c.before.products


def add_product_ensures_0(c: AddProductCall) -> bool:
    """products' = products + {sku -> Product { sku = sku, name = name, price = price, active = true }}"""
    return c.after.products == c.before.products + Map(
        {c.given.sku: Product(sku=c.given.sku, name=c.given.name, price=c.given.price, active=True)}
    )


def add_product_ensures_1(c: AddProductCall) -> bool:
    """inventory'[sku] = 0"""
    return c.after.inventory[c.given.sku] == 0


def add_product_ensures_2(c: AddProductCall) -> bool:
    """product = products'[sku]"""
    return c.answer.product == c.after.products[c.given.sku]


def add_product_changes_0(c: AddProductCall) -> Iterator[Spot]:
    """products' = products + {sku -> Product { sku = sku, name = name, price = price, active = true }}"""
    yield Spot("products")


def add_product_changes_1(c: AddProductCall) -> Iterator[Spot]:
    """inventory'[sku] = 0"""
    yield Spot("inventory", (Key(c.given.sku),))


# GetProduct


def get_product_requires_0(c: GetProductCall) -> bool:
    """sku in products"""
    return c.given.sku in c.before.products


def get_product_presence_0(c: GetProductCall) -> bool:
    """sku in products"""
    return c.given.sku in c.before.products


def get_product_ensures_0(c: GetProductCall) -> bool:
    """product = products[sku]"""
    return c.answer.product == c.before.products[c.given.sku]


# ListProducts


def list_products_ensures_0(c: ListProductsCall) -> bool:
    """found = { p in ran(products) | (not only_active or p.active) and (max_price = none or p.price <= max_price) }"""
    return c.answer.found == select(
        ran(c.before.products),
        lambda p: (
            (not c.given.only_active or p.active) and (c.given.max_price is None or p.price <= some(c.given.max_price))
        ),
    )


# ChangePrice


def change_price_requires_0(c: ChangePriceCall) -> bool:
    """sku in products"""
    return c.given.sku in c.before.products


def change_price_requires_1(c: ChangePriceCall) -> bool:
    """products[sku].active"""
    return c.before.products[c.given.sku].active


def change_price_presence_0(c: ChangePriceCall) -> bool:
    """sku in products"""
    return c.given.sku in c.before.products


def change_price_ensures_0(c: ChangePriceCall) -> bool:
    """products'[sku].price = price"""
    return c.after.products[c.given.sku].price == c.given.price


def change_price_ensures_1(c: ChangePriceCall) -> bool:
    """product = products'[sku]"""
    return c.answer.product == c.after.products[c.given.sku]


def change_price_changes_0(c: ChangePriceCall) -> Iterator[Spot]:
    """products'[sku].price = price"""
    yield Spot("products", (Key(c.given.sku), At("price")))


# Discontinue


def discontinue_requires_0(c: DiscontinueCall) -> bool:
    """sku in products"""
    return c.given.sku in c.before.products


def discontinue_requires_1(c: DiscontinueCall) -> bool:
    """products[sku].active"""
    return c.before.products[c.given.sku].active


def discontinue_presence_0(c: DiscontinueCall) -> bool:
    """sku in products"""
    return c.given.sku in c.before.products


def discontinue_ensures_0(c: DiscontinueCall) -> bool:
    """products' = products + {sku -> products[sku] with { active = false }}"""
    return c.after.products == c.before.products + Map(
        {c.given.sku: replace(c.before.products[c.given.sku], active=False)}
    )


def discontinue_ensures_1(c: DiscontinueCall) -> bool:
    """product = products'[sku]"""
    return c.answer.product == c.after.products[c.given.sku]


def discontinue_changes_0(c: DiscontinueCall) -> Iterator[Spot]:
    """products' = products + {sku -> products[sku] with { active = false }}"""
    yield Spot("products")


# Restock


def restock_requires_0(c: RestockCall) -> bool:
    """sku in inventory"""
    return c.given.sku in c.before.inventory


def restock_presence_0(c: RestockCall) -> bool:
    """sku in inventory"""
    return c.given.sku in c.before.inventory


def restock_ensures_0(c: RestockCall) -> bool:
    """inventory'[sku] = inventory[sku] + quantity"""
    return c.after.inventory[c.given.sku] == i64(c.before.inventory[c.given.sku] + c.given.quantity)


def restock_ensures_1(c: RestockCall) -> bool:
    """on_hand = available(sku)'"""
    return c.answer.on_hand == available(c.given.sku, c.after)


def restock_changes_0(c: RestockCall) -> Iterator[Spot]:
    """inventory'[sku] = inventory[sku] + quantity"""
    yield Spot("inventory", (Key(c.given.sku),))


# GetAvailability


def get_availability_requires_0(c: GetAvailabilityCall) -> bool:
    """sku in inventory"""
    return c.given.sku in c.before.inventory


def get_availability_presence_0(c: GetAvailabilityCall) -> bool:
    """sku in inventory"""
    return c.given.sku in c.before.inventory


def get_availability_ensures_0(c: GetAvailabilityCall) -> bool:
    """on_hand = available(sku)"""
    return c.answer.on_hand == available(c.given.sku, c.before)


def get_availability_ensures_1(c: GetAvailabilityCall) -> bool:
    """held = allocated(sku)"""
    return c.answer.held == allocated(c.given.sku, c.before)


# CreateOrder


def create_order_ensures_0(c: CreateOrderCall) -> bool:
    """order_id not in orders"""
    return c.answer.order_id not in c.before.orders


def create_order_ensures_1(c: CreateOrderCall) -> bool:
    """orders' = orders + {order_id -> Order { id = order_id, customer = customer, status = DRAFT, items = {},..."""
    return c.after.orders == c.before.orders + Map(
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


def create_order_ensures_2(c: CreateOrderCall) -> bool:
    """#orders' = #orders + 1"""
    return len(c.after.orders) == len(c.before.orders) + 1


def create_order_changes_0(c: CreateOrderCall) -> Iterator[Spot]:
    """orders' = orders + {order_id -> Order { id = order_id, customer = customer, status = OrderStatus.DRAFT,..."""
    yield Spot("orders")


# GetOrder


def get_order_requires_0(c: GetOrderCall) -> bool:
    """order_id in orders"""
    return c.given.order_id in c.before.orders


def get_order_presence_0(c: GetOrderCall) -> bool:
    """order_id in orders"""
    return c.given.order_id in c.before.orders


def get_order_ensures_0(c: GetOrderCall) -> bool:
    """order = orders[order_id]"""
    return c.answer.order == c.before.orders[c.given.order_id]


# ListOrders


def list_orders_ensures_0(c: ListOrdersCall) -> bool:
    """found = { o in ran(orders) | (customer = none or o.customer = customer) and (status = none or o.status =..."""
    return same(
        c.answer.found,
        select(
            ran(c.before.orders),
            lambda o: (
                (c.given.customer is None or o.customer == some(c.given.customer))
                and (c.given.status is None or o.status == some(c.given.status))
            ),
        ),
    )


# AddLineItem


def add_line_item_requires_0(c: AddLineItemCall) -> bool:
    """order_id in orders"""
    return c.given.order_id in c.before.orders


def add_line_item_requires_1(c: AddLineItemCall) -> bool:
    """orders[order_id].status = DRAFT"""
    return c.before.orders[c.given.order_id].status == "DRAFT"


def add_line_item_requires_2(c: AddLineItemCall) -> bool:
    """sku in products"""
    return c.given.sku in c.before.products


def add_line_item_requires_3(c: AddLineItemCall) -> bool:
    """products[sku].active"""
    return c.before.products[c.given.sku].active


def add_line_item_requires_4(c: AddLineItemCall) -> bool:
    """no i in orders[order_id].items | i.sku = sku"""
    return none_of(c.before.orders[c.given.order_id].items, lambda i: i.sku == c.given.sku)


def add_line_item_requires_5(c: AddLineItemCall) -> bool:
    """#orders[order_id].items < 20"""
    return len(c.before.orders[c.given.order_id].items) < 20


def add_line_item_presence_0(c: AddLineItemCall) -> bool:
    """order_id in orders"""
    return c.given.order_id in c.before.orders


def add_line_item_presence_1(c: AddLineItemCall) -> bool:
    """sku in products"""
    return c.given.sku in c.before.products


def add_line_item_ensures_0(c: AddLineItemCall) -> bool:
    """orders'[order_id].items = orders[order_id].items + {LineItem { sku = sku, quantity = quantity, unit_price..."""
    price = c.before.products[c.given.sku].price
    return c.after.orders[c.given.order_id].items == c.before.orders[c.given.order_id].items | frozenset(
        {LineItem(sku=c.given.sku, quantity=c.given.quantity, unit_price=price)}
    )


def add_line_item_ensures_1(c: AddLineItemCall) -> bool:
    """orders'[order_id].total = orders[order_id].total + quantity * price"""
    price = c.before.products[c.given.sku].price
    return c.after.orders[c.given.order_id].total == i64(
        c.before.orders[c.given.order_id].total + i64(c.given.quantity * price)
    )


def add_line_item_ensures_2(c: AddLineItemCall) -> bool:
    """order = orders'[order_id]"""
    return c.answer.order == c.after.orders[c.given.order_id]


def add_line_item_ensures_3(c: AddLineItemCall) -> bool:
    """#order.items = #orders[order_id].items + 1"""
    return len(c.answer.order.items) == len(c.before.orders[c.given.order_id].items) + 1


def add_line_item_changes_0(c: AddLineItemCall) -> Iterator[Spot]:
    """let price = products[sku].price in orders'[order_id].items = orders[order_id].items union {LineItem { sku..."""
    yield Spot("orders", (Key(c.given.order_id), At("items")))


def add_line_item_changes_1(c: AddLineItemCall) -> Iterator[Spot]:
    """let price = products[sku].price in orders'[order_id].total = orders[order_id].total + quantity * price"""
    yield Spot("orders", (Key(c.given.order_id), At("total")))


# RemoveLineItem


def remove_line_item_requires_0(c: RemoveLineItemCall) -> bool:
    """order_id in orders"""
    return c.given.order_id in c.before.orders


def remove_line_item_requires_1(c: RemoveLineItemCall) -> bool:
    """orders[order_id].status = DRAFT"""
    return c.before.orders[c.given.order_id].status == "DRAFT"


def remove_line_item_requires_2(c: RemoveLineItemCall) -> bool:
    """some i in orders[order_id].items | i.sku = sku"""
    return exists(c.before.orders[c.given.order_id].items, lambda i: i.sku == c.given.sku)


def remove_line_item_presence_0(c: RemoveLineItemCall) -> bool:
    """order_id in orders"""
    return c.given.order_id in c.before.orders


def remove_line_item_ensures_0(c: RemoveLineItemCall) -> bool:
    """orders'[order_id].items = orders[order_id].items - {line}"""
    line = the(c.before.orders[c.given.order_id].items, lambda i: i.sku == c.given.sku)
    return c.after.orders[c.given.order_id].items == c.before.orders[c.given.order_id].items - frozenset({line})


def remove_line_item_ensures_1(c: RemoveLineItemCall) -> bool:
    """orders'[order_id].total = orders[order_id].total - line.quantity * line.unit_price"""
    line = the(c.before.orders[c.given.order_id].items, lambda i: i.sku == c.given.sku)
    return c.after.orders[c.given.order_id].total == i64(
        c.before.orders[c.given.order_id].total - i64(line.quantity * line.unit_price)
    )


def remove_line_item_changes_0(c: RemoveLineItemCall) -> Iterator[Spot]:
    """let line = (the i in orders[order_id].items | i.sku = sku) in orders'[order_id].items =..."""
    yield Spot("orders", (Key(c.given.order_id), At("items")))


def remove_line_item_changes_1(c: RemoveLineItemCall) -> Iterator[Spot]:
    """let line = (the i in orders[order_id].items | i.sku = sku) in orders'[order_id].total =..."""
    yield Spot("orders", (Key(c.given.order_id), At("total")))


# DeleteDraft


def delete_draft_requires_0(c: DeleteDraftCall) -> bool:
    """order_id in orders"""
    return c.given.order_id in c.before.orders


def delete_draft_requires_1(c: DeleteDraftCall) -> bool:
    """orders[order_id].status = DRAFT"""
    return c.before.orders[c.given.order_id].status == "DRAFT"


def delete_draft_presence_0(c: DeleteDraftCall) -> bool:
    """order_id in orders"""
    return c.given.order_id in c.before.orders


def delete_draft_ensures_0(c: DeleteDraftCall) -> bool:
    """orders' = orders - {order_id}"""
    return c.after.orders == c.before.orders - frozenset({c.given.order_id})


def delete_draft_changes_0(c: DeleteDraftCall) -> Iterator[Spot]:
    """orders' = orders - {order_id}"""
    yield Spot("orders")


# PlaceOrder


def place_order_requires_0(c: PlaceOrderCall) -> bool:
    """order_id in orders"""
    return c.given.order_id in c.before.orders


def place_order_requires_1(c: PlaceOrderCall) -> bool:
    """orders[order_id].status = DRAFT"""
    return c.before.orders[c.given.order_id].status == "DRAFT"


def place_order_requires_2(c: PlaceOrderCall) -> bool:
    """#orders[order_id].items > 0"""
    return len(c.before.orders[c.given.order_id].items) > 0


def place_order_requires_3(c: PlaceOrderCall) -> bool:
    """all i in orders[order_id].items | products[i.sku].active"""
    return every(c.before.orders[c.given.order_id].items, lambda i: c.before.products[i.sku].active)


def place_order_requires_3_says(c: PlaceOrderCall) -> bool:
    """When PlaceOrder.requires[3] says something."""
    return len(c.before.orders[c.given.order_id].items) > 0


def place_order_requires_4(c: PlaceOrderCall) -> bool:
    """all i in orders[order_id].items | i.quantity <= available(i.sku)"""
    return every(c.before.orders[c.given.order_id].items, lambda i: i.quantity <= available(i.sku, c.before))


def place_order_requires_4_says(c: PlaceOrderCall) -> bool:
    """When PlaceOrder.requires[4] says something."""
    return len(c.before.orders[c.given.order_id].items) > 0


def place_order_presence_0(c: PlaceOrderCall) -> bool:
    """order_id in orders"""
    return c.given.order_id in c.before.orders


def place_order_ensures_0(c: PlaceOrderCall) -> bool:
    """orders'[order_id].status = PLACED"""
    return c.after.orders[c.given.order_id].status == "PLACED"


def place_order_ensures_1(c: PlaceOrderCall) -> bool:
    """orders'[order_id].placed_at = some(now())"""
    return c.after.orders[c.given.order_id].placed_at == c.now


def place_order_ensures_2(c: PlaceOrderCall) -> bool:
    """order = orders'[order_id]"""
    return c.answer.order == c.after.orders[c.given.order_id]


def place_order_changes_0(c: PlaceOrderCall) -> Iterator[Spot]:
    """orders'[order_id].status = OrderStatus.PLACED"""
    yield Spot("orders", (Key(c.given.order_id), At("status")))


def place_order_changes_1(c: PlaceOrderCall) -> Iterator[Spot]:
    """orders'[order_id].placed_at = some(now())"""
    yield Spot("orders", (Key(c.given.order_id), At("placed_at")))


# RecordPayment


def record_payment_requires_0(c: RecordPaymentCall) -> bool:
    """order_id in orders"""
    return c.given.order_id in c.before.orders


def record_payment_requires_1(c: RecordPaymentCall) -> bool:
    """orders[order_id].status = PLACED"""
    return c.before.orders[c.given.order_id].status == "PLACED"


def record_payment_requires_2(c: RecordPaymentCall) -> bool:
    """amount = orders[order_id].total"""
    return c.given.amount == c.before.orders[c.given.order_id].total


def record_payment_presence_0(c: RecordPaymentCall) -> bool:
    """order_id in orders"""
    return c.given.order_id in c.before.orders


def record_payment_ensures_0(c: RecordPaymentCall) -> bool:
    """payment_id not in payments"""
    return c.answer.payment_id not in c.before.payments


def record_payment_ensures_1(c: RecordPaymentCall) -> bool:
    """payments' = payments + {payment_id -> Payment { id = payment_id, order_id = order_id, amount = amount,..."""
    return c.after.payments == c.before.payments + Map(
        {
            c.answer.payment_id: Payment(
                id=c.answer.payment_id, order_id=c.given.order_id, amount=c.given.amount, refunded=0, paid_at=c.now
            )
        }
    )


def record_payment_ensures_2(c: RecordPaymentCall) -> bool:
    """orders'[order_id].status = PAID"""
    return c.after.orders[c.given.order_id].status == "PAID"


def record_payment_changes_0(c: RecordPaymentCall) -> Iterator[Spot]:
    """payments' = payments + {payment_id -> Payment { id = payment_id, order_id = order_id, amount = amount,..."""
    yield Spot("payments")


def record_payment_changes_1(c: RecordPaymentCall) -> Iterator[Spot]:
    """orders'[order_id].status = OrderStatus.PAID"""
    yield Spot("orders", (Key(c.given.order_id), At("status")))


# ListPayments


def list_payments_requires_0(c: ListPaymentsCall) -> bool:
    """order_id in orders"""
    return c.given.order_id in c.before.orders


def list_payments_presence_0(c: ListPaymentsCall) -> bool:
    """order_id in orders"""
    return c.given.order_id in c.before.orders


def list_payments_ensures_0(c: ListPaymentsCall) -> bool:
    """found = { p in ran(payments) | p.order_id = order_id }"""
    return same(c.answer.found, select(ran(c.before.payments), lambda p: p.order_id == c.given.order_id))


# ShipOrder


def ship_order_requires_0(c: ShipOrderCall) -> bool:
    """order_id in orders"""
    return c.given.order_id in c.before.orders


def ship_order_requires_1(c: ShipOrderCall) -> bool:
    """orders[order_id].status = PAID"""
    return c.before.orders[c.given.order_id].status == "PAID"


def ship_order_requires_2(c: ShipOrderCall) -> bool:
    """no o in ran(orders) | o.tracking = tracking"""
    return none_of(ran(c.before.orders), lambda o: o.tracking == c.given.tracking)


def ship_order_presence_0(c: ShipOrderCall) -> bool:
    """order_id in orders"""
    return c.given.order_id in c.before.orders


def ship_order_ensures_0(c: ShipOrderCall) -> bool:
    """orders'[order_id].status = SHIPPED"""
    return c.after.orders[c.given.order_id].status == "SHIPPED"


def ship_order_ensures_1(c: ShipOrderCall) -> bool:
    """orders'[order_id].shipped_at = some(now())"""
    return c.after.orders[c.given.order_id].shipped_at == c.now


def ship_order_ensures_2(c: ShipOrderCall) -> bool:
    """orders'[order_id].tracking = tracking"""
    return c.after.orders[c.given.order_id].tracking == c.given.tracking


def ship_order_ensures_3(c: ShipOrderCall) -> bool:
    """order = orders'[order_id]"""
    return c.answer.order == c.after.orders[c.given.order_id]


def ship_order_changes_0(c: ShipOrderCall) -> Iterator[Spot]:
    """orders'[order_id].status = OrderStatus.SHIPPED"""
    yield Spot("orders", (Key(c.given.order_id), At("status")))


def ship_order_changes_1(c: ShipOrderCall) -> Iterator[Spot]:
    """orders'[order_id].shipped_at = some(now())"""
    yield Spot("orders", (Key(c.given.order_id), At("shipped_at")))


def ship_order_changes_2(c: ShipOrderCall) -> Iterator[Spot]:
    """orders'[order_id].tracking = some(tracking)"""
    yield Spot("orders", (Key(c.given.order_id), At("tracking")))


# ConfirmDelivery


def confirm_delivery_requires_0(c: ConfirmDeliveryCall) -> bool:
    """order_id in orders"""
    return c.given.order_id in c.before.orders


def confirm_delivery_requires_1(c: ConfirmDeliveryCall) -> bool:
    """orders[order_id].status = SHIPPED"""
    return c.before.orders[c.given.order_id].status == "SHIPPED"


def confirm_delivery_presence_0(c: ConfirmDeliveryCall) -> bool:
    """order_id in orders"""
    return c.given.order_id in c.before.orders


def confirm_delivery_ensures_0(c: ConfirmDeliveryCall) -> bool:
    """orders'[order_id].status = DELIVERED"""
    return c.after.orders[c.given.order_id].status == "DELIVERED"


def confirm_delivery_ensures_1(c: ConfirmDeliveryCall) -> bool:
    """orders'[order_id].delivered_at = some(now())"""
    return c.after.orders[c.given.order_id].delivered_at == c.now


def confirm_delivery_ensures_2(c: ConfirmDeliveryCall) -> bool:
    """order = orders'[order_id]"""
    return c.answer.order == c.after.orders[c.given.order_id]


def confirm_delivery_changes_0(c: ConfirmDeliveryCall) -> Iterator[Spot]:
    """orders'[order_id].status = OrderStatus.DELIVERED"""
    yield Spot("orders", (Key(c.given.order_id), At("status")))


def confirm_delivery_changes_1(c: ConfirmDeliveryCall) -> Iterator[Spot]:
    """orders'[order_id].delivered_at = some(now())"""
    yield Spot("orders", (Key(c.given.order_id), At("delivered_at")))


# CancelOrder


def cancel_order_requires_0(c: CancelOrderCall) -> bool:
    """order_id in orders"""
    return c.given.order_id in c.before.orders


def cancel_order_requires_1(c: CancelOrderCall) -> bool:
    """orders[order_id].status in {DRAFT, PLACED, PAID}"""
    return c.before.orders[c.given.order_id].status in {"DRAFT", "PLACED", "PAID"}


def cancel_order_presence_0(c: CancelOrderCall) -> bool:
    """order_id in orders"""
    return c.given.order_id in c.before.orders


def cancel_order_ensures_0(c: CancelOrderCall) -> bool:
    """orders'[order_id].status = CANCELLED"""
    return c.after.orders[c.given.order_id].status == "CANCELLED"


def cancel_order_ensures_1(c: CancelOrderCall) -> bool:
    """order = orders'[order_id]"""
    return c.answer.order == c.after.orders[c.given.order_id]


def cancel_order_changes_0(c: CancelOrderCall) -> Iterator[Spot]:
    """orders'[order_id].status = OrderStatus.CANCELLED"""
    yield Spot("orders", (Key(c.given.order_id), At("status")))


# ReturnOrder


def return_order_requires_0(c: ReturnOrderCall) -> bool:
    """order_id in orders"""
    return c.given.order_id in c.before.orders


def return_order_requires_1(c: ReturnOrderCall) -> bool:
    """orders[order_id].status = DELIVERED"""
    return c.before.orders[c.given.order_id].status == "DELIVERED"


def return_order_requires_2(c: ReturnOrderCall) -> bool:
    """returnable(orders[order_id])"""
    return returnable(c.before.orders[c.given.order_id], c.now)


def return_order_presence_0(c: ReturnOrderCall) -> bool:
    """order_id in orders"""
    return c.given.order_id in c.before.orders


def return_order_ensures_0(c: ReturnOrderCall) -> bool:
    """orders'[order_id].status = RETURNED"""
    return c.after.orders[c.given.order_id].status == "RETURNED"


def return_order_ensures_1(c: ReturnOrderCall) -> bool:
    """order = orders'[order_id]"""
    return c.answer.order == c.after.orders[c.given.order_id]


def return_order_changes_0(c: ReturnOrderCall) -> Iterator[Spot]:
    """orders'[order_id].status = OrderStatus.RETURNED"""
    yield Spot("orders", (Key(c.given.order_id), At("status")))


# RefundPayment


def refund_payment_requires_0(c: RefundPaymentCall) -> bool:
    """payment_id in payments"""
    return c.given.payment_id in c.before.payments


def refund_payment_requires_1(c: RefundPaymentCall) -> bool:
    """orders[payments[payment_id].order_id].status in {CANCELLED, RETURNED}"""
    return c.before.orders[c.before.payments[c.given.payment_id].order_id].status in {"CANCELLED", "RETURNED"}


def refund_payment_requires_2(c: RefundPaymentCall) -> bool:
    """amount <= payments[payment_id].amount - payments[payment_id].refunded"""
    return c.given.amount <= i64(
        c.before.payments[c.given.payment_id].amount - c.before.payments[c.given.payment_id].refunded
    )


def refund_payment_presence_0(c: RefundPaymentCall) -> bool:
    """payment_id in payments"""
    return c.given.payment_id in c.before.payments


def refund_payment_ensures_0(c: RefundPaymentCall) -> bool:
    """refund_id not in refunds"""
    return c.answer.refund_id not in c.before.refunds


def refund_payment_ensures_1(c: RefundPaymentCall) -> bool:
    """refunds'[refund_id].id = refund_id"""
    return c.after.refunds[c.answer.refund_id].id == c.answer.refund_id


def refund_payment_ensures_2(c: RefundPaymentCall) -> bool:
    """refunds'[refund_id].payment_id = payment_id"""
    return c.after.refunds[c.answer.refund_id].payment_id == c.given.payment_id


def refund_payment_ensures_3(c: RefundPaymentCall) -> bool:
    """refunds'[refund_id].amount = amount"""
    return c.after.refunds[c.answer.refund_id].amount == c.given.amount


def refund_payment_ensures_4(c: RefundPaymentCall) -> bool:
    """refunds'[refund_id].issued_at = now()"""
    return c.after.refunds[c.answer.refund_id].issued_at == c.now


def refund_payment_ensures_5(c: RefundPaymentCall) -> bool:
    """payments'[payment_id].refunded = paid.refunded + amount"""
    paid = c.before.payments[c.given.payment_id]
    return c.after.payments[c.given.payment_id].refunded == i64(paid.refunded + c.given.amount)


def refund_payment_ensures_6(c: RefundPaymentCall) -> bool:
    """open_amount = paid.amount - paid.refunded - amount"""
    paid = c.before.payments[c.given.payment_id]
    return c.answer.open_amount == i64(i64(paid.amount - paid.refunded) - c.given.amount)


def refund_payment_changes_0(c: RefundPaymentCall) -> Iterator[Spot]:
    """refunds'[refund_id].id = refund_id"""
    yield Spot("refunds", (Key(c.answer.refund_id), At("id")))


def refund_payment_changes_1(c: RefundPaymentCall) -> Iterator[Spot]:
    """refunds'[refund_id].payment_id = payment_id"""
    yield Spot("refunds", (Key(c.answer.refund_id), At("payment_id")))


def refund_payment_changes_2(c: RefundPaymentCall) -> Iterator[Spot]:
    """refunds'[refund_id].amount = amount"""
    yield Spot("refunds", (Key(c.answer.refund_id), At("amount")))


def refund_payment_changes_3(c: RefundPaymentCall) -> Iterator[Spot]:
    """refunds'[refund_id].issued_at = now()"""
    yield Spot("refunds", (Key(c.answer.refund_id), At("issued_at")))


def refund_payment_changes_4(c: RefundPaymentCall) -> Iterator[Spot]:
    """let paid = payments[payment_id] in payments'[payment_id].refunded = paid.refunded + amount"""
    yield Spot("payments", (Key(c.given.payment_id), At("refunded")))
