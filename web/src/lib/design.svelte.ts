// A game that is being designed: board, pieces, rules, start. The server judges it.

import type { Design, DesignCheck, PieceDraft, PieceSketch, PieceView } from './messages';
import { SetupDraft } from './setup.svelte';
import { designProblems } from './texts';

type RuleValue = Design['rules'][string];

export class DesignDraft {
  name = $state('');
  description = $state('');
  files = $state(8);
  ranks = $state(8);
  pieces: PieceDraft[] = $state([]);
  rules: Record<string, RuleValue> = $state({});
  readonly start = new SetupDraft();
  /** How pieces look and move, as the server said last. */
  sketches: Map<PieceDraft, PieceSketch> = $state.raw(new Map());

  load(design: Design) {
    this.name = design.name;
    this.description = design.description;
    this.files = design.files;
    this.ranks = design.ranks;
    this.pieces = design.pieces;
    this.rules = design.rules;
    this.start.load(design.start);
  }

  /** As it is sent. */
  get design(): Design {
    const { name, description, files, ranks, pieces, rules, start } = this;
    return $state.snapshot({ name, description, files, ranks, pieces, rules, start: start.setup });
  }

  /** The pieces as boards draw them; one letter is drawn once. */
  get views(): PieceView[] {
    const seen = new Set<string>();
    return this.pieces.flatMap((piece) => {
      const { name, letter, move, royal } = piece;
      if (!/^[a-z]$/.test(letter) || seen.has(letter)) return [];
      seen.add(letter);
      return [{ name, letter, move, royal, shape: this.sketches.get(piece)?.shape ?? '' }];
    });
  }

  /** Keep what was said about the pieces as they are now. */
  keepSketches(sketches: PieceSketch[]) {
    const pairs = this.pieces.map((piece, index) => [piece, sketches[index]!] as const);
    this.sketches = new Map(pairs);
  }

  resize(files: number, ranks: number) {
    this.start.resize({ ranks: this.ranks }, { files, ranks });
    this.files = files;
    this.ranks = ranks;
  }

  /** Add a piece with a free letter and a free name; its index. */
  addPiece(): number {
    const letters = new Set(this.pieces.map((piece) => piece.letter));
    const letter = [...'wxyzacdefghijlmostuvbknpqr'].find((each) => !letters.has(each)) ?? '';
    const names = new Set(this.pieces.map((piece) => piece.name));
    let name = 'new piece';
    for (let number = 2; names.has(name); number += 1) name = `new piece ${number}`;
    const rest = { royal: false, region_white: '', region_black: '' };
    this.pieces.push({ name, letter, move: 'W', ...rest });
    return this.pieces.length - 1;
  }

  removePiece(index: number) {
    const [gone] = this.pieces.splice(index, 1);
    const isShared = this.pieces.some((piece) => piece.letter === gone?.letter);
    if (gone && !isShared) this.start.removeLetter(gone.letter);
  }

  /** Another letter; the pieces on the board follow as long as they are only its own. */
  setLetter(index: number, letter: string) {
    const piece = this.pieces[index];
    if (!piece) return;
    const others = this.pieces.filter((each) => each !== piece).map((each) => each.letter);
    if (!others.includes(piece.letter) && !others.includes(letter))
      this.start.renameLetter(piece.letter, letter);
    piece.letter = letter;
  }

  /** A rule has a value; its default is not written down. */
  setRule(key: string, value: RuleValue, usual: RuleValue) {
    const rules = { ...this.rules };
    if (value === usual) delete rules[key];
    else rules[key] = value;
    this.rules = rules;
  }
}

/** What is wrong, in words, by field; several complaints are several lines. */
export function problemTexts(check: DesignCheck | null): Map<string, string> {
  const texts = new Map<string, string>();
  for (const { field, code, message } of check?.problems ?? []) {
    const before = texts.get(field);
    const text = message || designProblems[code];
    texts.set(field, before ? `${before}\n${text}` : text);
  }
  return texts;
}

const KEY = 'ferz-design';

/** What was changed and not saved, kept while this tab lives: a menu or a reload loses nothing. */
export const unsaved = {
  keep(spec: string, design: Design) {
    sessionStorage.setItem(KEY, JSON.stringify({ spec, design }));
  },
  forget() {
    sessionStorage.removeItem(KEY);
  },
  /** Of this game, if there is any. */
  take(spec: string): Design | null {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as {
      spec: string;
      design: Design;
    } | null;
    return kept?.spec === spec ? kept.design : null;
  },
};
