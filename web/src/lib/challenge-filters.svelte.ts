// What the list of challenges leaves out; kept while the tab lives, so that going back finds it.

import type { ChallengeCard } from './messages';

class ChallengeFilters {
  search = $state('');
  category = $state('');
  /** 0: any number of stars. */
  stars = $state(0);
  isUnsolved = $state(false);

  fits(card: ChallengeCard): boolean {
    const text = `${card.name} ${card.variant_name} ${card.category} ${card.fun}`.toLowerCase();
    const words = this.search.toLowerCase().split(/\s+/).filter(Boolean);
    return (
      words.every((word) => text.includes(word)) &&
      (!this.category || card.category === this.category) &&
      (!this.stars || card.difficulty === this.stars) &&
      !(this.isUnsolved && card.progress.solved !== null)
    );
  }

  clear() {
    this.search = '';
    this.category = '';
    this.stars = 0;
    this.isUnsolved = false;
  }
}

export const filters = new ChallengeFilters();
