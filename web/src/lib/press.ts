// A press that is under way. What moves the page waits for its end: a button that shifts between
// press and release gets no click.

/** Where the release is never told, as behind a menu of the system. */
const LONGEST_MS = 2000;

let ended: Promise<void> = Promise.resolve();

addEventListener(
  'pointerdown',
  () => {
    ended = new Promise((resolve) => {
      const end = () => resolve();
      for (const type of ['pointerup', 'pointercancel'])
        addEventListener(type, end, { capture: true, once: true });
      setTimeout(end, LONGEST_MS);
    });
  },
  { capture: true },
);

/** Resolves once no press is under way, before its click is told. */
export function released(): Promise<void> {
  return ended;
}
