"""What every operation stands on: values, clauses, choices, storage and HTTP. Nothing here knows the spec."""
