import { rankedBaseQuery } from '#core/legacy/ranked-query.ts'
import { cells, columnLabels, type LegacyShape, metricLabels } from '#core/legacy/legacy-shape.ts'
import { asColumn, listOf } from '#core/form/query-fields.ts'

/** The values of a country's parts by code. */
const countryMap: LegacyShape = {
  types: ['country_map'],
  query: (form) => ({
    ...rankedBaseQuery(form),
    columns: listOf<unknown>(form['entity']).flatMap((each) => asColumn(each) ?? []),
  }),
  data({ table }, form) {
    const regions = cells(table, columnLabels(form, 'entity')[0])
    const values = cells(table, metricLabels(form, 'metric', 'metrics')[0])
    return regions.map((country_id, row) => ({ country_id, metric: values[row] ?? null }))
  },
}

/** The legacy response shapes of this chart type. */
export const legacy = [countryMap]
