import { baseQuery, withOrder } from '#core/form/base-query.ts'
import type { FormData } from '#core/form/form-data.ts'
import { asColumn, asMetric, uniqueBy } from '#core/form/query-fields.ts'
import { columnLabel, type QueryColumn, type QueryMetric, type QueryObject } from '#core/query/query-object.ts'
import { columnsNamed } from '#core/legacy/shape.ts'

/** How a form of old asks, where it is not what every chart asks. */
type Question = (form: FormData) => QueryObject

const overTime: Question = (form) => ({ ...withOrder(baseQuery(form), undefined), is_timeseries: true })

const partition: Question = (form) =>
  (form['time_series_option'] ?? 'not_time') === 'not_time' ? baseQuery(form) : overTime(form)

/** Rows as they are, of these columns. */
function rows(form: FormData, columns: readonly QueryColumn[]): QueryObject {
  const { metrics: _, ...base } = withOrder(baseQuery(form), undefined)
  return { ...base, columns }
}

const events: Question = (form) => {
  const query = { ...rows(form, columnsNamed(form, 'all_columns_x', 'entity', 'all_columns')), is_timeseries: true }
  const entity = asColumn(form['entity'])
  const isOrdered = form['order_by_entity'] === true && entity !== undefined
  return isOrdered ? { ...query, orderby: [[entity, form['order_desc'] !== false]] } : query
}

/** Points of a map, or the groups they are made into. */
const points: Question = (form) => {
  if ([form['groupby']].flat().some((each) => asColumn(each) !== undefined)) return baseQuery(form)
  const radius = form['point_radius'] === 'Auto' ? [] : ['point_radius']
  return rows(form, columnsNamed(form, 'all_columns_x', 'all_columns_y', 'mapbox_label', ...radius))
}

/** The columns in which a form says where something is: two of them, one of pairs, or one of geohashes. */
function placeColumns(spatial: unknown): readonly QueryColumn[] {
  const { type, lonCol, latCol, lonlatCol, geohashCol } = (spatial ?? {}) as Readonly<Record<string, unknown>>
  const named = type === 'latlong' ? [lonCol, latCol] : [type === 'delimited' ? lonlatCol : geohashCol]
  return named.flatMap((each) => asColumn(each) ?? [])
}

function radiusMetric(form: FormData): QueryMetric | undefined {
  const { type, value } = (form['point_radius_fixed'] ?? {}) as { readonly type?: unknown; readonly value?: unknown }
  return type === 'metric' ? asMetric(value) : undefined
}

/** What lies on a map: with a metric one row for each place and what is told of it, else rows as they are. */
const layer: Question = (form) => {
  const places = ['spatial', 'start_spatial', 'end_spatial'].flatMap((key) => placeColumns(form[key]))
  const told = columnsNamed(form, 'line_column', 'geojson', 'dimension', 'js_columns')
  const columns = uniqueBy([...places, ...told], columnLabel)
  const base = baseQuery(form)
  const present = form['filter_nulls'] === false ? [] : places.map((col) => ({ col, op: 'IS NOT NULL' }))
  const filters = [...(base.filters ?? []), ...present]
  const radius = radiusMetric(form)
  const metrics = [...(base.metrics ?? []), ...(radius === undefined ? [] : [radius])]
  if (metrics.length === 0) return { ...rows(form, columns), filters }
  return { ...withOrder(base, undefined), columns, metrics, filters }
}

const questions: Readonly<Record<string, Question>> = {
  deck_arc: layer,
  deck_contour: layer,
  deck_geojson: layer,
  deck_heatmap: layer,
  deck_path: layer,
  deck_polygon: layer,
  deck_screengrid: layer,
  event_flow: events,
  mapbox: points,
  paired_ttest: overTime,
  partition,
  rose: overTime,
  time_pivot: overTime,
}

/** The question of a form of old with all columns and metrics it names; undefined where it is that of its shape or type. */
export function questionOf(form: FormData): QueryObject | undefined {
  return Object.hasOwn(questions, form.viz_type) ? questions[form.viz_type]?.(form) : undefined
}
