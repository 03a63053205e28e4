// Games and analyses that begin at a challenge.

import type { ChallengeCard, Player } from './messages';
import { report } from './notices.svelte';
import { goTo } from './router.svelte';
import { server } from './socket.svelte';

const human: Player = { kind: 'human', level: 10, strategy: 'perfect' };

interface Start {
  side: ChallengeCard['side'];
  opponent: Player;
  moves: string[];
}

/** Begin a game and go there; whether it was begun. */
export async function begin(challenge: string, start: Start): Promise<boolean> {
  const engine: Player = { ...start.opponent, kind: 'engine' };
  const players =
    start.side === 'white' ? { white: human, black: engine } : { white: engine, black: human };
  return open('game', { challenge, moves: start.moves, ...players });
}

/** Analyze a position of a challenge: after moves, or one of its key positions. */
export async function analyze(
  challenge: string,
  moves: string[],
  keyPosition: number | null = null,
): Promise<boolean> {
  const asked = { challenge, moves, key_position: keyPosition, white: human, black: human };
  return open('analysis', asked);
}

async function open(
  kind: 'game' | 'analysis',
  asked: {
    challenge: string;
    moves: string[];
    key_position?: number | null;
    white: Player;
    black: Player;
  },
): Promise<boolean> {
  try {
    const game = await server.call('play_challenge', { ...asked, kind });
    goTo(kind, game.id);
    return true;
  } catch (error) {
    report(error);
    return false;
  }
}
