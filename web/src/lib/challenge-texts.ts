// The words about challenges: goals, verdicts, proven values.

import type { ChallengeCard, ChallengeView, Tried } from './messages';

type Side = ChallengeCard['side'];

export const sideText = (side: Side) => (side === 'white' ? 'White' : 'Black');
const otherSide = (side: Side): Side => (side === 'white' ? 'black' : 'white');

function movesText(count: number): string {
  return count === 1 ? '1 move' : `${count} moves`;
}

/** What is to be done: `White mates in 3`. */
export function goalText(card: Pick<ChallengeCard, 'goal' | 'side'>): string {
  const side = sideText(card.side);
  if (!card.goal) return 'A game to play';
  if (card.goal.type === 'mate') return `${side} mates in ${card.goal.moves}`;
  if (card.goal.type === 'win') return `${side} wins`;
  if (card.goal.type === 'draw') return `${side} holds the draw`;
  return `${side} finds the only move`;
}

/** The goal where somebody is to be asked for it. */
export function taskText(card: Pick<ChallengeCard, 'goal' | 'side'>): string {
  if (card.goal?.type === 'mate')
    return `Play ${sideText(card.side)} and mate in ${movesText(card.goal.moves ?? 1)}.`;
  if (card.goal?.type === 'win')
    return `Play ${sideText(card.side)}. Only one move wins: find it, and win.`;
  if (card.goal?.type === 'draw')
    return `Play ${sideText(card.side)}. Only one move saves the draw: find it, and hold on.`;
  return `Play ${sideText(card.side)} and find the only good move.`;
}

/** The game of a challenge with the size of its board, unless its name says it. */
export function gameText(card: Pick<ChallengeCard, 'variant_name' | 'files' | 'ranks'>): string {
  const isSized = /\d+[x×]\d+/.test(card.variant_name);
  return isSized ? card.variant_name : `${card.variant_name}, ${card.files}×${card.ranks}`;
}

/** Why a try is wrong, as the solver proves it; `left` are the moves that a mate may still take. */
export function wrongText(tried: Tried, left: number | null): string {
  const moves = tried.distance === null ? null : Math.ceil(tried.distance / 2);
  if (tried.value === 'win' && left !== null && moves !== null)
    return `This still wins, but the mate takes ${movesText(moves)} instead of ${left}.`;
  const end = tried.line.positions.at(-1)?.outcome?.reason;
  if (tried.value === 'draw')
    return end === 'stalemate' ? 'Stalemate: this is only a draw.' : 'After this it is a draw.';
  if (tried.value === 'loss')
    return moves === null ? 'After this you lose.' : `After this you lose in ${movesText(moves)}.`;
  if (left !== null)
    return left === 1 ? 'This is no mate.' : `After this there is no mate in ${left} any more.`;
  return 'This does not keep what you have.';
}

/** What a right move has kept. */
export function rightText(tried: Tried): string {
  if (tried.value === 'win' && tried.distance !== null) {
    const left = Math.ceil((tried.distance - 1) / 2);
    return left > 0 ? `Right! Mate in ${left}.` : 'Right!';
  }
  return tried.value === 'draw' ? 'Right! The draw is held.' : 'Right!';
}

/** Who wins a game by best play. */
export function provenText(view: Pick<ChallengeView, 'value' | 'distance' | 'card'>): string {
  const { value, distance, card } = view;
  if (value === null) return 'Nobody knows yet who wins by best play.';
  if (value === 'draw') return 'Proven: a draw by best play of both sides.';
  const winner = value === 'win' ? card.side : otherSide(card.side);
  const moves = distance === null ? '' : ` in ${movesText(Math.ceil(distance / 2))}`;
  return `Proven: ${sideText(winner)} wins${moves}, with ${sideText(card.side)} to move.`;
}

/** When a game counts as solved by who plays a side. */
export function aimText(view: Pick<ChallengeView, 'value' | 'card'>, side: Side): string {
  if (view.value === null) return 'It counts as solved when you win.';
  const isWon = view.value === (view.card.side === side ? 'win' : 'loss');
  if (isWon) return 'This side can force a win. It counts as solved when you do.';
  return view.value === 'draw'
    ? 'It counts as solved when you do not lose.'
    : 'Best play beats this side. It counts as solved when you do not lose.';
}
