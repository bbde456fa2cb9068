import { rankedBaseQuery } from '#core/legacy/ranked-query.ts'
import { columnLabels, columnsInKeys, groupsOf, type LegacyShape, metricLabels } from '#core/legacy/legacy-shape.ts'
import { toRecords, type Value } from '#core/table/table.ts'

/** Bubbles by series. Each point has the columns of its row and `x`, `y`, `size` and its group. */
const bubble: LegacyShape = {
  types: ['bubble'],
  query(form) {
    const limit = Number(form['limit'])
    return {
      ...rankedBaseQuery(form),
      columns: columnsInKeys(form, 'entity', 'series'),
      series_limit: 0,
      ...(limit > 0 ? { row_limit: limit } : {}),
    }
  },
  data({ table }, form) {
    const rows = toRecords(table)
    const name = (key: string): string => metricLabels(form, key)[0] ?? ''
    const [x, y, size] = [name('x'), name('y'), name('size')]
    const series = columnLabels(form, 'series').concat(columnLabels(form, 'entity')).slice(0, 1)
    return groupsOf(table, series).map(({ path, rows: own }) => ({
      key: path[0] ?? null,
      values: own.map((at) => {
        const row = rows[at] ?? {}
        const value = (label: string): Value => row[label] ?? null
        return { ...row, x: value(x), y: value(y), size: value(size), shape: 'circle', group: path[0] ?? null }
      }),
    }))
  },
}

/** The legacy response shapes of the older chart type. */
export const legacy = [bubble]
