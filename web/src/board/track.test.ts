import { expect, test } from 'vitest';
import { track } from './track';

test('a piece that moves keeps its key, one that stays too', () => {
  const before = track([], { e2: 'P', e1: 'K' });
  const after = track(before, { e4: 'P', e1: 'K' });
  expect(after.map((piece) => piece.key)).toEqual(before.map((piece) => piece.key));
  expect(after.map((piece) => piece.square).sort()).toEqual(['e1', 'e4']);
});

test('castling moves both pieces', () => {
  const before = track([], { e1: 'K', h1: 'R', a1: 'R' });
  const after = track(before, { g1: 'K', f1: 'R', a1: 'R' });
  const keyAt = (list: typeof before, square: string) =>
    list.find((piece) => piece.square === square)?.key;
  expect(keyAt(after, 'f1')).toBe(keyAt(before, 'h1'));
  expect(keyAt(after, 'g1')).toBe(keyAt(before, 'e1'));
});

test('a captured piece is gone, and what is dropped is new', () => {
  const before = track([], { d4: 'P', e5: 'p' });
  const after = track(before, { e5: 'P' });
  expect(after).toHaveLength(1);
  expect(track(after, { e5: 'P', a1: 'p' })).toHaveLength(2);
});
