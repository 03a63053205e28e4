"""Positions as an editor has them, which may still be wrong: from parts to FEN and back."""

import re
from collections.abc import Callable

import msgspec

from ferz import Board, FenError, Variant
from ferz.board import read_position
from ferz.web.dispatch import Refusal
from ferz.web.messages.base import Side
from ferz.web.messages.positions import PositionCheck, Setup, SetupParts
from ferz.web.views import position_view, side_of

RIGHTS = "KQkq"
_RANK = re.compile(r"(\d+)|([A-Za-z]~?)")
_PLACEMENT = re.compile(r"(?P<board>[A-Za-z0-9~/]+)(?:\[(?P<hand>[A-Za-z]*)\])?")


def parts_of(variant: Variant) -> SetupParts:
    """Which parts the positions of a game have."""
    rules = variant.rules
    return SetupParts(
        hands=variant.has_hands,
        castling=rules.castling,
        free_castling=variant.is_chess960,
        en_passant=rules.double_step and any("e" in kind.move for kind in variant.pieces),
        checks=rules.check_counting,
    )


def setup_of(board: Board) -> Setup:
    """A position in parts."""
    left = [board.checks_remaining(color) for color in (True, False)]
    hands = [board.hand(color) if board.variant.has_hands else {} for color in (True, False)]
    return Setup(
        pieces={
            square: piece.symbol() + ("~" if piece.promoted else "")
            for square, piece in board.piece_map().items()
        },
        hands=(_held(hands[0]), _held(hands[1])),
        turn=side_of(board.turn),
        castling=board.castling.replace("-", ""),
        en_passant=board.ep_square or "",
        halfmove_clock=board.halfmove_clock,
        fullmove_number=board.fullmove_number,
        checks=(left[0] or 0, left[1] or 0),
    )


def _held(hand: dict[str, int]) -> dict[str, int]:
    return {letter: count for letter, count in hand.items() if count}


def compose(setup: Setup, files: int, ranks: int, parts: SetupParts) -> str:
    """The FEN of a position in parts, right or wrong. Raises `Refusal` for a foreign square."""
    board = _placement(setup.pieces, files, ranks)
    if parts.hands:
        board += f"[{_hand(setup.hands[0]).upper()}{_hand(setup.hands[1])}]"
    checks = [f"{setup.checks[0]}+{setup.checks[1]}"] if parts.checks else []
    return " ".join(
        [
            board,
            setup.turn[0],
            (parts.castling and setup.castling) or "-",
            (parts.en_passant and setup.en_passant) or "-",
            *checks,
            str(setup.halfmove_clock),
            str(setup.fullmove_number),
        ]
    )


def _placement(pieces: dict[str, str], files: int, ranks: int) -> str:
    names = [f"{chr(97 + file)}{rank}" for rank in range(ranks, 0, -1) for file in range(files)]
    if not pieces.keys() <= set(names):
        raise Refusal("bad_message")
    # One mark for an empty square, so that runs of them become their number.
    cells = [pieces.get(name, ".") for name in names]
    rows = ["".join(cells[at : at + files]) for at in range(0, len(cells), files)]
    return "/".join(re.sub(r"\.+", lambda gap: str(len(gap[0])), row) for row in rows)


def _hand(hand: dict[str, int]) -> str:
    return "".join(letter * count for letter, count in hand.items())


def check(variant: Variant, setup: Setup) -> PositionCheck:
    """Judge a position; rights and a passed square that its pieces rule out are left out."""
    parts = parts_of(variant)

    def problem(changed: Setup) -> str:
        try:
            Board(variant, compose(changed, variant.files, variant.ranks, parts))
        except FenError as error:
            return str(error)
        return ""

    rights = possible_rights(setup, parts, problem)
    passing = _possible_passing(variant, setup, parts, problem)
    if not parts.free_castling:
        setup = msgspec.structs.replace(setup, castling=common_rights(setup.castling, rights))
    if setup.en_passant not in passing:
        setup = msgspec.structs.replace(setup, en_passant="")
    fen = compose(setup, variant.files, variant.ranks, parts)
    try:
        board = Board(variant, fen)
    except FenError as error:
        return PositionCheck(fen, "", None, str(error), rights, passing)
    return PositionCheck(board.fen, _compact(board), position_view(board, 0), "", rights, passing)


def common_rights(asked: str, possible: str) -> str:
    """The rights that are asked for and can be, in their usual order."""
    return "".join(right for right in RIGHTS if right in asked and right in possible)


def possible_rights(setup: Setup, parts: SetupParts, problem: Callable[[Setup], str]) -> str:
    """Of KQkq, those about which `problem` has nothing to say by themselves."""
    if not parts.castling:
        return ""
    plain = msgspec.structs.replace(setup, en_passant="")
    return "".join(
        right
        for right in RIGHTS
        if not problem(msgspec.structs.replace(plain, castling=right)).startswith("castling ")
    )


def _possible_passing(
    variant: Variant, setup: Setup, parts: SetupParts, problem: Callable[[Setup], str]
) -> list[str]:
    if not parts.en_passant:
        return []
    plain = msgspec.structs.replace(setup, castling="")
    squares = [
        f"{chr(97 + file)}{rank}"
        for rank in range(2, variant.ranks)
        for file in range(variant.files)
    ]
    # Where two pawns may have passed, the position names the right one.
    asked = [setup.en_passant] if len(setup.en_passant) > 3 else []
    return [
        square
        for square in [*squares, *asked]
        if square not in setup.pieces
        and not problem(msgspec.structs.replace(plain, en_passant=square)).startswith("en passant ")
    ]


def _compact(board: Board) -> str:
    try:
        return board.compact
    except FenError:
        return ""


def read(variant: Variant, text: str) -> Setup:
    """A position to edit, empty: the start; also one that the game does not allow (yet).

    Raises `FenError` for a text that is no position of this board.
    """
    text = text.strip()
    try:
        return setup_of(read_position(variant, text or None))
    except FenError:
        loose = _loosely(variant, text)
        if loose is None:
            raise
        return loose


def _loosely(variant: Variant, fen: str) -> Setup | None:
    """The parts of a FEN that has the right form, whatever they say; None for any other text."""
    fields = [*fen.split(), *["-"] * 4][:4]
    found = _PLACEMENT.fullmatch(fields[0])
    pieces = _loose_pieces(variant, found["board"]) if found else None
    if found is None or pieces is None or fields[1] not in ("w", "b", "-"):
        return None
    hand = found["hand"] or ""
    counts = {letter: min(hand.count(letter), 99) for letter in hand}
    side: Side = "black" if fields[1] == "b" else "white"
    start = setup_of(Board(variant))
    return Setup(
        pieces=pieces,
        hands=(
            {letter.lower(): count for letter, count in counts.items() if letter.isupper()},
            {letter: count for letter, count in counts.items() if letter.islower()},
        ),
        turn=side,
        castling=fields[2] if re.fullmatch(r"[A-Za-z0-9]{1,20}", fields[2]) else "",
        en_passant=fields[3] if re.fullmatch(r"([a-p][0-9]{1,2}){1,2}", fields[3]) else "",
        halfmove_clock=0,
        fullmove_number=1,
        checks=start.checks,
    )


def _loose_pieces(variant: Variant, placement: str) -> dict[str, str] | None:
    rows = placement.split("/")
    letters = {kind.letter for kind in variant.pieces}
    if len(rows) != variant.ranks:
        return None
    pieces = {}
    for rank, row in zip(range(variant.ranks, 0, -1), rows, strict=True):
        file = 0
        for gap, symbol in _RANK.findall(row):
            if symbol and (file >= variant.files or symbol[0].lower() not in letters):
                return None
            if symbol:
                pieces[f"{chr(97 + file)}{rank}"] = symbol
            file += int(gap) if gap else 1
        if file != variant.files:
            return None
    return pieces
