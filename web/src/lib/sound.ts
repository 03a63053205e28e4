// Short sounds, made of tones and noise: no file is loaded.

import { settings } from './settings.svelte';

export type Sound = 'move' | 'capture' | 'self' | 'check' | 'win' | 'loss' | 'draw';

let context: AudioContext | null = null;

/** A browser lets a page sound only after it was touched; to be called at the first touch. */
function ready(): AudioContext | null {
  if (!('AudioContext' in window)) return null;
  context ??= new AudioContext();
  if (context.state === 'suspended') void context.resume();
  return context;
}

/** A tone that dies away: pitch in hertz, start and length in seconds. */
function tone(
  pitch: number,
  at: number,
  length: number,
  volume = 0.2,
  type: OscillatorType = 'sine',
) {
  const audio = ready();
  if (!audio) return;
  const start = audio.currentTime + at;
  const oscillator = new OscillatorNode(audio, { frequency: pitch, type });
  const gain = new GainNode(audio, { gain: 0 });
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(volume, start + 0.005);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
  oscillator.connect(gain).connect(audio.destination);
  oscillator.start(start);
  oscillator.stop(start + length);
}

/** Wood on wood: a burst of noise through a filter. */
function knock(pitch: number, at: number, volume: number) {
  const audio = ready();
  if (!audio) return;
  const start = audio.currentTime + at;
  const length = 0.06;
  const buffer = new AudioBuffer({
    length: Math.ceil(audio.sampleRate * length),
    sampleRate: audio.sampleRate,
  });
  const data = buffer.getChannelData(0);
  for (let i = 0; i < data.length; i++)
    data[i] = (Math.random() * 2 - 1) * Math.exp((-8 * i) / data.length);
  const source = new AudioBufferSourceNode(audio, { buffer });
  const filter = new BiquadFilterNode(audio, { type: 'bandpass', frequency: pitch, Q: 3 });
  const gain = new GainNode(audio, { gain: volume });
  source.connect(filter).connect(gain).connect(audio.destination);
  source.start(start);
}

const players: Record<Sound, () => void> = {
  move: () => knock(900, 0, 1.2),
  capture: () => {
    knock(600, 0, 1.6);
    knock(1300, 0.03, 0.8);
  },
  // A bite: two knocks that fall.
  self: () => {
    knock(500, 0, 1.6);
    tone(320, 0.02, 0.18, 0.15, 'triangle');
    tone(210, 0.1, 0.22, 0.15, 'triangle');
  },
  check: () => {
    knock(900, 0, 1.2);
    tone(880, 0.02, 0.16, 0.12);
  },
  win: () => [523, 659, 784, 1047].forEach((pitch, n) => tone(pitch, n * 0.11, 0.35, 0.16)),
  loss: () => [392, 330, 262].forEach((pitch, n) => tone(pitch, n * 0.16, 0.4, 0.16)),
  draw: () => [440, 440].forEach((pitch, n) => tone(pitch, n * 0.18, 0.3, 0.14)),
};

export function play(sound: Sound) {
  if (settings.isMuted) return;
  try {
    players[sound]();
  } catch {
    // A browser without sound.
  }
}

/** What a move sounds like, read off its notation. */
export function soundOf(san: string, isSelfCapture: boolean): Sound {
  if (san.endsWith('+') || san.endsWith('#')) return 'check';
  if (isSelfCapture) return 'self';
  return san.includes('x') ? 'capture' : 'move';
}
