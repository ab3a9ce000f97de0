"""The conformance suite of the service."""
