import { mount } from 'svelte'
import App from './App.svelte'
import { watchForInstall } from './away/install.ts'
import './look/look.css'
import { applyLook, settings } from './settings.svelte.ts'
import { speak } from './words/words.svelte.ts'

applyLook()
watchForInstall()
await speak(settings.language)
const target = document.getElementById('app')
if (target) mount(App, { target })
if (import.meta.env.PROD) {
  const start = (): void => void import('./away/worker.ts').then(({ startWorker }) => startWorker(import.meta.url)).catch(() => {}) // it works without
  if (document.readyState === 'complete') start()
  else window.addEventListener('load', start, { once: true })
}
