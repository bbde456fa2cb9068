import { withoutInheritedNames } from '#core/rest/json.ts'
import type { LayerLine, LayerStyle, LayerPoint } from './layer-shapes.ts'
import { axisEnds, axisPositions } from './axis-positions.ts'
import { toNumber } from '#charts/shared/cell.ts'
import { seriesTable } from '#charts/shared/series/series.ts'
import { wideTable } from '#charts/shared/series/wide-table.ts'
import type { Axis } from '#charts/shared/axes/x-axis.ts'
import { type ChartInput, toCurrentForm } from '#charts/chart.ts'
import { type TimeseriesForm, timeseriesControls } from '#charts/shared/series/timeseries-controls.ts'
import { timeseriesMigrations } from '#charts/shared/series/timeseries-migrations.ts'
import { completeForm } from '#controls/form.ts'
import { isFormulaError, parseFormula } from '#core/annotation/formula.ts'
import type { AnnotationLayer } from '#core/annotation/layer.ts'
import type { LayerChart, LayerData } from '#core/form/layer-data.ts'

/** Returns the lines of a layer: one for a formula, or one per series of another chart. */
export function layerLines(
  layer: AnnotationLayer,
  style: LayerStyle,
  data: LayerData | undefined,
  x: Axis,
): readonly LayerLine[] {
  const own = { layer: layer.name, look: style, markers: layer.showMarkers === true, hideLine: layer.hideLine === true }
  if (layer.annotationType === 'FORMULA') {
    const points = formulaPoints(String(layer.value ?? ''), x)
    const hasValues = points.some(([, value]) => value !== null)
    return hasValues ? [{ ...own, name: layer.name, markers: false, hideLine: false, points }] : []
  }
  if (layer.annotationType !== 'TIME_SERIES' || !data?.chart) return []
  const found = chartSeries(data, data.chart)
  return found.series.map((series) => ({
    ...own,
    name: found.series.length === 1 ? layer.name : `${layer.name}: ${series.name}`,
    points: moveToAxis(found.x, series.values, x),
  }))
}

/**
 * Evaluates a formula at each x of the chart: epoch milliseconds, or a category index. An invalid formula has no
 * points.
 */
function formulaPoints(text: string, x: Axis): readonly LayerPoint[] {
  const formula = parseFormula(text)
  if (isFormulaError(formula)) return []
  return x.values.map((value, index) => {
    const at = toNumber(value)
    return [x.kind === 'time' ? Number(value) : index, at === null ? null : formula(at)]
  })
}

/** Returns the result of another chart as that chart would draw it. */
function chartSeries({ records }: LayerData, { colnames, coltypes, form }: LayerChart) {
  const columns = colnames.map((name, index) => ({
    name,
    type: coltypes[index] ?? 1,
    values: records.map((record) => record[name] ?? null),
  }))
  const input: ChartInput<TimeseriesForm> = {
    form: completeForm(
      toCurrentForm({ migrations: timeseriesMigrations }, form),
      timeseriesControls([]),
    ) as TimeseriesForm,
    tables: [{ columns, rowCount: records.length }],
    entries: [],
    dataset: { verbose_map: withoutInheritedNames([]), column_formats: withoutInheritedNames([]) },
    labelColors: {},
  }
  return wideTable(input) ?? seriesTable(input)
}

function moveToAxis(from: Axis, values: readonly (number | null)[], x: Axis): readonly LayerPoint[] {
  const positionOf = axisPositions(x)
  const [first, last] = axisEnds(x) ?? [1, 0]
  return from.values.flatMap((value, index): LayerPoint[] => {
    const at = positionOf(value)
    return at === null || at < first || at > last ? [] : [[at, values[index] ?? null]]
  })
}
