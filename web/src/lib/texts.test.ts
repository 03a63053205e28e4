import { expect, test } from 'vitest';
import type { NodeView } from './messages';
import { clockText, resultText, scoreText, spokenMove, themeText, valueText } from './texts';

const names = new Map([
  ['n', 'knight'],
  ['p', 'pawn'],
  ['q', 'queen'],
]);
const node = (san: string, more: Partial<NodeView> = {}): NodeView => ({
  id: 1,
  parent: 0,
  uci: '',
  san,
  piece: 'N',
  ply: 1,
  number: 1,
  turn: 'white',
  is_self_capture: false,
  comment: '',
  nags: [],
  ...more,
});

test('moves are spoken in words', () => {
  expect(spokenMove(node('Nf3'), names)).toBe('White: knight to f3');
  expect(spokenMove(node('Nxd2', { is_self_capture: true }), names)).toBe(
    'White: knight takes its own piece on d2',
  );
  expect(spokenMove(node('N@e4+'), names)).toBe('White: knight drops on e4, check');
  expect(spokenMove(node('exd8=Q#', { piece: 'P', turn: 'black' }), names)).toBe(
    'Black: pawn takes on d8, becomes queen, checkmate',
  );
});

test('scores, values and clocks are written as players know them', () => {
  expect(scoreText(-35, null)).toBe('−0.35');
  expect(scoreText(null, -3)).toBe('#−3');
  expect(valueText('win', 11)).toBe('win in 6');
  expect(clockText(61_500)).toBe('1:01');
  expect(clockText(9_870)).toBe('0:09.8');
});

test('results and themes are sentences', () => {
  expect(resultText('1-0', 'checkmate')).toBe('White wins: checkmate');
  expect(themeText('mate in 2')).toBe('You can mate in 2 moves!');
  expect(themeText('win in 1')).toBe('You can win at once!');
});
