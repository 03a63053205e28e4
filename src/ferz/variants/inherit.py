"""Inheritance: from a game's file and what it extends to complete settings."""

from pathlib import Path
from typing import Any

from ferz._core import VariantError
from ferz.variants.builtin import builtin_file, find_builtin, unknown_game
from ferz.variants.info import Game, Settings, VariantInfo, quoted, suggestion
from ferz.variants.schema import Complaints, GameFile, read_game


def resolve(file: GameFile, game_id: str) -> Game:
    """The game of a file.

    Raises a VariantError with every complaint about the file and its ancestors if they leave
    nothing to compile.
    """
    chain = _ancestry(file)
    complaints = Complaints(file.source)
    pieces = _merged_pieces(chain, complaints)
    values = {key: value for ancestor in chain for key, value in ancestor.values.items()}
    for key in ("files", "ranks", "start"):
        if key not in values and not any(ancestor.complaints.blocking for ancestor in chain):
            complaints.add(f"key '{key}' is missing")
    lines = [line for ancestor in reversed(chain) for line in ancestor.complaints.lines]
    lines += complaints.lines
    if complaints.blocking or any(ancestor.complaints.blocking for ancestor in chain):
        raise VariantError("\n".join(lines))
    info = VariantInfo(
        id=game_id,
        name=file.values.get("name", game_id),
        source=file.source,
        description=" ".join(file.values.get("description", "").split()),
        aliases=file.aliases,
        interface=file.interface,
    )
    settings: Settings = {
        "source": info.source,
        "id": info.id,
        "name": info.name,
        "files": values["files"],
        "ranks": values["ranks"],
        "start": values["start"],
        "pieces": pieces,
        "rules": {key: value for ancestor in chain for key, value in ancestor.rules.items()},
    }
    return Game(info, settings, tuple(lines))


def _ancestry(file: GameFile) -> list[GameFile]:
    """The file and all that it extends, the oldest first."""
    chain = [file]
    while "extends" in chain[0].values:
        parent = _parent(chain[0])
        if any(parent.path == child.path for child in chain):
            names = " -> ".join(child.source for child in [*reversed(chain), parent])
            raise VariantError(f"{file.source}: extends goes in a circle: {names}")
        chain.insert(0, parent)
    return chain


def _parent(file: GameFile) -> GameFile:
    """What a file extends: a built-in game, or a file in the same folder."""
    wanted: str = file.values["extends"]
    where = f"{file.source}: extends: "
    if wanted.lower().endswith(".toml"):
        if file.path is None or Path(wanted).name != wanted or "\\" in wanted:
            raise VariantError(f"{where}found {quoted(wanted)}, expected {_expected(file)}")
        path = file.path.with_name(wanted)
        if not path.is_file():
            raise VariantError(f"{where}no file {quoted(wanted)} beside {quoted(file.source)}")
        return read_game(path)
    if "+" in wanted:
        raise VariantError(f"{where}found the composition {quoted(wanted)}, expected one game")
    name = find_builtin(wanted)
    if name is None:
        raise unknown_game(where, wanted)
    return builtin_file(name)


def _expected(file: GameFile) -> str:
    beside = "" if file.path is None else " or of a file beside it, without folder"
    return f"the name of a built-in game{beside}"


def _merged_pieces(chain: list[GameFile], complaints: Complaints) -> list[dict[str, Any]]:
    """The pieces in order; a redefined piece keeps its place and what is not said anew."""
    pieces: dict[str, dict[str, Any]] = {}
    for file in chain:
        for name, piece in file.pieces.items():
            if piece is not None:
                pieces[name] = {**pieces.get(name, {}), **piece}
            elif pieces.pop(name, None) is None:
                hint = suggestion(name, pieces)
                complaints.add(f"piece {quoted(name)}: found false, but none is inherited{hint}")
    for name, piece in pieces.items():
        for key in ("letter", "move"):
            if key not in piece and not any(file.complaints.blocking for file in chain):
                complaints.add(f"piece {quoted(name)}: key '{key}' is missing")
    return [{"name": name, **piece} for name, piece in pieces.items()]
