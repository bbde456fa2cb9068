import type { NumberRule, RuledChart } from './number-rule.ts'

interface StoredFilter {
  readonly subject?: unknown
  readonly operator?: unknown
  readonly comparator?: unknown
}

const filtersOf = ({ adhoc_filters: filters }: RuledChart['form']): readonly StoredFilter[] =>
  Array.isArray(filters) ? filters.filter((filter) => typeof filter === 'object' && filter !== null) : []

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

const NUMBER = /^\s*[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?\s*$/

/** A text that is not a number matches no row of a numeric column. */
export const textOnNumber: NumberRule = {
  id: 'text-on-number',
  reason:
    'A filter of a numeric column by a text that is no number is dropped and reported; before, it found NULL rows.',
  affects: ({ form, dataset }) =>
    filtersOf(form).some(({ subject, comparator }) => {
      const column = dataset?.columns.find(({ column_name }) => column_name === subject)
      const values = [comparator].flat().filter((value) => typeof value === 'string')
      const isNumeric = /INT|FLOAT|DOUBLE|REAL|NUM|DEC|MONEY/i.test(column?.type ?? '')
      return isNumeric && values.some((value) => !NUMBER.test(value) && !/^<.*>$/.test(value))
    }),
}
