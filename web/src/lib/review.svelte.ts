// The review of a game: kept from before, or under way.

import { nextGeneration } from './generation';
import type { Progress, ReviewedMove, ReviewEnded, ReviewView, ScoreView } from './messages';
import { refusalText } from './notices.svelte';
import { server } from './socket.svelte';
import { judgements } from './texts';

export class GameReview {
  review: ReviewView | null = $state.raw(null);
  progress: Progress | null = $state.raw(null);
  isRunning = $state(false);
  problem = $state('');
  #generation = 0;
  #unlisten: (() => void)[];

  constructor(readonly game: string) {
    this.#unlisten = [
      server.on('progress', (event) => {
        if (event.generation === this.#generation) this.progress = event;
      }),
      server.on('review_ended', (event) => this.#end(event)),
    ];
  }

  readonly byNode = $derived(new Map((this.review?.moves ?? []).map((move) => [move.node, move])));

  /** Marks for the list of moves. */
  readonly glyphs = $derived(
    Object.fromEntries(
      (this.review?.moves ?? [])
        .filter((move) => judgements[move.judgement].glyph !== '')
        .map((move) => [
          move.node,
          { text: judgements[move.judgement].glyph, kind: move.judgement },
        ]),
    ),
  );

  /** White's score by node, of the position before the first move, too. */
  scoresFrom(root: number): Record<number, ScoreView> {
    const moves = this.review?.moves ?? [];
    const scores = Object.fromEntries(moves.map((move) => [move.node, move.after]));
    return moves[0] ? { [root]: moves[0].before, ...scores } : scores;
  }

  mistakesOf(isMine: (move: ReviewedMove) => boolean): ReviewedMove[] {
    return (this.review?.moves ?? []).filter(
      (move) => isMine(move) && (move.judgement === 'mistake' || move.judgement === 'blunder'),
    );
  }

  /** What is kept; nothing, once the game has other moves. */
  async load() {
    if (this.isRunning) return;
    try {
      this.review = (await server.call('ask_review', { game: this.game })).review;
    } catch {
      this.review = null;
    }
  }

  async start() {
    this.#generation = nextGeneration();
    this.problem = '';
    this.progress = null;
    this.isRunning = true;
    try {
      await server.call('review', { generation: this.#generation, game: this.game });
    } catch (error) {
      this.isRunning = false;
      this.problem = refusalText(error);
    }
  }

  stop() {
    server.call('stop_review', {}).catch(() => {});
  }

  #end(event: ReviewEnded) {
    if (event.generation !== this.#generation) return;
    this.isRunning = false;
    this.progress = null;
    if (event.review) this.review = event.review;
  }

  close() {
    for (const unlisten of this.#unlisten) unlisten();
    if (this.isRunning) this.stop();
  }
}
