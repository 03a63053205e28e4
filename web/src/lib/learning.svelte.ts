// Learning from the mistakes of one side: one after another, until a better move is found.

import type { ReviewedMove, TriedMove } from './messages';
import { refusalText } from './notices.svelte';
import { server } from './socket.svelte';

export type Phase = 'trying' | 'judging' | 'wrong' | 'right' | 'shown';

export class Learning {
  index = $state(0);
  phase: Phase = $state('trying');
  tried: TriedMove | null = $state.raw(null);
  problem = $state('');
  found = $state(0);

  constructor(
    readonly game: string,
    readonly side: 'white' | 'black',
    readonly mistakes: ReviewedMove[],
  ) {}

  get mistake(): ReviewedMove | undefined {
    return this.mistakes[this.index];
  }

  get isOver(): boolean {
    return this.index >= this.mistakes.length;
  }

  async attempt(move: string) {
    const mistake = this.mistake;
    if (!mistake || this.phase === 'judging' || this.phase === 'right') return;
    const before = this.phase;
    this.phase = 'judging';
    this.problem = '';
    try {
      const asked = { game: this.game, node: mistake.node, move };
      const tried = await server.call('try_better', asked);
      // Whoever has gone on meanwhile is no longer asked.
      if (this.mistake !== mistake || this.phase !== 'judging') return;
      this.tried = tried;
      const isRight = this.tried.judgement === 'best' || this.tried.judgement === 'good';
      if (isRight && before !== 'shown') this.found += 1;
      this.phase = isRight ? 'right' : 'wrong';
    } catch (error) {
      if (this.mistake !== mistake || this.phase !== 'judging') return;
      this.problem = refusalText(error);
      this.phase = before;
    }
  }

  show() {
    this.tried = null;
    this.phase = 'shown';
  }

  next() {
    this.tried = null;
    this.problem = '';
    this.phase = 'trying';
    this.index += 1;
  }
}
