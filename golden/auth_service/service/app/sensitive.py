"""Which names stand for values that are nobody else's business."""

# Such a name is one of these, or ends in one after a `_`; `hash` alone is none.
WORDS: tuple[str, ...] = ("password", "hash", "secret", "token", "api_key")
# What the spec calls sensitive, and what carries credentials.
NAMES: frozenset[str] = frozenset({"x_gateway_key"})
