import { beforeEach, expect, test } from 'vitest';
import type { MoveView, PositionView } from '../lib/messages';
import { Hand, type Movable } from './hand.svelte';

let played: string[];
let clock: number;
let movable: Movable;
let position: PositionView;

const NONE: PositionView = {
  node: 0,
  fen: '',
  turn: 'white',
  pieces: {},
  hands: [{}, {}],
  moves: [],
  last: [],
  check: null,
  outcome: null,
  repetitions: 1,
  halfmove_clock: 0,
  fullmove_number: 1,
  checks: null,
};

function plain(uci: string, flag: MoveView[5] = ''): MoveView {
  return [uci, uci.slice(0, 2), uci.slice(2, 4), '', uci.slice(4), flag, ''];
}

function makeHand(): Hand {
  return new Hand({
    position: () => position,
    movable: () => movable,
    canPremove: () => movable !== 'both',
    play: (uci) => played.push(uci),
    now: () => clock,
  });
}

beforeEach(() => {
  played = [];
  clock = 0;
  movable = 'white';
  position = {
    ...NONE,
    pieces: { b1: 'N', d2: 'P', e7: 'p' },
    moves: [plain('b1c3'), plain('b1d2', 'self'), plain('d2d4')],
  };
});

test('two clicks make a move', () => {
  const hand = makeHand();
  hand.press('b1');
  expect([...hand.targets.keys()]).toEqual(['c3', 'd2']);
  hand.press('c3');
  expect(played).toEqual(['b1c3']);
  expect(hand.selected).toBeNull();
});

test('a click on an own piece picks it up and arms it; a second click later takes it', () => {
  const hand = makeHand();
  hand.press('b1');
  hand.press('d2');
  expect(hand.selected).toEqual({ square: 'd2' });
  expect(hand.armed).toEqual({ from: 'b1', to: 'd2' });
  clock = 400;
  hand.press('d2');
  expect(played).toEqual(['b1d2']);
});

test('a double click never takes an own piece', () => {
  const hand = makeHand();
  hand.press('b1');
  hand.press('d2');
  clock = 200;
  hand.press('d2');
  expect(played).toEqual([]);
  expect(hand.armed).not.toBeNull();
});

test('after arming, the piece that was clicked can still make its own move', () => {
  const hand = makeHand();
  hand.press('b1');
  hand.press('d2');
  hand.press('d4');
  expect(played).toEqual(['d2d4']);
});

test('dragging takes an own piece directly', () => {
  const hand = makeHand();
  hand.pick({ square: 'b1' });
  hand.release('d2');
  expect(played).toEqual(['b1d2']);
});

test('a piece that is let go where it cannot go stays', () => {
  const hand = makeHand();
  hand.pick({ square: 'b1' });
  hand.release('h8');
  expect(played).toEqual([]);
  expect(hand.selected).toBeNull();
});

test('several promotions ask which', () => {
  position = { ...NONE, pieces: { e7: 'P' }, moves: [plain('e7e8q'), plain('e7e8n')] };
  const hand = makeHand();
  hand.press('e7');
  hand.press('e8');
  expect(played).toEqual([]);
  hand.choose(hand.choice!.moves[1]!);
  expect(played).toEqual(['e7e8n']);
});

test('a king on its castling rook asks whether it castles or eats', () => {
  const castle: MoveView = ['f1g1', 'f1', 'g1', '', '', 'castle', 'g1'];
  const eat: MoveView = ['f1g1x', 'f1', 'g1', '', '', 'self', ''];
  position = { ...NONE, pieces: { f1: 'K', g1: 'R' }, moves: [castle, eat] };
  const hand = makeHand();
  hand.pick({ square: 'f1' });
  hand.release('g1');
  expect(hand.choice?.moves).toHaveLength(2);
  hand.choose(castle);
  expect(played).toEqual(['f1g1']);
});

test('castling also goes by the rook', () => {
  const castle: MoveView = ['e1g1', 'e1', 'g1', '', '', 'castle', 'h1'];
  position = { ...NONE, pieces: { e1: 'K', h1: 'R' }, moves: [castle] };
  const hand = makeHand();
  hand.pick({ square: 'e1' });
  hand.release('h1');
  expect(played).toEqual(['e1g1']);
});

test('a piece from the hand is dropped by click', () => {
  const drop: MoveView = ['P@e4', '', 'e4', 'p', '', '', ''];
  position = { ...NONE, hands: [{ p: 1 }, {}], moves: [drop] };
  const hand = makeHand();
  hand.pick({ drop: 'P' });
  hand.press('e4');
  expect(played).toEqual(['P@e4']);
});

test('a premove waits for the turn and is played if it is legal then', () => {
  position = { ...position, turn: 'black', moves: [] };
  const hand = makeHand();
  hand.press('b1');
  hand.press('c3');
  expect(hand.premove).toEqual({ origin: { square: 'b1' }, target: 'c3' });
  position = { ...position, turn: 'white', moves: [plain('b1c3')] };
  hand.update();
  expect(played).toEqual(['b1c3']);
});

test('a premove that is not legal any more is forgotten', () => {
  position = { ...position, turn: 'black', moves: [] };
  const hand = makeHand();
  hand.press('b1');
  hand.press('c3');
  position = { ...position, turn: 'white', moves: [plain('d2d4')] };
  hand.update();
  expect(played).toEqual([]);
  expect(hand.premove).toBeNull();
});

test('the other side’s pieces cannot be picked up', () => {
  const hand = makeHand();
  hand.press('e7');
  expect(hand.selected).toBeNull();
});

test('a premove never takes an own piece, and castles by the rook', () => {
  position = { ...position, turn: 'black', moves: [] };
  const hand = makeHand();
  hand.pick({ square: 'b1' });
  hand.release('d2');
  position = { ...position, turn: 'white', moves: [plain('b1d2', 'self')] };
  hand.update();
  expect(played).toEqual([]);
  position = { ...NONE, turn: 'black', pieces: { e1: 'K', h1: 'R' } };
  hand.pick({ square: 'e1' });
  hand.release('h1');
  position = { ...position, turn: 'white', moves: [['e1g1', 'e1', 'g1', '', '', 'castle', 'h1']] };
  hand.update();
  expect(played).toEqual(['e1g1']);
});

test('a click on the castling rook asks at once', () => {
  const castle: MoveView = ['f1g1', 'f1', 'g1', '', '', 'castle', 'g1'];
  const eat: MoveView = ['f1g1x', 'f1', 'g1', '', '', 'self', ''];
  position = { ...NONE, pieces: { f1: 'K', g1: 'R' }, moves: [eat, castle] };
  const hand = makeHand();
  hand.press('f1');
  hand.press('g1');
  expect(hand.armed).toBeNull();
  expect(hand.choice?.moves).toEqual([castle, eat]);
});
