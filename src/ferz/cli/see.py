"""`ferz see`: what a move is worth by the exchange on its square."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    import ferz


def see(
    variant: Annotated[
        str, typer.Argument(metavar="VARIANT", help="A name, a composition or a file.")
    ],
    fen: Annotated[str, typer.Argument(metavar="FEN", help="The position.")],
    move: Annotated[str, typer.Argument(metavar="MOVE", help="A legal move, as UCI or SAN.")],
    values: Annotated[
        str, typer.Option(help="Piece values in centipawns, as in p=100,n=320.")
    ] = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Weigh a move by the captures on its target square."""
    import ferz
    from ferz.cli.output import print_json

    board = ferz.Board(variant, fen)
    given = _read_values(values)
    worth = ferz.see(board, move, values=given)
    if as_json:
        print_json(_as_data(board, move, worth, given))
    else:
        print(f"{board.san(move)}: {worth:+} centipawns" if worth else f"{board.san(move)}: even")


def _read_values(text: str) -> dict[str, int]:
    from ferz.variants.info import quoted

    values: dict[str, int] = {}
    for word in text.replace(",", " ").split():
        letter, equals, number = word.partition("=")
        digits = number.removeprefix("-")
        # Longer numbers are no piece values, and Python would take its time to read them.
        if not (equals and digits.isascii() and digits.isdecimal() and len(digits) <= 9):
            raise ValueError(f"--values: found {quoted(word)}, expected a form such as n=320")
        if letter in values:
            raise ValueError(f"--values: found {quoted(letter)} twice, expected each letter once")
        values[letter] = int(number)
    return values


def _as_data(board: "ferz.Board", move: str, worth: int, given: dict[str, int]) -> dict[str, Any]:
    import ferz

    return {
        "variant": board.variant.id,
        "fen": board.fen,
        "move": board.uci(move),
        "san": board.san(move),
        "see": worth,
        "values": ferz.piece_values(board.variant) | given,
    }
