import type { Component } from 'svelte'
import type { Route } from '../route.svelte.ts'

/** Each page comes in a chunk of its own, fetched when it is opened. */
export async function pageOf(page: Route['page']): Promise<Component> {
  switch (page) {
    case 'setup':
      return (await import('./Setup.svelte')).default
    case 'table':
      return (await import('./Table.svelte')).default
    case 'rules':
      return (await import('./Rules.svelte')).default
    case 'about':
      return (await import('./About.svelte')).default
    case 'replay':
      return (await import('./Replay.svelte')).default
    case 'lesson':
      return (await import('../lessons/Lesson.svelte')).default
    case 'daily':
      return (await import('../daily/Daily.svelte')).default
    case 'same':
      return (await import('../same/Same.svelte')).default
    case 'statistics':
      return (await import('../statistics/Statistics.svelte')).default
    case 'gallery':
      if (import.meta.env.DEV) return (await import('./Gallery.svelte')).default
      return (await import('./Lost.svelte')).default
    default:
      return (await import('./Lost.svelte')).default
  }
}
