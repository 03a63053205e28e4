// The engine of an analysis: what it was asked last, and what it says about that alone.

import { nextGeneration } from './generation';
import type { Lines, ScoreView } from './messages';
import { refusalText } from './notices.svelte';
import { server } from './socket.svelte';

interface Asked {
  game: string;
  node: number;
  multipv: number;
}

export class EngineLines {
  isOn = $state(false);
  /** What would the other side do? */
  isThreat = $state(false);
  lines: Lines | null = $state.raw(null);
  /** Why there are no lines. */
  problem = $state('');
  /** White's score of every node that was searched. */
  scores: Record<number, ScoreView> = $state.raw({});
  #generation = 0;
  #isThreatAsked = false;
  #unlisten: () => void;

  constructor() {
    this.#unlisten = server.on('lines', (event) => this.#take(event));
  }

  #take(event: Lines) {
    // An answer for an old position, or for lines that nobody wants any more.
    if (event.generation !== this.#generation) return;
    this.lines = event;
    const best = event.lines[0];
    if (best && !this.#isThreatAsked) {
      const { score_cp, mate, chance } = best;
      this.scores = { ...this.scores, [event.node]: { score_cp, mate, chance } };
    }
  }

  /** Search this instead of what was searched, or nothing while it is off. */
  async search(asked: Asked) {
    if (!this.isOn) {
      if (this.lines?.node !== asked.node) this.lines = null;
      return;
    }
    const generation = (this.#generation = nextGeneration());
    this.#isThreatAsked = this.isThreat;
    this.lines = null;
    this.problem = '';
    try {
      await server.call('analyse', { ...asked, generation, threat: this.isThreat });
    } catch (error) {
      if (generation !== this.#generation) return;
      this.problem = refusalText(error);
      this.isOn = false;
    }
  }

  /** Search nothing while a position is shown in which the game is over. */
  pause(node: number) {
    this.#generation = nextGeneration();
    if (this.lines?.node !== node) this.lines = null;
    if (this.isOn) server.call('stop_analysis', {}).catch(() => {});
  }

  /** Search nothing; the lines stay to be read. */
  stop() {
    this.isOn = false;
    this.problem = '';
    this.#generation = nextGeneration();
    server.call('stop_analysis', {}).catch(() => {});
  }

  close() {
    this.#unlisten();
    this.stop();
  }
}
