"""Games nobody has played: random boards, pieces and rules, for the comparison with the referee."""

import random
from typing import Any

import slow

MOVE_TEXTS = """
W F D N A H C Z G K R B Q NN DD F3 W2 R3 B2 Q4 N2 RN BN QN WD FA KN RF BW fRbB mRcB mBcN mNcR mQcK
mRcpR mBcpB pR gR gB gQ pQ mKcgQ cpRmN nN nA nD nZ nC nH nG nNW mnNcN fmWfceF fmRcfF sRfF fhNbhW
flFbrF lRrB fsNbB vNsW rhN lhC hlN hrN fbW fQ2bW bNfR NNB DDW AAF
R2fR4 Q2Q3Q4 B2B3W pR3 gQ3 pB2 mRcpR4 mR2cR4 mN2cN3 gN4 pN3 fsK fhK slQ2 ffN rvZ mWcB mNcnZ cpRmF
mWceF mWimfD NimfD RimfnA
"""
MOVES = MOVE_TEXTS.split()
PAWNS = [
    "fmWfceF",
    "mfFcfeWimfnA",
    "fmWfceFimfD",
    "mfWcfF",
    "mfWcefFcsW",
    "fW",
    "mWcF",
    "mfWsmWcefF",
    "mfWcB",
    "mfWcnN",
    "mfWcefFimfR3",
    "mfRcefF",
    "mfWcfFcefN",
]
LETTERS = "abcdefghijlmnoqrstuvwxyz"


def random_settings(seed: int) -> dict[str, Any]:
    """Settings of a random game, as the core takes them; its start has no king in check."""
    rng = random.Random(f"game {seed}")
    files, ranks = rng.choice(
        [(rng.randint(1, 8), rng.randint(4, 8)), (rng.randint(8, 11), 10), (13, 12)]
    )
    kinds = rng.sample(LETTERS, rng.randint(2, 5))
    pieces: list[dict[str, Any]] = [
        {"name": "king", "letter": "k", "move": rng.choice(["K", "K", "K", "N", "KN", "WA", "F"])},
        {"name": "pawn", "letter": "p", "move": rng.choice(PAWNS)},
    ]
    pieces[0]["royal"] = rng.random() < 0.8
    pieces += [{"name": f"piece_{k}", "letter": k, "move": rng.choice(MOVES)} for k in kinds]
    if rng.random() < 0.2:
        pieces[-1] |= {"region_white": f"*1 *2 *{ranks} a*", "region_black": "*2 *3 *4"}
    rules = random_rules(rng, kinds, ranks)
    if not _has_double_steps(pieces, rules):
        rules["double_step"] = False
    if not pieces[0]["royal"]:
        rules |= {
            "checking": True,
            "drop_checks": True,
            "check_counting": False,
            "makpong_rule": False,
        }
        if rules["extinction_value"] == "none":
            rules |= {"extinction_value": "loss", "extinction_piece_types": "k"}
    castles = files >= 6 and rng.random() < 0.5
    if castles:
        rules |= _for_castling(rng, kinds, files)
    settings: dict[str, Any] = {"files": files, "ranks": ranks, "pieces": pieces, "rules": rules}
    while True:
        settings["start"] = random_start(rng, settings, castles=castles)
        if not slow.in_check(slow.read_fen(slow.Game(settings), settings["start"]), white=False):
            return settings


def random_rules(rng: random.Random, kinds: list[str], ranks: int) -> dict[str, Any]:
    """Rules that do not contradict one another."""
    rules: dict[str, Any] = {"extinction_value": "none", "piece_drops": False}
    rules |= _for_moves(rng, kinds, ranks)
    if rng.random() < 0.4:
        rules |= _for_hands(rng, ranks, own=bool(rules.get("self_capture")))
    rules |= _for_ends(rng, kinds, ranks)
    return rules


def _for_moves(rng: random.Random, kinds: list[str], ranks: int) -> dict[str, Any]:
    rules: dict[str, Any] = {}
    if rng.random() < 0.4:
        rules["self_capture"] = True
        if rng.random() < 0.4:
            rules["self_capture_types"] = "".join(rng.sample(kinds, 2))
    if rng.random() < 0.2:
        rules["must_capture"] = True
    if rng.random() < 0.8:
        rules["promotion_piece_types"] = "".join(rng.sample(kinds, rng.randint(1, 2)))
        if rng.random() < 0.3:
            rules["promotion_region_white"] = f"last *{ranks - 1}"
            rules["promotion_region_black"] = "last second" if rng.random() < 0.5 else "last *2"
        if rng.random() < 0.3:
            rules["mandatory_pawn_promotion"] = False
        if rng.random() < 0.2:
            rules["promotion_limit"] = f"{rules['promotion_piece_types'][0]}:1"
    if rng.random() < 0.2:
        rules["immobility_illegal"] = True
    if rng.random() < 0.7:
        rules["double_step"] = True
        region = rng.choice(["second", "*", "first second", "*3", "third"])
        rules["double_step_region_white"] = region
        rules["double_step_region_black"] = rng.choice([region, "second"])
    if rng.random() < 0.2:
        rules["en_passant_region"] = "a* *3"
    rules |= _for_pawns(rng, kinds)
    if rng.random() < 0.1:
        rules["checking"] = False
    if rng.random() < 0.1:
        rules["makpong_rule"] = True
    return rules


def _for_pawns(rng: random.Random, kinds: list[str]) -> dict[str, Any]:
    """Which pieces count as pawns, for what."""
    rules: dict[str, Any] = {}
    if rng.random() < 0.3:
        rules["pawn_types"] = rng.choice(["p" + kinds[1], kinds[1], "-"])
    for rule in ("promotion_pawn_types", "en_passant_types", "n_move_rule_types"):
        if rng.random() < 0.3:
            rules[rule] = rng.choice(["p" + kinds[1], kinds[1], "p"])
    return rules


def _has_double_steps(pieces: list[dict[str, Any]], rules: dict[str, Any]) -> bool:
    if any("i" in piece["move"] for piece in pieces):
        return True
    pawns = [piece["move"] for piece in pieces if piece["letter"] in rules.get("pawn_types", "p")]
    return any(step in move for move in pawns for step in ("fmW", "mfW", "fW", "mW"))


def _for_hands(rng: random.Random, ranks: int, *, own: bool) -> dict[str, Any]:
    rules: dict[str, Any] = {"piece_drops": True, "captures_to_hand": True}
    if own:
        rules["hand_takes"] = rng.choice(["enemy", "own", "all"])
    rules["capture_to_hand_side"] = rng.choice(["us", "us", "them", "owner", "non_owner"])
    for rule in ("drop_loop", "first_rank_pawn_drops", "promotion_zone_pawn_drops"):
        rules[rule] = rng.random() < 0.3
    rules["drop_checks"] = rng.random() < 0.8
    if rng.random() < 0.3:
        rules["drop_region_white"] = f"*1 *{ranks - 1} a*"
    return rules


def _for_castling(rng: random.Random, kinds: list[str], files: int) -> dict[str, Any]:
    targets = rng.sample(range(1, files - 1), 2)
    rules: dict[str, Any] = {"castling": True, "chess960": rng.random() < 0.5}
    rules["castling_queenside_file"] = chr(ord("a") + min(targets))
    rules["castling_kingside_file"] = chr(ord("a") + max(targets))
    return rules | {"castling_rook_pieces": kinds[0], "castling_king_piece": "k"}


def _for_ends(rng: random.Random, kinds: list[str], ranks: int) -> dict[str, Any]:
    rules: dict[str, Any] = {"stalemate_value": rng.choice(["draw", "win", "loss"])}
    if rng.random() < 0.2:
        rules |= {"flag_piece": rng.choice(["k", kinds[0]]), "flag_region_white": f"*{ranks}"}
        rules["flag_region_black"] = "*1"
        rules["flag_move"] = rng.random() < 0.5
    if rng.random() < 0.2:
        rules |= {"extinction_value": "loss", "extinction_piece_types": "k" + kinds[0]}
    if rng.random() < 0.1:
        rules |= {"check_counting": True, "checking": True}
    if rng.random() < 0.2 and rules["stalemate_value"] != "draw":
        rules["stalemate_piece_count"] = True
    if rng.random() < 0.3:
        rules |= {"n_fold_value": rng.choice(["draw", "win", "loss"])}
        rules |= {"n_move_rule": rng.randint(5, 20), "n_fold_rule": rng.randint(2, 4)}
    return rules


def random_start(rng: random.Random, settings: dict[str, Any], *, castles: bool) -> str:
    """Pieces anywhere, pawns only where none has promoted yet."""
    files, ranks, rules = settings["files"], settings["ranks"], settings["rules"]
    kinds = [piece["letter"] for piece in settings["pieces"][2:]]
    cells = {(x, y): "" for x in range(files) for y in range(ranks)}
    rights = "-"
    if castles:
        targets = {ord(rules[f"castling_{side}side_file"]) - ord("a") for side in ("king", "queen")}
        king = rng.choice([column for column in range(1, files - 1) if column not in targets])
        columns = [rng.randrange(king), king, rng.randrange(king + 1, files)]
        for column in columns:
            symbol = "k" if column == king else kinds[0]
            cells[column, 0], cells[column, ranks - 1] = symbol.upper(), symbol
        rights = "KQkq"
    free = [square for square in sorted(cells) if not cells[square]]
    rng.shuffle(free)
    if not castles:
        cells[free.pop()], cells[free.pop()] = "K", "k"
    promoters = rules.get("promotion_pawn_types") or rules.get("pawn_types", "p")
    # The castling piece stays at home, where both sides must have it on the same file.
    others = kinds[1:] if castles and not rules["chess960"] else kinds
    _fill(rng, cells, free, [k for k in others if k not in promoters], ranks)
    inner = [square for square in free if 1 < square[1] < ranks - 2]
    for symbol in ("P", "p", kinds[1], kinds[1].upper()):
        if inner:
            cells[inner.pop()] = symbol
    rows = ("".join(cells[x, y] or "1" for x in range(files)) for y in reversed(range(ranks)))
    text = "/".join(_joined(row) for row in rows)
    hands = "".join(rng.choice([k, k.upper()]) for k in rng.sample([*kinds, "p"], 2))
    checks = "2+3 " if rules.get("check_counting") else ""
    return f"{text}{f'[{hands}]' if rules['piece_drops'] else ''} w {rights} - {checks}0 1"


def _fill(
    rng: random.Random,
    cells: dict[tuple[int, int], str],
    free: list[tuple[int, int]],
    kinds: list[str],
    ranks: int,
) -> None:
    inner = [s for s in free if 1 < s[1] < ranks - 2]
    home = {"P": [s for s in free if s[1] == 1], "p": [s for s in free if s[1] == ranks - 2]}
    for symbol in "PpPpPpp"[: max(2, len(inner) // 4)]:
        squares = rng.choice([inner, home[symbol]])
        if squares:
            square = squares.pop()
            free.remove(square)
            cells[square] = symbol
    for _ in range(min(len(free) // 2, rng.randint(3, 14)) if kinds else 0):
        letter = rng.choice(kinds)
        cells[free.pop()] = rng.choice([letter, letter.upper()])


def _joined(row: str) -> str:
    """Write gaps as numbers."""
    out, gap = "", 0
    for cell in row:
        if cell == "1":
            gap += 1
            continue
        out, gap = out + (str(gap) if gap else "") + cell, 0
    return out + (str(gap) if gap else "")
