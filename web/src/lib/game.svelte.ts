// A game that this tab watches: always as the server told it last.

import type { Calls, GameState, NodeView } from './messages';
import { report } from './notices.svelte';
import { server } from './socket.svelte';

export class WatchedGame {
  state: GameState | null = $state.raw(null);
  isMissing = $state(false);
  readonly id: string;
  #stop: () => void;

  constructor(id: string) {
    this.id = id;
    const stops = [
      server.on('game', ({ game }) => {
        if (game.id === id) this.state = game;
      }),
      server.on('game_gone', ({ game }) => {
        if (game === id) this.isMissing = true;
      }),
    ];
    this.#stop = () => stops.forEach((stop) => stop());
  }

  /** Ask for it, also again after the connection was lost. */
  async open() {
    try {
      this.state = await server.call('open_game', { game: this.id });
      this.isMissing = false;
    } catch {
      this.isMissing = server.isOpen;
    }
  }

  close() {
    this.#stop();
    server.call('close_game', { game: this.id }).catch(() => {});
  }

  /** Ask for a change of it; a refusal is shown. */
  async ask<K extends GameCall>(type: K, asked: Omit<Calls[K][0], 'type' | 'id' | 'game'>) {
    try {
      const rest = { ...asked, game: this.id } as Omit<Calls[K][0], 'type' | 'id'>;
      const answer = await server.call(type, rest);
      if (isGame(answer)) this.state = answer;
      return answer;
    } catch (error) {
      report(error);
      return null;
    }
  }

  node(id: number): NodeView | undefined {
    return this.state?.nodes.find((node) => node.id === id);
  }

  /** The nodes from the first move to a node. */
  path(id: number): NodeView[] {
    const byId = new Map((this.state?.nodes ?? []).map((node) => [node.id, node]));
    const path: NodeView[] = [];
    for (let node = byId.get(id); node && node.parent !== null; node = byId.get(node.parent))
      path.unshift(node);
    return path;
  }
}

/** The requests that are about one game. */
type GameCall = {
  [K in keyof Calls]: 'game' extends keyof Calls[K][0] ? K : never;
}[keyof Calls];

function isGame(answer: unknown): answer is GameState {
  return typeof answer === 'object' && answer !== null && 'tip' in answer && 'nodes' in answer;
}
