"""The native core of Ferz."""

from collections.abc import Callable, Mapping, Sequence
from typing import overload


class FenError(ValueError):
    pass

class MoveError(ValueError):
    pass

class VariantError(ValueError):
    pass

class SolveError(ValueError):
    pass

class StoppedError(Exception):
    pass

class PieceKind:
    """A kind of piece of a variant."""

    @property
    def name(self) -> str:
        """Its name, as in the variant's file."""

    @property
    def letter(self) -> str:
        """Its letter in FEN, lower case."""

    @property
    def move(self) -> str:
        """How it moves, in Betza's notation."""

    @property
    def royal(self) -> bool:
        """Whether losing it loses the game."""

    def __repr__(self) -> str: ...

class Rules:
    """
    The rules of a variant, one property each; docs/rules.md tells what they mean.
    """

    @property
    def self_capture(self) -> bool:
        """Pieces may take pieces of their own side, except a royal one."""

    @property
    def self_capture_types(self) -> str:
        """The pieces that may take their own side, where self_capture is on."""

    @property
    def must_capture(self) -> bool:
        """A side that can take an enemy piece must."""

    @property
    def pawn_types(self) -> str:
        """
        The pieces that count as pawns for promotion, double step, en passant, drops and the move clock.
        """

    @property
    def promotion_pawn_types(self) -> str:
        """The pieces that promote; empty: as pawn_types."""

    @property
    def promotion_piece_types(self) -> str:
        """
        What they promote to; none turns promotion off, and a pawn on the last rank is frozen.
        """

    @property
    def promotion_region_white(self) -> str:
        """Where White promotes."""

    @property
    def promotion_region_black(self) -> str:
        """Where Black promotes."""

    @property
    def mandatory_pawn_promotion(self) -> bool:
        """A pawn that reaches the promotion region must promote."""

    @property
    def promotion_limit(self) -> str:
        """At most so many of a piece on the board by promotion, as in 'q:1 r:2'."""

    @property
    def immobility_illegal(self) -> bool:
        """A piece may not go where it could never move from."""

    @property
    def double_step(self) -> bool:
        """
        Pawns may step twice from the double step region; moves marked i in Betza start there too.
        """

    @property
    def double_step_region_white(self) -> str:
        """Where White's double steps start."""

    @property
    def double_step_region_black(self) -> str:
        """Where Black's double steps start."""

    @property
    def en_passant_region(self) -> str:
        """The squares on which en passant captures may end; they never promote."""

    @property
    def en_passant_region_white(self) -> str:
        """The same for White alone; empty: as en_passant_region."""

    @property
    def en_passant_region_black(self) -> str:
        """The same for Black alone; empty: as en_passant_region."""

    @property
    def en_passant_types(self) -> str:
        """The pieces that capture en passant; empty: as pawn_types."""

    @property
    def castling(self) -> bool:
        """King and rook may castle."""

    @property
    def chess960(self) -> bool:
        """
        Castling is written king takes rook, and king and rooks may start anywhere.
        """

    @property
    def castling_dropped_piece(self) -> bool:
        """
        A king or a corner rook that is dropped on its square may castle, unless another rook may on that side.
        """

    @property
    def castling_kingside_file(self) -> str:
        """Where the king lands on its right; empty: the last file but one."""

    @property
    def castling_queenside_file(self) -> str:
        """Where the king lands on its left."""

    @property
    def castling_rank(self) -> int:
        """The rank, from its own side, on which a side castles."""

    @property
    def castling_king_file(self) -> str:
        """
        Which king castles where a side has several; empty: the one on the e-file.
        """

    @property
    def castling_king_piece(self) -> str:
        """The piece that castles; empty: the royal piece, or else k."""

    @property
    def castling_rook_pieces(self) -> str:
        """The pieces that it castles with."""

    @property
    def checking(self) -> bool:
        """Giving check is allowed."""

    @property
    def drop_checks(self) -> bool:
        """Giving check by a drop is allowed."""

    @property
    def makpong_rule(self) -> bool:
        """A king in check may not move, except to take the piece that gives it."""

    @property
    def piece_drops(self) -> bool:
        """Pieces in hand may be dropped on the board."""

    @property
    def captures_to_hand(self) -> bool:
        """Captured pieces go to a hand."""

    @property
    def hand_takes(self) -> str:
        """Whose captured pieces go to a hand: enemy, own or all."""

    @property
    def capture_to_hand_side(self) -> str:
        """Which hand a captured piece goes to: us, them, owner or non_owner."""

    @property
    def drop_loop(self) -> bool:
        """A promoted piece that is captured stays what it is in hand."""

    @property
    def first_rank_pawn_drops(self) -> bool:
        """Pawns may be dropped on their own first rank."""

    @property
    def promotion_zone_pawn_drops(self) -> bool:
        """Pawns may be dropped in the promotion region."""

    @property
    def drop_region_white(self) -> str:
        """Where White may drop."""

    @property
    def drop_region_black(self) -> str:
        """Where Black may drop."""

    @property
    def checkmate_value(self) -> str:
        """What checkmate means for the side that is mated."""

    @property
    def stalemate_value(self) -> str:
        """What having no legal move means when not in check."""

    @property
    def stalemate_piece_count(self) -> bool:
        """
        A stalemate that decides goes to the side with fewer pieces if stalemate_value is win, with more if it is loss.
        """

    @property
    def n_move_rule(self) -> int:
        """
        After so many moves of both sides without capture, drop or pawn move the game is a draw; 0 is never.
        """

    @property
    def n_move_rule_types(self) -> str:
        """The pieces whose moves start that count again; empty: as pawn_types."""

    @property
    def n_fold_rule(self) -> int:
        """The game ends when a position occurs so many times; 0 is never."""

    @property
    def n_fold_value(self) -> str:
        """What that repetition means."""

    @property
    def extinction_value(self) -> str:
        """
        What it means for a side to have no more than extinction_piece_count of some extinction_piece_types.
        """

    @property
    def extinction_piece_types(self) -> str:
        """
        The pieces that must not die out, each kind by itself; * counts all pieces together.
        """

    @property
    def extinction_piece_count(self) -> int:
        """So many pieces left mean extinction."""

    @property
    def extinction_opponent_piece_count(self) -> int:
        """Extinction counts only if the opponent has at least so many."""

    @property
    def extinction_claim(self) -> bool:
        """Bared on its own move, a side may bare the other in reply."""

    @property
    def flag_piece(self) -> str:
        """The piece that races to the flag region; * is any."""

    @property
    def flag_region(self) -> str:
        """Reaching this region wins."""

    @property
    def flag_region_white(self) -> str:
        """The same for White alone; empty: as flag_region."""

    @property
    def flag_region_black(self) -> str:
        """The same for Black alone; empty: as flag_region."""

    @property
    def flag_move(self) -> bool:
        """
        An arrival wins only after one more move of the other side, which may take the runner; where kings race, Black may answer White's arrival with its own and draw.
        """

    @property
    def check_counting(self) -> bool:
        """A side that has given as many checks as the start position says wins."""

class Variant:
    """A game: its board, pieces, rules and start position. Immutable."""

    @property
    def id(self) -> str:
        """What it was loaded as, modifiers included."""

    @property
    def name(self) -> str:
        """Its name for people."""

    @property
    def source(self) -> str:
        """The file it comes from, for messages."""

    @property
    def files(self) -> int:
        """How many files the board has."""

    @property
    def ranks(self) -> int:
        """How many ranks the board has."""

    @property
    def start_fen(self) -> str:
        """The start position."""

    @property
    def pieces(self) -> tuple[PieceKind, ...]:
        """The kinds of pieces."""

    @property
    def rules(self) -> Rules:
        """All rules."""

    @property
    def changed_rules(self) -> dict[str, bool | int | str]:
        """The rules that differ from their defaults."""

    @property
    def canonical(self) -> str:
        """
        Board, pieces and changed rules in canonical order: what the fingerprint is made of.
        """

    def is_played_as(self, other: Variant) -> bool:
        """
        Whether an engine for the one plays on boards of the other: the same game, its pieces listed in the same order.
        """

    @property
    def warnings(self) -> list[str]:
        """What is odd about the game but not wrong."""

    @property
    def has_hands(self) -> bool:
        """Whether pieces can be held and dropped."""

    @property
    def is_chess960(self) -> bool:
        """Whether castling is Chess960's."""

    @property
    def settings(self) -> dict[str, object]:
        """What it was compiled from: compile(variant.settings) gives it again."""

    def __repr__(self) -> str: ...

def compile(settings: dict[str, object]) -> Variant:
    """
    Compile the settings of a variant. Raises VariantError with every complaint, one a line.
    """

def settings_text(settings: dict[str, object]) -> str:
    """The settings as plain lines, as the core's own tests read them."""

def rules_reference() -> list[tuple[str, str, str, str]]:
    """Every rule: name, type, default and meaning."""

def betza_targets(move: str, files: int, ranks: int, square: str) -> dict[str, str]:
    """
    Where a piece could go from a square of an empty board: 'm', 'c' or 'mc' for each target.
    """

class Move:
    """A move. Two moves are equal if their UCI texts are."""

    @staticmethod
    def from_uci(uci: str) -> Move:
        """Read a UCI text; whether it is legal only a board can tell."""

    @property
    def from_square(self) -> str | None:
        """Where the piece comes from; None for a drop."""

    @property
    def to_square(self) -> str:
        """Where the piece goes."""

    @property
    def promotion(self) -> str | None:
        """The letter of the piece promoted to, or None."""

    @property
    def drop(self) -> str | None:
        """The letter of the piece dropped, or None."""

    @property
    def is_drop(self) -> bool:
        """Whether a piece is dropped from the hand."""

    @property
    def is_castling(self) -> bool:
        """Whether it castles; known for moves that a board gave."""

    @property
    def is_en_passant(self) -> bool:
        """Whether it takes in passing; known for moves that a board gave."""

    @property
    def is_double_step(self) -> bool:
        """Whether it is a double step; known for moves that a board gave."""

    def uci(self) -> str:
        """The move as UCI writes it."""

    def __str__(self) -> str: ...

    def __repr__(self) -> str: ...

    def __eq__(self, arg: object, /) -> bool: ...

    def __getstate__(self) -> tuple[str, int | None]: ...

    def __setstate__(self, arg: tuple[str, int | None], /) -> None: ...

    def __hash__(self) -> int: ...

class Piece:
    """A piece on a square."""

    @property
    def letter(self) -> str:
        """Its letter, lower case."""

    @property
    def color(self) -> bool:
        """ferz.WHITE or ferz.BLACK."""

    @property
    def name(self) -> str:
        """The name of its kind."""

    @property
    def promoted(self) -> bool:
        """Whether it goes to a hand as a pawn."""

    def symbol(self) -> str:
        """Its letter in FEN: upper case for White."""

    def __str__(self) -> str: ...

    def __repr__(self) -> str: ...

    def __eq__(self, arg: object, /) -> bool: ...

    def __getstate__(self) -> tuple[str, bool, str, bool]: ...

    def __setstate__(self, arg: tuple[str, bool, str, bool], /) -> None: ...

    def __hash__(self) -> int: ...

class Outcome:
    """How a game ended."""

    @property
    def winner(self) -> bool | None:
        """ferz.WHITE, ferz.BLACK, or None for a draw."""

    @property
    def reason(self) -> str:
        """Why: 'checkmate', 'stalemate', 'n_fold' and so on."""

    def result(self) -> str:
        """'1-0', '0-1' or '1/2-1/2'."""

    def __repr__(self) -> str: ...

    def __eq__(self, arg: object, /) -> bool: ...

    def __getstate__(self) -> tuple[bool | None, str]: ...

    def __setstate__(self, arg: tuple[bool | None, str], /) -> None: ...

    def __hash__(self) -> int: ...

class Board:
    """A position of a game and the moves that led to it."""

    @overload
    def __init__(self, variant: Variant, fen: str | None = None) -> None:
        """A board of a game, at its start or as the FEN says. Raises FenError."""

    @overload
    def __init__(self, other: Board) -> None:
        """A copy of a board, with its moves."""

    @staticmethod
    def from_compact(variant: Variant, compact: str) -> Board:
        """A board set up by compact notation. Raises FenError."""

    def copy(self) -> Board:
        """A copy, with its moves."""

    def set_fen(self, fen: str) -> None:
        """
        Begin anew from a position. Raises FenError and leaves the board as it was.
        """

    def reset(self) -> None:
        """Begin anew from the start."""

    def __eq__(self, arg: object, /) -> bool: ...

    def __hash__(self) -> int: ...

    def __str__(self) -> str: ...

    def __repr__(self) -> str: ...

    @property
    def variant(self) -> Variant:
        """The game."""

    @property
    def fen(self) -> str:
        """The position as FEN."""

    @property
    def board_fen(self) -> str:
        """The first field of the FEN, hands included."""

    @property
    def compact(self) -> str:
        """The position in compact notation. Raises FenError in games with hands."""

    @property
    def turn(self) -> bool:
        """Who is to move: ferz.WHITE or ferz.BLACK."""

    @property
    def fullmove_number(self) -> int:
        """The number of the next move."""

    @property
    def halfmove_clock(self) -> int:
        """Plies since the last capture, pawn move or drop."""

    @property
    def ply(self) -> int:
        """How many moves have been made on this board."""

    @property
    def ep_square(self) -> str | None:
        """Where a pawn can be taken en passant, or None."""

    @property
    def castling(self) -> str:
        """The castling rights as in FEN."""

    @property
    def key(self) -> int:
        """The hash key of the position."""

    @property
    def squares(self) -> list[str]:
        """The names of all squares, a1 first."""

    def piece_at(self, square: str) -> Piece | None:
        """The piece on a square, or None."""

    def attacks(self, square: str) -> list[str]:
        """
        The squares on which the piece on a square could take, whoever stands there.
        """

    def piece_map(self) -> dict[str, Piece]:
        """All pieces by square."""

    def hand(self, color: bool) -> dict[str, int]:
        """The pieces in a side's hand: letter and count."""

    def king(self, color: bool) -> str | None:
        """The square of a side's royal piece, or None."""

    def checks_remaining(self, color: bool) -> int | None:
        """
        How many more checks win for a side, or None where they are not counted.
        """

    def attackers(self, color: bool, square: str) -> list[str]:
        """The squares of a side's pieces that attack a square."""

    def is_attacked_by(self, color: bool, square: str) -> bool:
        """Whether a side attacks a square."""

    @property
    def is_check(self) -> bool:
        """Whether the side to move is in check."""

    @property
    def checkers(self) -> list[str]:
        """The squares of the pieces that give check."""

    @property
    def legal_moves(self) -> list[Move]:
        """
        All legal moves; none once the game has ended by a rule such as a race.
        """

    @property
    def legal_captures(self) -> list[Move]:
        """The legal moves that take something, self-captures included."""

    @property
    def pseudo_legal_moves(self) -> list[Move]:
        """
        All moves that the pieces can make, whether or not they leave the king in check.
        """

    def is_legal(self, move: Move | str) -> bool:
        """Whether a move is legal."""

    def is_pseudo_legal(self, move: Move) -> bool:
        """Whether the pieces can make a move."""

    def is_capture(self, move: Move | str) -> bool:
        """Whether a move takes something, of either side."""

    def is_self_capture(self, move: Move | str) -> bool:
        """Whether a move takes a piece of its own side."""

    def is_castling(self, move: Move | str) -> bool:
        """Whether a move castles."""

    def is_en_passant(self, move: Move | str) -> bool:
        """Whether a move takes in passing."""

    def gives_check(self, move: Move | str) -> bool:
        """Whether a legal move gives check."""

    def push(self, move: Move | str) -> Move:
        """
        Make a move, given as Move, UCI or SAN. Raises MoveError if it is not legal.
        """

    def push_uci(self, uci: str) -> Move:
        """Make a move given as UCI."""

    def push_san(self, san: str) -> Move:
        """Make a move given as SAN."""

    def pop(self) -> Move:
        """Take the last move back. Raises IndexError if there is none."""

    def peek(self) -> Move:
        """The last move. Raises IndexError if there is none."""

    @property
    def move_stack(self) -> list[Move]:
        """The moves made on this board."""

    def parse_uci(self, uci: str) -> Move:
        """The legal move that a UCI text names. Raises MoveError."""

    def parse_san(self, san: str) -> Move:
        """The legal move that a SAN text names. Raises MoveError."""

    def san(self, move: Move | str) -> str:
        """A legal move in SAN."""

    def uci(self, move: Move | str) -> str:
        """A legal move in UCI."""

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None."""

    @property
    def is_game_over(self) -> bool:
        """Whether the game has ended."""

    @property
    def is_checkmate(self) -> bool:
        """Whether the side to move is checkmated."""

    @property
    def is_stalemate(self) -> bool:
        """Whether the side to move has no legal move and is not in check."""

    @property
    def is_insufficient_material(self) -> bool:
        """Whether certainly nobody can win any more."""

    def is_repetition(self, count: int = 3) -> bool:
        """Whether the position has occurred so many times."""

    def result(self) -> str:
        """'1-0', '0-1', '1/2-1/2', or '*' while the game goes on."""

class PerftCounts:
    """What the last moves of all lines are."""

    @property
    def nodes(self) -> int: ...

    @property
    def captures(self) -> int: ...

    @property
    def self_captures(self) -> int: ...

    @property
    def en_passant(self) -> int: ...

    @property
    def castles(self) -> int: ...

    @property
    def promotions(self) -> int: ...

    @property
    def drops(self) -> int: ...

    @property
    def checks(self) -> int: ...

    @property
    def mates(self) -> int: ...

def perft(board: Board, depth: int) -> int:
    """How many lines of so many moves there are."""

def perft_count(board: Board, depth: int) -> int:
    """The same number, with the last moves counted but not listed."""

def perft_breakdown(board: Board, depth: int) -> PerftCounts:
    """The lines by what their last move is."""

def perft_divide(board: Board, depth: int) -> dict[str, int]:
    """The lines by first move."""

def piece_values(variant: Variant) -> dict[str, int]:
    """
    What pieces are worth by their mean mobility on the board, in centipawns, by letter.
    """

def see(board: Board, move: Move | str, values: Mapping[str, int] | None = None) -> int:
    """
    What a legal move, given as Move, UCI or SAN, is worth in centipawns to the side that makes it if both sides then only take on its target square and may stop. Values are by letter; what is missing is as in piece_values.
    """

class Line:
    """One line of analysis."""

    @property
    def index(self) -> int:
        """1 is the best."""

    @property
    def depth(self) -> int:
        """How deep it was searched, in plies."""

    @property
    def selective_depth(self) -> int:
        """How deep its longest line went."""

    @property
    def score_cp(self) -> int | None:
        """For the side to move, in centipawns; None where a mate is found."""

    @property
    def mate(self) -> int | None:
        """
        The game is won in so many moves; negative: it is lost. None if neither is found.
        """

    @property
    def bound(self) -> str:
        """'exact', 'lower' or 'upper'."""

    @property
    def nodes(self) -> int: ...

    @property
    def time_ms(self) -> int: ...

    @property
    def hash_per_mille(self) -> int: ...

    @property
    def moves(self) -> list[Move]:
        """The line itself."""

class SearchResult:
    """What a search found."""

    @property
    def lines(self) -> list[Line]:
        """The best first; none if the game has ended."""

    @property
    def move(self) -> Move | None:
        """The best move, or None."""

    @property
    def ponder(self) -> Move | None:
        """The reply that is expected, or None."""

    @property
    def nodes(self) -> int: ...

    @property
    def time_ms(self) -> int: ...

    @property
    def depth(self) -> int:
        """The deepest finished iteration."""

class SearchEngine:
    """An engine for one game."""

    def __init__(self, variant: Variant, threads: int = 1, hash_mb: int = 16, weights: Mapping[str, Sequence[tuple[int, int]]] | None = None, params: Mapping[str, int] = {}) -> None:
        """
        An engine with so many threads and so large a table. Weights replace sections of the evaluation's, params numbers of the search.
        """

    @property
    def threads(self) -> int:
        """How many threads search."""

    @threads.setter
    def threads(self, arg: int, /) -> None: ...

    @property
    def hash_mb(self) -> int:
        """The size of the transposition table in megabytes."""

    @hash_mb.setter
    def hash_mb(self, arg: int, /) -> None: ...

    def set_solved(self, tables: Tablebase | None) -> None:
        """Solved positions of the same game to ask, or none."""

    def evaluate(self, board: Board) -> int:
        """The static evaluation in centipawns, for the side to move."""

    def clear(self) -> None:
        """Forget everything learned."""

    def stop(self) -> None:
        """End the search that is running, if one is."""

    def ponder_hit(self) -> None:
        """The expected move was made: the clock counts from now on."""

    @property
    def nodes(self) -> int:
        """
        How many positions the search under way has looked at, or the last one.
        """

    def search(self, board: Board, *, depth: int | None = None, nodes: int | None = None, time_ms: int | None = None, cpu_time_ms: int | None = None, white_time_ms: int | None = None, black_time_ms: int | None = None, white_increment_ms: int = 0, black_increment_ms: int = 0, moves_to_go: int | None = None, move_overhead_ms: int = 10, mate: int | None = None, moves: Sequence[Move] | None = None, multipv: int = 1, infinite: bool = False, ponder: bool = False, past_draws: bool = False, on_line: Callable[[Line], None] | None = None, on_begin: Callable[[], None] | None = None) -> SearchResult:
        """Search a position until a limit is reached or stop() is called."""

def search_params() -> dict[str, tuple[int, str]]:
    """The numbers of the search by name: default and meaning."""

def default_weights(variant: Variant) -> dict[str, list[tuple[int, int]]]:
    """
    The weights of the evaluation by section, as they follow from the pieces.
    """

def self_play(variant: Variant, *, games: int, nodes: int = 1500, seed: int = 1, random_plies: int = 8, weights: Mapping[str, Sequence[tuple[int, int]]] | None = None) -> list[tuple[str, int, int]]:
    """
    Quiet positions of games of the engine against itself: FEN, score and result for White.
    """

def tune(variant: Variant, samples: Sequence[tuple[str, int, int]], *, weights: Mapping[str, Sequence[tuple[int, int]]] | None = None, epochs: int = 60, rate: float = 1.0, score_share: float = 0.5, pull: float = 1e-07, on_epoch: Callable[[int, float, float], bool] | None = None) -> dict[str, list[tuple[int, int]]]:
    """
    Tune the weights so that they predict results; on_epoch(epoch, loss, held_out_loss) returns whether to go on.
    """

class Stage:
    """The tables of one material, solved together."""

    @property
    def name(self) -> str: ...

    @property
    def men(self) -> int: ...

    @property
    def needs(self) -> list[int]:
        """The stages that its captures and promotions lead to."""

    @property
    def entries(self) -> int: ...

    @property
    def cell_bytes(self) -> int:
        """Bytes of an entry in memory."""

    @property
    def is_solved(self) -> bool: ...

    @property
    def is_loaded(self) -> bool: ...

    @property
    def file_bytes(self) -> int: ...

    @property
    def legal(self) -> int: ...

    @property
    def won(self) -> int: ...

    @property
    def lost(self) -> int: ...

    @property
    def drawn(self) -> int: ...

    @property
    def longest(self) -> int:
        """The greatest distance, in plies."""

    @property
    def checksum(self) -> int:
        """Of the entries, once they are saved."""

class Reach:
    """What play can reach from a position."""

    @property
    def positions(self) -> int: ...

    @property
    def won(self) -> int: ...

    @property
    def lost(self) -> int: ...

    @property
    def drawn(self) -> int: ...

    @property
    def longest(self) -> int: ...

    @property
    def longest_fen(self) -> str: ...

class Tablebase:
    """All tables of a game."""

    def __init__(self, variant: Variant, game: str) -> None: ...

    def plan(self, board: Board) -> None:
        """Add the materials that can arise from a position."""

    def plan_all(self, men: int) -> None:
        """Add all materials with so many men at most."""

    def add(self, name: str) -> None:
        """Add one material by the name of its stage, for asking its file."""

    @property
    def stages(self) -> list[Stage]:
        """In an order in which they can be solved."""

    def solve(self, stage: int, *, threads: int = 1, memory_limit: int = 0, on_progress: Callable[[str, int, int], bool] | None = None) -> None:
        """
        Solve a stage whose needs are loaded; on_progress(doing, done, total) returns whether to go on.
        """

    def verify(self, stage: int, *, threads: int = 1, on_progress: Callable[[str, int, int], bool] | None = None) -> None:
        """Raise SolveError where an entry is not what its moves make of it."""

    def save(self, stage: int, path: str, threads: int = 1) -> None: ...

    def open(self, stage: int, path: str) -> None:
        """Make a file's values known."""

    def load(self, stage: int, threads: int = 1) -> None:
        """Read a stage's file into memory."""

    def release(self, stage: int) -> None:
        """Free the memory of a stage that has a file."""

    def probe(self, board: Board) -> tuple[str, int | None] | None:
        """Value for the side to move and plies to the end, if known."""

    def longest_fen(self, stage: int) -> str:
        """A position of the stage's greatest distance."""

    def unique(self, stage: int, threads: int = 1) -> int:
        """
        How many legal positions a stage that was just solved has, up to all symmetries.
        """

    def reach(self, board: Board, *, threads: int = 1, on_progress: Callable[[str, int, int], bool] | None = None) -> Reach:
        """Walk over every position that play can reach."""

class Graph:
    """Every position that play can reach, solved."""

    def __init__(self, board: Board, *, memory_limit: int = 0, on_progress: Callable[[str, int, int], bool] | None = None) -> None: ...

    def __len__(self) -> int: ...

    @property
    def moves(self) -> int:
        """How many moves the graph has."""

    @property
    def bytes(self) -> int:
        """The most memory that it took."""

    def probe(self, board: Board) -> tuple[str, int | None] | None:
        """Value for the side to move and plies to the end, if reached."""

    def counts(self) -> Reach: ...

    def first_difference(self, tables: Tablebase) -> int:
        """
        The number of the first position on which tables differ, or how many there are.
        """

    def fen(self, number: int) -> str:
        """A position by its number."""

    def verdict(self, number: int) -> tuple[str, int | None] | None: ...

def find_mate(board: Board, plies: int, *, memory_limit: int = 0, on_progress: Callable[[str, int, int], bool] | None = None) -> tuple[tuple[str, int | None] | None, int]:
    """
    The shortest win or loss of the side to move within so many plies, if there is one, and how many positions it took.
    """

def prove(board: Board, tables: Tablebase | None = None, *, nodes: int = 0, memory_limit: int = 0, on_progress: Callable[[str, int, int], bool] | None = None) -> tuple[str, str, int]:
    """
    What the side to move gets at least and at most, and how many positions it took.
    """
