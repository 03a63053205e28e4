// All views by their name in the address.

import type { Component } from 'svelte';
import Analysis from './Analysis.svelte';
import Challenge from './Challenge.svelte';
import Challenges from './Challenges.svelte';
import Designer from './Designer.svelte';
import Editor from './Editor.svelte';
import Home from './Home.svelte';
import Library from './Library.svelte';
import NewGame from './NewGame.svelte';
import Play from './Play.svelte';

export interface View {
  title: string;
  /** The entry of the menu that it belongs to. */
  group: string;
  /** Whether the menu leads here. */
  isEntry?: boolean;
  // Views that need nothing from the address take no properties.
  component: Component<any>;
}

export const views: Record<string, View> = {
  home: { title: 'Ferz', group: 'Play', isEntry: true, component: Home },
  new: { title: 'New game', group: 'Play', component: NewGame },
  game: { title: 'Game', group: 'Play', component: Play },
  challenges: { title: 'Challenges', group: 'Challenges', isEntry: true, component: Challenges },
  challenge: { title: 'Challenge', group: 'Challenges', component: Challenge },
  analysis: { title: 'Analysis', group: 'Analysis', isEntry: true, component: Analysis },
  editor: { title: 'Position editor', group: 'Editor', isEntry: true, component: Editor },
  designer: { title: 'Variant designer', group: 'Designer', isEntry: true, component: Designer },
  library: { title: 'Library', group: 'Library', isEntry: true, component: Library },
};
