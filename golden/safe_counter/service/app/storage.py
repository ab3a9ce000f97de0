"""How the state of SafeCounter lies in its tables, and what each operation loads of it."""

from app import model, spec, tables
from app.runtime.store import Load, ScalarTable, Store, one

STORE = Store(model.State, spec.INITIAL, ScalarTable(tables.scalars, {"count": one("count")}, "row"))

INCREMENT = (Load("count"),)

DECREMENT = (Load("count"),)

RESET = (Load("count"),)

GET_COUNT = (Load("count"),)
