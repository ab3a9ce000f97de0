"""Hooks the suite into pytest; everything it does is in `tests.harness.plugin`."""

from tests.harness.plugin import (
    pytest_addoption,
    pytest_collection_finish,
    pytest_collection_modifyitems,
    pytest_report_header,
    pytest_runtest_call,
    pytest_runtest_logreport,
    pytest_runtest_setup,
    pytest_sessionfinish,
    pytest_sessionstart,
)

__all__ = [
    "pytest_addoption",
    "pytest_collection_finish",
    "pytest_collection_modifyitems",
    "pytest_report_header",
    "pytest_runtest_call",
    "pytest_runtest_logreport",
    "pytest_runtest_setup",
    "pytest_sessionfinish",
    "pytest_sessionstart",
]
