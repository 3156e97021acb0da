import { settings } from './settings.svelte.ts'

/** Small sounds of our own, made on the spot: no files, nothing to fetch. */
export type SoundName = 'rattle' | 'land' | 'splash' | 'catch' | 'lose' | 'tick' | 'win' | 'turn'

let context: AudioContext | undefined

function ear(): AudioContext | undefined {
  if (!settings.sound || typeof AudioContext === 'undefined') return undefined
  if (!navigator.userActivation?.hasBeenActive) return undefined // browsers refuse sound before the first tap
  context ??= new AudioContext()
  if (context.state === 'suspended') void context.resume()
  return context
}

function tone(audio: AudioContext, at: number, hertz: number, seconds: number, volume: number, shape: OscillatorType = 'sine', slide = 1): void {
  const wave = audio.createOscillator()
  const gain = audio.createGain()
  wave.type = shape
  wave.frequency.setValueAtTime(hertz, at)
  wave.frequency.exponentialRampToValueAtTime(hertz * slide, at + seconds)
  gain.gain.setValueAtTime(0, at)
  gain.gain.linearRampToValueAtTime(volume, at + 0.008)
  gain.gain.exponentialRampToValueAtTime(0.0001, at + seconds)
  wave.connect(gain).connect(audio.destination)
  wave.start(at)
  wave.stop(at + seconds + 0.02)
}

function noise(audio: AudioContext, at: number, seconds: number, volume: number, hertz: number, sharp: number): void {
  const length = Math.ceil(audio.sampleRate * seconds)
  const buffer = audio.createBuffer(1, length, audio.sampleRate)
  const data = buffer.getChannelData(0)
  for (let i = 0; i < length; i++) data[i] = (Math.random() * 2 - 1) * (1 - i / length) ** 2
  const source = audio.createBufferSource()
  source.buffer = buffer
  const filter = audio.createBiquadFilter()
  filter.type = 'bandpass'
  filter.frequency.value = hertz
  filter.Q.value = sharp
  const gain = audio.createGain()
  gain.gain.value = volume
  source.connect(filter).connect(gain).connect(audio.destination)
  source.start(at)
}

const scores: Record<SoundName, (audio: AudioContext, at: number) => void> = {
  rattle: (audio, at) => {
    for (let i = 0; i < 7; i++) noise(audio, at + i * 0.07 + Math.random() * 0.03, 0.05, 0.16, 1800 + Math.random() * 900, 3)
  },
  land: (audio, at) => {
    noise(audio, at, 0.06, 0.3, 900, 2)
    tone(audio, at, 190, 0.08, 0.12, 'triangle', 0.6)
  },
  splash: (audio, at) => {
    noise(audio, at, 0.45, 0.22, 700, 0.7)
    noise(audio, at + 0.08, 0.3, 0.12, 2400, 1)
  },
  catch: (audio, at) => {
    tone(audio, at, 523, 0.12, 0.1, 'triangle')
    tone(audio, at + 0.09, 784, 0.2, 0.1, 'triangle')
  },
  lose: (audio, at) => {
    tone(audio, at, 330, 0.2, 0.1, 'triangle', 0.8)
    tone(audio, at + 0.16, 220, 0.34, 0.1, 'triangle', 0.75)
  },
  tick: (audio, at) => tone(audio, at, 880, 0.04, 0.05, 'triangle'),
  turn: (audio, at) => {
    tone(audio, at, 440, 0.1, 0.07)
    tone(audio, at + 0.1, 587, 0.18, 0.07)
  },
  win: (audio, at) => {
    for (const [i, hertz] of [523, 659, 784, 1047].entries()) tone(audio, at + i * 0.12, hertz, 0.3, 0.09, 'triangle')
  },
}

export function sound(name: SoundName): void {
  const audio = ear()
  if (audio) scores[name](audio, audio.currentTime)
}
