import type { Browser, Page } from '@playwright/test'

/** Without stacks, samples and pictures, which would cost what they measure. */
const CATEGORIES = ['-*', 'devtools.timeline', 'blink.user_timing', 'v8']

const GROUPS: Readonly<Record<string, keyof Omit<Work, 'longest'>>> = {
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
  /** Microseconds, as `dur` and `tdur`. */
  readonly ts: number
  readonly dur?: number
  /** Processor time of the thread. */
  readonly tdur?: number
  readonly args?: { readonly data?: { readonly type?: string } }
}

/**
 * What the main thread did in some time, in milliseconds of its processor: time in which other programs had the core is
 * not its work. What is nested counts once, for what is innermost.
 */
export interface Work {
  readonly script: number
  /** Style and layout. */
  readonly layout: number
  /** What of painting the main thread does. */
  readonly paint: number
  /** The longest piece of script, style or layout, with all that is nested in it. */
  readonly longest: number
}

/** The main thread of one page while something was done to it. */
export interface Trace {
  /** Microseconds at which the page passed the mark; fails without it. */
  mark(name: string): number
  /** Microseconds at which events of this type began to be heard. */
  events(type: string): readonly number[]
  /** Work that began between two moments. */
  work(from: number, to: number): Work
}

/** Records what the main thread of the page does while `act` runs. */
export async function traced(browser: Browser, page: Page, act: () => Promise<void>): Promise<Trace> {
  await browser.startTracing(page, { categories: CATEGORIES })
  const name = 'trace begins'
  await page.evaluate((mark) => void performance.mark(mark), name)
  // One that fails leaves the browser free for the next.
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

/** @param spans by their beginning, those around others before them */
function sum(spans: readonly TraceEvent[]): Work {
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
