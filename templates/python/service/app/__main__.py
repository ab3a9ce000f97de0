"""Serves the service: `python -m app --host 127.0.0.1 --port 8000`. Port 0 takes a free one; a line says which."""

import argparse

from app.runtime.serving import serve


def main() -> None:
    """Serves until a signal ends it; calls that run then are finished."""
    parser = argparse.ArgumentParser(prog="python -m app", description="Serves the service.")
    parser.add_argument("--host", default="127.0.0.1", help="where to listen (default: 127.0.0.1)")
    parser.add_argument("--port", type=int, default=8000, help="8000 unless said otherwise; 0 takes a free one")
    options = parser.parse_args()
    serve("app.main:app", options.host, options.port)


if __name__ == "__main__":
    main()
