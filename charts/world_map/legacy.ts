import { countryBy } from '#charts/countries.ts'
import { rankedBaseQuery } from '#core/legacy/ranked-query.ts'
import { cells, columnLabels, type LegacyShape, metricLabels } from '#core/legacy/legacy-shape.ts'
import type { FormData } from '#core/form/form-data.ts'
import { asColumn, listOf } from '#core/form/query-fields.ts'
import type { QueryColumn } from '#core/query/query-object.ts'

const entityOf = (form: FormData): readonly QueryColumn[] =>
  listOf<unknown>(form['entity']).flatMap((each) => asColumn(each) ?? [])

/** Countries with their centers; an unknown country is `XXX`. The first metric is `m1`, the second `m2`. */
const worldMap: LegacyShape = {
  types: ['world_map'],
  query: (form) => ({ ...rankedBaseQuery(form), columns: entityOf(form) }),
  data({ table }, form) {
    const [metric] = metricLabels(form, 'metric')
    const [secondary] = metricLabels(form, 'secondary_metric')
    const [m1, m2] = [cells(table, metric), cells(table, secondary)]
    return cells(table, columnLabels(form, 'entity')[0]).map((code, row) => {
      const country = countryBy(form['country_fieldtype'], code)
      const countryFields = country
        ? { country: country.cca3, latitude: country.lat, longitude: country.lng, name: country.name }
        : { country: 'XXX' }
      return {
        ...countryFields,
        code,
        m1: m1[row] ?? null,
        ...(secondary === undefined ? {} : { m2: m2[row] ?? null }),
      }
    })
  },
}

/** The legacy response shapes of this chart type. */
export const legacy = [worldMap]
