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
  title: string;
  modified: number;
}

/** A game after a move was added to its tree. */
export interface Moved {
  game: GameState;
  position: PositionView;
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

/** A watched game has changed. */
export interface GameChanged {
  type: "game";
  game: GameState;
}

/** A move of an engine's line, with the placement after it for a small picture. */
export type LineMove = [uci: string, san: string, placement: string];

/** One line of analysis; scores are White's. */
export interface LineView {
  index: number;
  depth: number;
  score_cp: number | null;
  mate: number | null;
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
  analyse: [Analyse, Done];
  stop_analysis: [StopAnalysis, Done];
  ask_solved: [AskSolved, SolvedView];
  hello: [Hello, Welcome];
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
}

export type ServerEvent = GameChanged | Lines | Progress;

export type ServerError = Failure;
