// A position that is set up by hand: its pieces, the tool in use, and what is being dragged.
// Nothing here knows whether a position can be; the server judges it.

import { fileOf, rankOf, squareName } from './geometry';
import type { PositionView, Setup } from './messages';

/** What a click on a square does: `move`, `erase`, or place the piece of this FEN letter. */
export type Tool = string;

/** A piece under a pointer that is down; it follows once the pointer has moved a little. */
interface Grip {
  symbol: string;
  /** Where it comes from; null: the palette. */
  from: string | null;
  startX: number;
  startY: number;
  x: number;
  y: number;
  isMoving: boolean;
}

/** A pointer that moves less has only clicked. */
const SLACK_PX = 5;

export function emptySetup(): Setup {
  return {
    pieces: {},
    hands: [{}, {}],
    turn: 'white',
    castling: '',
    en_passant: '',
    halfmove_clock: 0,
    fullmove_number: 1,
    checks: [0, 0],
  };
}

export class SetupDraft {
  setup: Setup = $state(emptySetup());
  tool: Tool = $state('move');
  /** A piece that a second click puts elsewhere. */
  held: string | null = $state(null);
  grip: Grip | null = $state(null);
  /** The square of the board under a point of the window; the board says. */
  squareUnder: (x: number, y: number) => string | null = () => null;

  /** The pieces as they are drawn: one that is dragged is under the pointer. */
  get shown(): Record<string, string> {
    const { grip } = this;
    if (!grip?.isMoving || grip.from === null) return this.setup.pieces;
    return without(this.setup.pieces, grip.from);
  }

  /** For a board, which draws whole positions. */
  position(check: string | null): PositionView {
    const { turn, hands, halfmove_clock, fullmove_number } = this.setup;
    const nothing = { node: 0, fen: '', moves: [], last: [], outcome: null, repetitions: 1 };
    const rest = { turn, hands, halfmove_clock, fullmove_number, check, checks: null };
    return { ...nothing, ...rest, pieces: this.shown };
  }

  load(setup: Setup) {
    this.setup = setup;
    this.held = null;
    this.grip = null;
  }

  clear() {
    const { turn, checks } = this.setup;
    this.load({ ...emptySetup(), turn, checks });
  }

  choose(tool: Tool) {
    this.tool = this.tool === tool ? 'move' : tool;
    this.held = null;
  }

  put(square: string, symbol: string) {
    this.setup.pieces = { ...this.setup.pieces, [square]: symbol };
  }

  remove(square: string) {
    this.setup.pieces = without(this.setup.pieces, square);
    if (this.held === square) this.held = null;
  }

  move(from: string, to: string) {
    const symbol = this.setup.pieces[from];
    if (symbol && from !== to)
      this.setup.pieces = { ...without(this.setup.pieces, from), [to]: symbol };
  }

  /** A click or Enter on a square. */
  press(square: string) {
    const symbol = this.setup.pieces[square];
    if (this.tool === 'erase') this.remove(square);
    else if (this.tool !== 'move') {
      if (symbol === this.tool) this.remove(square);
      else this.put(square, this.tool);
    } else if (this.held !== null) {
      this.move(this.held, square);
      this.held = null;
    } else if (symbol) this.held = square;
  }

  // Dragging, from the board or the palette

  grab(symbol: string, from: string | null, event: PointerEvent) {
    const { clientX: x, clientY: y } = event;
    this.grip = { symbol, from, startX: x, startY: y, x, y, isMoving: false };
  }

  drag(event: PointerEvent) {
    const { grip } = this;
    if (!grip) return;
    const { clientX: x, clientY: y } = event;
    const isMoving = grip.isMoving || Math.hypot(x - grip.startX, y - grip.startY) > SLACK_PX;
    this.grip = { ...grip, x, y, isMoving };
  }

  /** The pointer is up; whether something was dragged. Beside the board a piece is gone. */
  drop(event: PointerEvent): boolean {
    const { grip } = this;
    this.grip = null;
    if (!grip?.isMoving) return false;
    this.held = null;
    const square = this.squareUnder(event.clientX, event.clientY);
    if (square === null) {
      if (grip.from !== null) this.remove(grip.from);
    } else if (grip.from === null) this.put(square, grip.symbol);
    else this.move(grip.from, square);
    return true;
  }

  // Hands

  count(side: 0 | 1, letter: string): number {
    return this.setup.hands[side][letter] ?? 0;
  }

  add(side: 0 | 1, letter: string, by: number) {
    const count = Math.max(0, Math.min(99, this.count(side, letter) + by));
    const hand = without(this.setup.hands[side], letter);
    this.setup.hands[side] = count ? { ...hand, [letter]: count } : hand;
  }

  // Other pieces, another board: for designers

  /** A kind of piece is written by another letter. */
  renameLetter(from: string, to: string) {
    const { pieces, hands } = this.setup;
    const renamed = (symbol: string) => {
      if (symbol[0]?.toLowerCase() !== from) return symbol;
      const isWhite = symbol[0] === symbol[0]?.toUpperCase();
      return (isWhite ? to.toUpperCase() : to) + symbol.slice(1);
    };
    this.setup.pieces = mapped(pieces, (square, symbol) => [square, renamed(symbol)]);
    this.setup.hands = [renameKey(hands[0], from, to), renameKey(hands[1], from, to)];
  }

  removeLetter(letter: string) {
    const { pieces, hands } = this.setup;
    this.setup.pieces = Object.fromEntries(
      Object.entries(pieces).filter(([, symbol]) => symbol[0]?.toLowerCase() !== letter),
    );
    this.setup.hands = [without(hands[0], letter), without(hands[1], letter)];
    if (this.tool.toLowerCase() === letter) this.tool = 'move';
  }

  /** Keep what fits on a board of another size; the upper half stays at the upper edge. */
  resize(before: { ranks: number }, after: { files: number; ranks: number }) {
    const moved: [string, string][] = [];
    for (const [square, symbol] of Object.entries(this.setup.pieces)) {
      const rank = rankOf(square);
      const isUpper = rank >= before.ranks / 2;
      const next = isUpper ? rank + after.ranks - before.ranks : rank;
      const fits = fileOf(square) < after.files && next >= 0 && next < after.ranks;
      // Where both halves want a square, the lower one was first.
      if (fits) moved[isUpper ? 'unshift' : 'push']([squareName(fileOf(square), next), symbol]);
    }
    this.setup.pieces = Object.fromEntries(moved);
    this.held = null;
  }
}

function without<T>(record: Record<string, T>, key: string): Record<string, T> {
  return Object.fromEntries(Object.entries(record).filter(([each]) => each !== key));
}

function mapped(
  record: Record<string, string>,
  change: (key: string, value: string) => [string, string],
): Record<string, string> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => change(key, value)));
}

function renameKey(record: Record<string, number>, from: string, to: string) {
  return Object.fromEntries(
    Object.entries(record).map(([key, value]) => [key === from ? to : key, value]),
  );
}
