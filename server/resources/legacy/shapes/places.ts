import { ranked } from '#core/legacy/ranked.ts'
import { countryBy } from './countries.ts'
import { cells, columnLabels, columnsNamed, type LegacyShape, metricLabels } from '#core/legacy/shape.ts'

/** The regions of a country by their codes. */
export const countryMap: LegacyShape = {
  types: ['country_map'],
  query: (form) => ({ ...ranked(form), columns: columnsNamed(form, 'entity') }),
  data({ table }, form) {
    const regions = cells(table, columnLabels(form, 'entity')[0])
    const values = cells(table, metricLabels(form, 'metric', 'metrics')[0])
    return regions.map((country_id, row) => ({ country_id, metric: values[row] ?? null }))
  },
}

/** Countries with their middle; one nobody knows is `XXX`. One metric is `m1`, a second one `m2`. */
export const worldMap: LegacyShape = {
  types: ['world_map'],
  query: (form) => ({ ...ranked(form), columns: columnsNamed(form, 'entity') }),
  data({ table }, form) {
    const [metric] = metricLabels(form, 'metric')
    const [secondary] = metricLabels(form, 'secondary_metric')
    const [m1, m2] = [cells(table, metric), cells(table, secondary)]
    return cells(table, columnLabels(form, 'entity')[0]).map((code, row) => {
      const country = countryBy(form['country_fieldtype'], code)
      const place = country
        ? { country: country.cca3, latitude: country.lat, longitude: country.lng, name: country.name }
        : { country: 'XXX' }
      return { ...place, code, m1: m1[row] ?? null, ...(secondary === undefined ? {} : { m2: m2[row] ?? null }) }
    })
  },
}
