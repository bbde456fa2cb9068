import { distBar, pie } from './bars.ts'
import { sunburst, treemap } from './hierarchies.ts'
import { countryMap, flow, sankey, worldMap } from './places.ts'
import { pivotTable } from './pivot-table.ts'
import { bubble, heatmap, histogram } from './points.ts'
import { barSeries, lineSeries, stackedSeries } from './series.ts'
import type { LegacyShape } from './shape.ts'
import { recordsTable, timeTable, trend } from './tables.ts'

/** Every shape that is more than rows. */
const shapes: readonly LegacyShape[] = [
  barSeries,
  bubble,
  countryMap,
  distBar,
  flow,
  heatmap,
  histogram,
  lineSeries,
  pie,
  pivotTable,
  recordsTable,
  sankey,
  stackedSeries,
  sunburst,
  timeTable,
  treemap,
  trend,
  worldMap,
]

/** The shape in which charts of a type read their data; undefined for plain rows. */
export function shapeOf(vizType: string): LegacyShape | undefined {
  return shapes.find(({ types }) => types.includes(vizType))
}
