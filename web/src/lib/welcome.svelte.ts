// What the server told once: the games on offer, the drawings of pieces.

import type { Card, Welcome } from './messages';
import { report } from './notices.svelte';
import { server } from './socket.svelte';

class World {
  welcome: Welcome | null = $state.raw(null);

  get cards(): Card[] {
    return this.welcome?.cards ?? [];
  }

  card(spec: string): Card | undefined {
    return this.cards.find((card) => card.spec === spec);
  }

  /** Ask (again): after connecting, and when a game of one's own was saved. */
  async load() {
    try {
      this.welcome = await server.call('hello', {});
    } catch (error) {
      report(error);
    }
  }
}

export const world = new World();
