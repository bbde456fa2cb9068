import { render } from '@testing-library/react'
import { type ECharts, getInstanceByDom, helper } from 'echarts/core'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { takeCanvas } from '#testing/canvas.ts'
import { type ChartViewProps, type ChartType, propsFor, type ToProps } from './chart.ts'
import { charts } from './index.ts'
import { controlsOf } from '#controls/form.ts'
import { sampleCases } from '#testing/case-sample.ts'
import { type ChartCell, inputOf } from '#testing/chart-inputs.ts'
import { waitForAssertion } from '#testing/user-input.ts'

const all: readonly ChartType[] = charts
type View = React.ComponentType<ChartViewProps & Record<string, unknown>>
const views = import.meta.glob('./*/View.tsx') as Record<string, () => Promise<{ default: View; toProps: ToProps }>>

/** The system's contrast preference. */
const contrast = { matches: false, addEventListener() {}, removeEventListener() {} }

beforeEach(() => {
  takeCanvas()
  contrast.matches = false
  vi.stubGlobal('matchMedia', () => contrast)
})

/** The used part of a zrender shape. */
interface Shape {
  readonly parent: Shape | null
  readonly __legendDataIndex?: number
  readonly name?: string
  readonly type: string
  readonly currentStates: readonly string[]
  readonly style?: { readonly decal?: object | null }
  getBoundingRect(): { readonly x: number; readonly y: number; readonly width: number; readonly height: number }
  transformCoordToGlobal(x: number, y: number): readonly [number, number]
}
interface Zr {
  flush(): void
  readonly animation: { update(): void }
  readonly handler: { dispatch(name: string, event: object): void }
  readonly storage: { getDisplayList(update: boolean): readonly Shape[] }
}

const DAY = 86_400_000

/** Returns cells whose rows all have different names and numbers; every name has a value on each of two days. */
function namesOf(count: number): ChartCell {
  return (name, row) => {
    if (name === '__timestamp') return Math.floor(row / count) * DAY
    if (name === 'date') return (row % 4) * DAY
    if (name === 'arrival') return ((row % 4) + 3) * DAY
    if (name === 'latitude' || name === 'longitude') return 10 + (row % 7)
    // Decreases are a separate series in a waterfall.
    if (name === 'count' || name === 'delay') return row % 2 === 0 ? 10 + row : 3 + row
    return `${name} ${row % count}`
  }
}

/** Form values that give a chart type several legend entries if its first example has none. */
const more: Readonly<Record<string, object>> = {
  gantt_chart: { series: 'carrier' },
  graph_chart: { source_category: 'origin', target_category: 'carrier' },
  bubble_v2: { series: 'carrier' },
  histogram_v2: { groupby: ['origin'] },
  mixed_timeseries: { seriesType: 'bar' },
  line_multi: { line_charts: [1, 2, 3, 4, 5, 6, 7, 8] },
}

async function drawn(chart: ChartType, count: number, form: object = {}) {
  const found = await views[`./${chart.type}/View.tsx`]?.()
  if (!found) throw new Error(`${chart.type} has no View`)
  const { default: View, toProps } = found
  const requested = {
    ...chart.examples[0],
    groupby: ['origin'],
    ...more[chart.type],
    show_legend: true,
    legendType: 'scroll',
    ...form,
    viz_type: chart.type,
    datasource: '1__table',
  }
  const props = propsFor(chart, toProps, inputOf(chart, requested, 2 * count, namesOf(count))) as Record<
    string,
    unknown
  >
  const { container } = render(<View {...props} shown={props} width={900} height={500} theme="light" />)
  const host = container.querySelector<HTMLElement>('[_echarts_instance_]')
  const instance = host && getInstanceByDom(host)
  if (!instance) throw new Error(`${chart.type} is not drawn`)
  return userInputOn(instance)
}

function userInputOn(chart: ECharts) {
  const zr = chart.getZr() as unknown as Zr
  const legend = () =>
    (chart.getOption()['legend'] as { selected: Record<string, boolean>; data: string[]; scrollDataIndex: number }[])[0]
  const entryOf = (shape: Shape | null): Shape | undefined => {
    for (let at = shape; at; at = at.parent) if (at.__legendDataIndex !== undefined) return at
    return undefined
  }
  const shapes = () => zr.storage.getDisplayList(true)
  const isMark = (shape: Shape | null | undefined): boolean =>
    shape ? helper.getECData(shape as never).seriesIndex !== undefined || isMark(shape.parent) : false
  const middle = (shape: Shape) => {
    const { x, y, width, height } = shape.getBoundingRect()
    const [zrX, zrY] = shape.transformCoordToGlobal(x + width / 2, y + height / 2)
    return { zrX, zrY }
  }
  const entryPosition = (entry: number) => {
    const found = shapes().find((shape) => entryOf(shape)?.__legendDataIndex === entry)
    if (!found) throw new Error(`There is no entry ${entry}`)
    return middle(found)
  }
  const act = (position: object, ...events: string[]) => {
    for (const name of events) {
      zr.handler.dispatch(name, { ...position })
      // Highlighting takes effect in the next frame.
      zr.animation.update()
      zr.flush()
    }
  }
  return {
    legend,
    names: () => legend()?.data ?? [],
    hidden: () => (legend()?.data ?? []).filter((name) => legend()?.selected[name] === false),
    /** Counts the distinct decal patterns of the marks. */
    patterns: () => new Set(shapes().flatMap((shape) => (isMark(shape) ? (shape.style?.decal ?? []) : []))).size,
    /** Counts the mark shapes, and those that are dimmed. */
    marks: () => shapes().filter((shape) => !entryOf(shape) && shape.type !== 'tspan' && isMark(shape)).length,
    faded: () => shapes().filter((shape) => shape.currentStates.includes('blur')).length,
    press: (entry: number) => act(entryPosition(entry), 'mousemove', 'mousedown', 'mouseup', 'click'),
    pressTwice: (entry: number) =>
      act(
        entryPosition(entry),
        'mousemove',
        'mousedown',
        'mouseup',
        'click',
        'mousedown',
        'mouseup',
        'click',
        'dblclick',
      ),
    point: (entry: number) => act(entryPosition(entry), 'mousemove'),
    leave: () => act({ zrX: 899, zrY: 499 }, 'mousemove'),
    turn: () => {
      const next = shapes().find((shape) => shape.name === 'pageNext')
      if (!next) throw new Error('There is nothing to turn')
      act(middle(next), 'mousemove', 'mousedown', 'mouseup', 'click')
    },
  }
}

const has = (chart: ChartType, control: string) => controlsOf(chart.controls).some(({ name }) => name === control)

/** Chart types with a legend of names; calendars and heatmaps have a color ramp. */
const named = all.filter((chart) => has(chart, 'show_legend') && !has(chart, 'linear_color_scheme'))

/** Lines and points have no area for a pattern: lines have end labels; points are identified by legend and keyboard. */
const UNFILLED = /_line$|_smooth$|_step$|_scatter$|line_multi|^echarts_timeseries$|^radar$|^bubble_v2$|^graph_chart$/

describe.each(sampleCases(named, 5).map((chart) => [chart.type, chart] as const))('the legend of %s', (_, chart) => {
  it('hides and shows a series on a click, and isolates it on a double click', async () => {
    const { names, hidden, marks, faded, press, pressTwice, leave } = await drawn(chart, 8)
    const drawnMarks = marks()
    await waitForAssertion(() => expect(names().length).toBeGreaterThan(1))
    press(1)
    expect(hidden()).toEqual([names()[1]])
    expect(marks()).toBeLessThan(drawnMarks)
    press(1)
    expect([hidden(), marks()]).toEqual([[], drawnMarks])
    pressTwice(1)
    expect(hidden()).toEqual(names().filter((__, at) => at !== 1))
    expect(marks()).toBeLessThan(drawnMarks)
    pressTwice(1)
    expect([hidden(), marks()]).toEqual([[], drawnMarks])
    leave()
    expect(faded()).toBe(0)
  })

  it('fades the others while one is pointed at', async () => {
    const { faded, point, leave } = await drawn(chart, 8)
    expect(faded()).toBe(0)
    point(1)
    expect(faded()).toBeGreaterThan(0)
    leave()
    expect(faded()).toBe(0)
  })

  it.runIf(has(chart, 'legendType'))('scrolls if it is longer than the picture is wide', async () => {
    const { legend, turn } = await drawn(chart, 100)
    expect(legend()?.scrollDataIndex ?? 0).toBe(0)
    turn()
    expect(legend()?.scrollDataIndex).toBeGreaterThan(0)
  })

  it.skipIf(UNFILLED.test(chart.type))(
    'distinguishes names by patterns when the system requests more contrast',
    async () => {
      expect((await drawn(chart, 4)).patterns()).toBe(0)
      contrast.matches = true
      expect((await drawn(chart, 4)).patterns()).toBeGreaterThan(1)
    },
  )
})
