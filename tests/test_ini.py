"""Fairy-Stockfish's variants.ini files: what loads, what it means, what is refused."""

from pathlib import Path
from typing import Any

import pytest

import ferz
from ferz import variants

FAMILY = """
# Two games of our own; a comment.
; another comment

[kings]
king = k
maxRank = 4
maxFile = d
startFen = 3k/4/4/K3 w - - 0 1

[more-kings:kings]
rook = r
startFen = k2r/4/4/K2R w - - 0 1
"""
HEADER = "[x:chess]\n"
CHESS_PIECES = "pawn=p\nknight=n\nbishop=b\nrook=r\nqueen=q\nking=k\n"


@pytest.fixture
def load(tmp_path: Path) -> Any:
    def load(text: str, section: str = "") -> ferz.Variant:
        path = tmp_path / "my.ini"
        path.write_text(text, encoding="utf-8")
        return ferz.variant(f"{path}:{section}" if section else path)

    return load


@pytest.fixture
def complaint(load: Any) -> Any:
    def complaint(text: str, section: str = "") -> str:
        with pytest.raises(ferz.VariantError) as caught:
            load(text, section)
        return str(caught.value)

    return complaint


def letters(game: ferz.Variant) -> str:
    return "".join(sorted(kind.letter for kind in game.pieces))


def moves(game: ferz.Variant, fen: str | None = None) -> set[str]:
    return {str(move) for move in ferz.Board(game, fen).legal_moves}


# Sections


def test_the_only_section_needs_no_name(load: Any) -> None:
    game = load(FAMILY.partition("[more")[0])
    assert (game.id, game.name, game.source) == ("kings", "kings", "my.ini")
    assert (game.files, game.ranks, letters(game)) == (4, 4, "k")


def test_one_of_several_sections_has_to_be_named(complaint: Any) -> None:
    assert complaint(FAMILY) == (
        "my.ini: has 2 games, expected my.ini:NAME, one of kings, more-kings"
    )
    many = "".join(f"[x{number}:chess]\n" for number in range(30))
    assert complaint(many).endswith("x18, x19, …")


def test_a_section_inherits_from_an_earlier_one(load: Any) -> None:
    game = load(FAMILY, "more-kings")
    assert (game.files, game.ranks, letters(game)) == (4, 4, "kr")


def test_the_sections_of_a_file_are_listed(tmp_path: Path) -> None:
    path = tmp_path / "my.ini"
    path.write_text(FAMILY)
    assert variants.section_names(path) == ("kings", "more-kings")


def test_a_section_can_be_composed(load: Any) -> None:
    game = load("[x:Capablanca]\n", "x+hands")
    assert game.id == "x+hands"
    assert variants.fingerprint(game) == variants.fingerprint(ferz.variant("capahouse"))


@pytest.mark.parametrize("name", variants.builtin_names())
def test_an_heir_without_changes_is_its_parent(load: Any, name: str) -> None:
    game = load(f"[heir:{name}]\n")
    assert variants.fingerprint(game) == variants.fingerprint(ferz.variant(name))
    assert game.start_fen == ferz.variant(name).start_fen


def test_only_the_section_that_is_asked_for_is_judged(load: Any) -> None:
    game = load("[bad:chess]\nblastOnCapture = true\n[good:chess]\n", "good")
    assert game.id == "good"


@pytest.mark.parametrize(
    ("text", "section", "message"),
    [
        ("", "", "my.ini: no section, expected one like [mygame:chess]"),
        (FAMILY, "kins", "my.ini: no section 'kins'; did you mean 'kings'?"),
        ("a = 1\n", "", "my.ini: line 1: 'a = 1', expected a [section]"),
        (HEADER + "hello\n", "", "my.ini: line 2: found 'hello', expected key = value"),
        (
            "[a:chss]\n", "",
            "my.ini: [a] parent 'chss' is no built-in game and no section; did you mean 'chess'?",
        ),
        ("[a]\n\n[a:chess]\n", "a", "my.ini: line 3: section 'a' is there twice, expected once"),
        ("[:chess]\n", "", "my.ini: line 1: found '[:chess]', expected one like [mygame:chess]"),
        ("[ ]\n", "", "my.ini: line 1: found '[ ]', expected one like [mygame:chess]"),
        ("[a:b]\n[b]\n", "a", "my.ini: [a] parent 'b' comes later, expected before its heirs"),
    ],
)  # fmt: skip
def test_a_wrong_file_is_refused(complaint: Any, text: str, section: str, message: str) -> None:
    assert complaint(text, section) == message


# The base that a section without parent starts from


def test_a_section_without_parent_has_the_rules_of_chess(load: Any) -> None:
    game = load("[x]\n" + CHESS_PIECES)
    assert variants.fingerprint(game) == variants.fingerprint(ferz.variant("chess"))
    assert game.start_fen == ferz.variant("chess").start_fen


def test_what_nobody_could_use_is_left_out(load: Any) -> None:
    game = load("[x]\nwazir = w\nmaxRank = 3\nmaxFile = 3\nstartFen = 2w/3/W2\n")
    assert game.changed_rules == {"n_move_rule": 50, "n_fold_rule": 3}
    assert moves(game) == {"a1a2", "a1b1"}


def test_regions_are_counted_from_the_first_rank(load: Any) -> None:
    game = load(HEADER + "maxRank = 6\nstartFen = 4k3/8/8/8/P6p/4K3 w\n")
    assert "a2a4" in moves(game)
    assert "a5a6" in moves(game, "4k3/P7/8/8/8/4K3 w - - 0 1")


def test_a_short_position_is_completed(load: Any) -> None:
    game = load("[x]\nking = k\nmaxRank = 2\nmaxFile = 8\nstartFen = 7k/K7 b 3 9\n")
    assert game.start_fen == "7k/K7 b - - 3 9"


# Pieces


def test_a_letter_goes_to_the_piece_that_claims_it(load: Any) -> None:
    game = load(HEADER + "customPiece1 = n:NN\n")
    assert [kind.move for kind in game.pieces if kind.letter == "n"] == ["NN"]
    assert game.rules.promotion_piece_types == "bqr"


def test_a_piece_can_be_removed(load: Any) -> None:
    game = load(HEADER + "queen = -\nstartFen = rnb1kbnr/8/8/8/8/8/8/RNB1KBNR w - - 0 1\n")
    assert letters(game) == "bknpr"


def test_the_king_may_move_in_its_own_way(load: Any) -> None:
    game = load(HEADER + "king = k:KN\nstartFen = 8/8/8/k7/8/8/8/4K3 w\n")
    assert {"e1d3", "e1d1"} < moves(game)
    assert [kind.letter for kind in game.pieces if kind.royal] == ["k"]


def test_a_custom_pawn_promotes_but_steps_twice_only_by_its_own_move(load: Any) -> None:
    text = HEADER + "customPiece1 = p:fmWfceF\npawnTypes = p\nstartFen = 7k/P7/8/8/8/8/1P6/7K w\n"
    found = moves(load(text))
    assert {"a7a8q", "a7a8n", "b2b3"} < found
    assert "b2b4" not in found


def test_a_piece_set_goes_on_meaning_the_piece(load: Any) -> None:
    text = HEADER + "customPiece1 = p:fmWfcF\nstartFen = 7k/P7/8/8/8/8/8/7K w\n"
    assert {"a7a8"} == {move for move in moves(load(text)) if move.startswith("a7")}


def test_a_region_of_one_piece_is_kept(load: Any) -> None:
    text = "[x]\nking = k\nmobilityRegionWhiteKing = *1\nstartFen = 7k/8/8/8/8/8/8/K7 w\n"
    assert moves(load(text)) == {"a1b1"}


@pytest.mark.parametrize("move", ["WiN", "WimN", "WimcN", "WmicN"])
def test_an_initial_move_never_captures(load: Any, move: str) -> None:
    game = load(HEADER + f"customPiece1 = x:{move}\nstartFen = 4k3/8/8/8/2p5/8/1X6/4K3 w\n")
    assert {"b2a4", "b2d1"} < moves(game)
    assert "b2c4" not in moves(game)
    assert "b3a5" not in moves(game, "4k3/8/8/8/8/1X6/8/4K3 w - - 0 1")


# Values


@pytest.mark.parametrize(
    ("line", "rule", "value"),
    [
        ("castlingKingsideFile = 6", "castling_kingside_file", "f"),
        ("castlingQueensideFile = D", "castling_queenside_file", "d"),
        ("castlingRank = 2\nstartFen = 8/8/8/8/8/8/8/k1K5 w", "castling_rank", 2),
        ("nMoveRule = 20", "n_move_rule", 20),
        ("mustCapture = true", "must_capture", True),
        ("stalemateValue = loss", "stalemate_value", "loss"),
        ("promotionPieceTypes = n q", "promotion_piece_types", "nq"),
        ("promotionLimit = q:1 r:2", "promotion_limit", "q:1 r:2"),
        ("flagRegion = d4 e4", "flag_region", "d4 e4"),
        ("whiteFlag = *8", "flag_region_white", "*8"),
        ("flagPieceWhite = k\nflagPieceBlack = k\nflagRegion = d4", "flag_piece", "k"),
        ("enPassantRegionWhite = a6", "en_passant_region_white", "a6"),
        ("checking = false", "checking", False),
    ],
)
def test_a_key_sets_its_rule(load: Any, line: str, rule: str, value: object) -> None:
    assert getattr(load(HEADER + line).rules, rule) == value


def test_hints_for_interfaces_are_kept_apart(tmp_path: Path) -> None:
    path = tmp_path / "my.ini"
    path.write_text("[x:crazyhouse]\npocketSize = 5\npieceValueMg = p:100\n")
    assert variants.variant_info(path).interface == {
        "variant_template": "crazyhouse",
        "piece_to_char_table": "PNBRQ................Kpnbrq................k",
        "pocket_size": 5,
        "piece_value_mg": "p:100",
    }


def test_a_key_that_is_there_twice_gives_a_warning(load: Any) -> None:
    message = "^my.ini: line 3: key 'castling' is there twice, the last one counts$"
    with pytest.warns(ferz.VariantWarning, match=message):
        game = load(HEADER + "castling = false\ncastling = true\n")
    assert game.rules.castling is True


@pytest.mark.parametrize(
    "line",
    ["blastOnCapture = false", "flagPieceCount = 1", "wallingRule = none", "promotedPieceType = -",
     "connectN = 0", "flagPieceWhite = *", "nMoveRuleTypesBlack = p", "promotedPieceType ="],
)  # fmt: skip
def test_a_key_without_rule_is_fine_at_its_default(load: Any, line: str) -> None:
    game = load(HEADER + line)
    assert variants.fingerprint(game) == variants.fingerprint(ferz.variant("chess"))


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("blastOnCapture = true", "key 'blastOnCapture' is not supported yet"),
        ("janggiCannon = c", "key 'janggiCannon' is not supported yet"),
        ("flagPieceWhite = k", "key 'flagPieceWhite' is not supported yet"),
        ("mustCaptur = true", "unknown key 'mustCaptur'; did you mean 'mustCapture'?"),
        ("must_capture = true", "unknown key 'must_capture'; did you mean 'mustCapture'?"),
        ("mobilityRegionWhiteFoo = a1",
         "unknown key 'mobilityRegionWhiteFoo', no piece is called 'foo'"),
        ("castling = yes", "key 'castling': found 'yes', expected true or false"),
        ("maxRank = a", "key 'maxRank': found 'a', expected a whole number"),
        ("maxFile = 17", "key 'maxFile': found '17', expected a file, a to p or 1 to 16"),
        ("knight = nh", "key 'knight': found 'nh', expected one letter or -"),
        ("knight = n:NN", "key 'knight': found 'n:NN', expected one letter or -"),
        ("customPiece1 = x",
         "key 'customPiece1': found 'x', expected a letter and a move as in x:WF"),
        ("promotionPieceTypes = xq", "key 'promotionPieceTypes': no piece has the letter 'x'"),
        ("flagPiece = kq", "key 'flagPiece': no piece has the letter 'kq'"),
        ("promotionLimit = x:1",
         "key 'promotionLimit': found 'x:1', expected letter:count as in q:1"),
        ("promotionPieceTypes = -",
         "key 'promotionPieceTypes': found none, expected some, or mandatoryPawnPromotion = false"),
    ],
)  # fmt: skip
def test_a_wrong_key_is_named(complaint: Any, line: str, message: str) -> None:
    assert complaint(HEADER + line) == f"my.ini: [x] {message}"


def test_all_wrong_keys_of_a_family_are_named_at_once(complaint: Any) -> None:
    text = "[a:chess]\nduck = 1\n[b:a]\ngating = true\n"
    assert complaint(text, "b").splitlines() == [
        "my.ini: [a] unknown key 'duck'",
        "my.ini: [b] key 'gating' is not supported yet",
    ]


KEYS_OF_PLAYED_GAMES = {
    "maxRank": "8", "maxFile": "h", "chess960": "true", "startFen": "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
    "mobilityRegionWhiteKnight": "*1 *2 *3", "variantTemplate": "fairy", "pieceToCharTable": "-",
    "pocketSize": "5", "pawnTypes": "p", "promotionRegionWhite": "*7 *8",
    "promotionRegionBlack": "*1 *2", "promotionPawnTypes": "p", "promotionPieceTypes": "nq",
    "mandatoryPawnPromotion": "false", "doubleStep": "false", "doubleStepRegionWhite": "*2 *3",
    "doubleStepRegionBlack": "*7 *6", "enPassantRegion": "*3 *6", "enPassantTypes": "p",
    "promotionZonePawnDrops": "true", "castling": "true", "castlingDroppedPiece": "true",
    "castlingKingsideFile": "g", "castlingQueensideFile": "3", "castlingRank": "1",
    "castlingKingFile": "e", "castlingKingPiece": "k", "castlingRookPieces": "r",
    "dropChecks": "false", "checkmateValue": "win", "pieceDrops": "true", "capturesToHand": "true",
    "dropLoop": "true", "firstRankPawnDrops": "true", "dropRegionWhite": "*1 *2",
    "dropRegionBlack": "*7 *8", "nMoveRule": "70", "nMoveRuleTypes": "pn", "nFoldRule": "4",
    "nFoldValue": "loss", "stalemateValue": "loss",
}  # fmt: skip


@pytest.mark.parametrize("key", KEYS_OF_PLAYED_GAMES)
def test_every_key_of_the_games_that_are_played_most_is_read(key: str, tmp_path: Path) -> None:
    hands = {"pieceDrops": "true", "capturesToHand": "true"} | {key: KEYS_OF_PLAYED_GAMES[key]}
    lines = [f"{name} = {value}" for name, value in hands.items()]
    path = tmp_path / "my.ini"
    path.write_text("\n".join(["[mine:chess]", *lines, ""]))
    assert ferz.Board(ferz.variant(f"{path}:mine")).legal_moves
