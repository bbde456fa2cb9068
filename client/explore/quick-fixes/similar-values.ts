import type { FormData } from '#core/form/form-data.ts'
import { similarNames } from '#core/text/similar-names.ts'
import type { Value } from '#core/table/table.ts'

/** A text value of an equality filter on a column. */
export interface SearchedValue {
  readonly column: string
  readonly value: string
}

/** A filter value without rows, and a similar existing value. */
export interface SimilarValue extends SearchedValue {
  readonly near: string
}

/** The maximum number of columns checked. */
const MAX_COLUMNS = 3
const MAX_SIMILAR_VALUES = 3

type Filter = Readonly<Record<string, unknown>>

const filtersOf = (form: FormData): readonly Filter[] =>
  Array.isArray(form['adhoc_filters']) ? (form['adhoc_filters'] as Filter[]) : []

const isEqual = ({ expressionType, operator, subject }: Filter): boolean =>
  expressionType === 'SIMPLE' && typeof subject === 'string' && (operator === '==' || operator === 'IN')

const textsOf = ({ comparator }: Filter): readonly string[] =>
  (Array.isArray(comparator) ? comparator : [comparator]).filter((value) => typeof value === 'string')

/** Returns the values of equality filters in a form, for a limited number of columns. */
export function searchedValues(form: FormData): readonly SearchedValue[] {
  const all = filtersOf(form)
    .filter(isEqual)
    .flatMap((filter) => textsOf(filter).map((value) => ({ column: String(filter['subject']), value })))
  const columns = [...new Set(all.map(({ column }) => column))].slice(0, MAX_COLUMNS)
  return all.filter(({ column }) => columns.includes(column))
}

/**
 * Returns the most similar values for filter values that a column does not contain; only for columns whose values are
 * all known.
 */
export function similarValues(
  sought: readonly SearchedValue[],
  all: ReadonlyMap<string, readonly Value[]>,
): readonly SimilarValue[] {
  const found = sought.flatMap(({ column, value }) => {
    const texts = (all.get(column) ?? []).filter((each) => typeof each === 'string')
    return texts.includes(value) ? [] : similarNames(value, texts, 1).map((near) => ({ column, value, near }))
  })
  return found.slice(0, MAX_SIMILAR_VALUES)
}

/** Returns the filters of a form with one value replaced. */
export function withSimilarValue(form: FormData, { column, value, near }: SimilarValue): readonly Filter[] {
  const right = (each: unknown) => (each === value ? near : each)
  return filtersOf(form).map((filter) => {
    if (!isEqual(filter) || filter['subject'] !== column) return filter
    const { comparator } = filter
    return {
      ...filter,
      comparator: Array.isArray(comparator) ? [...new Set(comparator.map(right))] : right(comparator),
    }
  })
}
