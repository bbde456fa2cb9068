import { cleanup } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'

const ACTS = ['pointerdown', 'pointermove', 'keydown', 'input', 'change', 'drop']

let events = 0
const count = () => events++

beforeEach(() => {
  events = 0
  for (const act of ACTS) document.addEventListener(act, count, true)
})

afterEach(({ task }) => {
  task.meta.events = events
  for (const act of ACTS) document.removeEventListener(act, count, true)
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
  window.localStorage.clear()
  window.sessionStorage.clear()
})
