// What all views with a board decide alike: whether it lies on its side.

import { settings } from './settings.svelte';

class Screen {
  isWide = $state(matchMedia('(min-width: 720px)').matches);

  constructor() {
    matchMedia('(min-width: 720px)').addEventListener('change', (event) => {
      this.isWide = event.matches;
    });
  }
}

const screen = new Screen();

/** Boards that are at least twice as high as wide are thin. */
export function isThin(size: { files: number; ranks: number }): boolean {
  return size.ranks >= 2 * size.files;
}

/** Whether the screen has room for a thin board on its side. */
export function canTurn(size: { files: number; ranks: number }): boolean {
  return screen.isWide && isThin(size);
}

export function liesDown(size: { files: number; ranks: number }): boolean {
  return settings.isTurned && canTurn(size);
}
