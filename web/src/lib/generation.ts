// Numbers for long work: what comes with an older one is about something that is no longer shown.

let last = 0;

export function nextGeneration(): number {
  return ++last;
}
