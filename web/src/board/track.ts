// Follows pieces from one position to the next, so that they slide instead of jumping.

import { fileOf, rankOf } from '../lib/geometry';

export interface Tracked {
  key: number;
  square: string;
  symbol: string;
}

let lastKey = 0;

/** The pieces of a position; those that can be the same as before keep their keys. */
export function track(before: Tracked[], pieces: Record<string, string>): Tracked[] {
  const gone = new Map(before.map((piece) => [piece.square, piece]));
  const made: Tracked[] = [];
  const fresh: [string, string][] = [];
  for (const [square, symbol] of Object.entries(pieces)) {
    const same = gone.get(square);
    if (same && same.symbol === symbol) {
      made.push(same);
      gone.delete(square);
    } else fresh.push([square, symbol]);
  }
  for (const [square, symbol] of fresh) {
    const moved = nearest(square, symbol, gone);
    if (moved) {
      gone.delete(moved.square);
      made.push({ key: moved.key, square, symbol });
    } else made.push({ key: ++lastKey, square, symbol });
  }
  // In an order of their own: elements that change places in the document do not slide.
  return made.sort((a, b) => a.key - b.key);
}

/** A piece of the same kind that is no longer where it was, the closest one. */
function nearest(square: string, symbol: string, gone: Map<string, Tracked>): Tracked | null {
  let best: Tracked | null = null;
  let least = Infinity;
  for (const piece of gone.values()) {
    if (piece.symbol !== symbol) continue;
    const far = Math.hypot(
      fileOf(piece.square) - fileOf(square),
      rankOf(piece.square) - rankOf(square),
    );
    if (far < least) {
      least = far;
      best = piece;
    }
  }
  return best;
}
