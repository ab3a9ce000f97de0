"""Settings: the environment before the file, and no file opens the admin contract."""

from pathlib import Path

import pytest
from app.settings import Settings, read


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / ".env"
    lines = ["DATABASE_URL=sqlite+aiosqlite:///file.db", "LOG_LEVEL=debug", "SPEC_AUTH_MEMBER=from-file", "OTHER=1"]
    path.write_text("\n".join([*lines, "ENABLE_TEST_ADMIN=1", "TEST_ADMIN_TOKEN=${HOME}"]), encoding="utf-8")
    return path


def test_a_file_says_what_the_environment_leaves_open(file: Path) -> None:
    found = read(file, {"LOG_LEVEL": "error"})
    assert (found.database_url, found.log_level) == ("sqlite+aiosqlite:///file.db", "error")
    assert found.test_admin_token == "${HOME}"


def test_credentials_are_read_like_all_settings(file: Path) -> None:
    assert read(file, {}).credential("member") == "from-file"
    assert read(file, {"SPEC_AUTH_MEMBER": "from-environment"}).credential("member") == "from-environment"
    assert read(file, {"SPEC_AUTH_MEMBER": ""}).credential("member") == ""
    assert read(file, {}).credential("stranger") == ""


def test_no_file_opens_the_admin_contract(file: Path) -> None:
    assert not read(file, {}).is_test_admin_open
    assert not read(file, {"ENABLE_TEST_ADMIN": "0"}).is_test_admin_open
    assert read(file, {"ENABLE_TEST_ADMIN": "1"}).is_test_admin_open


def test_without_a_file_there_are_defaults(tmp_path: Path) -> None:
    assert read(tmp_path / ".env", {}) == Settings()
