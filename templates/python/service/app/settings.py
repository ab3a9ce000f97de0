"""Settings: what the environment says, and for what it leaves open the file `.env` of this folder.

Everything that can be set is read here, in this order. The admin contract is the exception: no file opens it.
"""

import os
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from dotenv import dotenv_values
from pydantic import BaseModel, ConfigDict, Field

_ROOT = Path(__file__).resolve().parent.parent
_FILE = _ROOT / ".env"
# Whoever can write a file beside the service is not yet somebody who may replace its state.
_NEVER_IN_FILES = ("ENABLE_TEST_ADMIN",)
_CREDENTIAL = "SPEC_AUTH_"


class Settings(BaseModel):
    """What can be set without changing code."""

    model_config = ConfigDict(frozen=True)

    database_url: str = f"sqlite+aiosqlite:///{_ROOT / 'service.db'}"
    database_pool_size: int = Field(default=10, ge=1)
    log_level: str = "info"
    enable_test_admin: str = ""
    test_admin_token: str = ""
    credentials: Mapping[str, str] = {}
    """The valid credential of each security scheme, by its name in capitals."""

    @property
    def is_test_admin_open(self) -> bool:
        """Whether tests may see and set the state."""
        return self.enable_test_admin == "1"

    def credential(self, scheme: str) -> str:
        """The valid credential of a security scheme; empty where nobody passes by it."""
        return self.credentials.get(scheme.upper(), "")


def read(file: Path, environment: Mapping[str, str]) -> Settings:
    """The settings that a file and an environment make, the environment first."""
    in_file = {name: value for name, value in dotenv_values(file, interpolate=False).items() if value is not None}
    for name in _NEVER_IN_FILES:
        in_file.pop(name, None)
    found = {**in_file, **environment}
    credentials = {name.removeprefix(_CREDENTIAL): found[name] for name in found if name.startswith(_CREDENTIAL)}
    known = {name: found[name.upper()] for name in Settings.model_fields if name.upper() in found}
    return Settings.model_validate({**known, "credentials": credentials})


@cache
def settings() -> Settings:
    """The settings of this process."""
    return read(_FILE, os.environ)
