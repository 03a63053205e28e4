// A puzzle being solved: what was tried, what the server said to it, and which help was shown.

import type {
  ChallengeLine,
  ChallengeProgress,
  ChallengeView,
  HintStep,
  NodeView,
  PositionView,
  Tried,
} from './messages';
import { report } from './notices.svelte';
import { server } from './socket.svelte';
import { play as sound, soundOf } from './sound';

/** How long a right move stands before it is answered, in milliseconds. */
const REPLY_MS = 500;
export const HINT_STEPS = 4;
/** The solution can be had after so many hints. */
export const HINTS_FIRST = 2;

/** open: it is your move; wrong: your try was refuted; shown: the solution was asked for. */
export type Phase = 'open' | 'judging' | 'replying' | 'wrong' | 'solved' | 'shown';

export class Puzzle {
  readonly view: ChallengeView;
  phase: Phase = $state('open');
  /** What is on the board: the moves that count, or with a wrong try, or the solution. */
  line: ChallengeLine = $state.raw({ nodes: [], positions: [] });
  /** Which position of the line is shown. */
  at = $state(0);
  tried: Tried | null = $state.raw(null);
  hints: HintStep[] = $state.raw([]);
  solution: ChallengeLine | null = $state.raw(null);
  progress: ChallengeProgress = $state.raw({ solved: null, tries: 0, hints: 0, is_clean: false });
  /** The moves that count: without a wrong try. */
  #good: ChallengeLine;
  /** Another number after every new start: late answers are dropped. */
  #round = 0;
  #heard: (node: NodeView) => void;

  constructor(view: ChallengeView, heard: (node: NodeView) => void) {
    this.view = view;
    this.#heard = heard;
    this.progress = view.card.progress;
    this.#good = { nodes: [], positions: [view.position] };
    this.line = this.#good;
  }

  get position(): PositionView {
    return this.line.positions[this.at] ?? this.view.position;
  }

  get isLast(): boolean {
    return this.at === this.line.positions.length - 1;
  }

  get isMyMove(): boolean {
    return this.phase === 'open' && this.isLast;
  }

  /** The moves up to what is shown, for an analysis of it. */
  get shownMoves(): string[] {
    return moves(this.line).slice(0, this.at);
  }

  /** Whether it was done otherwise than in the solution. */
  get isOwnWay(): boolean {
    return !!this.solution && moves(this.solution).join() !== moves(this.line).join();
  }

  /** In how many moves a mate is still due, the next one included. */
  get movesLeft(): number | null {
    const goal = this.view.card.goal;
    if (goal?.type !== 'mate' || goal.moves === null) return null;
    return goal.moves - moves(this.#good).length / 2;
  }

  async try(move: string): Promise<boolean> {
    if (!this.isMyMove) return false;
    const round = this.#round;
    this.phase = 'judging';
    try {
      const asked = { challenge: this.view.card.id, moves: moves(this.#good), move };
      const tried = await server.call('try_move', asked);
      if (round === this.#round) this.#take(tried);
      return true;
    } catch (error) {
      if (round === this.#round) this.phase = 'open';
      report(error);
      return false;
    }
  }

  #take(tried: Tried) {
    this.tried = tried;
    this.line = tried.line;
    this.progress = tried.progress;
    this.#show(tried.line.positions.length - tried.added);
    if (!tried.is_right) {
      this.phase = 'wrong';
      sound('loss');
      return;
    }
    this.#good = tried.line;
    if (tried.added < 2) {
      this.#answered(tried);
      return;
    }
    this.phase = 'replying';
    const round = this.#round;
    setTimeout(() => {
      if (round !== this.#round) return;
      this.#show(tried.line.positions.length - 1);
      this.#answered(tried);
    }, REPLY_MS);
  }

  #answered(tried: Tried) {
    this.phase = tried.is_solved ? 'solved' : 'open';
    if (!tried.is_solved) return;
    sound('win');
    void this.#fetchSolution();
  }

  #show(index: number) {
    this.at = index;
    const node = this.line.nodes[index];
    if (!node || node.parent === null) return;
    sound(soundOf(node.san, node.is_self_capture));
    this.#heard(node);
  }

  /** Undo a wrong try. */
  takeBack() {
    this.#round += 1;
    this.phase = 'open';
    this.tried = null;
    this.line = this.#good;
    this.at = this.line.positions.length - 1;
  }

  /** From the start; what was revealed stays revealed. */
  restart() {
    this.#good = { nodes: [], positions: [this.view.position] };
    this.takeBack();
  }

  lookAt(index: number) {
    this.at = Math.max(0, Math.min(this.line.positions.length - 1, index));
  }

  // Help

  async revealHint() {
    const step = this.hints.length + 1;
    if (step > HINT_STEPS) return;
    try {
      const hint = await server.call('reveal_hint', { challenge: this.view.card.id, step });
      this.hints = [...this.hints, hint];
      this.progress = hint.progress;
    } catch (error) {
      report(error);
    }
  }

  /** Show again what was seen before the page was loaded anew. */
  async recall() {
    if (this.progress.solved !== null) return;
    const seen = Math.min(this.progress.hints, HINT_STEPS);
    while (this.hints.length < seen) {
      const before = this.hints.length;
      await this.revealHint();
      if (this.hints.length === before) return;
    }
  }

  async revealSolution() {
    const line = await this.#fetchSolution();
    if (!line) return;
    this.restart();
    this.phase = 'shown';
    this.line = line;
    this.at = 0;
  }

  async #fetchSolution(): Promise<ChallengeLine | null> {
    try {
      const found = await server.call('reveal_solution', { challenge: this.view.card.id });
      this.progress = found.progress;
      this.solution = found.line;
      return found.line;
    } catch (error) {
      report(error);
      return null;
    }
  }
}

function moves(line: ChallengeLine): string[] {
  return line.nodes.filter((node) => node.parent !== null).map((node) => node.uci);
}
