// A game that is looked at: where in its tree somebody stands, and what is done to the tree.

import { WatchedGame } from './game.svelte';
import type { Calls, GameState, NodeView, PositionView } from './messages';
import { report } from './notices.svelte';
import { href } from './router.svelte';
import { server } from './socket.svelte';

const ROOT = 0;
/** The requests that change a node and answer with the game. */
type Change = 'set_comment' | 'set_nags' | 'promote_variation' | 'remove_moves';

export class Study {
  readonly game: WatchedGame;
  position: PositionView | null = $state.raw(null);
  /** Where to go on from a node: the way that was gone last. */
  #ways = new Map<number, number>();
  #asked = 0;
  /** Where somebody who goes on quickly will be once all answers are here. */
  #heading: number | null = null;

  constructor(id: string) {
    this.game = new WatchedGame(id);
  }

  get state(): GameState | null {
    return this.game.state;
  }

  get node(): NodeView | undefined {
    return this.position ? this.game.node(this.position.node) : undefined;
  }

  /** The moves that a review goes through, as the server sees it: what was played comes first. */
  get mainLine(): NodeView[] {
    const state = this.state;
    if (!state) return [];
    if (state.kind !== 'analysis' && state.current !== ROOT) return this.game.path(state.current);
    const line: NodeView[] = [];
    for (let next = this.children(ROOT)[0]; next; next = this.children(next.id)[0]) line.push(next);
    return line;
  }

  /** Ask for the game, and for a node of it: the one in the address, or where the game stands. */
  async open(first: number | null) {
    await this.game.open();
    const state = this.state;
    if (!state) return;
    const wanted = this.position?.node ?? first ?? state.current;
    await this.look(this.game.node(wanted) ? wanted : state.current);
  }

  close() {
    this.game.close();
  }

  children(id: number): NodeView[] {
    return (this.state?.nodes ?? []).filter((node) => node.parent === id);
  }

  async look(id: number) {
    const asked = ++this.#asked;
    this.#heading = id;
    try {
      const position = await server.call('look', { game: this.game.id, node: id });
      // Somebody who goes on quickly has asked again.
      if (asked === this.#asked) this.#show(position);
    } catch (error) {
      if (asked === this.#asked) this.#heading = null;
      report(error);
    }
  }

  /** Where to count steps from. */
  get #at(): number {
    return this.#heading ?? this.position?.node ?? ROOT;
  }

  #show(position: PositionView) {
    this.position = position;
    this.#heading = null;
    for (const node of this.game.path(position.node)) this.#ways.set(node.parent ?? ROOT, node.id);
    // The address follows without a new view; a reload comes back to this node.
    history.replaceState(history.state, '', href('analysis', this.game.id, position.node));
  }

  async add(move: string, from?: number): Promise<boolean> {
    const node = from ?? this.position?.node ?? ROOT;
    this.#asked += 1;
    try {
      const moved = await server.call('add_move', { game: this.game.id, node, move });
      this.game.state = moved.game;
      this.#show(moved.position);
      return true;
    } catch (error) {
      report(error);
      return false;
    }
  }

  /** Add moves one after another, and stand behind the last. */
  async addLine(moves: string[], from: number) {
    let node = from;
    for (const move of moves) {
      if (!(await this.add(move, node))) return;
      node = this.position?.node ?? node;
    }
  }

  /** A change of a node; whoever stood on what is gone stands before it. Whether it was made. */
  async change<K extends Change>(
    type: K,
    asked: Omit<Calls[K][0], 'type' | 'id' | 'game'>,
  ): Promise<boolean> {
    const parent = this.game.node((asked as { node: number }).node)?.parent ?? ROOT;
    const answer = await this.game.ask(type, asked);
    if (this.position && !this.game.node(this.position.node)) await this.look(parent);
    return answer !== null;
  }

  back() {
    const parent = this.game.node(this.#at)?.parent;
    if (parent !== null && parent !== undefined) void this.look(parent);
  }

  forward() {
    const at = this.#at;
    const next = this.children(at);
    const way = next.find((node) => node.id === this.#ways.get(at)) ?? next[0];
    if (way) void this.look(way.id);
  }

  first() {
    void this.look(ROOT);
  }

  last() {
    let at = this.#at;
    for (let next = this.children(at); next.length; next = this.children(at))
      at = (next.find((node) => node.id === this.#ways.get(at)) ?? next[0]!).id;
    void this.look(at);
  }

  /** To another move in the same place; whether there is one. */
  beside(by: number): boolean {
    const node = this.game.node(this.#at);
    if (!node || node.parent === null) return false;
    const siblings = this.children(node.parent);
    const next = siblings[siblings.findIndex((each) => each.id === node.id) + by];
    if (next) void this.look(next.id);
    return next !== undefined;
  }
}
