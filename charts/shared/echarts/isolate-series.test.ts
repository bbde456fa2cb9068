import type { ECharts } from 'echarts/core'
import { expect, it } from 'vitest'
import { isolateMark, listenToLegend } from './isolate-series.ts'

/** A chart with the legend entries A, B and C that records the actions it receives. */
function fakeChart() {
  const hidden = new Set<string>()
  const listeners: Record<string, ((event: unknown) => void)[]> = {}
  const on = (name: string, listener: (event: unknown) => void) => {
    listeners[name] = [...(listeners[name] ?? []), listener]
  }
  const emit = (name: string, event: unknown) => {
    for (const listener of listeners[name] ?? []) listener(event)
  }
  const actions: string[] = []
  const names = ['A', 'B', 'C']
  const chart = {
    on,
    getZr: () => ({ on }),
    getOption: () => ({
      series: [{ name: 'A' }, { name: 'values', data: [{ name: 'B' }, { name: 'other' }] }],
      legend: [{ data: names, selected: Object.fromEntries(names.map((name) => [name, !hidden.has(name)])) }],
    }),
    dispatchAction: ({ type, name = '' }: { readonly type: string; readonly name?: string }) => {
      actions.push(type)
      if (type === 'legendSelect') hidden.delete(name)
      if (type === 'legendUnSelect') hidden.add(name)
    },
  }
  listenToLegend(chart as unknown as ECharts)
  const click = (name: string, altKey = false) => {
    if (hidden.has(name)) hidden.delete(name)
    else hidden.add(name)
    emit('legendselectchanged', { name })
    emit('click', { event: { altKey } })
  }
  const doubleClick = (name: string) => {
    click(name)
    click(name)
    emit('dblclick', {})
  }
  const isolate = (seriesIndex: number, dataIndex: number) =>
    isolateMark(chart as unknown as ECharts, { seriesIndex, dataIndex })
  return { click, doubleClick, isolate, actions, shown: () => names.filter((name) => !hidden.has(name)).join('') }
}

it('a click hides an entry and leaves no other one dimmed', () => {
  const { click, shown, actions } = fakeChart()
  click('B')
  expect([shown(), actions]).toEqual(['AC', ['downplay']])
  click('B')
  expect(shown()).toBe('ABC')
})

it('a double click isolates an entry, another one shows all', () => {
  const { doubleClick, shown } = fakeChart()
  doubleClick('B')
  expect(shown()).toBe('B')
  doubleClick('B')
  expect(shown()).toBe('ABC')
})

it('a click with Alt isolates an entry, another one shows all', () => {
  const { click, shown } = fakeChart()
  click('B', true)
  expect(shown()).toBe('B')
  click('C', true)
  expect(shown()).toBe('C')
  click('C', true)
  expect(shown()).toBe('ABC')
})

it('a mark isolates the legend entry of its series or of its value, and shows all the second time', () => {
  const { isolate, shown } = fakeChart()
  isolate(0, -1)
  expect(shown()).toBe('A')
  isolate(1, 0)
  expect(shown()).toBe('B')
  isolate(1, 0)
  expect(shown()).toBe('ABC')
  isolate(1, 1)
  expect(shown()).toBe('ABC')
})
