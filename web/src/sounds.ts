/** Small sounds of our own, made on the spot: no files, nothing to fetch. Water, wood, ice and a few notes. */
export type SoundName =
  | 'rattle' | 'land' | 'splash' | 'catch' | 'lose' | 'tick' | 'win' | 'turn'
  | 'wood' | 'woodland' | 'pebbles' | 'pebble' | 'ice' | 'iceland' | 'slip' | 'steal' | 'card' | 'yawn' | 'end'

/** At full volume; a dozen at once still do not clip, and none is much louder or softer than the others (`test_sounds`). */
const loudest = 2

let context: AudioContext | undefined
let out: GainNode | undefined

interface Ear {
  audio: AudioContext
  to: AudioNode
}

/** What leaves the room: a little echo of it, and never too loud. */
function open(): Ear {
  if (!context || !out) {
    context = new AudioContext()
    out = context.createGain()
    const limit = context.createDynamicsCompressor()
    const echo = context.createDelay(0.2)
    echo.delayTime.value = 0.06
    const faint = context.createGain()
    faint.gain.value = 0.14
    out.connect(limit).connect(context.destination)
    out.connect(echo).connect(faint).connect(limit)
  }
  if (context.state === 'suspended') void context.resume()
  return { audio: context, to: out }
}

function tone({ audio, to }: Ear, at: number, hertz: number, seconds: number, volume: number, shape: OscillatorType = 'sine', slide = 1): void {
  const wave = audio.createOscillator()
  const gain = audio.createGain()
  wave.type = shape
  wave.frequency.setValueAtTime(hertz, at)
  wave.frequency.exponentialRampToValueAtTime(hertz * slide, at + seconds)
  gain.gain.setValueAtTime(0, at)
  gain.gain.linearRampToValueAtTime(volume, at + 0.006)
  gain.gain.exponentialRampToValueAtTime(0.0001, at + seconds)
  wave.connect(gain).connect(to)
  wave.start(at)
  wave.stop(at + seconds + 0.02)
}

function noise({ audio, to }: Ear, at: number, seconds: number, volume: number, hertz: number, sharp: number, slide = 1): void {
  const length = Math.ceil(audio.sampleRate * seconds)
  const buffer = audio.createBuffer(1, length, audio.sampleRate)
  const data = buffer.getChannelData(0)
  for (let i = 0; i < length; i++) data[i] = (Math.random() * 2 - 1) * (1 - i / length) ** 2
  const source = audio.createBufferSource()
  source.buffer = buffer
  const filter = audio.createBiquadFilter()
  filter.type = 'bandpass'
  filter.frequency.setValueAtTime(hertz, at)
  filter.frequency.exponentialRampToValueAtTime(hertz * slide, at + seconds)
  filter.Q.value = sharp
  const gain = audio.createGain()
  gain.gain.value = volume
  source.connect(filter).connect(gain).connect(to)
  source.start(at)
}

/** A small hard thing that strikes: two short partials above a click, as wood, stone and ice each have their own. */
function knock(ear: Ear, at: number, body: number, bright: number, ring: number, volume: number): void {
  const off = 0.94 + Math.random() * 0.12
  noise(ear, at, 0.03, volume, bright * off, 2.5)
  tone(ear, at, body * off, ring, volume * 0.7, 'triangle', 0.82)
  tone(ear, at, body * 2.76 * off, ring * 0.6, volume * 0.25, 'sine', 0.9)
}

/** Several of them, closer and fainter as they come to rest. */
function tumble(at: number, times: number, over: number, strike: (at: number, part: number) => void): void {
  for (let i = 0; i < times; i++) strike(at + over * (1 - (1 - i / times) ** 1.6) + Math.random() * 0.02, i / times)
}

/** Drops that rise: water has more of them the bigger the splash. */
function drops(ear: Ear, at: number, count: number): void {
  for (let i = 0; i < count; i++) tone(ear, at + 0.05 + Math.random() * 0.35, 500 + Math.random() * 700, 0.07, 0.05, 'sine', 1.7)
}

const scores: Record<SoundName, (ear: Ear, at: number) => void> = {
  rattle: (ear, at) => tumble(at, 8, 0.6, (when, part) => knock(ear, when, 320, 1900, 0.07, 0.2 * (1 - part * 0.5))),
  land: (ear, at) => knock(ear, at, 270, 1300, 0.1, 0.52),
  wood: (ear, at) => tumble(at, 9, 0.62, (when, part) => knock(ear, when, 380 + 60 * part, 1500, 0.06, 0.19 * (1 - part * 0.5))),
  woodland: (ear, at) => [0, 0.05, 0.09].forEach((late, i) => knock(ear, at + late, 240 + 40 * i, 1000, 0.1, 0.2 - 0.05 * i)),
  pebbles: (ear, at) => tumble(at, 10, 0.6, (when, part) => knock(ear, when, 760, 3200, 0.04, 0.13 * (1 - part * 0.4))),
  pebble: (ear, at) => [0, 0.06].forEach((late) => knock(ear, at + late, 520, 2400, 0.06, 0.16)),
  ice: (ear, at) => {
    noise(ear, at, 0.5, 0.05, 5200, 0.8, 0.7)
    tumble(at, 7, 0.55, (when, part) => knock(ear, when, 1180, 4600, 0.09, 0.12 * (1 - part * 0.4)))
  },
  iceland: (ear, at) => {
    knock(ear, at, 980, 3800, 0.14, 0.14)
    noise(ear, at + 0.02, 0.3, 0.06, 6000, 1.2, 0.5)
  },
  splash: (ear, at) => {
    noise(ear, at, 0.5, 0.22, 900, 0.7, 0.5)
    noise(ear, at + 0.08, 0.3, 0.1, 2600, 1)
    drops(ear, at, 5)
  },
  slip: (ear, at) => {
    tone(ear, at, 392, 0.24, 0.09, 'triangle', 0.8)
    tone(ear, at + 0.2, 262, 0.4, 0.09, 'triangle', 0.7)
    noise(ear, at + 0.3, 0.6, 0.12, 1200, 0.6, 0.35)
    drops(ear, at + 0.4, 7)
  },
  catch: (ear, at) => {
    noise(ear, at, 0.18, 0.08, 1500, 0.8, 1.6)
    tone(ear, at + 0.04, 523, 0.12, 0.1, 'triangle')
    tone(ear, at + 0.13, 784, 0.22, 0.1, 'triangle')
  },
  steal: (ear, at) => {
    noise(ear, at, 0.22, 0.1, 2400, 1.2, 0.5)
    tone(ear, at + 0.08, 466, 0.1, 0.09, 'triangle')
    tone(ear, at + 0.17, 622, 0.2, 0.09, 'triangle')
  },
  card: (ear, at) => {
    noise(ear, at, 0.1, 0.18, 3200, 0.9, 0.5)
    noise(ear, at + 0.09, 0.05, 0.24, 1200, 1)
  },
  lose: (ear, at) => {
    tone(ear, at, 330, 0.2, 0.16, 'triangle', 0.8)
    tone(ear, at + 0.16, 220, 0.34, 0.16, 'triangle', 0.75)
  },
  yawn: (ear, at) => {
    tone(ear, at, 260, 0.5, 0.07, 'sine', 1.25)
    tone(ear, at + 0.4, 320, 0.7, 0.07, 'sine', 0.55)
  },
  tick: (ear, at) => tone(ear, at, 880, 0.05, 0.18, 'triangle'),
  turn: (ear, at) => {
    tone(ear, at, 440, 0.1, 0.07)
    tone(ear, at + 0.1, 587, 0.18, 0.07)
  },
  win: (ear, at) => {
    for (const [i, hertz] of [523, 659, 784, 1047].entries()) tone(ear, at + i * 0.12, hertz, 0.3, 0.09, 'triangle')
    drops(ear, at + 0.5, 9)
  },
  end: (ear, at) => {
    tone(ear, at, 392, 0.25, 0.08, 'triangle')
    tone(ear, at + 0.2, 330, 0.4, 0.08, 'triangle')
  },
}

export function play(name: SoundName, volume: number): void {
  const ear = open()
  if (out) out.gain.value = volume * loudest
  scores[name](ear, ear.audio.currentTime)
}
