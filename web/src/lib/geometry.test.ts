import { expect, test } from 'vitest';
import { cellOf, isDark, piecesOfPlacement, squareAt, squaresOf, type Layout } from './geometry';

const layouts: Layout[] = [1, 2, 3, 8, 10, 16].flatMap((files) =>
  [2, 6, 8, 12, 16].flatMap((ranks) =>
    [false, true].flatMap((isFlipped) =>
      [false, true].map((isTurned) => ({ files, ranks, isFlipped, isTurned })),
    ),
  ),
);

test('every square has a cell of its own on every board, and the cell leads back', () => {
  for (const layout of layouts) {
    const squares = squaresOf(layout.files, layout.ranks);
    expect(squares.map((square) => squareAt(cellOf(square, layout), layout))).toEqual(squares);
  }
});

test('a1 lies below on the left, flipped above on the right, turned above on the left', () => {
  const chess = { files: 8, ranks: 8, isFlipped: false, isTurned: false };
  expect(cellOf('a1', chess)).toEqual({ column: 0, row: 7 });
  expect(cellOf('a1', { ...chess, isFlipped: true })).toEqual({ column: 7, row: 0 });
  expect(cellOf('a1', { ...chess, isTurned: true })).toEqual({ column: 0, row: 0 });
});

test('beside the board there is no square', () => {
  const line = { files: 1, ranks: 12, isFlipped: false, isTurned: false };
  expect(squareAt({ column: 1, row: 0 }, line)).toBeNull();
  expect(squareAt({ column: 0, row: 12 }, line)).toBeNull();
});

test('a1 is dark', () => {
  expect(isDark('a1')).toBe(true);
  expect(isDark('h1')).toBe(false);
  expect(isDark('p16')).toBe(true);
});

test('a placement is read with numbers above nine, promoted pieces and a hand', () => {
  expect(piecesOfPlacement('10/p8Q~/10[Pn]', 10)).toEqual({ a2: 'p', j2: 'Q~' });
});
