import type { DatasetColumn } from '#core/entity/dataset.ts'
import type { LogicalType } from '#core/table/logical-type.ts'
import type { Value } from '#core/table/table.ts'
import { isReadable, kindOf, logicalTypeOf, toParam } from '#server/sql/values.ts'
import type { ChartWithDataset, NumberRule } from './number-rule.ts'

interface StoredFilter {
  readonly subject?: unknown
  readonly operator?: unknown
  readonly comparator?: unknown
}

const filtersOf = ({ adhoc_filters: filters }: ChartWithDataset['form']): readonly StoredFilter[] =>
  Array.isArray(filters) ? filters.filter((filter) => typeof filter === 'object' && filter !== null) : []

const EQUALITY = /^(==?|!=|<>|(NOT )?IN)$/i
const COMPARISON = /^([<>]=?|==?|!=|<>|(NOT )?IN)$/i

/** Returns whether a filter with one of the operators compares a column with a value for which `test` is true. */
function someValue(
  { form, dataset }: ChartWithDataset,
  operators: RegExp,
  test: (value: Value, column: DatasetColumn) => boolean,
): boolean {
  return filtersOf(form).some(({ subject, operator, comparator }) => {
    const column = dataset?.columns.find(({ column_name: name }) => name === subject)
    const values = [comparator].flat() as readonly Value[]
    return column !== undefined && operators.test(String(operator)) && values.some((value) => test(value, column))
  })
}

/** A backslash in a LIKE pattern escapes. */
export const likeEscape: NumberRule = {
  id: 'like-escape',
  reason:
    'A backslash in a LIKE pattern makes the next sign literal on every engine; before, DuckDB took it as it was.',
  affects: ({ form }) =>
    filtersOf(form).some(
      ({ operator, comparator }) => /LIKE/i.test(String(operator)) && String(comparator).includes('\\'),
    ),
}

/** A text that is not a number matches no row of a numeric column. */
export const textOnNumber: NumberRule = {
  id: 'text-on-number',
  reason:
    'A filter of a numeric column by a text that is no number is dropped and reported; before, it found NULL rows.',
  affects: (chart) => someValue(chart, EQUALITY, (value, column) => !isReadable(value, kindOf(column))),
}

const EXACT: Readonly<Partial<Record<LogicalType, (value: Value) => boolean>>> = {
  real: (value) => Number.isFinite(Number(value)) && Math.fround(Number(value)) !== Number(value),
  // `toParam` returns the text of a number with more digits than a double holds.
  decimal: (value) => typeof value === 'string' && value.includes('.') && typeof toParam(value, 'number') === 'string',
  timestamp: (value) => typeof value === 'number' && !Number.isInteger(value),
}

/** Values of filters are compared exactly in the type of their column. */
export const exactFilterValues: NumberRule = {
  id: 'exact-filter-values',
  reason:
    'Filters compare 32-bit floats as such, decimals with all digits and times to the microsecond; before, they rounded or cut the values.',
  affects: (chart) =>
    someValue(chart, COMPARISON, (value, column) => {
      const type = logicalTypeOf(column)
      return type !== undefined && EXACT[type]?.(value) === true
    }),
}
