"""What every suite carries: values and types, the table of operations, the oracle, and the way to the service."""
