import { baseQuery, withOrder } from '#core/form/base-query.ts'
import type { FormData } from '#core/form/form-data.ts'
import { asColumn, asMetric, uniqueBy } from '#core/form/query-fields.ts'
import { columnLabel, type QueryColumn, type QueryMetric, type QueryObject } from '#core/query/query-object.ts'
import { columnsInKeys } from './legacy-shape.ts'

/** Returns the query for raw rows of these columns. */
export function rawRowsQuery(form: FormData, columns: readonly QueryColumn[]): QueryObject {
  const { metrics: _, ...base } = withOrder(baseQuery(form), undefined)
  return { ...base, columns }
}

/** Returns the columns with the positions of a form: two coordinates, one column of pairs, or one of geohashes. */
function positionColumns(spatial: unknown): readonly QueryColumn[] {
  const { type, lonCol, latCol, lonlatCol, geohashCol } = (spatial ?? {}) as Readonly<Record<string, unknown>>
  const named = type === 'latlong' ? [lonCol, latCol] : [type === 'delimited' ? lonlatCol : geohashCol]
  return named.flatMap((each) => asColumn(each) ?? [])
}

function radiusMetric(form: FormData): QueryMetric | undefined {
  const { type, value } = (form['point_radius_fixed'] ?? {}) as { readonly type?: unknown; readonly value?: unknown }
  return type === 'metric' ? asMetric(value) : undefined
}

/** Returns the query of a map layer: with a metric one row per position and its attributes, otherwise raw rows. */
export function mapLayer(form: FormData): QueryObject {
  const positionNames = ['spatial', 'start_spatial', 'end_spatial'].flatMap((key) => positionColumns(form[key]))
  const reported = columnsInKeys(form, 'line_column', 'geojson', 'dimension', 'js_columns')
  const columns = uniqueBy([...positionNames, ...reported], columnLabel)
  const base = baseQuery(form)
  const present = form['filter_nulls'] === false ? [] : positionNames.map((col) => ({ col, op: 'IS NOT NULL' }))
  const filters = [...(base.filters ?? []), ...present]
  const radius = radiusMetric(form)
  const metrics = [...(base.metrics ?? []), ...(radius === undefined ? [] : [radius])]
  if (metrics.length === 0) return { ...rawRowsQuery(form, columns), filters }
  return { ...withOrder(base, undefined), columns, metrics, filters }
}
