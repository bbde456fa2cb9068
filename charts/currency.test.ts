import { expect, it } from 'vitest'
import { withCurrency } from '#core/format/currency.ts'
import { type ChartCell, formsOf, inputOf } from '#testing/chart-inputs.ts'
import { type ChartType, propsFor, type ToProps } from './chart.ts'
import { charts } from './index.ts'

const views = import.meta.glob('./*/View.tsx') as Record<string, () => Promise<{ toProps: ToProps }>>
const kinds: readonly ChartType[] = charts

/** Chart types that show row counts, custom templates, or lines of other datasets instead of their own metrics. */
const WITHOUT_AMOUNTS = new Set(['histogram_v2', 'handlebars', 'line_multi'])

const cell: ChartCell = (name, row) => {
  if (name === '__timestamp' || name === 'date') return Date.UTC(2001, 0, 1 + row)
  if (name === 'arrival') return Date.UTC(2001, 0, 4 + row)
  if (['latitude', 'longitude', 'count', 'delay'].includes(name)) return row + 1
  return ['US', 'FR', 'DE'][row] ?? null
}

it.each(kinds.filter(({ type }) => !WITHOUT_AMOUNTS.has(type)).map((kind) => [kind.type, kind] as const))(
  '%s shows its metrics in their currency',
  async (type, kind) => {
    const found = await views[`./${type}/View.tsx`]?.()
    if (!found) throw new Error(`${type} has no View`)
    const format = withCurrency('', { symbol: 'EUR', position: 'suffix' })
    const dataset = { verbose_map: {}, column_formats: { count: format, delay: format } }
    const shown = formsOf(kind).map((form) =>
      JSON.stringify(propsFor(kind, found.toProps, { ...inputOf(kind, form, 3, cell), dataset })),
    )
    expect(shown.some((props) => /suffix:EUR|€/.test(props))).toBe(true)
  },
)
