"""FEN of the slow generator."""

import re

from slow.game import Game, Square, name_of, square_of
from slow.moves import long_steps
from slow.outcome import legal_moves
from slow.position import Piece, Position, Right


def read_fen(game: Game, text: str) -> Position:
    """Read a FEN that is known to be sound."""
    fields = text.split()
    position = Position(game)
    cells = _read_hands(position, fields.pop(0))
    for index, row in enumerate(cells.split("/")):
        _read_row(position, row, game.ranks - 1 - index)
    position.white_to_move = fields.pop(0) == "w"
    position.rights = frozenset(_read_rights(position, fields.pop(0)))
    passed = fields.pop(0)
    _read_checks(position, fields)
    position.halfmoves, position.number = int(fields[0]), int(fields[1])
    _read_passed(position, [square_of(name) for name in re.findall(r"[a-p]\d+", passed)])
    return position


def _read_hands(position: Position, text: str) -> str:
    cells, _, held = text.rstrip("]").partition("[")
    if not held and cells.count("/") == position.game.ranks:
        cells, _, held = cells.rpartition("/")
    for letter in held.replace("-", ""):
        position.hands[letter.isupper()][letter.lower()] += 1
    return cells


def _read_row(position: Position, row: str, rank: int) -> None:
    file = 0
    for token in re.findall(r"\d+|[A-Za-z]~?", row):
        if token.isdigit():
            file += int(token)
            continue
        letter = token[0]
        piece = Piece(letter.lower(), letter.isupper(), promoted=token.endswith("~"))
        position.board[file, rank] = piece
        file += 1


def _read_rights(position: Position, text: str) -> list[Right]:
    if not position.game.rules["castling"]:
        return []
    rights = []
    for word in re.findall(r"[A-Za-z]\d*", text):
        white, letter = word[0].isupper(), word[0].lower()
        king = _castling_king(position, white)
        if word in "KkQq":
            rook = _side_rook(position, king, white, kingside=letter == "k")
        else:
            rook = (ord(letter) - ord("a"), king[1])
        rights.append(Right(white, king, rook))
    return rights


def _side_rook(position: Position, king: Square, white: bool, *, kingside: bool) -> Square:
    """The rook that K or Q means: that of the start, or in Chess960 the outermost."""
    home = None if position.game.rules["chess960"] else _home_file(position.game, kingside=kingside)
    if home is not None:
        return home, king[1]
    rooks = _castling_rooks(position, white)
    return max(s for s in rooks if s > king) if kingside else min(s for s in rooks if s < king)


def _home_file(game: Game, *, kingside: bool) -> int | None:
    """The column of the rooks that castle on one side, if the start has such a right."""
    cells, _, rights, *_ = game.start.split()
    start = Position(game)
    for index, row in enumerate(_read_hands(start, cells).split("/")):
        _read_row(start, row, game.ranks - 1 - index)
    for white, letter in ((True, "KQ"[not kingside]), (False, "kq"[not kingside])):
        if letter in rights:
            king, rooks = _castling_king(start, white), _castling_rooks(start, white)
            aside = [s[0] for s in rooks if (s > king) == kingside]
            return max(aside) if kingside else min(aside)
    return None


def _castling_king(position: Position, white: bool) -> Square:
    """Where the king that castles stands."""
    game = position.game
    rank = game.castling_rank(white)
    kings = [s for s in position.all_of(white, game.castling_king()) if s[1] == rank]
    return kings[0] if len(kings) == 1 else (game.castling_king_file(), rank)


def _castling_rooks(position: Position, white: bool) -> list[Square]:
    game = position.game
    rooks = position.all_of(white, game.kinds("castling_rook_pieces"))
    return [s for s in rooks if s[1] == game.castling_rank(white)]


def _read_checks(position: Position, fields: list[str]) -> None:
    if not position.game.rules["check_counting"]:
        return
    text = next(f for f in fields if "+" in f)
    fields.remove(text)
    white, black = text.split("+")[-2:]
    position.checks = {True: int(white), False: int(black)}


def _read_passed(position: Position, squares: list[Square]) -> None:
    """Find who went over a square: the piece whose long step could have ended there."""
    game, enemy = position.game, not position.white_to_move
    allowed = game.rule_region("en_passant_region", not enemy, "en_passant_region")
    runners = position.all_of(enemy, game.letters)
    named = [runner for runner in runners if runner in squares]
    for runner in named or runners:
        before = position.copy()
        piece = before.board.pop(runner)
        for origin in game.rule_region("double_step_region", enemy) - before.board.keys():
            before.board[origin] = piece
            for target, between in long_steps(before, origin):
                if target == runner:
                    position.passed |= {s: runner for s in squares if s in between and s in allowed}
            del before.board[origin]


def write_fen(position: Position) -> str:
    """Write a position the way the core does."""
    game = position.game
    rows = []
    for rank in reversed(range(game.ranks)):
        row, empty = "", 0
        for file in range(game.files):
            piece = position.board.get((file, rank))
            if piece is None:
                empty += 1
                continue
            mark = "~" if piece.promoted and _tells_promoted(game) else ""
            row += (str(empty) if empty else "") + piece.symbol() + mark
            empty = 0
        rows.append(row + (str(empty) if empty else ""))
    fields = [
        "/".join(rows) + _write_hands(position),
        "w" if position.white_to_move else "b",
        _write_rights(position),
        _write_passed(position),
    ]
    if position.checks:
        fields.append(f"{position.checks[True]}+{position.checks[False]}")
    return " ".join([*fields, str(position.halfmoves), str(position.number)])


def _tells_promoted(game: Game) -> bool:
    """Only where it matters: a promoted piece goes to the hand as a pawn."""
    return bool(game.rules["captures_to_hand"]) and not game.rules["drop_loop"]


def _write_passed(position: Position) -> str:
    """The square to go to, if that is legal; beside it the pawn, if that stands on another file."""
    squares: set[Square] = set()
    for move in legal_moves(position):
        if move.is_en_passant and move.victim:
            squares |= (
                {move.target} if move.victim[0] == move.target[0] else {move.target, move.victim}
            )
    return "".join(name_of(s) for s in sorted(squares, key=lambda s: (s[1], s[0]))) or "-"


def _write_hands(position: Position) -> str:
    rules = position.game.rules
    if not (rules["piece_drops"] or rules["captures_to_hand"]):
        return ""
    held = ""
    for white in (True, False):
        text = "".join(sorted(position.hands[white].elements()))
        held += text.upper() if white else text
    return f"[{held}]"


def _write_rights(position: Position) -> str:
    letters = ""
    for white in (True, False):
        for right in sorted(_of(position, white), key=lambda right: right.rook, reverse=True):
            letter = "k" if right.rook > right.king else "q"
            if position.game.rules["chess960"] and not _is_outermost(position, right):
                # The letter of file k alone would read as the king's side.
                letter = name_of(right.rook)
                letter = letter if letter[0] == "k" else letter[0]
            letters += letter.upper() if white else letter
    return letters or "-"


def _is_outermost(position: Position, right: Right) -> bool:
    rooks = _castling_rooks(position, right.white)
    return right.rook == max(rooks) if right.rook > right.king else right.rook == min(rooks)


def _of(position: Position, white: bool) -> list[Right]:
    return [right for right in position.rights if right.white == white]
