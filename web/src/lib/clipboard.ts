// Texts that leave the page by the user's hand: copied, or saved as a file.

import { tell } from './notices.svelte';

export async function copyText(text: string, what: string) {
  try {
    await navigator.clipboard.writeText(text);
    tell(`${what} copied.`);
  } catch {
    tell('The browser does not allow copying. Select the text and copy it by hand.', true);
  }
}

export function saveFile(name: string, text: string) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/toml' }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** A name for a file: `My chess!` becomes `my-chess`. */
export function fileName(title: string): string {
  const words = title.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.join('-').slice(0, 60) || 'game';
}
