import { legacy as big_number } from './big_number/legacy.ts'
import { legacy as bubble_v2 } from './bubble_v2/legacy.ts'
import { legacy as bullet } from './bullet/legacy.ts'
import { legacy as cal_heatmap } from './cal_heatmap/legacy.ts'
import { legacy as chord } from './chord/legacy.ts'
import { legacy as country_map } from './country_map/legacy.ts'
import { legacy as echarts_area } from './echarts_area/legacy.ts'
import { legacy as echarts_timeseries_bar } from './echarts_timeseries_bar/legacy.ts'
import { legacy as echarts_timeseries_line } from './echarts_timeseries_line/legacy.ts'
import { legacy as graph_chart } from './graph_chart/legacy.ts'
import { legacy as heatmap_v2 } from './heatmap_v2/legacy.ts'
import { legacy as histogram_v2 } from './histogram_v2/legacy.ts'
import { legacy as horizon } from './horizon/legacy.ts'
import { legacy as line_multi } from './line_multi/legacy.ts'
import { legacy as mixed_timeseries } from './mixed_timeseries/legacy.ts'
import { legacy as pie } from './pie/legacy.ts'
import { legacy as pivot_table_v2 } from './pivot_table_v2/legacy.ts'
import { legacy as sankey_v2 } from './sankey_v2/legacy.ts'
import { legacy as sunburst_v2 } from './sunburst_v2/legacy.ts'
import { legacy as table } from './table/legacy.ts'
import { legacy as time_table } from './time_table/legacy.ts'
import { legacy as treemap_v2 } from './treemap_v2/legacy.ts'
import { legacy as world_map } from './world_map/legacy.ts'
import { binShape } from './shared/map/bins/bin-legacy.ts'
import type { LegacyShape } from '#core/legacy/legacy-shape.ts'

/**
 * The response shapes that legacy clients expect, by chart type. New chart types have none, and only the server loads
 * this module.
 */
export const legacyShapes: readonly LegacyShape[] = [
  ...big_number,
  ...bubble_v2,
  ...bullet,
  ...cal_heatmap,
  ...chord,
  ...country_map,
  binShape('deck_grid'),
  binShape('deck_hex'),
  ...echarts_area,
  ...echarts_timeseries_bar,
  ...echarts_timeseries_line,
  ...graph_chart,
  ...heatmap_v2,
  ...histogram_v2,
  ...horizon,
  ...line_multi,
  ...mixed_timeseries,
  ...pie,
  ...pivot_table_v2,
  ...sankey_v2,
  ...sunburst_v2,
  ...table,
  ...time_table,
  ...treemap_v2,
  ...world_map,
]

/** Returns the legacy response shape of a `viz_type`; undefined for plain rows. */
export function legacyShape(viz_type: string): LegacyShape | undefined {
  return legacyShapes.find(({ types }) => types.includes(viz_type))
}
