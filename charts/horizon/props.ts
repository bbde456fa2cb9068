import type { HorizonForm } from './controls.ts'
import { bucketForm } from './query.ts'
import type { ChartInput, SelectedMark } from '#charts/chart.ts'
import { toNumber } from '#charts/shared/cell.ts'
import { grainOf } from '#charts/shared/axes/grain.ts'
import { formatFor, numberOrDefault } from '#charts/shared/number-format.ts'
import { cutPeriodStart, openPeriodEnd } from '#charts/shared/timeseries/incomplete-period.ts'
import type { SeriesForm } from '#charts/shared/series/series-form.ts'
import { seriesTable } from '#charts/shared/series/series.ts'
import { toShares } from '#charts/shared/series/stacking.ts'

/** One row: a time series and its comparison base. */
export interface HorizonRow {
  readonly name: string
  readonly selection: SelectedMark
  /** The values of the result, and the values drawn: the same, or their change from the first. */
  readonly values: readonly (number | null)[]
  readonly drawn: readonly (number | null)[]
  /** The absolute value that fills all bands; 0 if nothing is drawn. */
  readonly reach: number
  readonly format: string
}

export interface HorizonProps {
  /** Epoch milliseconds, ascending. */
  readonly at: readonly number[]
  readonly rows: readonly HorizonRow[]
  /** The height of each row in pixels. */
  readonly rowHeight: number
  readonly isChange: boolean
  readonly grain: string | null
  /** The time zone of displayed times; undefined for UTC. */
  readonly zone: string | undefined
  /** The last instant, if the period that starts there is incomplete; otherwise null. */
  readonly openFrom: number | null
  /** The first instant of the axis, if the time range starts within its period; otherwise null. */
  readonly cutFirst: number | null
  /** The number of series that are not drawn. */
  readonly left: number
}

/** The maximum number of rows. */
export const MAX_ROWS = 100

const USUAL = {
  show_empty_columns: true,
  sort_series_ascending: false,
  sort_series_type: null,
  truncate_metric: true,
  x_axis_sort: null,
  x_axis_sort_series: null,
  x_axis_sort_series_ascending: true,
} as const

const reachOf = (values: readonly (number | null)[]): number =>
  values.reduce<number>((most, value) => Math.max(most, Math.abs(value ?? 0)), 0)

/** Returns the change of each value from the first non-null one. */
function changes(values: readonly (number | null)[]): readonly (number | null)[] {
  const first = values.find((value) => value !== null) ?? 0
  return values.map((value) => (value === null ? null : value - first))
}

/** Returns one row per series. */
export function toProps(input: ChartInput<HorizonForm>): HorizonProps {
  const { form } = input
  const own: SeriesForm = { ...bucketForm(form), ...USUAL }
  const { x, series, left = 0 } = seriesTable({ ...input, form: own })
  const scale = form.horizon_color_scale
  const stored = series.slice(0, MAX_ROWS)
  const shown = form.contribution ? toShares(series, x.values.length).slice(0, MAX_ROWS) : stored
  const drawn = shown.map(({ values }) => (scale === 'change' ? changes(values) : values))
  const overall = drawn.reduce((most, values) => Math.max(most, reachOf(values)), 0)
  const grain = grainOf(form)
  return {
    at: x.values.map((value) => toNumber(value) ?? 0),
    rows: shown.map(({ name, selection, values, metric }, row) => ({
      name,
      selection,
      values,
      drawn: drawn[row] ?? [],
      reach: scale === 'overall' ? overall : reachOf(drawn[row] ?? []),
      format: form.contribution ? '.1%' : formatFor(input, 'y_axis_format', [metric]),
    })),
    rowHeight: Math.min(400, Math.max(8, numberOrDefault(form.series_height, 25))),
    isChange: scale === 'change',
    grain,
    zone: input.entries[0]?.time_zone,
    openFrom: openPeriodEnd(input.entries, x, grain),
    cutFirst: cutPeriodStart(input.entries, x, grain),
    left: series.length - stored.length + left,
  }
}
