import type { Component } from 'svelte'
import type { GameName } from '../games/games.ts'
import EspressoScene from './EspressoScene.svelte'
import FloeScene from './FloeScene.svelte'
import LureScene from './LureScene.svelte'
import SolesScene from './SolesScene.svelte'

export const scenes: Readonly<Record<GameName, Component>> = {
  soles: SolesScene,
  espresso: EspressoScene,
  lure: LureScene,
  floe: FloeScene,
}
