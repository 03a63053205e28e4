// What the page and the server say to each other. Written from src/ferz/web/messages by
// `make golden`; not to be changed by hand.

/** The position of a node. */
export interface Look {
  type: "look";
  id: number;
  game: string;
  node: number;
}

/** A legal move: what to send, and what the board must know to let a hand make it. */
export type MoveView = [uci: string, origin: string, target: string, drop: string, promotion: string, flag: "" | "capture" | "castle" | "en_passant" | "self", rook: string];

/** How a game ended. */
export interface OutcomeView {
  result: "*" | "0-1" | "1-0" | "1/2-1/2";
  reason: string;
}

/** A position with all that can be done in it. */
export interface PositionView {
  node: number;
  fen: string;
  turn: "black" | "white";
  pieces: Record<string, string>;
  hands: [Record<string, number>, Record<string, number>];
  moves: MoveView[];
  last: string[];
  check: string | null;
  outcome: OutcomeView | null;
  repetitions: number;
  halfmove_clock: number;
  fullmove_number: number;
  checks: [number, number] | null;
}

/** Add a move to the tree, or find it there; the game itself stands where it stood. */
export interface AddMove {
  type: "add_move";
  id: number;
  game: string;
  node: number;
  move: string;
}

/** A kind of piece of a game. */
export interface PieceView {
  letter: string;
  name: string;
  shape: string;
  move: string;
  royal: boolean;
}

/** What there is to know about a game before a move is made. */
export interface VariantView {
  spec: string;
  name: string;
  files: number;
  ranks: number;
  pieces: PieceView[];
  has_hands: boolean;
  has_self_capture: boolean;
  is_chess960: boolean;
  start_fen: string;
}

/** Who plays a side. */
export interface Player {
  kind: "engine" | "human";
  level: number;
  strategy: "aggressive" | "cooperative" | "perfect";
}

/** The clocks at the moment of the message. */
export interface ClockView {
  initial_ms: number;
  increment_ms: number;
  white_ms: number;
  black_ms: number;
  running: "black" | "white" | null;
}

/** A move in the tree of a game; the root has none. */
export interface NodeView {
  id: number;
  parent: number | null;
  uci: string;
  san: string;
  piece: string;
  ply: number;
  number: number;
  turn: "black" | "white";
  is_self_capture: boolean;
  comment: string;
  nags: number[];
}

/** A game as it stands. */
export interface GameState {
  id: string;
  kind: "analysis" | "challenge" | "game";
  variant: VariantView;
  white: Player;
  black: Player;
  clock: ClockView | null;
  nodes: NodeView[];
  current: number;
  tip: number;
  position: PositionView;
  result: "*" | "0-1" | "1-0" | "1/2-1/2";
  reason: string;
  is_thinking: boolean;
  can_take_back: boolean;
  start_fen: string;
  title: string;
  modified: number;
}

/** A game after a move was added to its tree. */
export interface Moved {
  game: GameState;
  position: PositionView;
}

/** Say something about a move, or before the first one; empty: nothing. */
export interface SetComment {
  type: "set_comment";
  id: number;
  game: string;
  node: number;
  comment: string;
}

/** Mark a move by numeric annotation glyphs, such as 1 for `!`. */
export interface SetNags {
  type: "set_nags";
  id: number;
  game: string;
  node: number;
  nags: number[];
}

/** Make a node and all before it the main line. */
export interface PromoteVariation {
  type: "promote_variation";
  id: number;
  game: string;
  node: number;
}

/** Cut off a node with all that follows it; moves that were played in a game stay. */
export interface RemoveMoves {
  type: "remove_moves";
  id: number;
  game: string;
  node: number;
}

/** Search a position until told otherwise; replaces the search before. Events: `Lines`. */
export interface Analyse {
  type: "analyse";
  id: number;
  generation: number;
  game: string;
  node: number;
  multipv?: number;
  threat?: boolean;
}

/** There is nothing to say. */
export interface Done {
}

/** End the search of this tab. */
export interface StopAnalysis {
  type: "stop_analysis";
  id: number;
}

/** What is proven of a node's position, without work of minutes. */
export interface AskSolved {
  type: "ask_solved";
  id: number;
  game: string;
  node: number;
}

/** What a legal move leads to for the side that makes it, where that is proven. */
export interface MoveWorth {
  uci: string;
  san: string;
  value: "draw" | "loss" | "win" | null;
  distance: number | null;
}

/** What is proven of a position. */
export interface SolvedView {
  node: number;
  value: "draw" | "loss" | "win" | null;
  distance: number | null;
  moves: MoveWorth[];
  can_solve: boolean;
}

/** Prove the value of a node's position. Events: `Progress`, and `SolveEnded` at last. */
export interface Solve {
  type: "solve";
  id: number;
  generation: number;
  game: string;
  node: number;
}

/** End the proof of this tab; finished tables stay. */
export interface StopSolving {
  type: "stop_solving";
  id: number;
}

/** All challenges as cards. */
export interface ListChallenges {
  type: "list_challenges";
  id: number;
}

/** What is to be done by a side. */
export interface ChallengeGoal {
  type: "draw" | "mate" | "only_move" | "win";
  moves: number | null;
}

/** How far somebody has come. */
export interface ChallengeProgress {
  solved: number | null;
  tries: number;
  hints: number;
  is_clean: boolean;
}

/** A challenge on offer. */
export interface ChallengeCard {
  id: string;
  name: string;
  kind: "game" | "puzzle";
  category: string;
  difficulty: number;
  variant_name: string;
  files: number;
  ranks: number;
  placement: string;
  hands: string[];
  pieces: PieceView[];
  side: "black" | "white";
  fun: string;
  goal: ChallengeGoal | null;
  progress: ChallengeProgress;
}

/** All cards, and how well it goes. */
export interface ChallengeList {
  cards: ChallengeCard[];
  solved: number;
  streak: number;
  longest: number;
}

/** Everything to play one, without its hints and its solution. */
export interface OpenChallenge {
  type: "open_challenge";
  id: number;
  challenge: string;
}

/** A moment of a game that is worth knowing. */
export interface KeyPosition {
  placement: string;
  side: "black" | "white";
  text: string;
}

/** Everything to play a challenge. */
export interface ChallengeView {
  card: ChallengeCard;
  variant: VariantView;
  position: PositionView;
  teaches: string;
  value: "draw" | "loss" | "win" | null;
  distance: number | null;
  plan_white: string;
  plan_black: string;
  key_positions: KeyPosition[];
  next: string;
}

/** A move of who solves a puzzle, as UCI or SAN, after the moves of both sides so far. */
export interface TryMove {
  type: "try_move";
  id: number;
  challenge: string;
  moves: string[];
  move: string;
}

/** Moves from the position of a puzzle, the root first, and the position after each. */
export interface ChallengeLine {
  nodes: NodeView[];
  positions: PositionView[];
}

/** What became of a try. */
export interface Tried {
  is_right: boolean;
  is_solved: boolean;
  value: "draw" | "loss" | "win" | null;
  distance: number | null;
  line: ChallengeLine;
  added: number;
  refuting: string[];
  refutation: string;
  progress: ChallengeProgress;
}

/** One step of help; the highest step that was seen is kept. */
export interface RevealHint {
  type: "reveal_hint";
  id: number;
  challenge: string;
  step: number;
}

/** One step of help, as the challenge says it. */
export interface HintStep {
  step: number;
  text: string;
  squares: string[];
  progress: ChallengeProgress;
}

/** The whole solution; kept as the last step of help. */
export interface RevealSolution {
  type: "reveal_solution";
  id: number;
  challenge: string;
}

/** How it is done, with comments at the moves. */
export interface Solution {
  line: ChallengeLine;
  progress: ChallengeProgress;
}

/** Begin a game or an analysis from the position of a challenge. */
export interface PlayChallenge {
  type: "play_challenge";
  id: number;
  challenge: string;
  white: Player;
  black: Player;
  kind?: "analysis" | "game";
  moves?: string[];
  key_position?: number | null;
}

/** A game to start from: any that is on offer. */
export interface EditDesign {
  type: "edit_design";
  id: number;
  variant: string;
}

/** A kind of piece as it is designed. */
export interface PieceDraft {
  name: string;
  letter: string;
  move: string;
  royal: boolean;
  region_white: string;
  region_black: string;
}

/** A position in parts; what its game does not have is ignored. */
export interface Setup {
  pieces: Record<string, string>;
  hands: [Record<string, number>, Record<string, number>];
  turn: "black" | "white";
  castling: string;
  en_passant: string;
  halfmove_clock: number;
  fullmove_number: number;
  checks: [number, number];
}

/** A game as it is designed; it may still be wrong. */
export interface Design {
  name: string;
  description: string;
  files: number;
  ranks: number;
  pieces: PieceDraft[];
  rules: Record<string, boolean | number | string>;
  start: Setup;
}

/** A rule that a game can set. */
export interface RuleView {
  key: string;
  kind: string;
  default: boolean | number | string;
  meaning: string;
  group: string;
  options: string[];
}

/** What the designer begins with. */
export interface EditedDesign {
  design: Design;
  rules: RuleView[];
}

/** A game to start from, as the text of its file. */
export interface ReadDesign {
  type: "read_design";
  id: number;
  toml: string;
}

/** Judge a game that is being designed. */
export interface CheckDesign {
  type: "check_design";
  id: number;
  design: Design;
}

/** What is wrong with a design. */
export interface DesignProblem {
  field: string;
  code: "library" | "name_missing" | "over_at_once" | "piece_name_missing" | "piece_name_taken";
  message: string;
}

/** How a piece of a design looks and moves. */
export interface PieceSketch {
  shape: string;
  words: string;
  targets: Record<string, "c" | "m" | "mc">;
}

/** Which parts of a position a game has beside board and side to move. */
export interface SetupParts {
  hands: boolean;
  castling: boolean;
  free_castling: boolean;
  en_passant: boolean;
  checks: boolean;
}

/** A judged design; it can be played where there is no problem. */
export interface DesignCheck {
  problems: DesignProblem[];
  warnings: string[];
  toml: string;
  fingerprint: string;
  sketches: PieceSketch[];
  parts: SetupParts;
  rights: string;
}

/** Keep a game as one's own; without `design_id` as a new one. */
export interface SaveDesign {
  type: "save_design";
  id: number;
  design: Design;
  design_id?: string;
}

/** How a game of one's own is asked for. */
export interface SavedDesign {
  design_id: string;
  spec: string;
}

/** Forget a game of one's own; games that were played with it keep its rules. */
export interface DeleteDesign {
  type: "delete_design";
  id: number;
  design_id: string;
}

/** Stored games, the newest first. */
export interface ListGames {
  type: "list_games";
  id: number;
  variant?: string;
  result?: "" | "*" | "0-1" | "1-0" | "1/2-1/2";
  text?: string;
  kind?: "" | "analysis" | "challenge" | "game";
  offset?: number;
  count?: number;
}

/** What a small board shows. */
export interface Picture {
  placement: string;
  files: number;
  ranks: number;
  pieces: PieceView[];
  turn: "black" | "white";
}

/** A stored game in a list. */
export interface StoredGame {
  id: string;
  kind: "analysis" | "challenge" | "game";
  title: string;
  variant: string;
  variant_name: string;
  white: Player;
  black: Player;
  result: "*" | "0-1" | "1-0" | "1/2-1/2";
  reason: string;
  plies: number;
  modified: number;
  picture: Picture | null;
}

/** A variant of which games are stored. */
export interface PlayedVariant {
  spec: string;
  name: string;
  games: number;
}

/** A part of the games that were asked for, and how many there are. */
export interface GameList {
  games: StoredGame[];
  total: number;
  variants: PlayedVariant[];
}

/** Forget a game. */
export interface DeleteGame {
  type: "delete_game";
  id: number;
  game: string;
}

/** Give a game a name of its own; empty: none. */
export interface RenameGame {
  type: "rename_game";
  id: number;
  game: string;
  title: string;
}

/** Games as PGN: those that are named, or else those of the filter, some at a time. */
export interface ExportPgn {
  type: "export_pgn";
  id: number;
  variant?: string;
  result?: "" | "*" | "0-1" | "1-0" | "1/2-1/2";
  text?: string;
  kind?: "" | "analysis" | "challenge" | "game";
  offset?: number;
  games?: string[];
}

/** Games as PGN; where there are more, `next_offset` is where they begin. */
export interface PgnText {
  text: string;
  games: number;
  next_offset: number | null;
}

/** Store the games of a PGN text; `variant` is the game of those that do not name theirs. */
export interface ImportPgn {
  type: "import_pgn";
  id: number;
  text: string;
  variant?: string;
}

/** What became of the games of a text. */
export interface ImportedGames {
  games: string[];
  problems: string[];
  has_more: boolean;
}

/** What can be counted about the games that were played, of one variant or of all. */
export interface AskStatistics {
  type: "statistics";
  id: number;
  variant?: string;
}

/** How games ended; of a score, for whom it is. */
export interface Results {
  wins: number;
  draws: number;
  losses: number;
}

/** A bar of a histogram: games of `first` to `last` plies. */
export interface Bar {
  first: number;
  last: number;
  games: number;
}

/** How long games were, in plies. */
export interface Lengths {
  mean: number;
  shortest: number;
  longest: number;
  bars: Bar[];
}

/** How often something happened: in all, and in how many games. */
export interface Count {
  total: number;
  games: number;
}

/** What was counted about one variant; results are White's. */
export interface VariantStatistics {
  spec: string;
  name: string;
  games: number;
  results: Results;
  mean_plies: number;
  self_captures: number;
  drops: number;
}

/** How a human did against an engine. */
export interface LevelScore {
  level: number;
  strategy: "aggressive" | "cooperative" | "perfect";
  results: Results;
}

/** What was counted: games with a move, their ends, what was special in them. */
export interface Statistics {
  games: number;
  unfinished: number;
  results: Results;
  lengths: Lengths | null;
  self_captures: Count;
  drops: Count;
  variants: VariantStatistics[];
  levels: LevelScore[];
}

/** The first request of a page. */
export interface Hello {
  type: "hello";
  id: number;
}

/** A game on offer. */
export interface Card {
  spec: string;
  name: string;
  description: string;
  files: number;
  ranks: number;
  tags: string[];
  placement: string;
  pieces: PieceView[];
  is_own: boolean;
}

/** What a page needs once. */
export interface Welcome {
  version: string;
  cards: Card[];
  shapes: Record<string, string>;
  levels: number;
  strategies: string[];
  modifiers: string[];
}

/** What can be chosen before a game begins; `start` as of the new game. */
export interface PrepareGame {
  type: "prepare_game";
  id: number;
  variant: string;
  start?: string;
}

/** What fits a game that is about to begin. */
export interface Prepared {
  modifiers: string[];
  placement: string;
  problem: string;
}

/** Begin a game; `start` is a FEN or compact notation, empty: as usual. */
export interface NewGame {
  type: "new_game";
  id: number;
  variant: string;
  white: Player;
  black: Player;
  start?: string;
  initial_ms?: number;
  increment_ms?: number;
  kind?: "analysis" | "game";
  start_number?: number | null;
  like?: string;
}

/** Watch a stored game; where it is an engine's turn, the engine goes on. */
export interface OpenGame {
  type: "open_game";
  id: number;
  game: string;
}

/** Watch it no longer. */
export interface CloseGame {
  type: "close_game";
  id: number;
  game: string;
}

/** Make a move where the game stands, as UCI or SAN. */
export interface PlayMove {
  type: "play_move";
  id: number;
  game: string;
  move: string;
  node: number;
}

/** Back by one move; against an engine, until the human is to move again. */
export interface TakeBack {
  type: "take_back";
  id: number;
  game: string;
}

/** Forward again by what was taken back. */
export interface PlayAgain {
  type: "play_again";
  id: number;
  game: string;
}

/** Give a game up. */
export interface Resign {
  type: "resign";
  id: number;
  game: string;
  side: "black" | "white";
}

/** End a game without an engine as a draw. */
export interface AgreeDraw {
  type: "agree_draw";
  id: number;
  game: string;
}

/** Let the engine play what it has. */
export interface MoveNow {
  type: "move_now";
  id: number;
  game: string;
}

/** Other players from now on: another level, or sides exchanged. */
export interface SetPlayers {
  type: "set_players";
  id: number;
  game: string;
  white: Player;
  black: Player;
}

/** Go on playing from a node; the old moves stay as a variation. */
export interface PlayFromHere {
  type: "play_from_here";
  id: number;
  game: string;
  node: number;
  white: Player;
  black: Player;
}

/** Help where the game stands. */
export interface AskHint {
  type: "ask_hint";
  id: number;
  game: string;
}

/** Help in four steps, of which the page shows one after another. */
export interface HintView {
  theme: string;
  piece: string;
  square: string;
  uci: string;
  san: string;
}

/** A position to edit, from FEN or compact notation; empty: the start of the game. */
export interface ReadPosition {
  type: "read_position";
  id: number;
  variant: string;
  text?: string;
}

/** What the editor begins with. */
export interface EditedPosition {
  variant: VariantView;
  parts: SetupParts;
  setup: Setup;
}

/** Judge a position that is being edited. */
export interface CheckPosition {
  type: "check_position";
  id: number;
  variant: string;
  setup: Setup;
}

/** A judged position: `position` where the game allows it, else why not. */
export interface PositionCheck {
  fen: string;
  compact: string;
  position: PositionView | null;
  message: string;
  rights: string;
  passing: string[];
}

/** Go through a game's main line. Events: `Progress`, and `ReviewEnded` at last. */
export interface ReviewGame {
  type: "review";
  id: number;
  generation: number;
  game: string;
}

/** End the review of this tab; nothing is kept. */
export interface StopReview {
  type: "stop_review";
  id: number;
}

/** What a review has found before. */
export interface AskReview {
  type: "ask_review";
  id: number;
  game: string;
}

/** White's score of a position; where the game is over neither number is given. */
export interface ScoreView {
  score_cp: number | null;
  mate: number | null;
  chance: number;
}

/** A move of an engine's line, with the placement after it for a small picture. */
export type LineMove = [uci: string, san: string, placement: string];

/** A move of the main line, and what would have been best. */
export interface ReviewedMove {
  node: number;
  uci: string;
  before: ScoreView;
  after: ScoreView;
  loss: number;
  judgement: "best" | "blunder" | "good" | "inaccuracy" | "mistake";
  best: LineMove[];
}

/** How well a side has played. */
export interface SideReview {
  accuracy: number;
  best: number;
  good: number;
  inaccuracy: number;
  mistake: number;
  blunder: number;
}

/** A game that was reviewed. */
export interface ReviewView {
  moves: ReviewedMove[];
  white: SideReview;
  black: SideReview;
}

/** The review of a game as it now is, if there is one. */
export interface KeptReview {
  review: ReviewView | null;
}

/** Is this better than the move of a node, in the position before it? */
export interface TryBetter {
  type: "try_better";
  id: number;
  game: string;
  node: number;
  move: string;
}

/** What a try is worth beside the best move. */
export interface TriedMove {
  uci: string;
  san: string;
  judgement: "best" | "blunder" | "good" | "inaccuracy" | "mistake";
  after: ScoreView;
  placement: string;
}

/** What happened in a game's main line. */
export interface AskFacts {
  type: "ask_facts";
  id: number;
  game: string;
}

/** What a side did. */
export interface SideFacts {
  moves: number;
  captures: number;
  self_captures: number;
  drops: number;
  checks: number;
  promotions: number;
  castlings: number;
}

/** What happened in a game. */
export interface GameFacts {
  plies: number;
  white: SideFacts;
  black: SideFacts;
}

/** A watched game has changed. */
export interface GameChanged {
  type: "game";
  game: GameState;
}

/** A watched game was deleted. */
export interface GameGone {
  type: "game_gone";
  game: string;
}

/** A review has come to its end; without a review it was stopped. */
export interface ReviewEnded {
  type: "review_ended";
  generation: number;
  review: ReviewView | null;
}

/** How many positions were solved, by their value for the side to move. */
export interface SolvedCounts {
  positions: number;
  won: number;
  lost: number;
  drawn: number;
  longest: number;
}

/** A proof. */
export interface SolutionView {
  node: number;
  value: "draw" | "loss" | "win";
  distance: number | null;
  method: string;
  line: LineMove[];
  reachable: SolvedCounts | null;
  tables: SolvedCounts | null;
}

/** A proof has come to its end: found, refused with the library's message, or stopped. */
export interface SolveEnded {
  type: "solve_ended";
  generation: number;
  solution: SolutionView | null;
  message: string;
}

/** One line of analysis; scores are White's. */
export interface LineView {
  index: number;
  depth: number;
  score_cp: number | null;
  mate: number | null;
  chance: number;
  moves: LineMove[];
}

/** What a search has found so far. */
export interface Lines {
  type: "lines";
  generation: number;
  node: number;
  nodes: number;
  time_ms: number;
  is_done: boolean;
  lines: LineView[];
  without_self_capture: LineView | null;
}

/** How far a long piece of work is. */
export interface Progress {
  type: "progress";
  generation: number;
  stage: string;
  done: number;
  total: number;
}

/** A request that was refused. */
export interface Failure {
  type: "error";
  id: number | null;
  code: "bad_message" | "busy" | "game_over" | "illegal_move" | "internal" | "not_found" | "not_solvable" | "not_your_turn" | "pgn" | "position" | "too_many" | "unknown_variant" | "variant";
  message: string;
}

/** By the type of a request: what is asked, and what is answered. */
export interface Calls {
  look: [Look, PositionView];
  add_move: [AddMove, Moved];
  set_comment: [SetComment, GameState];
  set_nags: [SetNags, GameState];
  promote_variation: [PromoteVariation, GameState];
  remove_moves: [RemoveMoves, GameState];
  analyse: [Analyse, Done];
  stop_analysis: [StopAnalysis, Done];
  ask_solved: [AskSolved, SolvedView];
  solve: [Solve, Done];
  stop_solving: [StopSolving, Done];
  list_challenges: [ListChallenges, ChallengeList];
  open_challenge: [OpenChallenge, ChallengeView];
  try_move: [TryMove, Tried];
  reveal_hint: [RevealHint, HintStep];
  reveal_solution: [RevealSolution, Solution];
  play_challenge: [PlayChallenge, GameState];
  edit_design: [EditDesign, EditedDesign];
  read_design: [ReadDesign, EditedDesign];
  check_design: [CheckDesign, DesignCheck];
  save_design: [SaveDesign, SavedDesign];
  delete_design: [DeleteDesign, Done];
  list_games: [ListGames, GameList];
  delete_game: [DeleteGame, Done];
  rename_game: [RenameGame, GameState];
  export_pgn: [ExportPgn, PgnText];
  import_pgn: [ImportPgn, ImportedGames];
  statistics: [AskStatistics, Statistics];
  hello: [Hello, Welcome];
  prepare_game: [PrepareGame, Prepared];
  new_game: [NewGame, GameState];
  open_game: [OpenGame, GameState];
  close_game: [CloseGame, Done];
  play_move: [PlayMove, GameState];
  take_back: [TakeBack, GameState];
  play_again: [PlayAgain, GameState];
  resign: [Resign, GameState];
  agree_draw: [AgreeDraw, GameState];
  move_now: [MoveNow, Done];
  set_players: [SetPlayers, GameState];
  play_from_here: [PlayFromHere, GameState];
  ask_hint: [AskHint, HintView];
  read_position: [ReadPosition, EditedPosition];
  check_position: [CheckPosition, PositionCheck];
  review: [ReviewGame, Done];
  stop_review: [StopReview, Done];
  ask_review: [AskReview, KeptReview];
  try_better: [TryBetter, TriedMove];
  ask_facts: [AskFacts, GameFacts];
}

export type ServerEvent = GameChanged | GameGone | Lines | Progress | ReviewEnded | SolveEnded;

export type ServerError = Failure;
