import { baseQuery, withOrder } from '#core/form/base-query.ts'
import type { FormData } from '#core/form/form-data.ts'
import { asColumn } from '#core/form/query-fields.ts'
import type { QueryObject } from '#core/query/query-object.ts'
import { mapLayer, rawRowsQuery } from '#core/legacy/map-layer.ts'
import { columnsInKeys } from '#core/legacy/legacy-shape.ts'

/** Builds the query of an older form if it differs from that of any chart. */
type BuildLegacyQuery = (form: FormData) => QueryObject

const overTime: BuildLegacyQuery = (form) => ({ ...withOrder(baseQuery(form), undefined), is_timeseries: true })

const partition: BuildLegacyQuery = (form) =>
  (form['time_series_option'] ?? 'not_time') === 'not_time' ? baseQuery(form) : overTime(form)

const events: BuildLegacyQuery = (form) => {
  const query = {
    ...rawRowsQuery(form, columnsInKeys(form, 'all_columns_x', 'entity', 'all_columns')),
    is_timeseries: true,
  }
  const entity = asColumn(form['entity'])
  const isOrdered = form['order_by_entity'] === true && entity !== undefined
  return isOrdered ? { ...query, orderby: [[entity, form['order_desc'] !== false]] } : query
}

/** Points of a map, or the groups they are aggregated into. */
const points: BuildLegacyQuery = (form) => {
  if ([form['groupby']].flat().some((each) => asColumn(each) !== undefined)) return baseQuery(form)
  const radius = form['point_radius'] === 'Auto' ? [] : ['point_radius']
  return rawRowsQuery(form, columnsInKeys(form, 'all_columns_x', 'all_columns_y', 'mapbox_label', ...radius))
}

const legacyQueries: Readonly<Record<string, BuildLegacyQuery>> = {
  deck_arc: mapLayer,
  deck_contour: mapLayer,
  deck_geojson: mapLayer,
  deck_heatmap: mapLayer,
  deck_path: mapLayer,
  deck_polygon: mapLayer,
  deck_screengrid: mapLayer,
  event_flow: events,
  mapbox: points,
  paired_ttest: overTime,
  partition,
  rose: overTime,
  time_pivot: overTime,
}

/**
 * Returns the query of an older form with all columns and metrics it names; undefined if its shape or type builds it.
 */
export function legacyQuery(form: FormData): QueryObject | undefined {
  return Object.hasOwn(legacyQueries, form.viz_type) ? legacyQueries[form.viz_type]?.(form) : undefined
}
