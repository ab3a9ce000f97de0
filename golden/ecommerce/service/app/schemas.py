"""What requests to Ecommerce look like, and what it answers."""

from typing import Annotated, Any

from starlette.requests import Request

from app.model import (
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
    DeleteDraftGiven,
    DiscontinueAnswer,
    DiscontinueGiven,
    GetAvailabilityAnswer,
    GetAvailabilityGiven,
    GetOrderAnswer,
    GetOrderGiven,
    GetProductAnswer,
    GetProductGiven,
    ListOrdersAnswer,
    ListOrdersGiven,
    ListPaymentsAnswer,
    ListPaymentsGiven,
    ListProductsAnswer,
    ListProductsGiven,
    PlaceOrderAnswer,
    PlaceOrderGiven,
    RecordPaymentAnswer,
    RecordPaymentGiven,
    RefundPaymentAnswer,
    RefundPaymentGiven,
    RemoveLineItemGiven,
    RestockAnswer,
    RestockGiven,
    ReturnOrderAnswer,
    ReturnOrderGiven,
    ShipOrderAnswer,
    ShipOrderGiven,
)
from app.runtime.requests import Shape, fields, in_path, in_query, read_as, read_text_as, read_texts_as, shaped
from app.runtime.types import BOOL, Option, SetOf
from app.types import (
    AMOUNT,
    EMAIL,
    ORDER,
    ORDER_ID,
    ORDER_STATUS,
    PAYMENT,
    PAYMENT_ID,
    PRICE,
    PRODUCT,
    PRODUCT_NAME,
    QUANTITY,
    SKU,
    TRACKING_NUMBER,
)

_LIST_PRODUCTS_FOUND = SetOf(PRODUCT)

_LIST_ORDERS_FOUND = SetOf(ORDER)

_LIST_PAYMENTS_FOUND = SetOf(PAYMENT)


class AddProductShape(Shape):
    """What a request for AddProduct says."""

    sku: Annotated[str, read_as(SKU)]
    name: Annotated[str, read_as(PRODUCT_NAME)]
    price: Annotated[int, read_as(PRICE)]


async def add_product_given(request: Request) -> AddProductGiven:
    """The inputs of AddProduct."""
    shape = await shaped(AddProductShape, await fields(request))
    return AddProductGiven(sku=shape.sku, name=shape.name, price=shape.price)


def add_product_body(answer: AddProductAnswer) -> Any:
    """What AddProduct gives, as JSON."""
    return PRODUCT.encode(answer.product)


class GetProductShape(Shape):
    """What a request for GetProduct says."""

    sku: Annotated[str, read_text_as(SKU)]


async def get_product_given(request: Request) -> GetProductGiven:
    """The inputs of GetProduct."""
    shape = await shaped(GetProductShape, {}, in_path(request))
    return GetProductGiven(sku=shape.sku)


def get_product_body(answer: GetProductAnswer) -> Any:
    """What GetProduct gives, as JSON."""
    return PRODUCT.encode(answer.product)


class ListProductsShape(Shape):
    """What a request for ListProducts says."""

    only_active: Annotated[bool, read_texts_as(BOOL)]
    max_price: Annotated[int | None, read_texts_as(Option(PRICE))]


async def list_products_given(request: Request) -> ListProductsGiven:
    """The inputs of ListProducts."""
    shape = await shaped(ListProductsShape, {}, in_query(request, "only_active", "max_price"))
    return ListProductsGiven(only_active=shape.only_active, max_price=shape.max_price)


def list_products_body(answer: ListProductsAnswer) -> Any:
    """What ListProducts gives, as JSON."""
    return _LIST_PRODUCTS_FOUND.encode(answer.found)


class ChangePriceShape(Shape):
    """What a request for ChangePrice says."""

    sku: Annotated[str, read_text_as(SKU)]
    price: Annotated[int, read_as(PRICE)]


async def change_price_given(request: Request) -> ChangePriceGiven:
    """The inputs of ChangePrice."""
    shape = await shaped(ChangePriceShape, await fields(request), in_path(request))
    return ChangePriceGiven(sku=shape.sku, price=shape.price)


def change_price_body(answer: ChangePriceAnswer) -> Any:
    """What ChangePrice gives, as JSON."""
    return PRODUCT.encode(answer.product)


class DiscontinueShape(Shape):
    """What a request for Discontinue says."""

    sku: Annotated[str, read_text_as(SKU)]


async def discontinue_given(request: Request) -> DiscontinueGiven:
    """The inputs of Discontinue."""
    shape = await shaped(DiscontinueShape, await fields(request), in_path(request))
    return DiscontinueGiven(sku=shape.sku)


def discontinue_body(answer: DiscontinueAnswer) -> Any:
    """What Discontinue gives, as JSON."""
    return PRODUCT.encode(answer.product)


class RestockShape(Shape):
    """What a request for Restock says."""

    sku: Annotated[str, read_text_as(SKU)]
    quantity: Annotated[int, read_as(QUANTITY)]


async def restock_given(request: Request) -> RestockGiven:
    """The inputs of Restock."""
    shape = await shaped(RestockShape, await fields(request), in_path(request))
    return RestockGiven(sku=shape.sku, quantity=shape.quantity)


def restock_body(answer: RestockAnswer) -> Any:
    """What Restock gives, as JSON."""
    return {"on_hand": answer.on_hand}


class GetAvailabilityShape(Shape):
    """What a request for GetAvailability says."""

    sku: Annotated[str, read_text_as(SKU)]


async def get_availability_given(request: Request) -> GetAvailabilityGiven:
    """The inputs of GetAvailability."""
    shape = await shaped(GetAvailabilityShape, {}, in_path(request))
    return GetAvailabilityGiven(sku=shape.sku)


def get_availability_body(answer: GetAvailabilityAnswer) -> Any:
    """What GetAvailability gives, as JSON."""
    return {"on_hand": answer.on_hand, "held": answer.held}


class CreateOrderShape(Shape):
    """What a request for CreateOrder says."""

    customer: Annotated[str, read_as(EMAIL)]


async def create_order_given(request: Request) -> CreateOrderGiven:
    """The inputs of CreateOrder."""
    shape = await shaped(CreateOrderShape, await fields(request))
    return CreateOrderGiven(customer=shape.customer)


def create_order_body(answer: CreateOrderAnswer) -> Any:
    """What CreateOrder gives, as JSON."""
    return {"order_id": answer.order_id}


class GetOrderShape(Shape):
    """What a request for GetOrder says."""

    order_id: Annotated[int, read_text_as(ORDER_ID)]


async def get_order_given(request: Request) -> GetOrderGiven:
    """The inputs of GetOrder."""
    shape = await shaped(GetOrderShape, {}, in_path(request))
    return GetOrderGiven(order_id=shape.order_id)


def get_order_body(answer: GetOrderAnswer) -> Any:
    """What GetOrder gives, as JSON."""
    return ORDER.encode(answer.order)


class ListOrdersShape(Shape):
    """What a request for ListOrders says."""

    customer: Annotated[str | None, read_texts_as(Option(EMAIL))]
    status: Annotated[str | None, read_texts_as(Option(ORDER_STATUS))]


async def list_orders_given(request: Request) -> ListOrdersGiven:
    """The inputs of ListOrders."""
    shape = await shaped(ListOrdersShape, {}, in_query(request, "customer", "status"))
    return ListOrdersGiven(customer=shape.customer, status=shape.status)


def list_orders_body(answer: ListOrdersAnswer) -> Any:
    """What ListOrders gives, as JSON."""
    return _LIST_ORDERS_FOUND.encode(answer.found)


class AddLineItemShape(Shape):
    """What a request for AddLineItem says."""

    order_id: Annotated[int, read_text_as(ORDER_ID)]
    sku: Annotated[str, read_as(SKU)]
    quantity: Annotated[int, read_as(QUANTITY)]


async def add_line_item_given(request: Request) -> AddLineItemGiven:
    """The inputs of AddLineItem."""
    shape = await shaped(AddLineItemShape, await fields(request), in_path(request))
    return AddLineItemGiven(order_id=shape.order_id, sku=shape.sku, quantity=shape.quantity)


def add_line_item_body(answer: AddLineItemAnswer) -> Any:
    """What AddLineItem gives, as JSON."""
    return ORDER.encode(answer.order)


class RemoveLineItemShape(Shape):
    """What a request for RemoveLineItem says."""

    order_id: Annotated[int, read_text_as(ORDER_ID)]
    sku: Annotated[str, read_text_as(SKU)]


async def remove_line_item_given(request: Request) -> RemoveLineItemGiven:
    """The inputs of RemoveLineItem."""
    shape = await shaped(RemoveLineItemShape, await fields(request), in_path(request))
    return RemoveLineItemGiven(order_id=shape.order_id, sku=shape.sku)


class DeleteDraftShape(Shape):
    """What a request for DeleteDraft says."""

    order_id: Annotated[int, read_text_as(ORDER_ID)]


async def delete_draft_given(request: Request) -> DeleteDraftGiven:
    """The inputs of DeleteDraft."""
    shape = await shaped(DeleteDraftShape, await fields(request), in_path(request))
    return DeleteDraftGiven(order_id=shape.order_id)


class PlaceOrderShape(Shape):
    """What a request for PlaceOrder says."""

    order_id: Annotated[int, read_text_as(ORDER_ID)]


async def place_order_given(request: Request) -> PlaceOrderGiven:
    """The inputs of PlaceOrder."""
    shape = await shaped(PlaceOrderShape, await fields(request), in_path(request))
    return PlaceOrderGiven(order_id=shape.order_id)


def place_order_body(answer: PlaceOrderAnswer) -> Any:
    """What PlaceOrder gives, as JSON."""
    return ORDER.encode(answer.order)


class RecordPaymentShape(Shape):
    """What a request for RecordPayment says."""

    order_id: Annotated[int, read_text_as(ORDER_ID)]
    amount: Annotated[int, read_as(AMOUNT)]


async def record_payment_given(request: Request) -> RecordPaymentGiven:
    """The inputs of RecordPayment."""
    shape = await shaped(RecordPaymentShape, await fields(request), in_path(request))
    return RecordPaymentGiven(order_id=shape.order_id, amount=shape.amount)


def record_payment_body(answer: RecordPaymentAnswer) -> Any:
    """What RecordPayment gives, as JSON."""
    return {"payment_id": answer.payment_id}


class ListPaymentsShape(Shape):
    """What a request for ListPayments says."""

    order_id: Annotated[int, read_text_as(ORDER_ID)]


async def list_payments_given(request: Request) -> ListPaymentsGiven:
    """The inputs of ListPayments."""
    shape = await shaped(ListPaymentsShape, {}, in_path(request))
    return ListPaymentsGiven(order_id=shape.order_id)


def list_payments_body(answer: ListPaymentsAnswer) -> Any:
    """What ListPayments gives, as JSON."""
    return _LIST_PAYMENTS_FOUND.encode(answer.found)


class ShipOrderShape(Shape):
    """What a request for ShipOrder says."""

    order_id: Annotated[int, read_text_as(ORDER_ID)]
    tracking: Annotated[str, read_as(TRACKING_NUMBER)]


async def ship_order_given(request: Request) -> ShipOrderGiven:
    """The inputs of ShipOrder."""
    shape = await shaped(ShipOrderShape, await fields(request), in_path(request))
    return ShipOrderGiven(order_id=shape.order_id, tracking=shape.tracking)


def ship_order_body(answer: ShipOrderAnswer) -> Any:
    """What ShipOrder gives, as JSON."""
    return ORDER.encode(answer.order)


class ConfirmDeliveryShape(Shape):
    """What a request for ConfirmDelivery says."""

    order_id: Annotated[int, read_text_as(ORDER_ID)]


async def confirm_delivery_given(request: Request) -> ConfirmDeliveryGiven:
    """The inputs of ConfirmDelivery."""
    shape = await shaped(ConfirmDeliveryShape, await fields(request), in_path(request))
    return ConfirmDeliveryGiven(order_id=shape.order_id)


def confirm_delivery_body(answer: ConfirmDeliveryAnswer) -> Any:
    """What ConfirmDelivery gives, as JSON."""
    return ORDER.encode(answer.order)


class CancelOrderShape(Shape):
    """What a request for CancelOrder says."""

    order_id: Annotated[int, read_text_as(ORDER_ID)]


async def cancel_order_given(request: Request) -> CancelOrderGiven:
    """The inputs of CancelOrder."""
    shape = await shaped(CancelOrderShape, await fields(request), in_path(request))
    return CancelOrderGiven(order_id=shape.order_id)


def cancel_order_body(answer: CancelOrderAnswer) -> Any:
    """What CancelOrder gives, as JSON."""
    return ORDER.encode(answer.order)


class ReturnOrderShape(Shape):
    """What a request for ReturnOrder says."""

    order_id: Annotated[int, read_text_as(ORDER_ID)]


async def return_order_given(request: Request) -> ReturnOrderGiven:
    """The inputs of ReturnOrder."""
    shape = await shaped(ReturnOrderShape, await fields(request), in_path(request))
    return ReturnOrderGiven(order_id=shape.order_id)


def return_order_body(answer: ReturnOrderAnswer) -> Any:
    """What ReturnOrder gives, as JSON."""
    return ORDER.encode(answer.order)


class RefundPaymentShape(Shape):
    """What a request for RefundPayment says."""

    payment_id: Annotated[int, read_text_as(PAYMENT_ID)]
    amount: Annotated[int, read_as(AMOUNT)]


async def refund_payment_given(request: Request) -> RefundPaymentGiven:
    """The inputs of RefundPayment."""
    shape = await shaped(RefundPaymentShape, await fields(request), in_path(request))
    return RefundPaymentGiven(payment_id=shape.payment_id, amount=shape.amount)


def refund_payment_body(answer: RefundPaymentAnswer) -> Any:
    """What RefundPayment gives, as JSON."""
    return {"refund_id": answer.refund_id, "open_amount": answer.open_amount}
