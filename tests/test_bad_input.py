"""Wrong positions and moves: the message says where, what was found and what was expected."""

import pytest
from helpers import after, changed

import ferz
from ferz import variants

ROWS = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
KINGS = "4k3/8/8/8/8/8/8/4K3"
HUGE = 10_000_000


def fen_error(fen: str, game: str = "chess") -> str:
    with pytest.raises(ferz.FenError) as caught:
        ferz.Board(game, fen)
    return str(caught.value)


def move_error(move: str, fen: str | None = None, game: str = "chess") -> str:
    with pytest.raises(ferz.MoveError) as caught:
        ferz.Board(game, fen).push(move)
    return str(caught.value)


# The board


@pytest.mark.parametrize(
    ("cells", "message"),
    [
        (ROWS[:-1], "rank 1 'RNBQKBN' covers 7 squares, expected 8"),
        (ROWS.replace("/pp", "/ppp"), "rank 7 'ppppppppp' covers 9 squares, expected 8"),
        ("8/8/8", "board '8/8/8' has 3 ranks, expected 8"),
        (f"8/{ROWS}", f"board '8/{ROWS[:38]}…' has 9 ranks, expected 8"),
        ("", "fen: empty, expected a board"),
        (ROWS.replace("/pp", "/px"), "rank 7 'pxpppppp': 'x' is no piece, expected one of pnbrqk"),
        (ROWS.replace("/pp", "/pé"), "rank 7 'pépppppp': 'é' is no piece, expected one of pnbrqk"),
        (ROWS.replace("/8/", "/0/", 1), "rank 6 '0': a gap of 0, expected 1 to 8"),
        (ROWS.replace("/8/", "/08/", 1), "rank 6 '08': a gap of 08, expected 1 to 8"),
        (ROWS.replace("/8/", "/88/", 1), "rank 6 '88': a gap of 88, expected 1 to 8"),
        (
            ROWS.replace("/8/", "/+P7/", 1),
            "rank 6 '+P7': '+' marks a promoted piece, a rule that is not built yet",
        ),
        (
            ROWS.replace("/8/", "/*7/", 1),
            "rank 6 '*7': '*' marks a wall, a rule that is not built yet",
        ),
        (f"{KINGS}[Q]", "hand 'Q', expected none in a game without drops"),
        (
            "Q~3k3/8/8/8/8/8/8/4K3",
            "board: '~' on a8, expected none in a game that does not tell promoted pieces apart",
        ),
    ],
)
def test_a_wrong_board_is_told_by_rank_and_cell(cells: str, message: str) -> None:
    assert fen_error(f"{cells} w - - 0 1" if cells else "") == message


@pytest.mark.parametrize(
    ("cells", "message"),
    [
        ("4k3/8/8/8/8/8/8/8", "board: White has 0 of the royal piece 'king', expected 1"),
        ("4k3/8/8/8/8/8/8/K3K3", "board: White has 2 of the royal piece 'king', expected 1"),
        ("8/8/8/8/8/8/8/4K3", "board: Black has 0 of the royal piece 'king', expected 1"),
        (
            "4k3/4R3/8/8/8/8/8/4K3",
            "board: Black is in check on e8 but White is to move, "
            "expected the side in check to move",
        ),
        ("P3k3/8/8/8/8/8/8/4K3", "board: a pawn on a8, expected none where it would have promoted"),
    ],
)
def test_a_position_that_cannot_be_is_refused(cells: str, message: str) -> None:
    assert fen_error(f"{cells} w - - 0 1") == message


def test_the_side_without_a_king_has_none_in_horde_either() -> None:
    fen = "4k3/8/8/8/8/8/P7/4K3 w - - 0 1"
    assert fen_error(fen, "horde") == "board: White has 1 of the royal piece 'king', expected 0"


def test_a_royal_piece_cannot_be_held() -> None:
    message = "hand 'K': 'K' is no piece to hold, expected some of pnbrqk"
    assert fen_error(f"{KINGS}[K] w - - 0 1", "crazyhouse") == message


# The other fields


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ("x KQkq - 0 1", "side to move 'x', expected w or b"),
        ("W KQkq - 0 1", "side to move 'W', expected w or b"),
        ("w KQkq e9 0 1", "en passant 'e9', expected a square of the board or '-'"),
        (
            "w KQkq e5 0 1",
            "en passant 'e5': no pawn has just passed it, expected a square that one has, or '-'",
        ),
        ("w KQkq - -1 1", "move clock '-1', expected 0 to 65535"),
        ("w KQkq - 65536 1", "move clock '65536', expected 0 to 65535"),
        ("w KQkq - 0 -1", "move number '-1', expected 1 to 1000000000"),
        ("w KQkq - 0 0", "move number '0', expected 1 to 1000000000"),
        ("w KQkq - 0 1000000001", "move number '1000000001', expected 1 to 1000000000"),
        ("w KQkq - 1.5 1", "move clock '1.5', expected 0 to 65535"),
        (
            "w KQkq - 99999999999999999999 1",
            "move clock '99999999999999999999', expected 0 to 65535",
        ),
        ("w KK - 0 1", "castling 'KK': 'K' is the same right again, expected each once"),
        ("w H2 - 0 1", "castling 'H2': 'H2' is not on rank 1, expected H1"),
        (
            "w KQBCkq - 0 1",
            "castling 'KQBCkq': 'B' names no rook of White, expected K, Q or its file "
            "(letters for gating belong to a rule that is not built yet)",
        ),
        ("w KQkq - 0 1 ?", "fen: '?' after the last field, expected its end"),
        ("w KQkq - 3+3 0 1", "checks '3+3', expected none in a game that does not count checks"),
    ],
)
def test_a_wrong_field_is_told_by_its_name(fields: str, message: str) -> None:
    assert fen_error(f"{ROWS} {fields}") == message


@pytest.mark.parametrize("castling", ["KQkqx", "1", "KK", "KQkqKQ", "KQBCDFGkqbcdfg", "é", "--"])
def test_a_castling_field_that_fits_no_rook_is_refused(castling: str) -> None:
    assert fen_error(f"{ROWS} w {castling} - 0 1").startswith(f"castling '{castling}'")


def test_a_castling_right_without_a_rook_is_named_as_it_was_written() -> None:
    assert "'k'" not in fen_error(f"{KINGS} w K - 0 1")


def test_a_castling_right_where_there_is_no_castling_is_refused() -> None:
    fen = f"{ROWS} w KQkq - 0 1"
    message = "castling 'KQkq': expected '-' in a game without castling"
    assert fen_error(fen, "chess+nocastle") == message


def test_in_berolina_an_en_passant_square_that_two_pawns_passed_needs_the_pawn() -> None:
    message = (
        "en passant 'b3': two pawns may have passed, expected the pawn's square too, as in 'b3a4'"
    )
    fen = "4k3/8/8/8/PpP5/8/8/4K3 b - b3 0 1"
    assert fen_error(fen, "berolina") in (message, message.replace("b3a4", "b3c4"))


def test_a_side_that_has_given_all_its_checks_is_not_to_move() -> None:
    message = (
        "checks: White has none left to give and is to move, expected the game to be over or 1 left"
    )
    assert fen_error(f"{KINGS} w - - 0+3 0 1", "3check") == message


@pytest.mark.parametrize("cells", ["4k3/8/8/8/8/P~7/8/4K3", "4k3/8/8/8/8/8/8/4K~3"])
def test_only_what_pawns_promote_to_is_marked_as_promoted(cells: str) -> None:
    message = fen_error(f"{cells}[] w - - 0 1", "crazyhouse")
    assert message.startswith("board: '~' on ")
    assert message.endswith(", expected a piece that pawns promote to")


# Size


@pytest.mark.parametrize("letter", ["8", "/", "k", " ", "é", "[", "\0"])
def test_ten_megabytes_are_refused_by_their_size(letter: str) -> None:
    with pytest.raises(ferz.FenError, match=r"empty|\d+ letters, expected at most 2000"):
        ferz.Board("chess", letter * HUGE)


def test_ten_megabytes_of_moves_are_refused_by_their_size() -> None:
    assert move_error("e" * HUGE) == f"move '{'e' * 40}…': {HUGE} letters, expected at most 32"


def test_ten_megabytes_of_compact_notation_are_refused_by_their_size() -> None:
    with pytest.raises(ferz.FenError, match="letters, expected at most 2000"):
        ferz.Board.from_compact("x," * (HUGE // 2), "1d-8")


# Moves


@pytest.mark.parametrize(
    ("move", "message"),
    [
        ("", "move '': cannot be read, expected a form such as e2e4, Nf3 or N@f3"),
        ("z9z9", "move 'z9z9': cannot be read, expected a form such as e2e4, Nf3 or N@f3"),
        ("é", "move 'é': cannot be read, expected a form such as e2e4, Nf3 or N@f3"),
        ("Nf9", "move 'Nf9': cannot be read, expected a form such as e2e4, Nf3 or N@f3"),
        ("e2e5", "move 'e2e5' is not legal: the pawn on e2 does not go to e5"),
        ("e7e5", "move 'e7e5' is not legal: the pawn on e7 is not White's"),
        ("e3e4", "move 'e3e4' is not legal: there is no piece on e3"),
        ("b1d2", "move 'b1d2' is not legal: the knight on b1 does not go to d2"),
        ("N@f3", "move 'N@f3' is not legal: the game has no drops"),
        ("O-O", "move 'O-O': castling is not legal here"),
        ("Qd4", "move 'Qd4': no legal move is written so"),
    ],
)
def test_a_wrong_move_says_why(move: str, message: str) -> None:
    assert move_error(move) == message


@pytest.mark.parametrize(
    ("move", "fen", "message"),
    [
        ("h1h2", "k3r3/8/8/8/8/8/8/4K2R w K - 0 1", "is not legal: it leaves the king in check"),
        ("e2c3", "4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1", "is not legal: it leaves the king in check"),
        ("Nd2", "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1", "is ambiguous, expected one of Nbd2, Nfd2"),
        ("a7a8", "7k/P7/8/8/8/8/8/K7 w - - 0 1", "is not legal: it must say what it promotes to"),
    ],
)
def test_a_wrong_move_in_a_position_says_why(move: str, fen: str, message: str) -> None:
    assert move_error(move, fen) == f"move '{move}' {message}"


def test_a_promotion_to_nothing_of_the_kind_is_not_called_unreachable() -> None:
    message = move_error("a7a8k", "7k/P7/8/8/8/8/8/K7 w - - 0 1")
    assert message.startswith("move 'a7a8k' is not legal: ")
    assert "does not go to a8" not in message


def test_a_move_after_the_end_says_that_the_game_is_over() -> None:
    fen = "4k3/8/8/8/4K3/8/8/8 b - - 0 1"
    message = "move 'e8e7' is not legal: the game is over"
    assert move_error("e8e7", fen, "kingofthehill") == message


def test_a_move_of_another_board_is_not_legal() -> None:
    board = ferz.Board("chess")
    assert not board.is_legal(ferz.Move.from_uci("p16p1"))
    with pytest.raises(ferz.MoveError):
        board.push(ferz.Move.from_uci("p16p1"))


@pytest.mark.parametrize("square", ["z9", "e9", "", "e", "44", "é4", "a" * HUGE])
def test_a_square_that_is_none_is_an_error(square: str) -> None:
    board = ferz.Board("chess")
    with pytest.raises(ValueError, match="expected one from a1 to h8"):
        board.piece_at(square)
    with pytest.raises(ValueError, match="expected one from a1 to h8"):
        board.attackers(ferz.WHITE, square)


def test_taking_back_before_the_first_move_is_an_index_error() -> None:
    board = ferz.Board("chess")
    with pytest.raises(IndexError):
        board.pop()
    with pytest.raises(IndexError):
        board.peek()


# What fails leaves everything as it was


def test_a_refused_fen_leaves_the_board_alone() -> None:
    board = after("chess", f"{ROWS} w KQkq - 0 1", "e2e4")
    before = board.fen, board.key, board.move_stack
    with pytest.raises(ferz.FenError):
        board.set_fen("nonsense")
    assert (board.fen, board.key, board.move_stack) == before


def test_a_refused_move_leaves_the_board_alone() -> None:
    board = after("crazyhouse", f"{ROWS}[] w KQkq - 0 1", "e2e4")
    before = board.fen, board.key, board.move_stack
    for move in ("e2e4", "P@e5", "Ke7", "O-O", "nonsense"):
        with pytest.raises(ferz.MoveError):
            board.push(move)
    assert (board.fen, board.key, board.move_stack) == before


def test_the_fen_of_every_reachable_position_can_be_read() -> None:
    fen = "k/1/1/r/1/R/1/K w - - 65534 999999999"
    board = after("1d-8", fen, "a3a2", "a5a6")
    assert ferz.Board("1d-8", board.fen).fen == board.fen


# Compact notation and variants


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("bk,wk:w", "compact notation 'bk,wk' has 2 ranks, expected 8"),
        ("bk,bn,br,x,x,wr,wn,wk:x", "side to move 'x', expected w or b"),
        ("bk,bn,br,x,x,wr,wn,zz:w", "cell 'zz' on rank 1, expected x or a piece such as wk or bn"),
        ("bk,bn,br,x,x,wr,wn,wk:w:-:-1", "move clock '-1', expected 0 to 65535"),
        ("bk,bn,br,x,x,wr,wn,wk:w:-:0:99", "castling '99', expected 0 to 15"),
    ],
)
def test_wrong_compact_notation_says_where(text: str, message: str) -> None:
    with pytest.raises(ferz.FenError) as caught:
        ferz.Board.from_compact(text, "1d-8")
    assert str(caught.value) == message


def test_a_game_that_counts_checks_has_no_compact_notation() -> None:
    message = "compact notation: a game that counts checks has none, expected a FEN"
    with pytest.raises(ferz.FenError, match=message):
        ferz.Board("3check").compact  # noqa: B018
    with pytest.raises(ferz.FenError, match=message):
        ferz.Board.from_compact("bk,wk:w", "3check")


MINIMAL = """
name = "Two kings"
files = 4
ranks = 4
start = "k3/4/4/3K w - - 0 1"
[pieces]
king = { letter = "k", move = "K", royal = true }
"""


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (MINIMAL.replace("files = 4", "files = 17"), "t.toml: files: found 17, expected 1 to 16"),
        (MINIMAL.replace("ranks = 4", "ranks = 0"), "t.toml: ranks: found 0, expected 1 to 16"),
        (
            MINIMAL.replace("files = 4\nranks = 4", "files = 1\nranks = 1"),
            "t.toml: board: found 1 square, expected 2 or more",
        ),
        (
            f'{MINIMAL}q = {{ letter = "q", move = "Q", royal = true }}',
            "t.toml: piece 'q': a second royal kind beside 'king', expected at most one",
        ),
        (
            f"{MINIMAL}[rules]\nmust_captur = true",
            "t.toml: unknown rule 'must_captur'; did you mean 'must_capture'?",
        ),
        (
            f"{MINIMAL}[rules]\ncaptures_to_hand = true",
            "t.toml: rule 'captures_to_hand' needs piece_drops",
        ),
    ],
)
def test_a_wrong_game_says_what_is_wrong(text: str, message: str) -> None:
    with pytest.raises(ferz.VariantError) as caught:
        variants.loads(text, "t.toml")
    assert str(caught.value) == message


def test_every_contradiction_of_a_game_is_reported_at_once() -> None:
    rules = '[rules]\nmust_captur = true\nstalemate_value = "lose"\nn_move_rule = -1'
    with pytest.raises(ferz.VariantError) as caught:
        variants.loads(MINIMAL + rules, "t.toml")
    assert len(str(caught.value).splitlines()) == 3


@pytest.mark.parametrize(
    ("rule", "message"),
    [
        (
            'castling_kingside_file = "a"',
            "'castling_kingside_file': found 'a', expected b to h (the rook lands on its left)",
        ),
        (
            'castling_queenside_file = "h"',
            "'castling_queenside_file': found 'h', expected a to g (the rook lands on its right)",
        ),
    ],
)
def test_the_rook_needs_room_beside_the_king_that_castled(rule: str, message: str) -> None:
    with pytest.raises(ferz.VariantError) as caught:
        changed("chess", rule)
    assert str(caught.value) == f"variant.toml: rule {message}"


@pytest.mark.parametrize(
    ("move", "message"),
    [
        ("sfF", "'s' at letter 1 begins the pair sf, which names no direction of F"),
        ("mvhN", "'v' at letter 2 begins the pair vh, which names no direction of N"),
        ("ifD", "'i' at letter 1 needs m and no c: an initial move does not capture"),
        ("imcfD", "'i' at letter 1 needs m and no c: an initial move does not capture"),
        ("emfF", "'e' at letter 1 needs c: only a capture is made en passant"),
    ],
)
def test_a_wrong_movement_is_told_by_its_letter(move: str, message: str) -> None:
    with pytest.raises(ferz.VariantError) as caught:
        ferz.betza_targets(move, 8, 8, "d4")
    assert str(caught.value) == f"move '{move}': {message}"


@pytest.mark.parametrize("move", ["X", "f", "h", "sfF", "vlF", "W W", "fmW(", "é", "R" * HUGE])
def test_a_movement_that_means_nothing_is_an_error(move: str) -> None:
    with pytest.raises(ferz.VariantError):
        ferz.betza_targets(move, 8, 8, "d4")


@pytest.mark.parametrize("depth", [-1, 10**6])
def test_a_depth_that_cannot_be_is_an_error(depth: int) -> None:
    with pytest.raises(ValueError, match="depth"):
        ferz.perft(ferz.Board("chess"), depth)
