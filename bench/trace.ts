import type { Browser, Page } from '@playwright/test'

/** Without stacks, samples and screenshots, whose cost would distort the measurement. */
const CATEGORIES = ['-*', 'devtools.timeline', 'blink.user_timing', 'v8']

const GROUPS: Readonly<Record<string, keyof Omit<MainThreadWork, 'longest'>>> = {
  EvaluateScript: 'script',
  EventDispatch: 'script',
  FireAnimationFrame: 'script',
  FireIdleCallback: 'script',
  FunctionCall: 'script',
  MajorGC: 'script',
  MinorGC: 'script',
  RunMicrotasks: 'script',
  TimerFire: 'script',
  XHRLoad: 'script',
  'v8.compile': 'script',
  'v8.evaluateModule': 'script',
  Layout: 'layout',
  UpdateLayoutTree: 'layout',
  Commit: 'paint',
  Layerize: 'paint',
  Paint: 'paint',
  PrePaint: 'paint',
}

interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  /** Microseconds, like `dur` and `tdur`. */
  readonly ts: number
  readonly dur?: number
  /** CPU time of the thread. */
  readonly tdur?: number
  readonly args?: { readonly data?: { readonly type?: string } }
}

/**
 * The work of the main thread in an interval, in milliseconds of CPU time, which excludes time when other programs had
 * the core. Nested events count once, for the innermost one.
 */
export interface MainThreadWork {
  readonly script: number
  /** Style and layout. */
  readonly layout: number
  /** The main thread's part of painting. */
  readonly paint: number
  /** The longest script, style or layout task, including nested events. */
  readonly longest: number
}

/** A trace of the main thread of one page during an action. */
export interface Trace {
  /** Returns the microseconds at which the page passed the mark; throws without it. */
  mark(name: string): number
  /** Returns the microseconds at which handlers for events of this type started. */
  events(type: string): readonly number[]
  /** Returns the work that began between two timestamps. */
  work(from: number, to: number): MainThreadWork
}

/** Records the work of the page's main thread while `act` runs. */
export async function traceWork(browser: Browser, page: Page, act: () => Promise<void>): Promise<Trace> {
  await browser.startTracing(page, { categories: CATEGORIES })
  const name = 'trace begins'
  await page.evaluate((mark) => void performance.mark(mark), name)
  // A failed action still stops the recording, so that the next one can start.
  await act().catch(async (error: unknown) => {
    await browser.stopTracing()
    throw error
  })
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] }
  const own = traceEvents.find((event) => event.name === name)
  if (!own) throw new Error('The trace does not hold the page')
  return readTrace(traceEvents.filter(({ pid, tid }) => pid === own.pid && tid === own.tid))
}

/** @param events those of one thread */
export function readTrace(events: readonly TraceEvent[]): Trace {
  const marks = new Map(events.map(({ name, ts }) => [name, ts]))
  const spans = events
    .filter(({ name, ph, dur }) => ph === 'X' && dur !== undefined && GROUPS[name])
    .toSorted((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0))
  return {
    mark: (name) => {
      const at = marks.get(name)
      if (at === undefined) throw new Error(`The trace has no mark ${name}`)
      return at
    },
    events: (type) =>
      spans.filter(({ name, args }) => name === 'EventDispatch' && args?.data?.type === type).map(({ ts }) => ts),
    work: (from, to) => sum(spans.filter(({ ts }) => ts >= from && ts < to)),
  }
}

/** @param spans sorted by start, enclosing ones before nested ones */
function sum(spans: readonly TraceEvent[]): MainThreadWork {
  const total = { script: 0, layout: 0, paint: 0 }
  let longest = 0
  const open: { readonly end: number; readonly group: keyof typeof total }[] = []
  for (const { name, ts, dur = 0, tdur = dur } of spans) {
    const group = GROUPS[name] ?? 'script'
    while (open.length > 0 && (open.at(-1)?.end ?? 0) <= ts) open.pop()
    const around = open.at(-1)
    if (around) total[around.group] -= tdur / 1000
    else if (group !== 'paint') longest = Math.max(longest, tdur / 1000)
    total[group] += tdur / 1000
    open.push({ end: ts + dur, group })
  }
  return { ...total, longest }
}
