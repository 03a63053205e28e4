// What an analysis draws on the board: arrows of best moves, colors of proven ones.

import type { Arrow } from '../board/Arrows.svelte';
import type { Marks } from '../board/Board.svelte';
import { dropOf, originOf, targetOf, uciOf, type Origin } from '../board/hand.svelte';
import type { Learning } from './learning.svelte';
import type { Lines, PositionView, ScoreView, SolvedView } from './messages';

/** From where to where a move goes; a drop is a ring on its square. */
export function arrowOf(uci: string, color: string): Arrow | null {
  const squares = uci.match(/[a-p]\d+/g);
  const from = squares?.[0];
  if (!from) return null;
  return { from, to: squares[1] ?? from, color };
}

/** The first moves of all lines, each once. */
export function bestArrows(
  lines: Lines | null,
  position: PositionView,
  isThreat: boolean,
): Arrow[] {
  if (lines?.node !== position.node) return [];
  const found = new Map<string, Arrow>();
  lines.lines.forEach((line, n) => {
    const color = isThreat ? 'threat' : n === 0 ? 'best' : 'second';
    const arrow = line.moves[0] ? arrowOf(line.moves[0][0], color) : null;
    // Promotions to several pieces are one arrow.
    if (arrow && !found.has(arrow.from + arrow.to)) found.set(arrow.from + arrow.to, arrow);
  });
  // The best on top.
  return [...found.values()].reverse();
}

export function learningArrows(learning: Learning): Arrow[] {
  const { tried, phase, mistake } = learning;
  const shown = phase === 'shown' ? mistake?.best[0]?.[0] : tried?.uci;
  const color = phase === 'wrong' ? 'threat' : 'best';
  const arrow = shown ? arrowOf(shown, color) : null;
  return arrow ? [arrow] : [];
}

/** The targets of what is held, colored by what the best move there is worth. */
export function solvedMarks(
  solved: SolvedView | null,
  position: PositionView,
  held: Origin | null,
): { marks: Marks; labels: Record<string, string> } {
  const marks: Marks = {};
  const labels: Record<string, string> = {};
  if (!solved || solved.node !== position.node || !held) return { marks, labels };
  const moves = new Map(position.moves.map((move) => [uciOf(move), move]));
  // The best come first.
  for (const { uci, value, distance } of solved.moves) {
    const move = moves.get(uci);
    if (!move || !value || !isFrom(move, held) || marks[targetOf(move)]) continue;
    marks[targetOf(move)] = value;
    labels[targetOf(move)] = distance === null ? '=' : String(Math.ceil(distance / 2));
  }
  return { marks, labels };
}

function isFrom(move: PositionView['moves'][number], held: Origin): boolean {
  if (held.square !== undefined) return originOf(move) === held.square;
  return originOf(move) === '' && dropOf(move) === held.drop.toLowerCase();
}

/** White's score where the value is proven, as a mate in so many moves. */
export function provenScore(position: PositionView, solved: SolvedView | null): ScoreView | null {
  if (!solved?.value || solved.node !== position.node) return null;
  if (solved.value === 'draw') return { score_cp: 0, mate: null, chance: 0.5 };
  const isWhite = (solved.value === 'win') === (position.turn === 'white');
  const moves = Math.ceil((solved.distance ?? 0) / 2);
  const mate = solved.distance === null ? null : isWhite ? moves : -moves;
  return { score_cp: null, mate, chance: isWhite ? 1 : 0 };
}
