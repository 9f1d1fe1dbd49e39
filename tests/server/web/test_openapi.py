"""``/schema`` says what the API does: its examples are right, and no request finds otherwise."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from httpx import Client
from hypothesis import HealthCheck, Phase, given, settings
from jsonschema_rs import validator_for
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from tests.patience import PATIENCE
from tests.server.site import Site, new_game, register

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    negative_data_rejection,
]
# Streams never end, hints need a bot, and who logs out or is deleted asks as somebody else.
LEFT_OUT = ("/events", "/hint", "/engine", "/review", "/login", "/logout", "/register", "/recover")
ENDING = ("/account/delete", "/account/password", "/sessions/end", "/operator")


@pytest.fixture(scope="module")
def person(site: Site) -> Iterator[Client]:
    """Somebody with an account."""
    with site.newcomer() as client:
        register(client, "Ada")
        yield client


@pytest.fixture(scope="module")
def schema(person: Client) -> dict[str, Any]:
    """What the server says of itself."""
    answer = person.get("/schema/openapi.json")
    assert answer.status_code == 200
    return answer.json()


def operations(schema: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every operation, with its method and path."""
    for path, item in schema["paths"].items():
        for method, operation in item.items():
            yield f"{method.upper()} {path}", operation


def test_everything_is_described(schema: dict[str, Any]) -> None:
    found = list(operations(schema))
    ids = [operation["operationId"] for _, operation in found]
    assert len(set(ids)) == len(ids)
    for name, operation in found:
        assert operation["tags"], name
        assert operation["description"], name
        for status in ("400", "401", "403", "404", "409", "429", "503"):
            assert "$ref" in operation["responses"][status], name


def test_every_body_has_an_example_that_is_right(schema: dict[str, Any]) -> None:
    bodies = set()
    for _, operation in operations(schema):
        for content in operation.get("requestBody", {}).get("content", {}).values():
            wanted = content["schema"]
            refs = [wanted, *wanted.get("oneOf", ())]
            bodies |= {one["$ref"].rpartition("/")[2] for one in refs if "$ref" in one}
    assert len(bodies) > 25
    for name in sorted(bodies):
        examples = schema["components"]["schemas"][name].get("examples")
        assert examples, name
        shape = {"$ref": f"#/components/schemas/{name}", "components": schema["components"]}
        for example in examples:
            validator_for(shape).validate(example)
    for name, response in schema["components"]["responses"].items():
        (content,) = response["content"].values()
        shape = {**content["schema"], "components": schema["components"]}
        assert validator_for(shape).is_valid(content["example"]), name


def ask(site: Site, person: Client, operation: Any, id: str | None, examples: int) -> int:
    """Ask for an operation in so many ways, every second time of something there is."""
    asked = 0

    @settings(
        max_examples=examples,
        deadline=None,
        derandomize=True,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy())
    def check(case: Any) -> None:
        nonlocal asked
        asked += 1
        if id is not None and asked % 2 and "id" in (case.path_parameters or {}):
            case.path_parameters["id"] = id
        answer = case.call(base_url=site.url, cookies=dict(person.cookies), timeout=PATIENCE)
        case.validate_response(answer, checks=CHECKS)

    check()
    return asked


def ask_everything(
    site: Site, person: Client, schema: dict[str, Any], examples: int
) -> Counter[str]:
    """Ask for every operation in so many ways, and return how often; odd answers fail."""
    game = new_game(person, "me", "person")["id"]
    study = person.post("/api/studies", json={"game": "freedom"}).json()["id"]
    known = {"/games/": game, "/studies/": study}
    asked: Counter[str] = Counter()
    everything = schemathesis.openapi.from_dict(schema).get_all_operations()
    for result in everything:
        operation = result.ok()
        if not operation.path.endswith((*LEFT_OUT, *ENDING)):
            id = next((id for part, id in known.items() if part in operation.path), None)
            asked[operation.label] += ask(site, person, operation, id, examples)
    return asked


def test_no_request_finds_anything_else(site: Site, person: Client, schema: dict[str, Any]) -> None:
    assert len(ask_everything(site, person, schema, 1)) > 60


@pytest.mark.slow
def test_no_request_of_many_finds_anything_else(
    site: Site, person: Client, schema: dict[str, Any]
) -> None:
    assert ask_everything(site, person, schema, 30).total() > 1500
