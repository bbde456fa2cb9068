import { expect, test } from 'vitest'
import { readTrace } from './trace.ts'

const event = (name: string, ts: number, dur: number, type?: string, tdur?: number) => ({
  name,
  ph: dur > 0 ? 'X' : 'R',
  pid: 1,
  tid: 1,
  ts,
  ...(dur > 0 ? { dur } : {}),
  ...(tdur === undefined ? {} : { tdur }),
  ...(type ? { args: { data: { type } } } : {}),
})

const trace = readTrace([
  event('from', 1000, 0),
  event('EventDispatch', 2000, 10_000, 'click'),
  event('FunctionCall', 3000, 6000),
  event('Layout', 4000, 2000),
  event('MinorGC', 4500, 500),
  event('Paint', 15_000, 3000),
  event('RunTask', 15_000, 9000),
  event('UpdateLayoutTree', 19_000, 1000),
  event('to', 30_000, 0),
  event('TimerFire', 31_000, 5000),
  event('EventDispatch', 40_000, 1000, 'pointermove'),
  event('EventDispatch', 50_000, 8000, 'click', 3000),
])

test('counts nested events once, for the innermost', () => {
  const { script, layout, paint, longest } = trace.work(trace.mark('from'), trace.mark('to'))
  // The click of 10 ms contains a layout of 2 ms, which contains 0.5 ms of garbage collection; a style event of 1 ms is
  // separate.
  expect(script).toBeCloseTo(8.5)
  expect(layout).toBeCloseTo(2.5)
  expect(paint).toBe(3)
  expect(longest).toBe(10)
})

test('excludes the time in which other processes used the core', () => {
  expect(trace.work(50_000, 60_000).script).toBe(3)
})

test('sums work from its start and names events by type', () => {
  expect(trace.work(30_000, 40_000)).toEqual({ script: 5, layout: 0, paint: 0, longest: 5 })
  expect(trace.events('pointermove')).toEqual([40_000])
  expect(() => trace.mark('never')).toThrow('no mark')
})
