// The words for what the server says in codes. It never sends sentences of its own.

import type {
  DesignProblem,
  NodeView,
  Player,
  ServerError,
  ReviewedMove,
  ScoreView,
} from './messages';

export const errors: Record<ServerError['code'] | 'lost' | 'long', string> = {
  bad_message: 'The page and the server did not understand each other. Reload the page.',
  busy: 'All engines are busy. Close an analysis in another tab, or try again in a moment.',
  game_over: 'The game is over.',
  illegal_move: 'That move is not legal.',
  internal: 'Something went wrong inside Ferz.',
  long: 'That is too long: Ferz takes a megabyte at once.',
  lost: 'The connection to Ferz was lost.',
  not_found: 'There is nothing here (any more).',
  not_solvable: 'This position cannot be solved here.',
  not_your_turn: 'It is not your turn.',
  pgn: 'This is not a game that Ferz can read.',
  position: 'This position does not fit the game.',
  too_many: 'Too many at once. Close something first.',
  unknown_variant: 'Ferz does not know this game.',
  variant: 'The rules of this game are not complete.',
};

const reasons: Record<string, string> = {
  checkmate: 'checkmate',
  stalemate: 'stalemate',
  n_fold: 'the position was repeated',
  n_move: 'no progress for too many moves',
  insufficient_material: 'nobody can win any more',
  resignation: 'resignation',
  agreement: 'agreement',
  time: 'time is up',
  too_long: 'the game went on for too long',
  flag: 'the goal was reached',
  extinction: 'a kind of piece died out',
  checks: 'enough checks',
  bare_king: 'a bare king',
  piece_count: 'no move is left, and the pieces are counted',
};

export function reasonText(reason: string): string {
  return reasons[reason] ?? reason.replaceAll('_', ' ');
}

export function resultText(result: string, reason: string): string {
  const why = reason ? `: ${reasonText(reason)}` : '';
  if (result === '1-0') return `White wins${why}`;
  if (result === '0-1') return `Black wins${why}`;
  if (result === '1/2-1/2') return `Draw${why}`;
  return 'The game goes on';
}

export const tags: Record<string, string> = {
  self_capture: 'Self-capture',
  hands: 'Hands and drops',
  new_pieces: 'New pieces',
  one_file: 'One-dimensional',
  thin: 'Thin board',
  small: 'Small board',
  large: 'Large board',
  must_capture: 'Must capture',
  race: 'Race',
  checks_count: 'Checks count',
  extinction: 'Extinction',
  shuffled: 'Shuffled start',
  no_king: 'No king',
};

export const modifiers: Record<string, string> = {
  '960': 'Shuffled start (Chess960)',
  hands: 'Hands and drops',
  nocastle: 'No castling',
  selfcapture: 'Self-capture',
  torpedo: 'Torpedo pawns',
};

const levelNames = [
  'Beginner',
  'Novice',
  'Casual',
  'Club',
  'Solid',
  'Strong',
  'Expert',
  'Master',
  'Grandmaster',
  'Full strength',
];

export function levelText(level: number): string {
  return `Level ${level} · ${levelNames[level - 1] ?? ''}`;
}

export const strategies: Record<Player['strategy'], { name: string; text: string }> = {
  perfect: { name: 'Perfect', text: 'Plays to win, then to draw.' },
  aggressive: { name: 'Aggressive', text: 'Would rather lose than draw.' },
  cooperative: { name: 'Cooperative', text: 'Lets you win, for learning.' },
};

export function playerText(player: Player): string {
  if (player.kind === 'human') return 'Human';
  const style = player.strategy === 'perfect' ? '' : `, ${player.strategy}`;
  return `Ferz, level ${player.level}${style}`;
}

const themes: Record<string, string> = {
  promotion: 'A pawn can become something better.',
  'win material': 'You can win material.',
  'self-capture': 'One of your own pieces is in the way.',
  defend: 'Something of yours is in danger.',
  drop: 'Look at the pieces in your hand.',
  develop: 'Bring a piece into the game.',
  improve: 'One of your pieces could stand better.',
};

export function themeText(theme: string): string {
  const end = /^(mate|win) in (\d+)$/.exec(theme);
  if (end) return `You can ${end[1]} ${end[2] === '1' ? 'at once' : `in ${end[2]} moves`}!`;
  return themes[theme] ?? theme;
}

/** A score as players write it, for White. */
export function scoreText(cp: number | null, mate: number | null): string {
  if (mate !== null) return mate >= 0 ? `#${mate}` : `#−${-mate}`;
  if (cp === null) return '–';
  return (cp >= 0 ? '+' : '−') + (Math.abs(cp) / 100).toFixed(2);
}

export function valueText(value: string, distance: number | null): string {
  if (value === 'draw' || distance === null) return value;
  const moves = Math.ceil(distance / 2);
  return `${value} in ${moves}`;
}

/** A piece's name as it is spoken: `white knight`. */
export function spokenPiece(symbol: string, names: Map<string, string>): string {
  const letter = symbol[0] ?? '';
  const color = letter === letter.toUpperCase() ? 'white' : 'black';
  return `${color} ${(names.get(letter.toLowerCase()) ?? letter).replaceAll('_', ' ')}`;
}

/** What a screen reader says about a move. */
export function spokenMove(node: NodeView, names: Map<string, string>): string {
  const name = (names.get(node.piece.toLowerCase()) ?? node.piece).replaceAll('_', ' ');
  const san = node.san;
  const side = node.turn === 'white' ? 'White' : 'Black';
  const end = san.endsWith('#') ? ', checkmate' : san.endsWith('+') ? ', check' : '';
  if (san.startsWith('O-O-O')) return `${side} castles queen side${end}`;
  if (san.startsWith('O-O')) return `${side} castles king side${end}`;
  const target = /([a-p]\d+)(?:=([A-Z]))?[+#]?$/.exec(san);
  const square = target?.[1] ?? san;
  const promoted = target?.[2]
    ? `, becomes ${names.get(target[2].toLowerCase()) ?? target[2]}`
    : '';
  const verb = san.includes('@')
    ? 'drops on'
    : node.is_self_capture
      ? 'takes its own piece on'
      : san.includes('x')
        ? 'takes on'
        : 'to';
  return `${side}: ${name} ${verb} ${square}${promoted}${end}`;
}

export function clockText(ms: number): string {
  const tenths = Math.max(0, Math.floor(ms / 100));
  const seconds = Math.floor(tenths / 10);
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  const two = (n: number) => String(n).padStart(2, '0');
  if (hours > 0) return `${hours}:${two(minutes % 60)}:${two(seconds % 60)}`;
  if (seconds < 20) return `${minutes}:${two(seconds)}.${tenths % 10}`;
  return `${minutes}:${two(seconds % 60)}`;
}

export function agoText(seconds: number): string {
  const passed = Date.now() / 1000 - seconds;
  const steps: [number, Intl.RelativeTimeFormatUnit][] = [
    [86_400, 'day'],
    [3_600, 'hour'],
    [60, 'minute'],
  ];
  const format = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
  for (const [length, unit] of steps)
    if (passed >= length) return format.format(-Math.floor(passed / length), unit);
  return 'just now';
}

// The position editor and the designer

export const castlingNames: Record<string, string> = {
  K: 'White, right side',
  Q: 'White, left side',
  k: 'Black, right side',
  q: 'Black, left side',
};

export const ruleGroups: Record<string, string> = {
  captures: 'Captures',
  pawns: 'Pawns and promotion',
  castling: 'Castling',
  checks: 'Checks',
  hands: 'Hands and drops',
  ends: 'Ends of the game',
};

/** How a value is written, by the kind of rule. */
export const ruleKinds: Record<string, string> = {
  PieceSet: 'letters, as in qrbn; * all, - none',
  PieceType: 'one letter; * any',
  PieceCounts: 'letters with counts, as in q:1 r:2',
  Region: 'd4 e4, ranks *8, files c*, last, second; * all, - none',
  File: 'a letter',
};

export const designProblems: Record<DesignProblem['code'], string> = {
  library: '',
  name_missing: 'Give your game a name.',
  piece_name_missing: 'Give the piece a name.',
  over_at_once: 'The game would be over before the first move: give both sides something to do.',
  piece_name_taken: 'Two pieces have this name.',
};

export function ruleValueText(value: boolean | number | string): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  return value === '' ? 'empty' : String(value);
}

// The library

export const kinds: Record<string, string> = {
  game: 'Games',
  analysis: 'Analyses',
  challenge: 'Challenges',
};

export const results: Record<string, string> = {
  '1-0': 'White won',
  '0-1': 'Black won',
  '1/2-1/2': 'Draws',
  '*': 'Not over',
};

export function movesText(plies: number): string {
  const moves = Math.ceil(plies / 2);
  return moves === 1 ? '1 move' : `${moves} moves`;
}

/** Who plays, from the side of a human against an engine. */
export function opponentText(white: Player, black: Player): string {
  if (white.kind === 'human' && black.kind === 'human') return 'Two people';
  if (white.kind === 'human') return `You (White) against ${playerText(black)}`;
  if (black.kind === 'human') return `You (Black) against ${playerText(white)}`;
  return `${playerText(white)} against ${playerText(black)}`;
}

// Analysis

/** What a review says about a move, and the mark behind it. */
export const judgements: Record<Judgement, { name: string; glyph: string }> = {
  best: { name: 'best move', glyph: '' },
  good: { name: 'good move', glyph: '' },
  inaccuracy: { name: 'inaccuracy', glyph: '?!' },
  mistake: { name: 'mistake', glyph: '?' },
  blunder: { name: 'blunder', glyph: '??' },
};
type Judgement = ReviewedMove['judgement'];

/** The glyphs that a user can put behind a move, by their number in PGN. */
export const glyphNames: [number, string, string][] = [
  [1, '!', 'Good move'],
  [2, '?', 'Mistake'],
  [3, '!!', 'Brilliant move'],
  [4, '??', 'Blunder'],
  [5, '!?', 'Interesting move'],
  [6, '?!', 'Dubious move'],
];

/** White's score of a position; one without a number is the end of a game. */
export function fullScoreText(score: ScoreView): string {
  if (score.score_cp !== null || score.mate !== null) return scoreText(score.score_cp, score.mate);
  return score.chance === 1 ? '1-0' : score.chance === 0 ? '0-1' : '½-½';
}

/** 1234567 as 1.2 M, to be read at a glance. */
export function countText(count: number): string {
  if (count >= 10_000_000) return `${Math.round(count / 1e6)} M`;
  if (count >= 1_000_000) return `${(count / 1e6).toFixed(1)} M`;
  return count >= 10_000 ? `${Math.round(count / 1000)} k` : String(count);
}
