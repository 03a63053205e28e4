// What is proven of the position that is shown, and a proof under way.

import { nextGeneration } from './generation';
import type { Progress, SolutionView, SolvedView, SolveEnded } from './messages';
import { refusalText } from './notices.svelte';
import { server } from './socket.svelte';

export class Proof {
  solved: SolvedView | null = $state.raw(null);
  solution: SolutionView | null = $state.raw(null);
  progress: Progress | null = $state.raw(null);
  isSolving = $state(false);
  problem = $state('');
  #generation = 0;
  #asked = 0;
  #unlisten: (() => void)[];

  constructor(readonly game: string) {
    this.#unlisten = [
      server.on('progress', (event) => {
        if (event.generation === this.#generation) this.progress = event;
      }),
      server.on('solve_ended', (event) => this.#end(event)),
    ];
  }

  async ask(node: number) {
    const asked = ++this.#asked;
    if (this.solved?.node !== node) {
      this.solved = null;
      this.problem = '';
    }
    try {
      const solved = await server.call('ask_solved', { game: this.game, node });
      if (asked === this.#asked) this.solved = solved;
    } catch {
      // The node has gone meanwhile.
    }
  }

  async solve(node: number) {
    this.#generation = nextGeneration();
    this.problem = '';
    this.solution = null;
    this.progress = null;
    this.isSolving = true;
    try {
      await server.call('solve', { generation: this.#generation, game: this.game, node });
    } catch (error) {
      this.isSolving = false;
      this.problem = refusalText(error);
    }
  }

  stop() {
    server.call('stop_solving', {}).catch(() => {});
  }

  #end(event: SolveEnded) {
    if (event.generation !== this.#generation) return;
    this.isSolving = false;
    this.progress = null;
    this.problem = event.message;
    this.solution = event.solution;
    if (this.solved) void this.ask(this.solved.node);
  }

  close() {
    for (const unlisten of this.#unlisten) unlisten();
    if (this.isSolving) this.stop();
  }
}
