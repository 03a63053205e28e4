// Short messages at the edge of the page: what went wrong, or what was done.

import { Refused } from './socket.svelte';
import { errors } from './texts';

export interface Notice {
  id: number;
  text: string;
  isError: boolean;
}

const SHOWN_MS = 6000;
/** More would cover the page. */
const MOST = 3;
let last = 0;

export const notices: Notice[] = $state([]);

export function tell(text: string, isError = false) {
  const id = ++last;
  // Said again, it is not said twice.
  const same = notices.find((notice) => notice.text === text);
  if (same) dismiss(same.id);
  notices.push({ id, text, isError });
  if (notices.length > MOST) notices.shift();
  setTimeout(() => dismiss(id), SHOWN_MS);
}

export function dismiss(id: number) {
  const index = notices.findIndex((notice) => notice.id === id);
  if (index >= 0) notices.splice(index, 1);
}

/** What a refused request means, in words. */
export function refusalText(error: unknown): string {
  if (!(error instanceof Refused)) return String(error);
  return error.detail && error.code !== 'illegal_move' && error.code !== 'bad_message'
    ? error.detail
    : errors[error.code];
}

/** Show why a request was refused; for `promise.catch(report)`. */
export function report(error: unknown) {
  tell(refusalText(error), true);
}
