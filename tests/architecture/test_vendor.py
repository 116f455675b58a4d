"""Third-party files are the published ones, with their licences."""

from __future__ import annotations

import hashlib
import tomllib

from tests.architecture import repository

VENDOR = repository.ROOT / "static" / "vendor"


def packages() -> list[dict]:
    found: list[dict] = tomllib.loads((VENDOR / "LOCK.toml").read_text(encoding="utf-8"))["package"]
    return found


def test_every_folder_is_in_the_list_and_has_its_licence():
    folders = {path.name for path in VENDOR.iterdir() if path.is_dir()}
    assert {f"{package['name']}-{package['version']}" for package in packages()} == folders
    for package in packages():
        assert (VENDOR / package["licence_file"]).stat().st_size > 200, package["name"]
        assert len(package["sha256"]) == 64, package["name"]


def test_every_file_has_the_digest_in_the_list():
    listed = {}
    for package in packages():
        listed.update({item["path"]: item["sha256"] for item in package.get("files", [])})
    licences = {package["licence_file"] for package in packages()}
    found = {
        str(path.relative_to(VENDOR)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in VENDOR.rglob("*")
        if path.is_file() and path.name != "LOCK.toml" and str(path.relative_to(VENDOR)) not in licences
    }
    assert found == listed
