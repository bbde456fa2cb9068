import { ranked } from './bars.ts'
import { columnsNamed } from './points.ts'
import { cells, columnLabels, type LegacyShape, metricLabels } from './shape.ts'

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

/** What flows from one thing to another. */
export const flow: LegacyShape = {
  types: ['sankey', 'directed_force'],
  query: ranked,
  data({ table }, form) {
    const [from, to] = columnLabels(form, 'groupby')
    const target = cells(table, to)
    const values = cells(table, metricLabels(form, 'metric', 'metrics')[0])
    return cells(table, from).map((source, row) => ({
      source,
      target: target[row] ?? null,
      value: values[row] ?? null,
    }))
  },
}
