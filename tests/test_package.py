"""What the package says of itself: version, addresses, the page of the package index, what is inside the wheel."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from urllib.parse import urlsplit

import rollmops

ROOT = Path(__file__).parents[1]
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
README = (ROOT / "README.md").read_text(encoding="utf-8")


def addresses(name: str) -> set[str]:
    text = (ROOT / name).read_text(encoding="utf-8")
    return {str(urlsplit(found).hostname) for found in re.findall(r"https://[\w./-]+", text)}


def test_version_and_address_are_the_same_everywhere() -> None:
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert (
        re.findall(r"^version: (.*)$", citation, re.MULTILINE) == [PYPROJECT["project"]["version"]] == [rollmops.__version__]
    )
    home = urlsplit(PYPROJECT["project"]["urls"]["Homepage"]).hostname
    assert {name: addresses(name) for name in ("pyproject.toml", "CITATION.cff", "mkdocs.yml")} == {
        "pyproject.toml": {home},
        "CITATION.cff": {home},
        "mkdocs.yml": {home},
    }


def test_readme_begins_with_a_picture_and_the_two_commands() -> None:
    picture, empty, *commands = README.splitlines()[:4]
    assert re.fullmatch(r"!\[.+\]\(docs/screens/.+\.png\)", picture)
    assert empty == ""
    assert [line.split("#")[0].strip() for line in commands] == ["make play", "make test"]


def test_pictures_and_links_of_the_package_index_are_whole_addresses() -> None:
    (rule,) = PYPROJECT["tool"]["hatch"]["metadata"]["hooks"]["fancy-pypi-readme"]["substitutions"]
    shown = re.sub(rule["pattern"], rule["replacement"], README)
    targets = re.findall(r'\]\(([^)]+)\)|src="([^"]+)"', shown)
    assert len(targets) > 15
    for one, other in targets:
        assert (one or other).startswith("https://"), (one, other)
    inside = re.findall(r"https://rollmops\.example/source/([^)\"#]+)", shown)
    assert all((ROOT / place).exists() for place in inside)


def test_every_python_that_is_promised_is_a_classifier() -> None:
    project = PYPROJECT["project"]
    told = [one.rpartition(" ")[2] for one in project["classifiers"] if re.search(r":: 3\.\d+$", one)]
    assert told == ["3.11", "3.12", "3.13"]
    assert project["requires-python"] == f">={told[0]}"


def test_the_wheel_takes_the_examples_and_the_small_box_along() -> None:
    included = PYPROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]
    assert included == {"examples": "rollmops/examples"}
    assert (ROOT / "examples/small_lure.toml").is_file()
