import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, beforeEach, vi } from 'vitest'
import { toast } from '#ui/overlay/toast.ts'
import { quickenComputedStyle } from './computed-style.ts'
import { cpuSinceLast } from './cpu.ts'

// What is awaited comes when it comes: a machine with other work needs more than the second that is usual.
configure({ asyncUtilTimeout: 20_000 })

if (document.defaultView) quickenComputedStyle(document.defaultView)

const ACTS = ['pointerdown', 'pointermove', 'keydown', 'input', 'change', 'drop']

let events = 0
const count = () => events++

let isTelling = false
let telling: ReturnType<typeof setTimeout> | undefined

/** A browser tells of a new selection when the script has ended, once; here it would be told in the middle of it. */
function tellLater(event: Event): void {
  if (isTelling) return
  event.stopImmediatePropagation()
  telling ??= setTimeout(() => {
    telling = undefined
    isTelling = true
    document.dispatchEvent(new Event('selectionchange'))
    isTelling = false
  })
}

beforeEach(() => {
  events = 0
  document.addEventListener('selectionchange', tellLater, true)
  for (const act of ACTS) document.addEventListener(act, count, true)
})

afterEach(({ task }) => {
  task.meta.events = events
  task.meta.cpuSeconds = cpuSinceLast()
  for (const act of ACTS) document.removeEventListener(act, count, true)
  cleanup()
  toast.clear()
  document.title = ''
  // What is said to listeners stands beside the page, and would be found by the test that comes next.
  for (const each of document.body.querySelectorAll(':scope > :not([data-live-announcer])')) each.remove()
  clearTimeout(telling)
  telling = undefined
  document.removeEventListener('selectionchange', tellLater, true)
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
  window.localStorage.clear()
  window.sessionStorage.clear()
})

// A View whose import is under way when the document goes would fail for the next file of the same worker too.
afterAll(() => vi.dynamicImportSettled())
