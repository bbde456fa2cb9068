import { render } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { takeCanvas } from '#testing/canvas.ts'
import { sampleCases } from '#testing/case-sample.ts'
import { type ChartViewProps, type ChartType, type SelectedMark, propsFor, type ToProps } from './chart.ts'
import { charts } from './index.ts'
import { type ChartCell, formsOf, hostileCell, inputOf } from '#testing/chart-inputs.ts'
import { userInput } from '#testing/user-input.ts'

const all: readonly ChartType[] = charts

type View = React.ComponentType<ChartViewProps & Record<string, unknown>>
interface ChartModule {
  readonly default: View
  readonly toProps: ToProps
  readonly preload?: () => void
}
const views = import.meta.glob('./*/View.tsx') as Record<string, () => Promise<ChartModule>>

beforeEach(() => takeCanvas())

const day = (row: number) => Date.UTC(2001, 0, 1 + row)

/** Values of the first name column: countries or regions for chart types that draw their shapes. */
const placeNames: Readonly<Record<string, readonly string[]>> = {
  world_map: ['US', 'FR', 'DE'],
  country_map: ['US-CA', 'US-NY', 'US-TX'],
}

/** Returns cells in which every row is a separate mark that can be positioned. */
function plainOf(type: string): ChartCell {
  const named = placeNames[type] ?? ['ORD', 'ATL', 'DFW']
  return (name, row) => {
    if (name === '__timestamp' || name === 'date') return day(row)
    if (name === 'arrival') return day(row + 3)
    if (name === 'latitude' || name === 'longitude') return 10 + row
    if (name === 'count' || name === 'delay') return row + 1
    return (name === 'carrier' ? ['AA', 'UA', 'DL'] : named)[row] ?? null
  }
}

async function show(chart: ChartType, form: ReturnType<typeof formsOf>[number], rowCount: number, cell: ChartCell) {
  const found = await views[`./${chart.type}/View.tsx`]?.()
  if (!found) throw new Error(`${chart.type} has no View`)
  const { default: View, toProps } = found
  if (found.preload) {
    found.preload()
    await vi.dynamicImportSettled()
  }
  const props = propsFor(chart, toProps, inputOf(chart, form, rowCount, cell)) as Record<string, unknown>
  const onSelect = vi.fn<(selection: SelectedMark) => void>()
  const own = chart.toDataMask ? { onSelect } : {}
  const page = render(<View {...props} {...own} shown={props} width={600} height={400} theme="light" />)
  return { ...page, onSelect }
}

const spoken = () => [...document.querySelectorAll('[aria-live]')].map((each) => each.textContent ?? '').join('')

/** Returns whether a picture has a name, or its text describes it, as that of a number. Every picture must have a name. */
function isDescribed(container: HTMLElement): boolean {
  const named = [...container.querySelectorAll('[role=img], [role=application], [role=grid], [role=table]')]
  for (const each of named) expect(each.getAttribute('aria-label')?.trim()).toBeTruthy()
  return named.length > 0 || container.textContent?.trim() !== ''
}

/** Moves to the next keyboard stop: with the key of charts, then that of maps, whose arrow keys move the view. */
async function step(element: HTMLElement): Promise<void> {
  element.focus()
  await userInput().keyboard('{ArrowRight}{PageDown}')
}

/** Chart types in which a key press has selected a mark. */
const selectable = new Set<string>()

describe.each(all.map((chart) => [chart.type, chart] as const))('%s', (type, chart) => {
  const plain = plainOf(type)

  // Of the results with few names, every second form.
  const forms = formsOf(chart)
  const some = sampleCases(forms, 2)

  it.each<[string, number, ChartCell, readonly (typeof forms)[number][]]>([
    ['no rows', 0, () => null, some],
    ['only nulls', 3, () => null, some],
    ['one row', 1, plain, some],
    ['hostile names', 5, hostileCell, forms],
  ])('draws %s and describes the picture', async (_, rowCount, cell, drawn) => {
    for (const form of drawn) {
      const { container, unmount } = await show(chart, form, rowCount, cell)
      // The frame around the chart reports an empty result.
      expect(isDescribed(container) || rowCount === 0).toBe(true)
      unmount()
    }
  })

  it('announces each mark that the arrow keys focus', async () => {
    const [form] = formsOf(chart)
    if (!form) throw new Error('There is no example')
    const { container } = await show(chart, form, 3, plain)
    const canvas = container.querySelector<HTMLElement>('[role=application]')
    expect(canvas?.tabIndex ?? 0).toBe(0)
    expect(canvas !== null || !container.querySelector('canvas')).toBe(true)
    if (!canvas) return
    // The description appears shortly after the key press, and country shapes must load first.
    const isSaid = async () => {
      if (spoken() === '') await step(canvas)
      expect(spoken()).toMatch(/ORD|ATL|DFW|AA|UA|DL|\d/)
    }
    await vi.waitFor(isSaid, { interval: 200, timeout: 10_000 })
    expect(spoken()).not.toMatch(/undefined|NaN|\[object/)
  })

  it('describes the picture of three rows, and filters and drills by the mark that is selected by keyboard', async () => {
    for (const form of forms) {
      const { container, onSelect, unmount } = await show(chart, form, 3, plain)
      expect(isDescribed(container)).toBe(true)
      const canvas = container.querySelector<HTMLElement>('[role=application]')
      if (canvas) {
        await step(canvas)
        await userInput().keyboard('{Enter}')
      } else {
        const button = container.querySelector<HTMLElement>('button[aria-pressed]')
        button?.focus()
        if (button) await userInput().keyboard('{Enter}')
      }
      expect(onSelect.mock.calls.length).toBeLessThanOrEqual(1)
      for (const [selection] of onSelect.mock.calls) {
        selectable.add(type)
        const filters = chart.toDataMask?.([selection], form).extraFormData?.filters ?? []
        expect(filters.length).toBeGreaterThan(0)
        const found = chart.toDrillFilters?.([selection], form) ?? []
        expect(found).toEqual(expect.arrayContaining(filters.map((each) => expect.objectContaining({ ...each }))))
      }
      unmount()
    }
  })
})

it('marks of every chart type that filters can be selected by keyboard', () => {
  // Tables select cells; their own tests cover it.
  const filtering = all.filter(({ toDataMask }) => toDataMask).map(({ type }) => type)
  const missing = filtering.filter((type) => !selectable.has(type))
  expect(missing, 'draw marks as <button aria-pressed> or by EChart').toEqual(['table', 'pivot_table_v2'])
})
