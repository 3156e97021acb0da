import { BOTS } from './wire.ts'
import { languages, type Language } from './words/words.svelte.ts'

/** How quickly the table tells what happens: how many times as long as usual each beat takes. */
export const speeds = { calm: 1.6, normal: 1, brisk: 0.5, once: 0 } as const
export type Speed = keyof typeof speeds

/** What a person set on this device; kept in this browser only. */
export interface Settings {
  sound: boolean
  /** From 0 to 100. */
  volume: number
  /** Short buzzes, on devices that can. */
  haptics: boolean
  speed: Speed
  /** Whether one's own turn begins with a press. */
  roll: boolean
  motion: 'system' | 'full' | 'still'
  theme: 'system' | 'light' | 'dark'
  language: Language
  odds: boolean
  /** Whether bots have a rare word to say. */
  chatter: boolean
  /** The level of the bots that sit down when somebody just wants to play. */
  level: string
}

const key = 'rollmops.settings'
const device: Settings = {
  sound: true,
  volume: 70,
  haptics: true,
  speed: 'normal',
  roll: true,
  motion: 'system',
  theme: 'system',
  language: navigator.language.toLowerCase().startsWith('de') ? 'de' : 'en',
  odds: true, // where the table wants them shown
  chatter: true,
  level: 'medium',
}

function read(): Settings {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<Settings>
    const yes = (what: 'sound' | 'haptics' | 'roll' | 'odds' | 'chatter'): boolean => (typeof kept[what] === 'boolean' ? kept[what] : device[what])
    return {
      sound: yes('sound'),
      volume: typeof kept.volume === 'number' && kept.volume >= 0 && kept.volume <= 100 ? kept.volume : device.volume,
      haptics: yes('haptics'),
      speed: kept.speed && Object.hasOwn(speeds, kept.speed) ? kept.speed : device.speed,
      roll: yes('roll'),
      motion: kept.motion === 'full' || kept.motion === 'still' ? kept.motion : device.motion,
      theme: kept.theme === 'light' || kept.theme === 'dark' ? kept.theme : device.theme,
      language: languages.find((one) => one === kept.language) ?? device.language,
      odds: yes('odds'),
      chatter: yes('chatter'),
      level: kept.level && kept.level in BOTS ? kept.level : device.level,
    }
  } catch {
    return { ...device } // a private window may have no storage
  }
}

export const settings: Settings = $state(read())

export function keepSettings(): void {
  try {
    localStorage.setItem(key, JSON.stringify(settings))
  } catch {
    // Nothing is lost but the memory of this page.
  }
}

const darkDevice = matchMedia('(prefers-color-scheme: dark)')
const stillDevice = matchMedia('(prefers-reduced-motion: reduce)')

export function isStill(): boolean {
  return settings.motion === 'still' || (settings.motion === 'system' && stillDevice.matches)
}

/** How many times as long as usual things take here; 0: nothing is waited for. */
export function tempo(): number {
  return speeds[settings.speed]
}

/** The same for a longer account: however brisk, it can be read. */
export function readingTempo(): number {
  return Math.max(0.5, tempo())
}

/** Put theme and motion onto the page, now and whenever the device changes its mind. */
export function applyLook(): void {
  const root = document.documentElement
  const dark = settings.theme === 'dark' || (settings.theme === 'system' && darkDevice.matches)
  root.dataset['theme'] = dark ? 'dark' : 'light'
  root.dataset['motion'] = isStill() ? 'still' : 'full'
}
darkDevice.addEventListener('change', applyLook)
stillDevice.addEventListener('change', applyLook)
