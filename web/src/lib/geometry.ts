// Squares of any board and where they lie on the screen; nothing here knows how a piece moves.

/** A board as it is drawn. */
export interface Layout {
  files: number;
  ranks: number;
  /** Black below (or, turned, on the left). */
  isFlipped: boolean;
  /** Turned by a quarter: ranks run from left to right. */
  isTurned: boolean;
}

/** A cell of the drawn grid, from the upper left corner. */
export interface Cell {
  column: number;
  row: number;
}

export function fileOf(square: string): number {
  return square.charCodeAt(0) - 97;
}

export function rankOf(square: string): number {
  return Number(square.slice(1)) - 1;
}

export function squareName(file: number, rank: number): string {
  return String.fromCharCode(97 + file) + (rank + 1);
}

/** All squares, a1 first. */
export function squaresOf(files: number, ranks: number): string[] {
  return Array.from({ length: files * ranks }, (_, n) =>
    squareName(n % files, Math.floor(n / files)),
  );
}

export function columnsOf(layout: Layout): number {
  return layout.isTurned ? layout.ranks : layout.files;
}

export function rowsOf(layout: Layout): number {
  return layout.isTurned ? layout.files : layout.ranks;
}

export function cellOf(square: string, layout: Layout): Cell {
  const { files, ranks, isFlipped, isTurned } = layout;
  const file = fileOf(square);
  const rank = rankOf(square);
  if (isTurned) {
    // White plays from left to right; a turn, not a mirror: the a-file is on top.
    return isFlipped
      ? { column: ranks - 1 - rank, row: files - 1 - file }
      : { column: rank, row: file };
  }
  return isFlipped
    ? { column: files - 1 - file, row: rank }
    : { column: file, row: ranks - 1 - rank };
}

export function squareAt(cell: Cell, layout: Layout): string | null {
  const { files, ranks, isFlipped, isTurned } = layout;
  const { column, row } = cell;
  if (column < 0 || row < 0 || column >= columnsOf(layout) || row >= rowsOf(layout)) return null;
  if (isTurned) {
    return isFlipped ? squareName(files - 1 - row, ranks - 1 - column) : squareName(row, column);
  }
  return isFlipped ? squareName(files - 1 - column, row) : squareName(column, ranks - 1 - row);
}

export function isDark(square: string): boolean {
  return (fileOf(square) + rankOf(square)) % 2 === 0;
}

/** The pieces of the first field of a FEN by square, for small pictures. */
export function piecesOfPlacement(placement: string, files: number): Record<string, string> {
  const pieces: Record<string, string> = {};
  const rows = (placement.split('[')[0] ?? '').split('/').filter((row) => row !== '');
  // A hand may stand as one more rank behind the board.
  rows.forEach((row, index) => {
    let file = 0;
    for (const [, digits, letter, mark] of row.matchAll(/(\d+)|([A-Za-z])(~?)/g)) {
      if (digits) file += Number(digits);
      else if (letter && file < files) {
        pieces[squareName(file, rows.length - 1 - index)] = letter + (mark ?? '');
        file += 1;
      }
    }
  });
  return pieces;
}
