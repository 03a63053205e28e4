"""The words of Fairy-Stockfish's variants.ini: pieces, and the keys that no rule covers yet."""

from collections.abc import Mapping

# The predefined pieces in the order in which they claim their letters; the king comes last.
PIECES: Mapping[str, str] = {
    "pawn": "fmWfceF",
    "knight": "N",
    "bishop": "B",
    "rook": "R",
    "queen": "Q",
    "fers": "F",
    "alfil": "A",
    "fersAlfil": "FA",
    "silver": "FfW",
    "aiwok": "RNF",
    "bers": "RF",
    "archbishop": "BN",
    "chancellor": "RN",
    "amazon": "QN",
    "knibis": "mNcB",
    "biskni": "mBcN",
    "kniroo": "mNcR",
    "rookni": "mRcN",
    "shogiPawn": "fW",
    "lance": "fR",
    "shogiKnight": "fN",
    "gold": "WfF",
    "dragonHorse": "BW",
    "clobber": "cW",
    "breakthrough": "fmWfF",
    "immobile": "",
    "cannon": "mRcpR",
    "janggiCannon": "pR",
    "soldier": "fsW",
    "horse": "nN",
    "elephant": "nA",
    "janggiElephant": "nZ",
    "banner": "RcpRnN",
    "wazir": "W",
    "commoner": "K",
    "centaur": "KN",
}
CUSTOM_PIECES = tuple(f"customPiece{number}" for number in range(1, 26))
ALL_PIECES = (*PIECES, *CUSTOM_PIECES, "king")

# Hints for interfaces, and values that tune another program's evaluation: kept, but no rules.
INTERFACE: Mapping[str, str] = {
    "variantTemplate": "variant_template",
    "pieceToCharTable": "piece_to_char_table",
    "pocketSize": "pocket_size",
    "pieceValueMg": "piece_value_mg",
    "pieceValueEg": "piece_value_eg",
}

# Old names of keys that still mean the same.
RENAMED: Mapping[str, str] = {
    "whiteFlag": "flagRegionWhite",
    "blackFlag": "flagRegionBlack",
    "whiteDropRegion": "dropRegionWhite",
    "blackDropRegion": "dropRegionBlack",
    "castlingRookPiece": "castlingRookPieces",
}

_BY_DEFAULT: Mapping[str, str] = {
    "false": """
        twoBoards sittuyinPromotion piecePromotionOnCapture mandatoryPiecePromotion pieceDemotion
        oppositeCastling blastOnCapture petrifyBlastPieces flyingGeneral
        shogiPawnDropMateIllegal shatarMateRule bikjangRule extinctionPseudoRoyal dupleCheck
        mustDrop sittuyinRookDrop dropOppositeColoredBishop dropPromoted dropOnTop gating
        seirawanGating cambodianMoves wallOrMove pass passWhite passBlack passOnStalemate
        passOnStalemateWhite passOnStalemateBlack nFoldValueAbsolute perpetualCheckIllegal
        moveRepetitionIllegal adjudicateFullBoard flagPieceBlockedWin flagPieceSafe""",
    "true": "connectHorizontal connectVertical connectDiagonal",
    "none": """
        enclosingDrop wallingRule flipEnclosedPieces chasingRule countingRule materialCounting""",
    "-": """
        tripleStepRegionWhite tripleStepRegionBlack promotedPieceType blastImmuneTypes
        mutuallyImmuneTypes petrifyOnCaptureTypes enclosingDropStart diagonalLines dropNoDoubled
        connectRegion1White connectRegion2White connectRegion1Black connectRegion2Black
        castlingWins""",
    "*": "mustDropType connectPieceTypes wallingRegion wallingRegionWhite wallingRegionBlack",
    "0": "connectN connectNxN collinearN",
    "1": "dropNoDoubledCount flagPieceCount soldierPromotionRank",
    "win": "connectValue",
    "l": "castlingRookKingsideFile",
    "a": "castlingRookQueensideFile",
    "8": "promotionRank",
    "2": "doubleStepRank doubleStepRankMin",
}
# Keys that no rule covers yet, with the value that changes nothing.
UNSUPPORTED: Mapping[str, str] = {
    key: default for default, keys in _BY_DEFAULT.items() for key in keys.split()
}

# Keys that exist for both colors together and for each alone; we have the first only.
ONE_COLORED = (
    "promotionPawnTypes",
    "promotionPieceTypes",
    "enPassantTypes",
    "castlingKingPiece",
    "castlingRookPieces",
    "nMoveRuleTypes",
    "flagPiece",
)


def camel_case(name: str) -> str:
    """The key of a rule: `n_move_rule` is `nMoveRule`."""
    first, *others = name.split("_")
    return first + "".join(word.capitalize() for word in others)


def snake_case(key: str) -> str:
    """The name of a piece: `shogiPawn` is `shogi_pawn`."""
    letters = (f"_{letter.lower()}" if letter.isupper() else letter for letter in key)
    return "".join(letters)
