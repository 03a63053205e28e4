// The one connection of this tab: requests with their replies, events, and coming back.

import type { Calls, ServerError, ServerEvent } from './messages';

type Kind = keyof Calls;
type Asked<K extends Kind> = Omit<Calls[K][0], 'type' | 'id'>;
type Given<K extends Kind> = Calls[K][1];
type EventOf<T extends ServerEvent['type']> = Extract<ServerEvent, { type: T }>;

/** A request that the server refused. */
export class Refused extends Error {
  constructor(
    readonly code: ServerError['code'] | 'lost' | 'long',
    readonly detail: string,
  ) {
    super(detail || code);
  }
}

interface Waiting {
  resolve: (data: unknown) => void;
  reject: (error: Refused) => void;
}

/** How long to wait before the next try, in milliseconds; the last is repeated. */
const RETRY_MS = [200, 500, 1000, 2000, 4000];

/** A longer message would make the server hang up. */
const MOST_BYTES = 1_400_000;

class Connection {
  /** Whether requests reach the server. */
  isOpen = $state(false);
  /** How often the connection was made; a page asks again for what it shows when this changes. */
  times = $state(0);
  /** The server was started anew and does not know this tab, until another one is let in. */
  isForeign = $state(false);

  #socket: WebSocket | null = null;
  #number = 0;
  #tries = 0;
  #waiting = new Map<number, Waiting>();
  #unsent: string[] = [];
  #listeners = new Map<string, Set<(event: never) => void>>();

  open() {
    const socket = new WebSocket(`ws://${location.host}/socket`);
    this.#socket = socket;
    socket.onopen = () => {
      this.#tries = 0;
      this.isForeign = false;
      this.isOpen = true;
      this.times += 1;
      for (const text of this.#unsent.splice(0)) socket.send(text);
    };
    socket.onmessage = (message) => this.#take(JSON.parse(message.data as string));
    socket.onclose = () => this.#lost();
  }

  #lost() {
    this.isOpen = false;
    this.#refuseAll();
    this.#retryLater();
  }

  /** What was asked of a server that is gone is not done later, by another one. */
  #refuseAll() {
    const error = new Refused('lost', '');
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
    this.#unsent = [];
  }

  #retryLater() {
    const delay = RETRY_MS[Math.min(this.#tries, RETRY_MS.length - 1)];
    this.#tries += 1;
    setTimeout(() => void this.#retry(), delay);
  }

  async #retry() {
    try {
      const answer = await fetch('/', { method: 'HEAD', cache: 'no-store' });
      this.isForeign = answer.status === 403;
    } catch {
      this.isForeign = false; // Nobody is there.
    }
    // Once another tab knows the new server, this one does, too; until then a socket is refused.
    if (this.isForeign) {
      this.#refuseAll();
      this.#retryLater();
    } else this.open();
  }

  #take(message: ServerEvent | ServerError | { type: 'reply'; id: number; data: unknown }) {
    if (message.type === 'reply' || message.type === 'error') {
      const waiting = message.id === null ? undefined : this.#waiting.get(message.id);
      if (!waiting || message.id === null) return;
      this.#waiting.delete(message.id);
      if (message.type === 'reply') waiting.resolve(message.data);
      else waiting.reject(new Refused(message.code, message.message));
      return;
    }
    for (const listener of this.#listeners.get(message.type) ?? []) listener(message as never);
  }

  /** Ask the server; rejects with `Refused`. */
  call<K extends Kind>(type: K, asked: Asked<K>): Promise<Given<K>> {
    const id = ++this.#number;
    const text = JSON.stringify({ type, id, ...asked });
    if (new Blob([text]).size > MOST_BYTES) return Promise.reject(new Refused('long', ''));
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve: resolve as (data: unknown) => void, reject });
      if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(text);
      else this.#unsent.push(text);
    });
  }

  /** Hear of events; what is returned ends it. */
  on<T extends ServerEvent['type']>(type: T, listener: (event: EventOf<T>) => void): () => void {
    const all = this.#listeners.get(type) ?? new Set();
    this.#listeners.set(type, all);
    all.add(listener as (event: never) => void);
    return () => all.delete(listener as (event: never) => void);
  }
}

export const server = new Connection();
