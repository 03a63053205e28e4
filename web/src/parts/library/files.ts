// Files that a user gives and gets, without any server but ours.

import { server } from '../../lib/socket.svelte';
import type { Calls, ImportedGames } from '../../lib/messages';

/** The server takes so much at once. */
const MOST_CHARACTERS = 900_000;
const MOST_GAMES = 150;

export type Filters = Pick<Calls['list_games'][0], 'variant' | 'result' | 'text' | 'kind'>;

/** Let the browser keep a text as a file. */
export function download(name: string, text: string, type = 'application/x-chess-pgn') {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // A browser may read it only after the click is over.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** All games of a filter as one text, and how many they are. */
export async function exported(filters: Filters): Promise<{ text: string; games: number }> {
  const texts: string[] = [];
  let games = 0;
  for (let offset: number | null = 0; offset !== null;) {
    const part: Calls['export_pgn'][1] = await server.call('export_pgn', { ...filters, offset });
    if (part.text) texts.push(part.text);
    games += part.games;
    offset = part.next_offset;
  }
  return { text: texts.join('\n'), games };
}

/** A text in parts that the server takes at once, cut where a game begins. */
export function partsOf(text: string): string[] {
  const parts: string[] = [];
  let part = '';
  let count = 0;
  for (const game of text.split(/^(?=\[Event )/m)) {
    if (part && (count >= MOST_GAMES || part.length + game.length > MOST_CHARACTERS)) {
      parts.push(part);
      part = '';
      count = 0;
    }
    part += game;
    count += 1;
  }
  return [...parts, part];
}

/** Store the games of a text of any length; rejects only where none could be stored. */
export async function imported(text: string, variant: string): Promise<ImportedGames> {
  const all: ImportedGames = { games: [], problems: [], has_more: false };
  let refusal: unknown = null;
  for (const part of partsOf(text)) {
    try {
      const found = await server.call('import_pgn', { text: part, variant });
      all.games.push(...found.games);
      all.problems.push(...found.problems);
      all.has_more ||= found.has_more;
    } catch (error) {
      refusal = error;
    }
  }
  if (refusal !== null && all.games.length === 0) throw refusal;
  return all;
}
