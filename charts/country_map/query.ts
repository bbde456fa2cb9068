import type { CountryForm } from './controls.ts'
import { baseQuery, metricOf } from '#core/form/base-query.ts'
import { asColumn } from '#core/form/query-fields.ts'
import type { QueryObject } from '#core/query/query-object.ts'

/** Queries the metric by part of the country. */
export function toQueries(form: CountryForm): QueryObject[] {
  const entity = asColumn(form.entity)
  const metric = metricOf(form, 'metric')
  return entity === undefined || metric === undefined
    ? []
    : [{ ...baseQuery(form), columns: [entity], metrics: [metric] }]
}
