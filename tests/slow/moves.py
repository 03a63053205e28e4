"""Legal moves of the slow generator: every way to go is tried, and taken back if the king hangs."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from slow.betza import Step, lame_path
from slow.game import Game, Square, name_of
from slow.position import Piece, Position, Right


@dataclass(frozen=True)
class Move:
    """One move; `victim` is the square of the piece that it takes."""

    target: Square
    origin: Square | None = None
    promotion: str = ""
    drop: str = ""
    victim: Square | None = None
    castling: Right | None = None
    is_en_passant: bool = False
    passes: tuple[Square, ...] = ()
    collides: bool = False

    def uci(self) -> str:
        """Write it as UCI does."""
        if self.origin is None:
            return f"{self.drop.upper()}@{name_of(self.target)}"
        tail = self.promotion + ("x" if self.collides else "")
        return f"{name_of(self.origin)}{name_of(self.target)}{tail}"


def moves_before_ends(position: Position) -> list[Move]:
    """Legal moves, not asking whether the game is over."""
    white, rules = position.white_to_move, position.game.rules
    moves = moves_before_duties(position)
    if rules["makpong_rule"]:
        moves = [m for m in moves if not _walks_from_check(position, m)]
    if rules["must_capture"]:
        taking = [m for m in moves if m.victim and position.board[m.victim].white != white]
        moves = taking or moves
    return moves


def moves_before_duties(position: Position) -> list[Move]:
    """Moves that neither hang the king nor give a check that is forbidden."""
    white, rules = position.white_to_move, position.game.rules
    moves = [m for m in pseudo_legal_moves(position) if is_safe(position, m)]
    if rules["checking"] and rules["drop_checks"]:
        return moves
    bad = [m for m in moves if not rules["checking"] or m.origin is None]
    return [m for m in moves if m not in bad or not in_check(play(position, m), not white)]


def _walks_from_check(position: Position, move: Move) -> bool:
    """The king goes, in check, without taking the only piece that gives it."""
    white = position.white_to_move
    if move.origin is None or position.board[move.origin].letter not in position.game.royals:
        return False
    checkers = attackers(position, move.origin, by_white=not white)
    return bool(checkers) and checkers != [move.target]


def is_safe(position: Position, move: Move) -> bool:
    """Does the move leave no royal piece of the mover attacked, on the way of castling included?"""
    white = position.white_to_move
    if move.castling and position.game.castling_king() in position.game.royals:
        return _castling_is_safe(position, move)
    return not in_check(play(position, move), white)


def _castling_is_safe(position: Position, move: Move) -> bool:
    """Neither out of check, nor over or onto a square that is attacked now, nor into check."""
    right = move.castling
    assert right is not None
    target = (position.game.castling_target(right.rook > right.king), right.king[1])
    way = _way(right.king, target)
    over_attacked = any(is_attacked(position, s, by_white=not right.white) for s in way)
    return not over_attacked and not in_check(play(position, move), right.white)


def in_check(position: Position, white: bool) -> bool:
    """Is a royal piece of that side attacked?"""
    kings = position.all_of(white, position.game.royals)
    return any(is_attacked(position, king, by_white=not white) for king in kings)


def is_attacked(position: Position, square: Square, *, by_white: bool) -> bool:
    """Could a piece of that side take on this square?"""
    origins = position.all_of(by_white, position.game.letters)
    return any(_attacks(position, origin, square) for origin in origins)


def attackers(position: Position, square: Square, *, by_white: bool) -> list[Square]:
    """The pieces of that side that could take on this square."""
    origins = position.all_of(by_white, position.game.letters)
    return [origin for origin in origins if _attacks(position, origin, square)]


def _attacks(position: Position, origin: Square, square: Square) -> bool:
    ways = reach(position, origin, toward=square)
    return any(target == square and step.captures for target, step in ways)


def reach(
    position: Position, origin: Square, toward: Square | None = None
) -> Iterator[tuple[Square, Step]]:
    """Every square that the piece comes to, up to and with the first occupied one on its way.

    With `toward`, only by the steps that point there.
    """
    game, board = position.game, position.board
    piece = board[origin]
    region = game.piece_region(piece.letter, piece.white)
    for step in game.steps(piece.letter, piece.white):
        if step.initial and not _may_start(game, piece, origin):
            continue
        if toward and not _points_at(step, origin, toward):
            continue
        walk = _hop(position, origin, step) if step.hopper else _ride(position, origin, step)
        for target in walk:
            if target in region:
                yield target, step


def _may_start(game: Game, piece: Piece, origin: Square) -> bool:
    region = game.rule_region("double_step_region", piece.white)
    return bool(game.rules["double_step"]) and origin in region


def _points_at(step: Step, origin: Square, square: Square) -> bool:
    dx, dy = square[0] - origin[0], square[1] - origin[1]
    return dx * step.dy == dy * step.dx and dx * step.dx + dy * step.dy > 0


def _ride(position: Position, origin: Square, step: Step) -> Iterator[Square]:
    square, count = origin, 0
    while step.reach == 0 or count < step.reach:
        if step.lame and _is_lamed(position, square, step):
            return
        square, count = (square[0] + step.dx, square[1] + step.dy), count + 1
        if not position.game.is_on_board(square):
            return
        yield square
        if square in position.board:
            return


def _is_lamed(position: Position, square: Square, step: Step) -> bool:
    crossed = lame_path(step.dx, step.dy)
    return any((square[0] + x, square[1] + y) in position.board for x, y in crossed)


def _hop(position: Position, origin: Square, step: Step) -> Iterator[Square]:
    """Over exactly one piece, then onward (p) or only to the next square (g), all within reach."""
    square, hurdles, count = origin, 0, 0
    while step.reach == 0 or count < step.reach:
        square, count = (square[0] + step.dx, square[1] + step.dy), count + 1
        if not position.game.is_on_board(square):
            return
        if hurdles:
            yield square
            if step.hopper == "g" or square in position.board:
                return
        hurdles += square in position.board


def pseudo_legal_moves(position: Position) -> list[Move]:
    """Moves that may still leave the king hanging."""
    moves: list[Move] = []
    for origin, piece in position.board.items():
        if piece.white == position.white_to_move:
            moves += _piece_moves(position, origin)
    moves += _castling_moves(position)
    if position.game.rules["piece_drops"]:
        moves += _drops(position)
    return list(dict.fromkeys(moves))


def _piece_moves(position: Position, origin: Square) -> list[Move]:
    game, board = position.game, position.board
    piece = board[origin]
    plain: dict[tuple[Square, Square | None], Move] = {}
    for target, step in reach(position, origin):
        taken = board.get(target)
        if taken is None and step.moves:
            plain.setdefault((target, None), Move(target, origin))
        if taken is not None and step.captures and _may_take(game, piece, taken):
            plain[target, target] = Move(target, origin, victim=target)
        if taken is None and target in position.passed and _may_pass(game, piece, step):
            victim = position.passed[target]
            plain[target, victim] = Move(target, origin, victim=victim, is_en_passant=True)
    steps = {target for target, step in reach(position, origin) if not step.initial}
    for target, between in long_steps(position, origin):
        if target not in steps:
            plain[target, None] = Move(target, origin, passes=between)
    return [m for move in plain.values() for m in _promotions(position, _mark(position, move))]


def _mark(position: Position, move: Move) -> Move:
    """King takes own rook may mean castling: while that right lives, x tells the taking."""
    assert move.origin is not None
    clash = any(
        (right.king, right.rook) == (move.origin, move.target)
        and _castles_onto_rook(position, right)
        for right in position.rights
    )
    return replace(move, collides=True) if clash else move


def _may_take(game: Game, piece: Piece, taken: Piece) -> bool:
    if taken.white != piece.white:
        return True
    allowed = game.rules["self_capture"] and piece.letter in game.kinds("self_capture_types")
    return bool(allowed) and taken.letter not in game.royals


def _may_pass(game: Game, piece: Piece, step: Step) -> bool:
    """By the ways marked so; where none is marked, by every way that only captures."""
    marked = any(step.passing for step in game.steps(piece.letter, piece.white))
    allowed = piece.letter in game.kinds("en_passant_types", "pawn_types")
    return allowed and (step.passing if marked else step.captures and not step.moves)


def long_steps(position: Position, origin: Square) -> list[tuple[Square, tuple[Square, ...]]]:
    """Double steps and initial moves to empty squares, with the squares that can be taken on.

    Only a move of exactly two squares passes one that can.
    """
    game, board = position.game, position.board
    piece = board[origin]
    if piece.letter in game.royals or not _may_start(game, piece, origin):
        return []
    found: list[tuple[Square, tuple[Square, ...]]] = []
    up = 1 if piece.white else -1
    first, second = (origin[0], origin[1] + up), (origin[0], origin[1] + 2 * up)
    steps = game.steps(piece.letter, piece.white)
    if piece.letter in game.kinds("pawn_types") and any(_is_plain_step(s, up) for s in steps):
        free = first not in board and second not in board
        if free and second in game.piece_region(piece.letter, piece.white):
            found.append((second, (first,)))
    for target, step in reach(position, origin):
        if step.initial and step.moves and target not in board:
            found.append((target, _halfway(origin, target)))
    return found


def _is_plain_step(step: Step, up: int) -> bool:
    forward = (step.dx, step.dy) == (0, up) and step.reach == 1
    return forward and step.moves and not step.initial and not step.hopper


def _halfway(origin: Square, target: Square) -> tuple[Square, ...]:
    """The square in the middle of a straight or slanting move of two squares."""
    dx, dy = target[0] - origin[0], target[1] - origin[1]
    if not {abs(dx), abs(dy)} <= {0, 2}:
        return ()
    return ((origin[0] + dx // 2, origin[1] + dy // 2),)


def _promotions(position: Position, move: Move) -> list[Move]:
    game, white = position.game, position.white_to_move
    assert move.origin is not None
    letter = position.board[move.origin].letter
    chosen = sorted(game.kinds("promotion_piece_types"))
    promotes = chosen and letter in game.kinds("promotion_pawn_types", "pawn_types")
    promotes = promotes and not move.is_en_passant
    if not promotes or move.target not in game.rule_region("promotion_region", white):
        return [] if is_stuck(game, letter, move.target, white) else [move]
    moves = []
    for new in chosen:
        limit = game.promotion_limit(new)
        if limit is None or len(position.all_of(white, new)) < limit:
            moves.append(replace(move, promotion=new, passes=()))
    stays = not game.rules["mandatory_pawn_promotion"]
    if stays and not is_stuck(game, letter, move.target, white):
        moves.append(move)
    return moves


def is_stuck(game: Game, letter: str, square: Square, white: bool) -> bool:
    """Is going there forbidden because the piece could never leave?"""
    if not game.rules["immobility_illegal"]:
        return False
    ways = [s for s in game.steps(letter, white) if not s.initial]
    return not any(game.is_on_board((square[0] + s.dx, square[1] + s.dy)) for s in ways)


def _castling_moves(position: Position) -> list[Move]:
    moves = []
    game, board = position.game, position.board
    for right in position.rights:
        if right.white != position.white_to_move:
            continue
        rank, kingside = right.king[1], right.rook > right.king
        king_to = (game.castling_target(kingside), rank)
        rook_to = (king_to[0] + (-1 if kingside else 1), rank)
        way = _way(right.king, king_to) | _way(right.rook, rook_to)
        if (way & board.keys()) - {right.king, right.rook}:
            continue
        target = right.rook if _castles_onto_rook(position, right) else king_to
        moves.append(Move(target, right.king, castling=right))
    return moves


def _castles_onto_rook(position: Position, right: Right) -> bool:
    """Chess960 writes castling so, and every game where the king could also walk or stay there."""
    game = position.game
    king_to = (game.castling_target(right.rook > right.king), right.king[1])
    kings = [Piece(game.castling_king(), white) for white in (True, False)]
    boards = [Position(game, {right.king: king}) for king in kings]
    walks = any(target == king_to for alone in boards for target, _ in reach(alone, right.king))
    return bool(game.rules["chess960"]) or walks or king_to == right.king


def _way(start: Square, end: Square) -> set[Square]:
    low, high = sorted((start[0], end[0]))
    return {(file, start[1]) for file in range(low, high + 1)}


def _drops(position: Position) -> list[Move]:
    game, white = position.game, position.white_to_move
    rules = game.rules
    first = 0 if white else game.ranks - 1
    moves = []
    for letter, count in position.hands[white].items():
        if not count:
            continue
        squares = game.rule_region("drop_region", white) & game.piece_region(letter, white)
        squares = squares - position.board.keys()
        if letter in game.kinds("pawn_types"):
            if not rules["promotion_zone_pawn_drops"]:
                squares -= game.rule_region("promotion_region", white)
            if not rules["first_rank_pawn_drops"]:
                squares = {square for square in squares if square[1] != first}
        moves += [
            Move(square, drop=letter)
            for square in squares
            if not is_stuck(game, letter, square, white)
        ]
    return moves


def play(position: Position, move: Move) -> Position:
    """The position after a move."""
    after = position.copy()
    white = position.white_to_move
    after.passed = {}
    after.halfmoves += 1
    if move.castling:
        _castle(after, move.castling)
    elif move.origin is None:
        after.hands[white][move.drop] -= 1
        after.board[move.target] = Piece(move.drop, white)
        after.halfmoves = 0
    else:
        _shift(after, move)
    _update_rights(after, move)
    after.white_to_move = not white
    after.number += not white
    if after.checks and in_check(after, not white):
        after.checks[white] -= 1
    return after


def _castle(after: Position, right: Right) -> None:
    kingside = right.rook > right.king
    king, rook = after.board.pop(right.king), after.board.pop(right.rook)
    file = after.game.castling_target(kingside)
    after.board[file, right.king[1]] = king
    after.board[file + (-1 if kingside else 1), right.king[1]] = rook


def _shift(after: Position, move: Move) -> None:
    game, white = after.game, after.white_to_move
    assert move.origin is not None
    if move.victim:
        _to_hand(after, after.board.pop(move.victim))
        after.halfmoves = 0
    piece = after.board.pop(move.origin)
    if piece.letter in game.kinds("n_move_rule_types", "pawn_types"):
        after.halfmoves = 0
    if move.promotion:
        piece = Piece(move.promotion, white, promoted=True)
        after.halfmoves = 0
    after.board[move.target] = piece
    region = game.rule_region("en_passant_region", not white, "en_passant_region")
    after.passed = {square: move.target for square in move.passes if square in region}


def _to_hand(after: Position, taken: Piece) -> None:
    rules, us = after.game.rules, after.white_to_move
    own = taken.white == us
    if not rules["captures_to_hand"] or rules["hand_takes"] == ("enemy" if own else "own"):
        return
    hand = {"us": us, "them": not us, "owner": taken.white, "non_owner": not taken.white}
    letter = taken.letter
    if taken.promoted and not rules["drop_loop"]:
        pawns = after.game.kinds("promotion_pawn_types", "pawn_types")
        letter = next(letter for letter in after.game.pieces if letter in pawns)
    after.hands[hand[rules["capture_to_hand_side"]]][letter] += 1


def _update_rights(after: Position, move: Move) -> None:
    touched = {move.origin, move.target, move.victim}
    if move.castling:
        touched |= {move.castling.king, move.castling.rook}
    after.rights = frozenset(r for r in after.rights if not touched & {r.king, r.rook})
    if move.drop and after.game.rules["castling_dropped_piece"]:
        _gain_rights(after, move)


def _gain_rights(after: Position, move: Move) -> None:
    game, white = after.game, after.white_to_move
    rank = game.castling_rank(white)
    king = (game.castling_king_file(), rank)
    if after.board.get(king) != Piece(game.castling_king(), white):
        return
    for rook in ((0, rank), (game.files - 1, rank)):
        piece = after.board.get(rook)
        is_rook = piece and piece.letter in game.kinds("castling_rook_pieces")
        # One rook on each side of the king: what may castle there already stays the one.
        has_right = any(
            right.white == white and (right.rook[0] < king[0]) == (rook[0] < king[0])
            for right in after.rights
        )
        if (
            piece
            and is_rook
            and piece.white == white
            and move.target in (king, rook)
            and not has_right
        ):
            after.rights |= {Right(white, king, rook)}
