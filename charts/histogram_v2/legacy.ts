import { baseQuery, withOrder } from '#core/form/base-query.ts'
import {
  comparePaths,
  cells,
  columnLabels,
  columnsInKeys,
  groupsOf,
  type LegacyShape,
  legacyValueText,
} from '#core/legacy/legacy-shape.ts'

/** The raw numbers of a column, by group. */
const histogram: LegacyShape = {
  types: ['histogram'],
  query(form) {
    const { metrics: _, ...base } = withOrder(baseQuery(form), undefined)
    return { ...base, columns: columnsInKeys(form, 'all_columns_x', 'groupby'), series_limit: 0 }
  },
  data({ table }, form) {
    const numbers = columnLabels(form, 'all_columns_x')
    const dimensions = columnLabels(form, 'groupby')
    const groups = groupsOf(table, dimensions).toSorted((a, b) => comparePaths(a.path, b.path))
    const several = numbers.length > 1 || dimensions.length === 0
    return groups.flatMap(({ path, rows }) =>
      numbers.map((name) => ({
        key: [...(several ? [name] : []), ...path.map((each) => legacyValueText(each).replace(/\W+/g, '_'))].join('__'),
        values: rows.map((row) => cells(table, name)[row] ?? null),
      })),
    )
  },
}

/** The legacy response shapes of the older chart type. */
export const legacy = [histogram]
