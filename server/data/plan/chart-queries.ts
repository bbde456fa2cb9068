import { migrateForm, findChartType, savedQueryContext } from '#charts/index.ts'
import type { Chart } from '#core/entity/chart.ts'
import type { QueryObject } from '#core/query/query-object.ts'
import { isObject, parseJson } from '#core/rest/json.ts'

/** Returns the queries of a saved chart; empty if its type is unknown or its form is invalid. */
export function chartQueries({
  viz_type,
  params,
  datasource_id: id,
  datasource_type,
}: Pick<Chart, 'viz_type' | 'params' | 'datasource_id' | 'datasource_type'>): readonly QueryObject[] {
  const type = findChartType(viz_type)
  if (!type) return []
  try {
    const form: unknown = parseJson(params ?? '{}')
    const migratedForm = migrateForm({ ...(isObject(form) ? form : {}), viz_type })
    return savedQueryContext(type, migratedForm, { id, type: datasource_type }).queries
  } catch {
    return []
  }
}
