import type { FormData } from '#core/form/form-data.ts'
import { similarNames } from '#core/text/similar-names.ts'
import type { Value } from '#core/table/table.ts'

/** A text that a filter asks a column for. */
export interface Sought {
  readonly column: string
  readonly value: string
}

/** A text that is in no row, and one that is, which it may stand for. */
export interface SimilarValue extends Sought {
  readonly near: string
}

/** Columns whose values are looked at. */
const MAX_COLUMNS = 3
const MAX_SIMILAR_VALUES = 3

type Filter = Readonly<Record<string, unknown>>

const filtersOf = (form: FormData): readonly Filter[] =>
  Array.isArray(form['adhoc_filters']) ? (form['adhoc_filters'] as Filter[]) : []

const isEqual = ({ expressionType, operator, subject }: Filter): boolean =>
  expressionType === 'SIMPLE' && typeof subject === 'string' && (operator === '==' || operator === 'IN')

const textsOf = ({ comparator }: Filter): readonly string[] =>
  (Array.isArray(comparator) ? comparator : [comparator]).filter((value) => typeof value === 'string')

/** What the simple filters of a form ask columns to be equal to, of a few columns. */
export function soughtValues(form: FormData): readonly Sought[] {
  const all = filtersOf(form)
    .filter(isEqual)
    .flatMap((filter) => textsOf(filter).map((value) => ({ column: String(filter['subject']), value })))
  const columns = [...new Set(all.map(({ column }) => column))].slice(0, MAX_COLUMNS)
  return all.filter(({ column }) => columns.includes(column))
}

/** The values of the columns nearest to those that are sought and not among them; of a column that holds `all` of them. */
export function similarValues(
  sought: readonly Sought[],
  all: ReadonlyMap<string, readonly Value[]>,
): readonly SimilarValue[] {
  const found = sought.flatMap(({ column, value }) => {
    const texts = (all.get(column) ?? []).filter((each) => typeof each === 'string')
    return texts.includes(value) ? [] : similarNames(value, texts, 1).map((near) => ({ column, value, near }))
  })
  return found.slice(0, MAX_SIMILAR_VALUES)
}

/** The filters of a form with one text put in place of another. */
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
