"""Ecommerce under sequences of calls that nobody wrote down."""

from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import Bundle, consumes, precondition, rule

from tests import strategies
from tests.harness.machine import ConformanceMachine, any_of, present, settled
from tests.service import (
    ADD_LINE_ITEM,
    ADD_PRODUCT,
    CANCEL_ORDER,
    CHANGE_PRICE,
    CONFIRM_DELIVERY,
    CREATE_ORDER,
    DELETE_DRAFT,
    DISCONTINUE,
    GET_AVAILABILITY,
    GET_ORDER,
    GET_PRODUCT,
    LIST_ORDERS,
    LIST_PAYMENTS,
    LIST_PRODUCTS,
    PLACE_ORDER,
    RECORD_PAYMENT,
    REFUND_PAYMENT,
    REMOVE_LINE_ITEM,
    RESTOCK,
    RETURN_ORDER,
    SERVICE,
    SHIP_ORDER,
)


class EcommerceMachine(ConformanceMachine):
    """Ecommerce, one call after the other. Each is judged by all that the spec says."""

    service = SERVICE
    product_ids: Bundle[Any] = Bundle("product_ids")
    order_draft_ids: Bundle[Any] = Bundle("order_draft_ids")
    order_placed_ids: Bundle[Any] = Bundle("order_placed_ids")
    order_paid_ids: Bundle[Any] = Bundle("order_paid_ids")
    order_shipped_ids: Bundle[Any] = Bundle("order_shipped_ids")
    order_delivered_ids: Bundle[Any] = Bundle("order_delivered_ids")
    order_cancelled_ids: Bundle[Any] = Bundle("order_cancelled_ids")
    order_returned_ids: Bundle[Any] = Bundle("order_returned_ids")
    payment_ids: Bundle[Any] = Bundle("payment_ids")
    refund_ids: Bundle[Any] = Bundle("refund_ids")

    @rule(
        target=product_ids,
        sku=strategies.strategy_add_product_sku(),
        name=strategies.strategy_add_product_name(),
        price=strategies.strategy_add_product_price(),
    )
    def add_product(self, sku: Any, name: Any, price: Any) -> Any:
        """AddProduct, with inputs that it accepts where some are found."""
        return self.make(ADD_PRODUCT, sku=sku, name=name, price=price).input("sku")

    @rule(sku=product_ids)
    def get_product(self, sku: Any) -> None:
        """GetProduct, with keys that are there: it succeeds."""
        self.make(GET_PRODUCT, sku=sku)

    @rule(
        only_active=strategies.strategy_list_products_only_active(),
        max_price=strategies.strategy_list_products_max_price(),
    )
    def list_products(self, only_active: Any, max_price: Any) -> None:
        """ListProducts, with keys that are there: it succeeds."""
        self.make(LIST_PRODUCTS, only_active=only_active, max_price=max_price)

    @rule(sku=product_ids, price=strategies.strategy_change_price_price())
    def change_price(self, sku: Any, price: Any) -> None:
        """ChangePrice, with inputs that it accepts where some are found."""
        self.make(CHANGE_PRICE, sku=sku, price=price)

    @rule(sku=product_ids)
    def discontinue(self, sku: Any) -> None:
        """Discontinue, with inputs that it accepts where some are found."""
        self.make(DISCONTINUE, sku=sku)

    @rule(sku=product_ids, quantity=strategies.strategy_restock_quantity())
    def restock(self, sku: Any, quantity: Any) -> None:
        """Restock, with keys that are there: it succeeds."""
        self.make(RESTOCK, sku=sku, quantity=quantity)

    @rule(sku=product_ids)
    def get_availability(self, sku: Any) -> None:
        """GetAvailability, with keys that are there: it succeeds."""
        self.make(GET_AVAILABILITY, sku=sku)

    @rule(target=order_draft_ids, customer=strategies.strategy_create_order_customer())
    def create_order(self, customer: Any) -> Any:
        """CreateOrder, with keys that are there: it succeeds."""
        return self.make(CREATE_ORDER, customer=customer).key("order_id")

    @precondition(
        any_of(
            order_draft_ids,
            order_placed_ids,
            order_paid_ids,
            order_shipped_ids,
            order_delivered_ids,
            order_cancelled_ids,
            order_returned_ids,
        )
    )
    @rule(
        order_id=present(
            order_draft_ids,
            order_placed_ids,
            order_paid_ids,
            order_shipped_ids,
            order_delivered_ids,
            order_cancelled_ids,
            order_returned_ids,
        )
    )
    def get_order(self, order_id: Any) -> None:
        """GetOrder, with keys that are there: it succeeds."""
        self.make(GET_ORDER, order_id=order_id)

    @rule(customer=strategies.strategy_list_orders_customer(), status=strategies.strategy_list_orders_status())
    def list_orders(self, customer: Any, status: Any) -> None:
        """ListOrders, with keys that are there: it succeeds."""
        self.make(LIST_ORDERS, customer=customer, status=status)

    @rule(order_id=order_draft_ids, sku=product_ids, quantity=strategies.strategy_add_line_item_quantity())
    def add_line_item(self, order_id: Any, sku: Any, quantity: Any) -> None:
        """AddLineItem, with inputs that it accepts where some are found."""
        self.make(ADD_LINE_ITEM, order_id=order_id, sku=sku, quantity=quantity)

    @rule(order_id=order_draft_ids, sku=strategies.strategy_remove_line_item_sku())
    def remove_line_item(self, order_id: Any, sku: Any) -> None:
        """RemoveLineItem, with inputs that it accepts where some are found."""
        self.make(REMOVE_LINE_ITEM, order_id=order_id, sku=sku)

    @rule(order_id=consumes(order_draft_ids))
    def delete_draft(self, order_id: Any) -> None:
        """DeleteDraft, with keys that are there: it succeeds."""
        self.make(DELETE_DRAFT, order_id=order_id)

    @rule(target=order_placed_ids, order_id=consumes(order_draft_ids))
    def place_order_from_draft_to_placed(self, order_id: Any) -> Any:
        """PlaceOrder, with inputs that it accepts where some are found."""
        return self.make(PLACE_ORDER, order_id=order_id).input("order_id")

    @rule(
        target=order_paid_ids, order_id=consumes(order_placed_ids), amount=strategies.strategy_record_payment_amount()
    )
    def record_payment_from_placed_to_paid(self, order_id: Any, amount: Any) -> Any:
        """RecordPayment, with inputs that it accepts where some are found."""
        return self.make(RECORD_PAYMENT, order_id=order_id, amount=amount).input("order_id")

    @precondition(
        any_of(
            order_draft_ids,
            order_placed_ids,
            order_paid_ids,
            order_shipped_ids,
            order_delivered_ids,
            order_cancelled_ids,
            order_returned_ids,
        )
    )
    @rule(
        order_id=present(
            order_draft_ids,
            order_placed_ids,
            order_paid_ids,
            order_shipped_ids,
            order_delivered_ids,
            order_cancelled_ids,
            order_returned_ids,
        )
    )
    def list_payments(self, order_id: Any) -> None:
        """ListPayments, with keys that are there: it succeeds."""
        self.make(LIST_PAYMENTS, order_id=order_id)

    @rule(
        target=order_shipped_ids, order_id=consumes(order_paid_ids), tracking=strategies.strategy_ship_order_tracking()
    )
    def ship_order_from_paid_to_shipped(self, order_id: Any, tracking: Any) -> Any:
        """ShipOrder, with inputs that it accepts where some are found."""
        return self.make(SHIP_ORDER, order_id=order_id, tracking=tracking).input("order_id")

    @rule(target=order_delivered_ids, order_id=consumes(order_shipped_ids))
    def confirm_delivery_from_shipped_to_delivered(self, order_id: Any) -> Any:
        """ConfirmDelivery, with keys that are there: it succeeds."""
        return self.make(CONFIRM_DELIVERY, order_id=order_id).input("order_id")

    @rule(target=order_cancelled_ids, order_id=consumes(order_draft_ids))
    def cancel_order_from_draft_to_cancelled(self, order_id: Any) -> Any:
        """CancelOrder, with keys that are there: it succeeds."""
        return self.make(CANCEL_ORDER, order_id=order_id).input("order_id")

    @rule(target=order_cancelled_ids, order_id=consumes(order_placed_ids))
    def cancel_order_from_placed_to_cancelled(self, order_id: Any) -> Any:
        """CancelOrder, with keys that are there: it succeeds."""
        return self.make(CANCEL_ORDER, order_id=order_id).input("order_id")

    @rule(target=order_cancelled_ids, order_id=consumes(order_paid_ids))
    def cancel_order_from_paid_to_cancelled(self, order_id: Any) -> Any:
        """CancelOrder, with keys that are there: it succeeds."""
        return self.make(CANCEL_ORDER, order_id=order_id).input("order_id")

    @rule(target=order_returned_ids, order_id=consumes(order_delivered_ids))
    def return_order_from_delivered_to_returned(self, order_id: Any) -> Any:
        """ReturnOrder, with inputs that it accepts where some are found."""
        return self.make(RETURN_ORDER, order_id=order_id).input("order_id")

    @rule(target=refund_ids, payment_id=payment_ids, amount=strategies.strategy_refund_payment_amount())
    def refund_payment(self, payment_id: Any, amount: Any) -> Any:
        """RefundPayment, with inputs that it accepts where some are found."""
        return self.make(REFUND_PAYMENT, payment_id=payment_id, amount=amount).key("refund_id")

    @rule(data=st.data())
    def add_product_anyhow(self, data: st.DataObject) -> None:
        """AddProduct, with keys and values that may be anything."""
        self.anything(ADD_PRODUCT, data)

    @rule(data=st.data())
    def get_product_anyhow(self, data: st.DataObject) -> None:
        """GetProduct, with keys and values that may be anything."""
        self.anything(GET_PRODUCT, data)

    @rule(data=st.data())
    def list_products_anyhow(self, data: st.DataObject) -> None:
        """ListProducts, with keys and values that may be anything."""
        self.anything(LIST_PRODUCTS, data)

    @rule(data=st.data())
    def change_price_anyhow(self, data: st.DataObject) -> None:
        """ChangePrice, with keys and values that may be anything."""
        self.anything(CHANGE_PRICE, data)

    @rule(data=st.data())
    def discontinue_anyhow(self, data: st.DataObject) -> None:
        """Discontinue, with keys and values that may be anything."""
        self.anything(DISCONTINUE, data)

    @rule(data=st.data())
    def restock_anyhow(self, data: st.DataObject) -> None:
        """Restock, with keys and values that may be anything."""
        self.anything(RESTOCK, data)

    @rule(data=st.data())
    def get_availability_anyhow(self, data: st.DataObject) -> None:
        """GetAvailability, with keys and values that may be anything."""
        self.anything(GET_AVAILABILITY, data)

    @rule(data=st.data())
    def create_order_anyhow(self, data: st.DataObject) -> None:
        """CreateOrder, with keys and values that may be anything."""
        self.anything(CREATE_ORDER, data)

    @rule(data=st.data())
    def get_order_anyhow(self, data: st.DataObject) -> None:
        """GetOrder, with keys and values that may be anything."""
        self.anything(GET_ORDER, data)

    @rule(data=st.data())
    def list_orders_anyhow(self, data: st.DataObject) -> None:
        """ListOrders, with keys and values that may be anything."""
        self.anything(LIST_ORDERS, data)

    @rule(data=st.data())
    def add_line_item_anyhow(self, data: st.DataObject) -> None:
        """AddLineItem, with keys and values that may be anything."""
        self.anything(ADD_LINE_ITEM, data)

    @rule(data=st.data())
    def remove_line_item_anyhow(self, data: st.DataObject) -> None:
        """RemoveLineItem, with keys and values that may be anything."""
        self.anything(REMOVE_LINE_ITEM, data)

    @rule(data=st.data())
    def delete_draft_anyhow(self, data: st.DataObject) -> None:
        """DeleteDraft, with keys and values that may be anything."""
        self.anything(DELETE_DRAFT, data)

    @rule(data=st.data())
    def place_order_anyhow(self, data: st.DataObject) -> None:
        """PlaceOrder, with keys and values that may be anything."""
        self.anything(PLACE_ORDER, data)

    @rule(data=st.data())
    def record_payment_anyhow(self, data: st.DataObject) -> None:
        """RecordPayment, with keys and values that may be anything."""
        self.anything(RECORD_PAYMENT, data)

    @rule(data=st.data())
    def list_payments_anyhow(self, data: st.DataObject) -> None:
        """ListPayments, with keys and values that may be anything."""
        self.anything(LIST_PAYMENTS, data)

    @rule(data=st.data())
    def ship_order_anyhow(self, data: st.DataObject) -> None:
        """ShipOrder, with keys and values that may be anything."""
        self.anything(SHIP_ORDER, data)

    @rule(data=st.data())
    def confirm_delivery_anyhow(self, data: st.DataObject) -> None:
        """ConfirmDelivery, with keys and values that may be anything."""
        self.anything(CONFIRM_DELIVERY, data)

    @rule(data=st.data())
    def cancel_order_anyhow(self, data: st.DataObject) -> None:
        """CancelOrder, with keys and values that may be anything."""
        self.anything(CANCEL_ORDER, data)

    @rule(data=st.data())
    def return_order_anyhow(self, data: st.DataObject) -> None:
        """ReturnOrder, with keys and values that may be anything."""
        self.anything(RETURN_ORDER, data)

    @rule(data=st.data())
    def refund_payment_anyhow(self, data: st.DataObject) -> None:
        """RefundPayment, with keys and values that may be anything."""
        self.anything(REFUND_PAYMENT, data)


TestStatefulEcommerce = settled(EcommerceMachine)
