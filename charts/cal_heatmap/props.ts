import type { CalendarForm } from './controls.ts'
import { type Domain, GRAINS, type Subdomain } from './periods.ts'
import type { ChartInput } from '#charts/chart.ts'
import { toInstant, toNumber } from '#charts/shared/cell.ts'
import { formatFor, numberOrDefault, textOrDefault } from '#charts/shared/number-format.ts'
import { queryFields } from '#core/form/query-fields.ts'
import { metricLabel } from '#core/query/query-object.ts'
import { TIMESTAMP } from '#core/query/timestamp.ts'
import { column, type Table, TEMPORAL } from '#core/table/table.ts'

/** The values of one metric, parallel to `CalendarProps.at`. */
export interface CalendarMetric {
  readonly name: string
  readonly format: string
  readonly values: readonly (number | null)[]
}

export interface CalendarProps {
  /** The starts of the periods that have values, in epoch milliseconds, ascending. */
  readonly at: readonly number[]
  readonly metrics: readonly CalendarMetric[]
  readonly domain: Domain
  readonly subdomain: Subdomain
  readonly grain: string
  readonly cell: { readonly size: number; readonly gap: number; readonly radius: number }
  readonly scheme: string | null
  readonly steps: number
  readonly timeFormat: string
  readonly hasLegend: boolean
  readonly hasValues: boolean
  readonly hasNames: boolean
  /** The number of cells that are not shown. A long calendar shows its latest cells. */
  readonly left: number
}

/** The maximum number of cells with a value; the latest are shown. */
export const MAX_CELLS = 20_000

interface TimedRows {
  readonly at: readonly number[]
  readonly rows: readonly number[]
  readonly left: number
}

/** Returns the rows in order of time; rows without an instant are left out. */
function momentsOf(table: Table, metrics: number): TimedRows {
  const times = column(table, TIMESTAMP) ?? table.columns.find(({ type }) => type === TEMPORAL)
  const all = Array.from({ length: table.rowCount }, (_, row) => ({ row, at: toInstant(times?.values[row]) }))
  const known = all.filter((each) => each.at !== null).toSorted((a, b) => Number(a.at) - Number(b.at))
  const most = Math.max(1, Math.floor(MAX_CELLS / Math.max(1, metrics)))
  const stored = known.slice(-most)
  return {
    at: stored.map(({ at }) => Number(at)),
    rows: stored.map(({ row }) => row),
    left: (known.length - stored.length) * metrics,
  }
}

const clampOr = (value: unknown, fallback: number, low: number, high: number): number =>
  Math.min(high, Math.max(low, numberOrDefault(value, fallback)))

/** Returns the values of each metric by cell. */
export function toProps(input: ChartInput<CalendarForm>): CalendarProps {
  const { form } = input
  const table = input.tables[0] ?? { columns: [], rowCount: 0 }
  const labels = (queryFields(form).metrics ?? []).map(metricLabel)
  const columns = labels.map((label) => column(table, label)).filter((each) => each !== undefined)
  const { at, rows, left } = momentsOf(table, columns.length)
  return {
    at,
    metrics: columns.map(({ name, values }) => ({
      name: input.dataset.verbose_map[name] ?? name,
      format: formatFor(input, 'y_axis_format', [name]),
      values: rows.map((row) => toNumber(values[row])),
    })),
    domain: form.domain_granularity,
    subdomain: form.subdomain_granularity,
    grain: GRAINS[form.subdomain_granularity],
    cell: {
      size: clampOr(form.cell_size, 10, 2, 100),
      gap: clampOr(form.cell_padding, 2, 0, 50),
      radius: clampOr(form.cell_radius, 0, 0, 50),
    },
    scheme: form.linear_color_scheme ?? null,
    steps: Math.round(clampOr(form.steps, 10, 1, 50)),
    timeFormat: textOrDefault(form.x_axis_time_format, 'smart_date'),
    hasLegend: form.show_legend,
    hasValues: form.show_values,
    hasNames: form.show_metric_name,
    left,
  }
}
