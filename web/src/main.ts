import { mount } from 'svelte'
import App from './App.svelte'
import './look/look.css'
import { applyLook, settings } from './settings.svelte.ts'
import { speak } from './words/words.svelte.ts'

applyLook()
await speak(settings.language)
const target = document.getElementById('app')
if (target) mount(App, { target })
