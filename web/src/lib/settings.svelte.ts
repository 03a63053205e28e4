// What a user chose for the look and the sound, kept in this browser.

export type Theme = 'system' | 'light' | 'dark';
export type BoardColors = 'slate' | 'wood' | 'green' | 'contrast';
export type PieceSet = 'figures' | 'solid' | 'letters';

interface Choices {
  theme: Theme;
  colors: BoardColors;
  pieces: PieceSet;
  isMuted: boolean;
  hasCoordinates: boolean;
  hasAnimation: boolean;
  /** Thin boards lie on their side on wide screens. */
  isTurned: boolean;
  showsTargets: boolean;
  level: number;
  multipv: number;
}

const KEY = 'ferz.settings';
const USUAL: Choices = {
  theme: 'system',
  colors: 'slate',
  pieces: 'figures',
  isMuted: false,
  hasCoordinates: true,
  hasAnimation: true,
  isTurned: true,
  showsTargets: true,
  level: 4,
  multipv: 3,
};

function stored(): Partial<Choices> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Choices>;
  } catch {
    return {};
  }
}

export const settings: Choices = $state({ ...USUAL, ...stored() });

/** Write down what was chosen, and let the document follow it. To be called once, in an effect. */
export function keepSettings() {
  const text = JSON.stringify(settings);
  try {
    localStorage.setItem(KEY, text);
  } catch {
    // A browser that keeps nothing: the choice holds until the tab is closed.
  }
  const root = document.documentElement;
  const isDark =
    settings.theme === 'dark' ||
    (settings.theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
  root.dataset.theme = isDark ? 'dark' : 'light';
  root.dataset.board = settings.colors;
}
