"""The data of Ecommerce: its entities, its state, and what its operations take and give."""

from dataclasses import dataclass

from tests.harness.values import Instant, Map

ORDER_STATUS_VALUES = ("DRAFT", "PLACED", "PAID", "SHIPPED", "DELIVERED", "CANCELLED", "RETURNED")


@dataclass(frozen=True, slots=True)
class Product:
    """The entity Product (ecommerce.spec:30)."""

    sku: str
    name: str
    price: int
    active: bool


@dataclass(frozen=True, slots=True)
class LineItem:
    """The entity LineItem (ecommerce.spec:38)."""

    sku: str
    quantity: int
    unit_price: int


@dataclass(frozen=True, slots=True)
class Order:
    """The entity Order (ecommerce.spec:44)."""

    id: int
    customer: str
    status: str
    items: frozenset[LineItem]
    total: int
    created_at: Instant
    placed_at: Instant | None
    shipped_at: Instant | None
    tracking: str | None
    delivered_at: Instant | None


@dataclass(frozen=True, slots=True)
class Payment:
    """The entity Payment (ecommerce.spec:66)."""

    id: int
    order_id: int
    amount: int
    refunded: int
    paid_at: Instant


@dataclass(frozen=True, slots=True)
class Refund:
    """The entity Refund (ecommerce.spec:75)."""

    id: int
    payment_id: int
    amount: int
    issued_at: Instant


@dataclass(frozen=True, slots=True)
class State:
    """The state of Ecommerce."""

    products: Map[str, Product]
    inventory: Map[str, int]
    orders: Map[int, Order]
    payments: Map[int, Payment]
    refunds: Map[int, Refund]


@dataclass(frozen=True, slots=True)
class AddProductGiven:
    """What AddProduct takes."""

    sku: str
    name: str
    price: int


@dataclass(frozen=True, slots=True)
class AddProductAnswer:
    """What AddProduct gives."""

    product: Product


@dataclass(frozen=True, slots=True)
class GetProductGiven:
    """What GetProduct takes."""

    sku: str


@dataclass(frozen=True, slots=True)
class GetProductAnswer:
    """What GetProduct gives."""

    product: Product


@dataclass(frozen=True, slots=True)
class ListProductsGiven:
    """What ListProducts takes."""

    only_active: bool
    max_price: int | None


@dataclass(frozen=True, slots=True)
class ListProductsAnswer:
    """What ListProducts gives."""

    found: frozenset[Product]


@dataclass(frozen=True, slots=True)
class ChangePriceGiven:
    """What ChangePrice takes."""

    sku: str
    price: int


@dataclass(frozen=True, slots=True)
class ChangePriceAnswer:
    """What ChangePrice gives."""

    product: Product


@dataclass(frozen=True, slots=True)
class DiscontinueGiven:
    """What Discontinue takes."""

    sku: str


@dataclass(frozen=True, slots=True)
class DiscontinueAnswer:
    """What Discontinue gives."""

    product: Product


@dataclass(frozen=True, slots=True)
class RestockGiven:
    """What Restock takes."""

    sku: str
    quantity: int


@dataclass(frozen=True, slots=True)
class RestockAnswer:
    """What Restock gives."""

    on_hand: int


@dataclass(frozen=True, slots=True)
class GetAvailabilityGiven:
    """What GetAvailability takes."""

    sku: str


@dataclass(frozen=True, slots=True)
class GetAvailabilityAnswer:
    """What GetAvailability gives."""

    on_hand: int
    held: int


@dataclass(frozen=True, slots=True)
class CreateOrderGiven:
    """What CreateOrder takes."""

    customer: str


@dataclass(frozen=True, slots=True)
class CreateOrderAnswer:
    """What CreateOrder gives."""

    order_id: int


@dataclass(frozen=True, slots=True)
class GetOrderGiven:
    """What GetOrder takes."""

    order_id: int


@dataclass(frozen=True, slots=True)
class GetOrderAnswer:
    """What GetOrder gives."""

    order: Order


@dataclass(frozen=True, slots=True)
class ListOrdersGiven:
    """What ListOrders takes."""

    customer: str | None
    status: str | None


@dataclass(frozen=True, slots=True)
class ListOrdersAnswer:
    """What ListOrders gives."""

    found: frozenset[Order]


@dataclass(frozen=True, slots=True)
class AddLineItemGiven:
    """What AddLineItem takes."""

    order_id: int
    sku: str
    quantity: int


@dataclass(frozen=True, slots=True)
class AddLineItemAnswer:
    """What AddLineItem gives."""

    order: Order


@dataclass(frozen=True, slots=True)
class RemoveLineItemGiven:
    """What RemoveLineItem takes."""

    order_id: int
    sku: str


@dataclass(frozen=True, slots=True)
class RemoveLineItemAnswer:
    """What RemoveLineItem gives: nothing."""


@dataclass(frozen=True, slots=True)
class DeleteDraftGiven:
    """What DeleteDraft takes."""

    order_id: int


@dataclass(frozen=True, slots=True)
class DeleteDraftAnswer:
    """What DeleteDraft gives: nothing."""


@dataclass(frozen=True, slots=True)
class PlaceOrderGiven:
    """What PlaceOrder takes."""

    order_id: int


@dataclass(frozen=True, slots=True)
class PlaceOrderAnswer:
    """What PlaceOrder gives."""

    order: Order


@dataclass(frozen=True, slots=True)
class RecordPaymentGiven:
    """What RecordPayment takes."""

    order_id: int
    amount: int


@dataclass(frozen=True, slots=True)
class RecordPaymentAnswer:
    """What RecordPayment gives."""

    payment_id: int


@dataclass(frozen=True, slots=True)
class ListPaymentsGiven:
    """What ListPayments takes."""

    order_id: int


@dataclass(frozen=True, slots=True)
class ListPaymentsAnswer:
    """What ListPayments gives."""

    found: frozenset[Payment]


@dataclass(frozen=True, slots=True)
class ShipOrderGiven:
    """What ShipOrder takes."""

    order_id: int
    tracking: str


@dataclass(frozen=True, slots=True)
class ShipOrderAnswer:
    """What ShipOrder gives."""

    order: Order


@dataclass(frozen=True, slots=True)
class ConfirmDeliveryGiven:
    """What ConfirmDelivery takes."""

    order_id: int


@dataclass(frozen=True, slots=True)
class ConfirmDeliveryAnswer:
    """What ConfirmDelivery gives."""

    order: Order


@dataclass(frozen=True, slots=True)
class CancelOrderGiven:
    """What CancelOrder takes."""

    order_id: int


@dataclass(frozen=True, slots=True)
class CancelOrderAnswer:
    """What CancelOrder gives."""

    order: Order


@dataclass(frozen=True, slots=True)
class ReturnOrderGiven:
    """What ReturnOrder takes."""

    order_id: int


@dataclass(frozen=True, slots=True)
class ReturnOrderAnswer:
    """What ReturnOrder gives."""

    order: Order


@dataclass(frozen=True, slots=True)
class RefundPaymentGiven:
    """What RefundPayment takes."""

    payment_id: int
    amount: int


@dataclass(frozen=True, slots=True)
class RefundPaymentAnswer:
    """What RefundPayment gives."""

    refund_id: int
    open_amount: int
