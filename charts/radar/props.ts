import { ownValue } from '#core/rest/json.ts'
import type { RadarForm } from './controls.ts'
import type { LabelPosition } from './positions.ts'
import type { ChartInput, SelectedMark } from '#charts/chart.ts'
import { toNumber } from '#charts/shared/cell.ts'
import { type ColorChoice, colorChoice } from '#charts/shared/colors.ts'
import { formatFor, numberOrDefault, textOrDefault } from '#charts/shared/number-format.ts'
import { rankedRows } from '#charts/shared/ranked-rows.ts'
import { roundUp } from '#charts/shared/axes/round-up.ts'
import { legendOf } from '#charts/shared/timeseries/timeseries-props.ts'
import { queryFields } from '#core/form/query-fields.ts'
import { metricLabel } from '#core/query/query-object.ts'
import { column, emptyTable } from '#core/table/table.ts'
import type { LegendProps } from '#charts/shared/legend/legend.ts'

/** The maximum number of shapes and of axes. */
const MAX_SHAPES = 100
const MAX_SPOKES = 50

export interface Shape {
  readonly name: string
  /** One value per axis, null if the result has none. */
  readonly values: readonly (number | null)[]
  readonly selection: SelectedMark
  readonly colorPosition: number
}

export interface Spoke {
  readonly name: string
  readonly min: number
  readonly max: number
  /** The divisor of values if axes show shares; otherwise 1. */
  readonly unit: number
  readonly format: string
}

export interface RadarProps extends ColorChoice {
  readonly spokes: readonly Spoke[]
  readonly shapes: readonly Shape[]
  readonly left: { readonly shapes: number; readonly spokes: number }
  readonly isCircle: boolean
  readonly showLabels: boolean
  readonly namesLabels: boolean
  readonly position: LabelPosition
  readonly legend: LegendProps
}

/** Returns an axis from 0, or from a lower minimum, to the next round number above the maximum. */
function spokeOf(input: ChartInput<RadarForm>, metric: string, values: readonly number[]): Spoke {
  const { form } = input
  const columnSettings = (ownValue(form.column_config, metric) ?? {}) as Readonly<Record<string, unknown>>
  const most = values.reduce((a, b) => Math.max(a, b), 0)
  const least = values.reduce((a, b) => Math.min(a, b), 0)
  const unit = form.is_normalized && most > 0 ? most : 1
  const min = numberOrDefault(columnSettings['radarMetricMinValue'], least < 0 ? -roundUp(-least / unit) : 0)
  const max = numberOrDefault(columnSettings['radarMetricMaxValue'], unit === 1 ? roundUp(most) || 1 : 1)
  return {
    name: input.dataset.verbose_map[metric] ?? metric,
    min,
    max: max > min ? max : min + 1,
    unit,
    format: formatFor(input, 'number_format', [metric]),
  }
}

/** Returns the axes and shapes. */
export function toProps(input: ChartInput<RadarForm>): RadarProps {
  const { form } = input
  const table = input.tables[0] ?? emptyTable
  const fields = queryFields(form)
  const all = (fields.metrics ?? []).map(metricLabel)
  const metrics = all.slice(0, MAX_SPOKES)
  const { rows } = rankedRows(input, {
    columns: fields.columns,
    metric: metrics[0] ?? '',
    dateFormat: textOrDefault(form.date_format, 'smart_date'),
  })
  const columns = metrics.map((metric) => column(table, metric)?.values ?? [])
  const shapes = rows.map(({ name, selection, colorPosition }, row) => ({
    name: fields.columns.length === 0 ? (metrics.length === 1 ? name : '') : name,
    values: columns.map((values) => toNumber(values[row])),
    selection,
    colorPosition,
  }))
  const drawn = shapes.filter(({ values }) => values.some((value) => value !== null))
  return {
    spokes: metrics.map((metric, index) =>
      spokeOf(
        input,
        metric,
        drawn.flatMap(({ values }) => values[index] ?? []),
      ),
    ),
    shapes: drawn.slice(0, MAX_SHAPES),
    left: { shapes: Math.max(0, drawn.length - MAX_SHAPES), spokes: all.length - metrics.length },
    isCircle: form.is_circle,
    showLabels: form.show_labels,
    namesLabels: form.label_type === 'key_value',
    position: form.label_position,
    ...colorChoice(input),
    legend: legendOf(form),
  }
}
