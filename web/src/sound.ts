import { settings } from './settings.svelte.ts'
import type { SoundName } from './sounds.ts'

export type { SoundName } from './sounds.ts'

/** A short sound of our own, where this person wants any; what makes it is fetched with the first. */
export function sound(name: SoundName): void {
  if (!settings.sound || !settings.volume || typeof AudioContext === 'undefined') return
  if (!navigator.userActivation?.hasBeenActive) return // browsers refuse sound before the first tap
  void import('./sounds.ts').then((made) => made.play(name, settings.volume / 100), () => {})
}

/** A buzz on phones that can: one for a gain, two for a loss, a short one when it is one's turn. */
export function buzz(mood: 'gain' | 'loss' | 'turn'): void {
  if (!settings.haptics || !navigator.userActivation?.hasBeenActive) return
  navigator.vibrate?.(mood === 'gain' ? 30 : mood === 'loss' ? [40, 60, 90] : 15)
}
