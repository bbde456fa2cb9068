import { ownValue } from '#core/rest/json.ts'
import type { LinesForm } from './controls.ts'
import { parseChartIds } from './query.ts'
import type { ChartInput } from '#charts/chart.ts'
import { layerProps } from '#charts/shared/annotations/layer-props.ts'
import { toNumber } from '#charts/shared/cell.ts'
import { colorChoice } from '#charts/shared/colors.ts'
import { formatFor, textOrDefault } from '#charts/shared/number-format.ts'
import type { Series } from '#charts/shared/series/series-table-types.ts'
import type {
  SeriesMark,
  SeriesDisplayOptions,
  TimeseriesProps,
  ValueAxisProps,
} from '#charts/shared/timeseries/timeseries-props.ts'
import { type Axis, axisOf } from '#charts/shared/axes/x-axis.ts'
import type { Bounds } from '#controls/bounds/index.ts'
import { explicitAxisFormat } from '#core/format/axis.ts'
import { linesOf } from '#core/legacy/saved-lines.ts'
import { TIMESTAMP } from '#core/query/timestamp.ts'
import { t } from '#core/text/t.ts'

const CURVES: Readonly<Record<string, SeriesMark['curve']>> = {
  basis: 'smooth',
  cardinal: 'smooth',
  monotone: 'smooth',
  'step-before': 'start',
  'step-after': 'end',
}

/** The marker size in pixels. */
const MARKER = 6

/** A line with its chart name and its values by instant. */
interface Line {
  readonly chart: string
  readonly name: string
  readonly question: 0 | 1
  readonly at: ReadonlyMap<unknown, number | null>
}

/** Returns the lines of all results, left axis first, and all their instants. */
function linesOfResults({ form, tables, entries }: ChartInput<LinesForm>): { lines: readonly Line[]; x: Axis } {
  const left = parseChartIds(form.line_charts)
  const ids = [...left, ...parseChartIds(form.line_charts_2)]
  const axes: Axis[] = []
  const lines = tables.flatMap((table, index): Line[] => {
    const { saved_chart, label_map = {} } = entries[index] ?? {}
    const column = table.columns.find(({ name }) => name === TIMESTAMP)
    if (!column) return []
    const { axis, axisIndexOf } = axisOf(column, table.rowCount, {})
    axes.push(axis)
    return linesOf(table, label_map).lines.map(({ name, values }) => ({
      chart: saved_chart?.slice_name ?? t('Chart %s', ids[index] ?? ''),
      name,
      question: index < left.length ? 0 : 1,
      at: new Map(values.map((value, row) => [axis.values[axisIndexOf(row)], toNumber(value)])),
    }))
  })
  const instants = [...new Set(axes.flatMap(({ values }) => values))].filter((value) => typeof value === 'number')
  return { lines, x: { kind: 'time', column: TIMESTAMP, label: '', values: instants.toSorted((a, b) => a - b) } }
}

/**
 * Returns unique line names. They have the chart name as prefix if the form asks for it or the names are equal, then a
 * number.
 */
function uniqueLineNames(lines: readonly Line[], isPrefixed: boolean): readonly string[] {
  const counts = new Map<string, number>()
  for (const { name } of lines) counts.set(name, (counts.get(name) ?? 0) + 1)
  const taken = new Map<string, number>()
  return lines.map(({ chart, name }) => {
    const isLabelled = isPrefixed || (counts.get(name) ?? 0) > 1
    const own = isLabelled ? `${chart}: ${name}` : name
    const before = taken.get(own) ?? 0
    taken.set(own, before + 1)
    return before > 0 ? `${own} (${before + 1})` : own
  })
}

function valueAxis(input: ChartInput<LinesForm>, key: 'y_axis_format' | 'y_axis_2_format', bounds: Bounds) {
  const format = formatFor(input, key, [])
  const [min, max] = bounds
  const axisFormat = format === input.form[key] ? format : explicitAxisFormat(format)
  return { title: '', format, axisFormat, log: false, minorLines: false, min, max } satisfies ValueAxisProps
}

/** Returns the lines of several saved charts over one time axis, on two value axes. */
export function toProps(input: ChartInput<LinesForm>): TimeseriesProps {
  const { form } = input
  const { lines, x } = linesOfResults(input)
  const names = uniqueLineNames(lines, form.prefix_metric_with_slice_name)
  const curve = ownValue(CURVES, form.line_interpolation) ?? 'straight'
  const symbolSize = form.show_markers ? MARKER : 0
  const mark: SeriesMark = { shape: 'line', curve, fill: 0, symbolSize, horizontal: false }
  const labels = { values: false, totalOnly: false, threshold: 0 }
  const axes = [
    valueAxis(input, 'y_axis_format', form.y_axis_bounds),
    valueAxis(input, 'y_axis_2_format', form.y_axis_2_bounds),
  ] as const
  const displayOptions = (axis: 0 | 1): SeriesDisplayOptions => ({
    mark,
    stack: null,
    labels,
    axis,
    format: axes[axis].format,
  })
  const series = lines.map(
    (line, colorPosition): Series => ({
      name: names[colorPosition] ?? line.name,
      metric: line.name,
      selection: {},
      values: x.values.map((instant) => line.at.get(instant) ?? null),
      colorPosition,
      ...(line.question === 1 ? { question: 1 } : {}),
    }),
  )
  return {
    x,
    series,
    mark,
    stack: null,
    looks: [displayOptions(0), displayOptions(1)],
    ...colorChoice(input),
    grain: null,
    zone: input.entries[0]?.time_zone,
    openFrom: null,
    labels,
    xAxis: { title: form.x_axis_label, format: textOrDefault(form.x_axis_format, 'smart_date'), rotation: 0 },
    yAxis: axes[0],
    ...(lines.some(({ question }) => question === 1) ? { secondAxis: axes[1] } : {}),
    legend: { shown: form.show_legend, scrolls: true, orientation: 'top' },
    tooltip: { all: true, sorted: true, format: 'smart_date', formats: {} },
    zoomable: false,
    layers: layerProps(input, x),
  }
}
