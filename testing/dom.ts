import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, beforeEach, vi } from 'vitest'
import { toast } from '#ui/overlay/toast.ts'
import { cacheComputedStyle } from './computed-style.ts'
import { cpuSinceLast } from './cpu.ts'

// A machine under load needs more than the default second.
configure({ asyncUtilTimeout: 20_000 })

if (document.defaultView) cacheComputedStyle(document.defaultView)

const GUARDED = Symbol.for('facet.guarded')

// React Aria watches for an on-screen keyboard by an interval of up to 600 ms, which may outlive the document of a worker.
if (!(GUARDED in setInterval)) {
  const setPlain = setInterval
  const setGuarded = (run: (...args: readonly unknown[]) => void, ms?: number, ...args: readonly unknown[]) => {
    const id = setPlain(() => {
      if (typeof document === 'undefined') clearInterval(id)
      else run(...args)
    }, ms)
    return id
  }
  Object.assign(globalThis, { setInterval: Object.assign(setGuarded, { [GUARDED]: true }) })
}

const INPUT_EVENTS = ['pointerdown', 'pointermove', 'keydown', 'input', 'change', 'drop']

let events = 0
const count = () => events++

let isTelling = false
let reportTimer: ReturnType<typeof setTimeout> | undefined

/** Browsers fire `selectionchange` once after the script has ended; the test DOM would fire it in the middle. */
function tellLater(event: Event): void {
  if (isTelling) return
  event.stopImmediatePropagation()
  reportTimer ??= setTimeout(() => {
    reportTimer = undefined
    isTelling = true
    document.dispatchEvent(new Event('selectionchange'))
    isTelling = false
  })
}

beforeEach(() => {
  events = 0
  document.addEventListener('selectionchange', tellLater, true)
  for (const act of INPUT_EVENTS) document.addEventListener(act, count, true)
})

afterEach(({ task }) => {
  task.meta.events = events
  task.meta.cpuSeconds = cpuSinceLast()
  for (const act of INPUT_EVENTS) document.removeEventListener(act, count, true)
  cleanup()
  toast.clear()
  document.title = ''
  // Portals next to the page (other than the announcer) would be found by the next test.
  for (const each of document.body.querySelectorAll(':scope > :not([data-live-announcer])')) each.remove()
  // A selected text of the last test would be the target of the next one.
  document.getSelection()?.removeAllRanges()
  clearTimeout(reportTimer)
  reportTimer = undefined
  document.removeEventListener('selectionchange', tellLater, true)
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
  window.localStorage.clear()
  window.sessionStorage.clear()
})

// Waits for pending imports of Views: one that outlives the document would fail in the next file of the worker.
afterAll(() => vi.dynamicImportSettled())
