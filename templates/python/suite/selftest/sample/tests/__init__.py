"""The conformance suite of UrlShortener."""
