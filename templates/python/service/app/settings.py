"""Settings, from the environment or a file `.env`."""

from functools import cache
from pathlib import Path

from pydantic import Field
from pydantic_settings import BaseSettings, SettingsConfigDict

_DEFAULT = Path(__file__).resolve().parent.parent / "service.db"


class Settings(BaseSettings):
    """What can be set without changing code."""

    model_config = SettingsConfigDict(env_file=".env", extra="ignore")

    database_url: str = f"sqlite+aiosqlite:///{_DEFAULT}"
    database_pool_size: int = Field(default=10, ge=1)
    log_level: str = "info"
    enable_test_admin: str = ""
    test_admin_token: str = ""

    @property
    def is_test_admin_open(self) -> bool:
        """Whether tests may see and set the state."""
        return self.enable_test_admin == "1"


@cache
def settings() -> Settings:
    """The settings of this process."""
    return Settings()
