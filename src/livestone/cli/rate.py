"""``livestone rate``: how strong the players of some finished games are."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from livestone import columns
from livestone.cli.common import AsJson, chosen_game, input_file, print_json
from livestone.cli.progress import bar
from livestone.cli.words import counted
from livestone.errors import BadRecord, BadRequest

if TYPE_CHECKING:
    from livestone.play.rating import Outcome, Standing
    from livestone.records.record import Participant, Record

# The files of a folder that are taken for records.
ENDINGS = (".txt", ".json", ".jsonl")

File = Annotated[
    str,
    input_file(
        "Records, as text, JSON or JSON lines; folders of them, also of tournaments; "
        "'-' reads standard input."
    ),
]
OnlyGame = Annotated[str | None, chosen_game("Rate this game only.")]


@dataclass
class Pool:
    """The finished games of one game, and their players."""

    outcomes: list[Outcome] = field(default_factory=list)
    people: dict[str, Participant] = field(default_factory=dict)


def rate(*files: File, game: OnlyGame = None, json: AsJson = False) -> None:
    """Rate the players of finished games, each game by itself, by Glicko-2."""
    if not files:
        raise BadRequest("there is nothing to rate: name records, folders of them, or '-'")
    if game is not None:
        from livestone.games import find

        find(game)
    places = [place for file in files for place in _places(file)]
    with bar("reading") as progress:
        records, left_out = _finished(places, game, progress)
    pools = _pools(records)
    from livestone.play.rating import standings

    tables = {name: standings(pool.outcomes) for name, pool in sorted(pools.items())}
    if json:
        print_json([_as_json(name, pools[name], tables[name]) for name in tables])
        return
    print("\n".join(_lines(pools, tables)))
    if left_out:
        games = counted(left_out, "game is", "games are")
        print(f"{games} left out: still running, aborted, or with one player on every side.")


def _places(file: str) -> list[str]:
    """The files that a name stands for. Raises BadRequest for a folder without records."""
    folder = Path(file)
    if file == "-" or not folder.is_dir():
        return [file]
    from livestone.freeplay.journal import FILE, GAMES

    inside = sorted(folder.rglob("*"))
    # Of a tournament's folder only the games are records.
    cups = {path.parent: path.parent / GAMES for path in inside if path.name == FILE}
    found = [
        str(path)
        for path in inside
        if path.suffix.lower() in ENDINGS and path.is_file() and _is_record(path, cups)
    ]
    if not found:
        raise BadRequest(f"there is no record ({', '.join(ENDINGS)}) in the folder {file!r}")
    return found


def _is_record(path: Path, cups: dict[Path, Path]) -> bool:
    """Whether a file is in no tournament's folder, or among the games of one."""
    return all(path.is_relative_to(games) for cup, games in cups.items() if cup in path.parents)


def _finished(places: Sequence[str], game: str | None, progress: Any) -> tuple[list[Record], int]:
    """The records that count, in the order of their dates, and how many do not."""
    records, left_out = [], 0
    for done, place in enumerate(places, 1):
        for record in _records(place):
            if game is not None and record.game != game:
                continue
            if _counts(record):
                records.append(record)
            else:
                left_out += 1
        progress(done, len(places))
    return sorted(records, key=_when), left_out


def _records(place: str) -> Iterator[Record]:
    """The records in a file. Raises BadRecord, naming the file and perhaps the line; OSError."""
    data = sys.stdin.buffer.read() if place == "-" else Path(place).read_bytes()
    from livestone.records.record import Record

    texts = _texts(data)
    for number, text in texts:
        where = f"{place}: line {number}" if len(texts) > 1 else place
        try:
            yield Record.read(text.decode())
        except UnicodeDecodeError:
            raise BadRecord(f"{where}: this is no text in UTF-8") from None
        except BadRecord as error:
            raise BadRecord(f"{where}: {error}") from None


def _texts(data: bytes) -> list[tuple[int, bytes]]:
    """The whole of a file, or its lines with their numbers where each is a JSON object."""
    lines = [(number, line) for number, line in enumerate(data.split(b"\n"), 1) if line.strip()]
    objects = all(line.lstrip()[:1] == b"{" and line.rstrip()[-1:] == b"}" for _, line in lines)
    return lines if lines and objects else [(1, data)]


def _counts(record: Record) -> bool:
    result = record.result
    names = {_name(player) for player in record.players}
    return result is not None and result.reason != "aborted" and len(names) > 1


def _when(record: Record) -> datetime:
    """When a game began; one without a date comes first, and none means its place's own time."""
    if record.date is None:
        return datetime.min.replace(tzinfo=UTC)
    date = datetime.fromisoformat(record.date)
    return date if date.tzinfo else date.replace(tzinfo=UTC)


def _name(player: Participant) -> str:
    """The player that a name means: ``Ana``, ``Livestone (bot level 3)``."""
    if player.kind == "human" and player.level is None:
        return player.name
    level = "" if player.level is None else f" level {player.level}"
    return f"{player.name} ({player.kind}{level})"


def _pools(records: Iterable[Record]) -> dict[str, Pool]:
    from livestone.play.rating import Outcome

    pools: dict[str, Pool] = {}
    for record in records:
        assert record.result is not None
        pool = pools.setdefault(record.game, Pool())
        names = tuple(_name(player) for player in record.players)
        pool.people.update(zip(names, record.players, strict=True))
        pool.outcomes.append(Outcome(names, record.result.winners))
    return pools


def _lines(pools: dict[str, Pool], tables: dict[str, dict[str, Standing]]) -> Iterator[str]:
    from livestone.games import find

    if not tables:
        yield "No finished game between different players."
    for game, table in tables.items():
        yield f"{find(game).title}, {counted(len(pools[game].outcomes), 'game')}"
        wide = max(map(columns.width, table))
        yield f"  {'':<{wide}}  rating  95 %            won  drawn  lost"
        for name, standing in table.items():
            low, high = standing.rating.interval
            bounds = f"{low:.0f} to {high:.0f}"
            yield (
                f"  {columns.left(name, wide)}  {standing.rating.value:6.0f}  {bounds:<14}"
                f"{standing.wins:>5}{standing.draws:>7}{standing.losses:>6}"
            )
        yield ""


def _as_json(game: str, pool: Pool, table: dict[str, Standing]) -> dict[str, object]:
    return {
        "game": game,
        "games": len(pool.outcomes),
        "players": [
            {
                "name": pool.people[name].name,
                "kind": pool.people[name].kind,
                "level": pool.people[name].level,
                "rating": round(standing.rating.value, 1),
                "interval": [round(end, 1) for end in standing.rating.interval],
                "deviation": round(standing.rating.deviation, 1),
                "volatility": round(standing.rating.volatility, 6),
                "wins": standing.wins,
                "draws": standing.draws,
                "losses": standing.losses,
            }
            for name, standing in table.items()
        ],
    }
