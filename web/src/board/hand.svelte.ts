// What a player's hand is about to do on a board: pick up, aim, arm, choose, drop.
// It knows the legal moves that it is given, and nothing about how pieces move.

import type { MoveView, PositionView } from '../lib/messages';

export type Side = 'white' | 'black';
/** Whose pieces the hand may move. */
export type Movable = Side | 'both' | null;

/** A piece on a square, or one in a pocket by its letter in FEN. */
export type Origin = { square: string; drop?: never } | { drop: string; square?: never };

export interface Premove {
  origin: Origin;
  target: string;
}

/** A second click that comes sooner is the end of a double click, not a decision. */
export const ARM_MS = 350;

export const uciOf = (move: MoveView) => move[0];
export const originOf = (move: MoveView) => move[1];
export const targetOf = (move: MoveView) => move[2];
export const dropOf = (move: MoveView) => move[3];
export const promotionOf = (move: MoveView) => move[4];
export const flagOf = (move: MoveView) => move[5];
export const rookOf = (move: MoveView) => move[6];

export function sideOf(symbol: string): Side {
  const letter = symbol[0] ?? '';
  return letter === letter.toUpperCase() ? 'white' : 'black';
}

export interface HandOptions {
  position: () => PositionView;
  movable: () => Movable;
  canPremove: () => boolean;
  play: (uci: string) => void;
  now?: () => number;
}

export class Hand {
  selected: Origin | null = $state(null);
  /** An own piece that a second click would take. */
  armed: { from: string; to: string } | null = $state(null);
  /** Several moves lead there: which? */
  choice: { target: string; moves: MoveView[] } | null = $state(null);
  premove: Premove | null = $state(null);
  /** The square under a piece that is dragged. */
  hover: string | null = $state(null);
  #armedAt = 0;
  #options: HandOptions;
  #now: () => number;

  constructor(options: HandOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
  }

  get #position() {
    return this.#options.position();
  }

  /** Whether the side to move is one that the hand may move. */
  get isTurn(): boolean {
    const movable = this.#options.movable();
    return movable === 'both' || movable === this.#position.turn;
  }

  canTake(symbol: string | undefined): boolean {
    if (!symbol) return false;
    const side = sideOf(symbol);
    const movable = this.#options.movable();
    if (movable !== 'both' && movable !== side) return false;
    return side === this.#position.turn || this.#options.canPremove();
  }

  /** The legal moves of what is held. */
  get moves(): MoveView[] {
    const selected = this.selected;
    if (!selected || !this.isTurn) return [];
    return this.#position.moves.filter((move) => belongs(move, selected));
  }

  /** Where what is held can go, and how: castling also onto the rook. */
  get targets(): Map<string, MoveView[]> {
    const found = new Map<string, MoveView[]>();
    const add = (square: string, move: MoveView) =>
      found.set(square, [...(found.get(square) ?? []), move]);
    for (const move of this.moves) {
      add(targetOf(move), move);
      if (rookOf(move) && rookOf(move) !== targetOf(move)) add(rookOf(move), move);
    }
    return found;
  }

  /** A click or Enter on a square. */
  press(square: string) {
    this.choice = null;
    const symbol = this.#position.pieces[square];
    const armed = this.armed;
    if (armed && armed.to === square) {
      if (this.#now() - this.#armedAt < ARM_MS) return;
      this.#aim({ square: armed.from }, square);
      return;
    }
    const held = this.selected;
    if (held?.square === square) {
      this.clear();
      return;
    }
    const moves = held ? this.targets.get(square) : undefined;
    const isOwn = symbol !== undefined && this.canTake(symbol);
    if (held && moves && !(isOwn && held.square && this.#isSelfCapture(moves))) {
      this.#aim(held, square);
      return;
    }
    if (isOwn) {
      this.pick({ square });
      if (held?.square && moves) this.#arm(held.square, square);
      return;
    }
    if (held && !this.isTurn && this.#options.canPremove()) this.#setPremove(held, square);
    else this.clear();
  }

  #isSelfCapture(moves: MoveView[]): boolean {
    return moves.every((move) => flagOf(move) === 'self');
  }

  #arm(from: string, to: string) {
    this.armed = { from, to };
    this.#armedAt = this.#now();
  }

  /** Hold a piece of the board or of a pocket. */
  pick(origin: Origin) {
    this.armed = null;
    this.choice = null;
    this.premove = null;
    this.selected = origin;
  }

  /** A piece that was dragged is let go over a square, or beside the board. */
  release(square: string | null) {
    const held = this.selected;
    this.hover = null;
    if (!held || square === null) {
      if (held?.drop) this.clear();
      return;
    }
    if (held.square === square) return;
    if (this.targets.has(square)) this.#aim(held, square);
    else if (!this.isTurn && this.#options.canPremove()) this.#setPremove(held, square);
    else this.clear();
  }

  #aim(origin: Origin, target: string) {
    this.selected = origin;
    const moves = this.targets.get(target) ?? [];
    if (moves.length > 1) {
      this.armed = null;
      // What takes an own piece comes last: the first is what a hasty Enter chooses.
      const isMeal = (move: MoveView) => Number(flagOf(move) === 'self');
      this.choice = { target, moves: moves.toSorted((a, b) => isMeal(a) - isMeal(b)) };
      return;
    }
    this.clear();
    if (moves[0]) this.#options.play(uciOf(moves[0]));
  }

  #setPremove(origin: Origin, target: string) {
    this.clear();
    this.premove = { origin, target };
  }

  choose(move: MoveView) {
    this.clear();
    this.#options.play(uciOf(move));
  }

  /** Let go of everything but a premove. */
  clear() {
    this.selected = null;
    this.armed = null;
    this.choice = null;
    this.hover = null;
  }

  /** The position has changed: play what was meant for it, or keep what can still be held. */
  update() {
    this.armed = null;
    this.choice = null;
    const premove = this.premove;
    if (premove && this.isTurn) {
      this.premove = null;
      // Never an own piece: what was aimed at may still stand there, untaken.
      const fitting = this.#position.moves.find(
        (move) =>
          belongs(move, premove.origin) &&
          (targetOf(move) === premove.target || rookOf(move) === premove.target) &&
          flagOf(move) !== 'self',
      );
      if (fitting) this.#options.play(uciOf(fitting));
      return;
    }
    const held = this.selected;
    if (held?.square && !this.canTake(this.#position.pieces[held.square])) this.clear();
    if (held?.drop && !this.#inPocket(held.drop)) this.clear();
  }

  #inPocket(symbol: string): boolean {
    const hand = this.#position.hands[sideOf(symbol) === 'white' ? 0 : 1];
    return (hand[symbol.toLowerCase()] ?? 0) > 0;
  }
}

function belongs(move: MoveView, origin: Origin): boolean {
  if (origin.square !== undefined) return originOf(move) === origin.square;
  return originOf(move) === '' && dropOf(move) === origin.drop.toLowerCase();
}
