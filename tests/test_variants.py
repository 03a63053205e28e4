"""The built-in games, a user's own files, and what is said about wrong ones."""

import warnings
from pathlib import Path

import pytest

import ferz
from ferz import variants

BUILT_IN = """
1d-10 1d-12 1d-6 1d-7 1d-8 1d-9 3check almost amazon antichess berolina capablanca
capablanca-selfhouse capahouse caravan chancellor chess chess960 courier crazyhouse elena embassy
extinction gardner gothic gothic-selfhouse grand grasshopper horde janus kingofthehill knightmate
losalamos nightrider octopawn quickchess racingkings recycle selfcapture shako shatranj thin-2x10
thin-3x8 thin-4x6 torpedo
"""
MINIMAL = """
name = "Two kings"
files = 3
ranks = 3
start = "2k/3/K2 w - - 0 1"
[pieces]
king = { letter = "k", move = "K", royal = true }
"""


def fingerprint(spec: str | Path) -> str:
    return variants.fingerprint(ferz.variant(spec))


def complaint(spec: str | Path) -> str:
    with pytest.raises(ferz.VariantError) as caught:
        ferz.variant(spec)
    return str(caught.value)


def complaint_about(text: str) -> str:
    with pytest.raises(ferz.VariantError) as caught:
        variants.loads(text, "my.toml")
    return str(caught.value)


def write(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


# Built-in games


def test_the_built_in_games_are_these() -> None:
    assert variants.builtin_names() == tuple(BUILT_IN.split())


@pytest.mark.parametrize("name", BUILT_IN.split())
def test_a_built_in_game_loads_without_a_warning_and_has_a_move(name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        board = ferz.Board(name)
    assert board.variant.id == name
    assert board.fen == board.variant.start_fen
    assert board.legal_moves


@pytest.mark.parametrize("name", BUILT_IN.split())
def test_a_built_in_game_introduces_itself(name: str) -> None:
    info = variants.variant_info(name)
    assert info.id == name
    assert info.source == f"{name}.toml"
    assert info.name == ferz.variant(name).name
    assert 20 < len(info.description) < 300
    assert "\n" not in info.description


def test_no_two_games_answer_to_one_name() -> None:
    infos = [variants.variant_info(name) for name in variants.builtin_names()]
    spoken = [word for info in infos for word in {info.id, info.name, *info.aliases}]
    assert all(variants.find(word) == info.id for info in infos for word in info.aliases)
    assert all(variants.find(info.name) == info.id for info in infos)
    assert len(spoken) == len(set(spoken))


def test_a_game_is_loaded_once() -> None:
    assert ferz.variant("gothic") is ferz.variant("Gothic chess")


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("Three-check", "3check"),
        ("King of the Hill", "kingofthehill"),
        ("FISCHERANDOM", "chess960"),
        ("Standard", "chess"),
        ("racing_kings", "racingkings"),
        ("Crazyhouse+Selfcapture", "crazyhouse+selfcapture"),
    ],
)
def test_names_are_matched_without_case_and_hyphens(name: str, found: str) -> None:
    assert variants.find(name) == found
    assert ferz.variant(name).id == found


def test_an_unknown_game_gets_a_suggestion() -> None:
    assert complaint("gothik") == "unknown game 'gothik'; did you mean 'gothic'?"
    assert complaint("Fisherandom") == "unknown game 'Fisherandom'; did you mean 'Fischerandom'?"
    assert complaint("xyzzy") == "unknown game 'xyzzy'"


@pytest.mark.parametrize(
    ("found", "shown", "hint"),
    [
        ("", "''", "see 'ferz variants'"),
        (" ", "' '", "see 'ferz variants'"),
        (".", "the folder '.'", "see 'ferz variants'"),
        ("+hands", "''", "see 'ferz variants'"),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
            "the position '4k3/8/8/8/8/8/8/4K3 w - - 0 1'",
            "a position goes with its game, as in Board('chess', fen) or --fen",
        ),
        (
            "4k3/8/4K3",
            "the position '4k3/8/4K3'",
            "a position goes with its game, as in Board('chess', fen) or --fen",
        ),
    ],
)
def test_what_cannot_be_a_game_says_what_could(found: str, shown: str, hint: str) -> None:
    assert complaint(found) == (
        f"game: found {shown}, expected a name, a composition or a .toml or .ini file ({hint})"
    )


def test_a_name_that_is_far_too_long_is_unknown() -> None:
    assert complaint("x" * 5000) == f"unknown game '{'x' * 40}…'"


def test_the_caravan_starts_in_peace() -> None:
    board = ferz.Board("caravan")
    by_color = {
        color: {square for square, piece in board.piece_map().items() if piece.color is color}
        for color in (ferz.WHITE, ferz.BLACK)
    }
    assert len({piece.name for piece in board.piece_map().values()}) >= 10
    assert not any(board.is_attacked_by(ferz.BLACK, square) for square in by_color[ferz.WHITE])
    assert not any(board.is_attacked_by(ferz.WHITE, square) for square in by_color[ferz.BLACK])


def test_every_caravan_pawn_is_guarded() -> None:
    board = ferz.Board("caravan")
    pawns = [square for square, piece in board.piece_map().items() if piece.letter == "p"]
    unguarded = [
        square
        for square in pawns
        if not board.is_attacked_by(board.piece_map()[square].color, square)
    ]
    assert unguarded == []


@pytest.mark.parametrize("name", ["caravan", "gothic", "grand", "shako", "chancellor"])
def test_a_large_game_starts_mirrored(name: str) -> None:
    ranks = ferz.variant(name).start_fen.split()[0].split("/")
    assert [rank.swapcase() for rank in ranks] == ranks[::-1]


# Compositions


@pytest.mark.parametrize(
    ("composed", "named"),
    [
        ("gothic+selfcapture+hands", "gothic-selfhouse"),
        ("capablanca+hands+selfcapture", "capablanca-selfhouse"),
        ("chess+hands", "crazyhouse"),
        ("capablanca+hands", "capahouse"),
        ("chess+selfcapture", "selfcapture"),
        ("chess+960", "chess960"),
        ("chess+torpedo", "torpedo"),
    ],
)
def test_a_composition_equals_the_game_that_has_a_name(composed: str, named: str) -> None:
    assert fingerprint(composed) == fingerprint(named)


def test_a_composition_is_called_as_it_was_asked_for() -> None:
    game = ferz.variant("Gothic+SelfCapture+hands")
    assert game.id == "gothic+selfcapture+hands"
    assert game.name == "Gothic chess + self-capture + hands"


def test_without_castling_the_start_has_no_castling_rights() -> None:
    assert ferz.Board("chess+nocastle").castling == "-"
    assert ferz.variant("gothic+nocastle").rules.castling is False


def test_modifiers_are_listed_and_explained() -> None:
    assert variants.modifier_names() == ("960", "hands", "nocastle", "selfcapture", "torpedo")
    assert variants.modifier("nocastle").description == "Nobody castles."


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("crazyhouse+hands", "crazyhouse+hands: crazyhouse already has hands"),
        ("recycle+selfcapture", "recycle+selfcapture: recycle already has self-capture"),
        ("torpedo+torpedo", "torpedo+torpedo: torpedo already has torpedo pawns"),
        ("1d-8+960", "1d-8+960: 1d-8 has no castling"),
        ("losalamos+nocastle", "losalamos+nocastle: losalamos has no castling"),
        ("octopawn+torpedo", "octopawn+torpedo: octopawn has no double step"),
        ("chess+hands+hands", "chess+hands+hands: modifier 'hands' is there twice"),
        ("chess+hand", "chess+hand: unknown modifier 'hand'; did you mean 'hands'?"),
        (
            "chess+atomic",
            "chess+atomic: unknown modifier 'atomic', "
            "expected one of 960, hands, nocastle, selfcapture, torpedo",
        ),
        (
            "chess+960+nocastle",
            "chess+960+nocastle: '960' and 'nocastle' do not go together, "
            "they set 'chess960' differently",
        ),
    ],
)
def test_a_modifier_that_does_not_fit_says_why(spec: str, message: str) -> None:
    assert complaint(spec) == message


def test_all_modifiers_that_do_not_fit_are_named_at_once() -> None:
    assert complaint("1d-8+torpedo+960") == (
        "1d-8+torpedo+960: 1d-8 has no double step\n1d-8+torpedo+960: 1d-8 has no castling"
    )


# A user's own files


def test_a_file_loads_by_text_and_by_path(tmp_path: Path) -> None:
    path = write(tmp_path, "tiny.toml", MINIMAL)
    assert ferz.variant(path).id == "tiny"
    assert ferz.variant(str(path)).name == "Two kings"
    assert fingerprint(path) == variants.fingerprint(variants.loads(MINIMAL))


def test_a_file_may_extend_a_game_and_be_composed(tmp_path: Path) -> None:
    path = write(tmp_path, "mine.toml", 'extends = "Gothic chess"\n[rules]\nself_capture = true\n')
    game = ferz.variant(f"{path}+hands")
    assert (game.id, game.name) == ("mine+hands", "mine + hands")
    assert variants.fingerprint(game) == fingerprint("gothic-selfhouse")


def test_a_folder_may_have_a_plus_in_its_name(tmp_path: Path) -> None:
    folder = tmp_path / "a.toml+b"
    folder.mkdir()
    path = write(folder, "tiny.toml", MINIMAL)
    assert ferz.variant(f"{path}+selfcapture").id == "tiny+selfcapture"


def test_a_file_may_extend_the_file_beside_it(tmp_path: Path) -> None:
    write(tmp_path, "base.toml", 'extends = "chess"\n[rules]\nself_capture = true\n')
    path = write(tmp_path, "heir.toml", 'extends = "base.toml"\n')
    assert fingerprint(path) == fingerprint("selfcapture")


def test_an_heir_removes_adds_and_changes_pieces() -> None:
    game = variants.loads(
        'extends = "chess"\nstart = "rnbakbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBAKBNR w KQkq - 0 1"\n'
        '[pieces]\nqueen = false\nknight = { move = "NN" }\n'
        'amazon = { letter = "a", move = "QNN" }\n'
        '[rules]\npromotion_piece_types = "arbn"\n'
    )
    pieces = [(kind.letter, kind.move) for kind in game.pieces]
    assert pieces == [
        ("p", "fmWfceF"), ("n", "NN"), ("b", "B"), ("r", "R"), ("k", "K"), ("a", "QNN")
    ]  # fmt: skip


def test_description_aliases_and_hints_are_not_inherited() -> None:
    info = variants.variant_info("elena")
    assert info.aliases == ("Elena",)
    assert info.interface == {}


def test_name_and_start_are_no_part_of_the_fingerprint() -> None:
    shuffled = 'extends = "chess"\nname = "x"\nstart = "4k3/8/8/8/8/8/8/4K3 w - - 0 1"'
    found = variants.fingerprint(variants.loads(shuffled))
    assert found == fingerprint("chess")
    assert len(found) == 32


def test_settings_belong_to_the_caller() -> None:
    variants.settings("chess")["rules"]["castling"] = False
    assert variants.settings("chess")["rules"]["castling"] is True


@pytest.mark.parametrize("name", [*BUILT_IN.split(), "gothic+selfcapture+hands"])
def test_a_written_game_reads_back_as_itself(name: str) -> None:
    text = variants.dumps(variants.settings(name), variants.variant_info(name))
    game = variants.loads(text)
    assert variants.fingerprint(game) == fingerprint(name)
    assert (game.name, game.start_fen) == (ferz.variant(name).name, ferz.variant(name).start_fen)


def test_a_written_game_keeps_odd_texts() -> None:
    settings = variants.settings("chess") | {"name": 'A "b"\\\n\x7f\tc'}
    assert variants.loads(variants.dumps(settings)).name == 'A "b"\\\n\x7f\tc'


def test_a_piece_that_can_never_move_gives_a_warning() -> None:
    text = MINIMAL.replace("2k/3/K2", "2k/3/KS1") + 's = { letter = "s", move = "C" }\n'
    with pytest.warns(ferz.VariantWarning):
        variants.loads(text)


# What is said about wrong files


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("files = ", "Invalid value (at end of document)"),
        ("files = " + "[" * 5000, "tables or lists nested too deeply"),
        ("pieces = 3", "key 'pieces': found a whole number, expected a table"),
        ("aliases = [1]", "key 'aliases': found a whole number in the list, expected texts"),
        ("titel = 1\n" + MINIMAL, "unknown key 'titel'"),
        ("star = 1\n" + MINIMAL, "unknown key 'star'; did you mean 'start'?"),
        ('extends = "chss"', "extends: unknown game 'chss'; did you mean 'chess'?"),
        ('extends = "a+b"', "extends: found the composition 'a+b', expected one game"),
        ('extends = "a.toml"', "extends: found 'a.toml', expected the name of a built-in game"),
    ],
)
def test_a_mistake_in_a_text_is_named(text: str, message: str) -> None:
    assert complaint_about(text) == f"my.toml: {message}"


@pytest.mark.parametrize(
    ("files", "message"),
    [
        ('"3"', "found a text, expected a whole number"),
        ("true", "found true or false, expected a whole number"),
        ("3.0", "found a decimal number, expected a whole number"),
        ("1979-05-27", "found a date or time, expected a whole number"),
        ("99999999999", "found a number beyond 2147483647, expected 1 to 16"),
    ],
)
def test_a_value_of_the_wrong_type_is_named(files: str, message: str) -> None:
    text = MINIMAL.replace("files = 3", f"files = {files}")
    assert complaint_about(text) == f"my.toml: key 'files': {message}"


@pytest.mark.parametrize(
    ("piece", "message"),
    [
        ("x = 1", "'x': found a whole number, expected a table with letter and move, or false"),
        ("x = true", "'x': found true, expected a table with letter and move, or false"),
        ("kin = false", "'kin': found false, but none is inherited; did you mean 'king'?"),
        ('x = { letter = "x" }', "'x': key 'move' is missing"),
        ("king.lettr = 1", "'king': unknown key 'lettr'; did you mean 'letter'?"),
        ("king.letter = 1", "'king': key 'letter': found a whole number, expected a text"),
    ],
)
def test_a_mistake_in_a_piece_is_named(piece: str, message: str) -> None:
    text = MINIMAL.replace('king = { letter = "k", move = "K", royal = true }', "") + (
        piece if piece.startswith("king") else f'king = {{ letter = "k", move = "K" }}\n{piece}'
    )
    assert complaint_about(text).splitlines()[0] == f"my.toml: piece {message}"


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ("[1]", "found a list, expected a whole number"),
        ("1.5", "found a decimal number, expected a whole number"),
        ("0x1" + "0" * 9999, "found a number beyond 2147483647"),
    ],
)
def test_a_rule_of_a_type_that_no_rule_has_is_named(value: str, message: str) -> None:
    text = f"{MINIMAL}[rules]\nn_move_rule = {value}"
    assert complaint_about(text) == f"my.toml: rule 'n_move_rule': {message}"


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        ("castling", "true or false"),
        ("castling_rank", "a whole number"),
        ("flag_region", "a text"),
        ("duck", "true or false, a whole number or a text"),
    ],
)
def test_a_decimal_number_for_a_rule_says_what_the_rule_takes(rule: str, expected: str) -> None:
    text = f"{MINIMAL}[rules]\n{rule} = 1.5"
    message = f"my.toml: rule '{rule}': found a decimal number, expected {expected}"
    assert complaint_about(text) == message


def test_an_unknown_hint_is_named() -> None:
    text = MINIMAL + "[interface]\npocketsize = 3"
    message = "my.toml: interface: unknown key 'pocketsize'; did you mean 'pocket_size'?"
    assert complaint_about(text) == message


def test_everything_that_is_missing_is_named() -> None:
    assert complaint_about("files = 3") == (
        "my.toml: key 'ranks' is missing\nmy.toml: key 'start' is missing"
    )


def test_mistakes_of_keys_and_of_rules_are_reported_together() -> None:
    text = "titel = 1\n" + MINIMAL + "[rules]\nmust_captur = true\n"
    assert complaint_about(text).splitlines() == [
        "my.toml: unknown key 'titel'",
        "my.toml: unknown rule 'must_captur'; did you mean 'must_capture'?",
    ]


def test_a_circle_of_files_shows_the_way_round(tmp_path: Path) -> None:
    write(tmp_path, "a.toml", 'extends = "b.toml"')
    write(tmp_path, "b.toml", 'extends = "c.toml"')
    write(tmp_path, "c.toml", 'extends = "b.toml"')
    found = complaint(tmp_path / "a.toml")
    assert found == "a.toml: extends goes in a circle: a.toml -> b.toml -> c.toml -> b.toml"


@pytest.mark.parametrize("outside", ["../chess.toml", "/etc/chess.toml", "x\\\\chess.toml"])
def test_a_file_extends_nothing_outside_its_folder(tmp_path: Path, outside: str) -> None:
    path = write(tmp_path, "a.toml", f'extends = "{outside}"')
    shown = outside.replace("\\\\", "\\")
    assert complaint(path) == (
        f"a.toml: extends: found '{shown}', expected the name of a built-in game "
        "or of a file beside it, without folder"
    )


def test_a_missing_parent_is_named(tmp_path: Path) -> None:
    path = write(tmp_path, "a.toml", 'extends = "b.toml"')
    assert complaint(path) == "a.toml: extends: no file 'b.toml' beside 'a.toml'"


def test_mistakes_of_a_parent_are_the_parents(tmp_path: Path) -> None:
    write(tmp_path, "base.toml", 'extends = "chess"\nnam = "x"\n')
    path = write(tmp_path, "heir.toml", 'extends = "base.toml"\n')
    assert complaint(path) == "base.toml: unknown key 'nam'; did you mean 'name'?"


def test_a_large_file_is_refused_with_its_size(tmp_path: Path) -> None:
    path = write(tmp_path, "big.toml", "#" * 10_000_000)
    assert complaint(path) == "big.toml: 10.0 MB, expected at most 1 MB"
    with pytest.raises(ferz.VariantError, match=r"^big: 2\.0 MB, expected at most 1 MB$"):
        variants.loads("#" * 2_000_000, "big")


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.toml"
    path.write_bytes(b'name = "\xff"')
    assert complaint(path) == "x.toml: byte 0xff at position 8, expected UTF-8"


def test_what_is_no_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "d.toml").mkdir()
    here = Path("d.toml")
    assert complaint("no.toml") == "'no.toml': no such file, expected a .toml or .ini file"
    assert complaint(Path("chess")) == "'chess': expected a .toml or .ini file"
    assert complaint(Path()) == "'.': is a folder, expected a .toml or .ini file"
    assert complaint(tmp_path / here).endswith("is a folder, expected a .toml or .ini file")
    assert complaint("a\0b.toml") == "'a?b.toml': no such file, expected a .toml or .ini file"
    assert complaint("x.toml:y") == "x.toml: section 'y', but a .toml has none"
