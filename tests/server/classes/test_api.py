"""A class: joined by codes that are good once, what is handed in, and who may see what of it."""

from __future__ import annotations

import asyncio
import csv
import io
import threading
import zipfile
from pathlib import Path
from typing import Any

import pytest
from httpx import Client
from tests.server.classes.conftest import ClassSite, fall
from tests.server.site import PASSWORD, until

from livestone.freeplay import box
from livestone.server.classes import room as rooms
from livestone.server.classes import store
from livestone.server.classes.hosts import Hosts

TEXT = "from livestone import Player\n\n\nclass Mine(Player):\n    ...\n"


def hand_in(client: Client, text: str = TEXT) -> int:
    answer = client.post("versions", json={"text": text})
    assert answer.status_code == 200, answer.text
    version: int = answer.json()["version"]
    return version


def test_a_code_lets_one_browser_in_once(site: ClassSite) -> None:
    ana = site.slips.students[0]
    with site.join(f" {ana.code.lower().replace('-', ' ')}") as student, site.newcomer() as other:
        shown = student.get("").json()
        assert (shown["number"], shown["teacher"], shown["join"]) == (1, False, None)
        again = other.post("/api/classes/join", json={"code": ana.code})
        assert (again.status_code, again.json()["field"]) == (400, "code")
        assert other.get(f"/api/classes/{site.id}").status_code == 404
        assert other.get("/api/classes").json() == []


def test_a_guest_who_makes_an_account_stays_in_the_class(site: ClassSite) -> None:
    with site.join(site.slips.students[0].code) as ana:
        sent = {"name": "Ana_2", "password": PASSWORD}
        assert ana.post(f"{site.url}/api/register", json=sent).is_success
        assert ana.get("").json()["number"] == 1


def test_wrong_codes_are_limited_by_address(site: ClassSite) -> None:
    site.app.state.classes._wrong.many = 2
    with site.newcomer() as guesser:
        codes = [guesser.post("/api/classes/join", json={"code": f"{n}" * 8}) for n in range(4)]
        assert [answer.status_code for answer in codes] == [400, 400, 429, 429]
        right = guesser.post("/api/classes/join", json={"code": site.slips.teacher})
        assert right.status_code == 429


def test_an_open_class_is_joined_under_a_name_of_ones_own(site: ClassSite) -> None:
    assert site.slips.join is not None
    with site.join(site.slips.join.lower(), "Čeda Ž., mlađi") as student, site.newcomer() as other:
        names = [member["name"] for member in student.get("").json()["members"]]
        assert names == ["Ana", "Жана", "Teacher", "Čeda Ž., mlađi"]
        for taken in ("ANA", "greedy", "", "a\u202eb", "x" * 41):
            sent = {"code": site.slips.join, "name": taken}
            answer = other.post("/api/classes/join", json=sent)
            assert (answer.status_code, answer.json()["field"]) == (400, "name"), taken


def test_a_teacher_adds_students_and_gives_new_codes(site: ClassSite) -> None:
    with site.join(site.slips.teacher) as teacher:
        made = teacher.post("members", json={"name": "Ben"}).json()
        with site.join(made["code"]) as ben:
            again = teacher.post(f"members/{made['number']}/code").json()
            with site.join(again["code"]) as elsewhere:
                assert elsewhere.get("").json()["number"] == made["number"]
            assert ben.get("").status_code == 404
            assert ben.post("members", json={"name": "x"}).status_code == 404


def test_only_its_owner_and_teachers_read_what_was_handed_in(site: ClassSite) -> None:
    one, other = (site.join(slip.code) for slip in site.slips.students)
    with one, other, site.join(site.slips.teacher) as teacher:
        changed = TEXT.replace("...", "pass")
        assert [hand_in(one), hand_in(one), hand_in(one, changed)] == [1, 1, 2]
        seen = teacher.get("members/1/versions/2").json()
        assert (seen["name"], seen["text"]) == ("Ana", changed)
        assert seen["changes"][-2:] == ["-    ...", "+    pass"]
        back = one.get("members/1/versions/1", params={"since": 2}).json()
        assert back["changes"][-2:] == ["-    pass", "+    ..."]
        assert one.get("members/1/versions/1").json()["text"] == TEXT
        assert other.get("members/1/versions/1").status_code == 403
        assert teacher.get("members/1/versions/3").status_code == 404
        for path in ("results.csv", "everything.zip"):
            assert one.get(path).status_code == 403


@pytest.mark.parametrize("text", ["", " \n", "a\0b", "x" * 64_001, "\ud800"])
def test_what_is_no_file_of_a_player_is_refused(site: ClassSite, text: str) -> None:
    with site.join(site.slips.students[0].code) as student:
        body = '{"text": "' + "".join(f"\\u{ord(sign):04x}" for sign in text) + '"}'
        answer = student.post("versions", content=body)
        assert answer.status_code == 400, answer.text
        assert student.get("").json()["versions"] == []


def test_a_class_has_only_so_much_room(site: ClassSite, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "MAX_VERSIONS", 2)
    with site.join(site.slips.students[0].code) as student:
        assert [hand_in(student, f"{TEXT}# {n}") for n in (1, 2)] == [1, 2]
        assert student.post("versions", json={"text": f"{TEXT}# 3"}).status_code == 429
        monkeypatch.setattr(store, "MAX_VERSIONS", 9)
        monkeypatch.setattr(store, "MAX_CLASS_BYTES", 10)
        assert student.post("versions", json={"text": f"{TEXT}# more"}).status_code == 429
        monkeypatch.setattr(rooms, "MAX_MEMBERS", 3)
        with site.newcomer() as late:
            sent = {"code": site.slips.join, "name": "Late"}
            assert late.post("/api/classes/join", json=sent).status_code == 429


def test_without_a_sandbox_files_are_refused_with_the_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(box, "missing", lambda: "bubblewrap is not installed")
    with ClassSite(tmp_path) as site, site.join(site.slips.students[0].code) as student:
        answer = student.post("versions", json={"text": TEXT})
        assert answer.status_code == 403
        assert "bubblewrap is not installed" in answer.json()["message"]
        assert "bubblewrap is not installed" in student.get("").json()["refusal"]


def test_results_on_the_ladder_say_which_version_played(site: ClassSite) -> None:
    with site.join(site.slips.students[0].code) as ana, site.join(site.slips.teacher) as teacher:
        hand_in(ana)

        def rows() -> list[dict[str, str]]:
            text = teacher.get("results.csv").text
            return [row for row in csv.DictReader(io.StringIO(text)) if "Ana" in row["players"]]

        row = until(rows)[0]
        assert row["kind"] == "ladder"
        assert row["fault"] == "its program failed"  # which line is not for everybody
        names, versions = (row[name].split(" - ") for name in ("players", "versions"))
        assert dict(zip(names, versions, strict=True))["Ana"] == "1"
        assert sorted(versions) == ["", "1"]
        fault = until(lambda: ana.get("").json()["versions"][0]["fault"])
        assert fault == "Ana lost: move raised NameError (my_player.py, line 3)\nthe board"
        assert teacher.get("").json()["members"][0]["newest"]["fault"] == fault


def test_what_a_player_prints_is_for_its_owner_and_teachers(site: ClassSite) -> None:
    one, other = (site.join(slip.code) for slip in site.slips.students)
    with one, other, site.join(site.slips.teacher) as teacher, site.newcomer() as stranger:
        hand_in(one)
        hand_in(other)

        def record() -> str:
            rows = csv.DictReader(io.StringIO(teacher.get("results.csv").text))
            return next((row["record"] for row in rows if row["players"].startswith("Ana -")), "")

        at = f"{site.url}/api/freeplay/games/{until(record)}"

        def note(client: Client) -> str:
            found: str = client.get(f"{at}/table").json()["turns"][0]["plies"][0]["note"]
            return found

        until(lambda: note(one) == "Ana thinks")  # it is kept after the result
        assert [note(who) for who in (teacher, other, stranger)] == ["Ana thinks", "", ""]
        for path in ("", "/table", "/record", "/record.txt"):
            seen = other.get(f"{at}{path}").text
            assert "thinks" not in seen
            assert "line 3" not in seen
        games = zipfile.ZipFile(io.BytesIO(teacher.get("everything.zip").content))
        assert b"Ana thinks" in games.read(f"games/{record()}.txt")


def test_a_game_that_runs_is_watched_by_its_link(
    site: ClassSite, monkeypatch: pytest.MonkeyPatch
) -> None:
    goes_on = threading.Event()

    async def play(self: Hosts, job: Any, tell: Any) -> Any:
        tell(["a1"])
        while not goes_on.is_set():
            await asyncio.sleep(0.01)
        return await fall(self, job, tell)

    monkeypatch.setattr(Hosts, "play", play)
    with site.join(site.slips.students[0].code) as ana, site.newcomer() as stranger:
        hand_in(ana)
        board = f"tournaments/{ana.get('').json()['ladder']}/scoreboard"
        id = until(lambda: ana.get(board).json()["boards"])[0]["id"]
        at = f"/api/freeplay/games/{id}/table"
        table = until(lambda: stranger.get(at).json())
        assert (table["status"], table["last_ply"], table["tournament"]) == ("running", 1, None)
        goes_on.set()
        until(lambda: stranger.get(at).json()["status"] == "finished")


def test_a_teacher_starts_pauses_and_takes_home_a_tournament(site: ClassSite) -> None:
    one, other = (site.join(slip.code) for slip in site.slips.students)
    with one, other, site.join(site.slips.teacher) as teacher, site.newcomer() as stranger:
        ladder = f"tournaments/{teacher.get('').json()['ladder']}"
        assert one.post(f"{ladder}/status", json={"status": "paused"}).status_code == 403
        assert teacher.post(f"{ladder}/status", json={"status": "paused"}).is_success
        hand_in(one)
        cup = {"name": "Cup", "kind": "knock-out", "entrants": ["Ana", "Жана"]}
        refused = teacher.post("tournaments", json=cup)
        assert (refused.status_code, refused.json()["field"]) == (400, "entrants")
        hand_in(other)
        assert one.post("tournaments", json=cup).status_code == 403
        id = teacher.post("tournaments", json=cup).json()["id"]
        assert stranger.get(f"/api/classes/{site.id}/tournaments/{id}").status_code == 404
        until(lambda: other.get(f"tournaments/{id}").json()["over"])
        assert other.get(f"tournaments/{id}/scoreboard").json()["standings"][0]["name"] == "Ana"
        content = teacher.get("everything.zip").content
        names = zipfile.ZipFile(io.BytesIO(content)).namelist()
        assert "players/001 Ana/version 1.py" in names
        assert any(name.startswith("games/") for name in names)


def test_a_teacher_changes_the_pairings_of_a_round(tmp_path: Path) -> None:
    cup = {"name": "Cup", "kind": "swiss", "rounds": 2, "games": 1, "review": True}
    cup |= {"entrants": ["Ana", "Жана", "random"]}
    with ClassSite(tmp_path) as site:
        one, other = (site.join(slip.code) for slip in site.slips.students)
        with one, other, site.join(site.slips.teacher) as teacher:
            hand_in(one)
            hand_in(other)
            id = teacher.post("tournaments", json=cup).json()["id"]
            at = f"tournaments/{id}/pairings"
            first = until(lambda: teacher.get(at).json()["next"])
            assert teacher.get(f"tournaments/{id}").json()["status"] == "paused"
            assert one.get(at).status_code == 403
            (met,), (free,) = first["meetings"], first["byes"]
            sent = {"round": 1, "swap": [met["players"][0], free]}
            changed = teacher.post(at, json=sent).json()["next"]
            assert changed["byes"] == [met["players"][0]]
            assert teacher.post(at, json=sent | {"round": 2}).status_code == 409
            cookies = dict(teacher.cookies)
    with ClassSite(tmp_path) as site, site.newcomer() as teacher:
        teacher.cookies.update(cookies)
        path = f"/api/classes/{site.id}/{at.removesuffix('/pairings')}"
        assert teacher.get(f"{path}/pairings").json()["next"] == changed
        teacher.post(f"{path}/status", json={"status": "running"})

        def is_second() -> bool:
            drawn = teacher.get(f"{path}/pairings").json()["next"]
            return drawn is not None and drawn["number"] == 2

        until(is_second)
        assert teacher.get(path).json()["rounds"][0]["byes"] == changed["byes"]
        left = teacher.post(f"{path}/pairings", json={"round": 2, "absent": ["Ana"]}).json()
        assert (left["next"]["absent"], left["next"]["byes"]) == (["Ana"], [])
        teacher.post(f"{path}/pairings", json={"review": False})
        teacher.post(f"{path}/status", json={"status": "running"})
        assert until(lambda: teacher.get(path).json()["over"])


def test_any_game_is_played_and_files_for_others_are_left_out(site: ClassSite) -> None:
    one, other = (site.join(slip.code) for slip in site.slips.students)
    with one, other, site.join(site.slips.teacher) as teacher:
        hand_in(one)
        first = teacher.get("").json()["ladder"]
        rules = {"plays": "straat", "house": ["random", "level 1"]}
        ladder = teacher.post(f"tournaments/{first}/settings", json=rules).json()
        assert (ladder["id"] == first, ladder["plan"]["game"]) == (False, "straat")
        why = "it has a Player, who plays Freedom only: derive from GamePlayer to play Straat"
        assert one.get("").json()["versions"][0]["left_out"] == why
        refused = other.post("versions", json={"text": TEXT})
        assert (refused.status_code, refused.json()["message"]) == (400, why)
        hand_in(other, TEXT.replace("Player", "GamePlayer"))

        def played() -> set[str]:
            found = teacher.get(f"tournaments/{ladder['id']}").json()["results"]
            return {name for result in found for name in result["players"]}

        until(lambda: played() == {"Жана", "random", "level 1"})
        cup = {"name": "Cup", "plays": "straat", "entrants": ["Жана", "Ana"]}
        refused = teacher.post("tournaments", json=cup)
        assert (refused.status_code, refused.json()["field"]) == (400, "entrants")
        assert why in refused.json()["message"]
        assert (
            teacher.post(
                f"tournaments/{ladder['id']}/settings", json=rules | {"house": ["level 11"]}
            ).json()["field"]
            == "house"
        )


def test_files_that_import_the_engine_can_be_left_out(site: ClassSite) -> None:
    with site.join(site.slips.students[0].code) as ana, site.join(site.slips.teacher) as teacher:
        text = f"from livestone import Bot\n{TEXT}"
        hand_in(ana, text)
        ladder = teacher.get("").json()["ladder"]
        path = f"tournaments/{ladder}/settings"
        assert teacher.post(path, json={"engine": False}).json()["id"] == ladder
        assert "engine" in ana.get("").json()["versions"][0]["left_out"]
        refused = ana.post("versions", json={"text": text + "\n"}).json()
        assert "engine" in refused["message"]
        hand_in(ana)
        assert ana.get("").json()["versions"][-1]["left_out"] == ""


def test_a_file_that_cannot_be_loaded_is_refused_with_its_fault(site: ClassSite) -> None:
    with site.join(site.slips.students[0].code) as ana:
        refused = ana.post("versions", json={"text": "x = 1"}).json()
        assert (refused["field"], refused["message"]) == ("text", "my_player.py has no player")
        assert ana.get("").json()["versions"] == []


def test_the_next_start_goes_on_with_the_class(tmp_path: Path) -> None:
    with ClassSite(tmp_path) as site:
        id, slips = site.id, site.slips
        with site.join(slips.students[0].code) as ana:
            hand_in(ana)
            cookies = dict(ana.cookies)
    with ClassSite(tmp_path) as again, again.newcomer() as ana:
        assert (again.id, again.slips.students, again.slips.join) == (id, (), slips.join)
        ana.cookies.update(cookies)
        assert ana.get(f"/api/classes/{id}").json()["versions"][0]["version"] == 1
    with ClassSite(tmp_path, renew=True) as renewed:
        (slip,) = renewed.slips.students
        with renewed.join(slip.code) as zhana:
            assert (slip.name, zhana.get("").json()["number"]) == ("Жана", 2)
