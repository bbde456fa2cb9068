import { containsPattern } from '#core/filter/like-pattern.ts'
import type { TableForm } from './controls.ts'
import { MAX_PER_PAGE } from './page-sizes.ts'
import { hashOf } from '#core/color/label-positions.ts'
import { withOrder } from '#core/form/base-query.ts'
import {
  columnLabel,
  metricLabel,
  type QueryColumn,
  type QueryFilter,
  type QueryMetric,
  type QueryObject,
} from '#core/query/query-object.ts'

/** The maximum length of a search text; the rest is cut off. */
const MAX_SEARCH_LENGTH = 200
const LAST_PAGE = 1_000_000_000
/** The maximum number of columns added to the order to make it unique. */
const MAX_TIES = 20
const USUAL_LENGTH = 10

/** The requested page: from user actions in the table, or the defaults of the form. */
export interface PageState {
  /** From 0. */
  readonly page: number
  readonly size: number
  readonly sort: { readonly name: string; readonly isDescending: boolean } | null
  readonly search: { readonly column: string | null; readonly text: string }
  /** The key of the rows that the page belongs to: a page of other rows does not apply. */
  readonly of: string
}

type PagingState = Readonly<Record<string, unknown>>

const ownOf = (form: TableForm): PagingState => {
  const own = form['ownState']
  return typeof own === 'object' && own !== null && !Array.isArray(own) ? (own as PagingState) : {}
}

const integerWithin = (value: unknown, least: number, most: number): number | undefined =>
  typeof value === 'number' && Number.isInteger(value) && value >= least ? Math.min(value, most) : undefined

function sortOf({ sortBy }: PagingState): PageState['sort'] {
  const [first] = Array.isArray(sortBy) ? (sortBy as unknown[]) : []
  const { key, id, desc } = (first ?? {}) as Readonly<Record<'key' | 'id' | 'desc', unknown>>
  const name = key ?? id
  return typeof name === 'string' ? { name, isDescending: desc === true } : null
}

/** Returns the page length of the form, if the user has chosen no other. */
function lengthOf({ server_page_length: configuredLength }: TableForm): number {
  return (
    integerWithin(
      configuredLength === null || configuredLength === '' ? undefined : Number(configuredLength),
      1,
      MAX_PER_PAGE,
    ) ?? USUAL_LENGTH
  )
}

/** Returns a short key of the query: filters, columns and metrics, without page and order. */
function nameOf({ url_params: _url, ...query }: QueryObject): string {
  return hashOf(JSON.stringify(query)).toString(36)
}

/**
 * Returns the requested page from `ownState`: `currentPage`, `pageSize`, `sortBy`, `searchText`, `searchColumn`, and in
 * `of` the key of its rows. If filters have changed since, it is the first page.
 */
export function pageState(form: TableForm, rows: QueryObject): PageState {
  const own = ownOf(form)
  const of = nameOf(rows)
  const isOther = typeof own['of'] === 'string' && own['of'] !== of
  const { searchText: text, searchColumn: column } = own
  return {
    page: isOther ? 0 : (integerWithin(own['currentPage'], 0, LAST_PAGE) ?? 0),
    size: integerWithin(own['pageSize'], 1, MAX_PER_PAGE) ?? lengthOf(form),
    sort: sortOf(own),
    search: {
      column: typeof column === 'string' ? column : null,
      text: typeof text === 'string' ? text.slice(0, MAX_SEARCH_LENGTH) : '',
    },
    of,
  }
}

type Order = NonNullable<QueryObject['orderby']>

/** Returns the sort expression of a table column; a percentage sorts by its metric. */
function keyOf(name: string, { columns, metrics: requested }: QueryObject): QueryColumn | QueryMetric | undefined {
  const metrics = requested ?? []
  const plain = name.replace(/^%/, '')
  return (
    columns?.find((each) => columnLabel(each) === name) ??
    metrics.find((each) => metricLabel(each) === name) ??
    metrics.find((each) => metricLabel(each) === plain)
  )
}

/**
 * Returns the order of pages. Ties are resolved by the other columns, so that each row is on exactly one page. For raw
 * rows without an order, the engine resolves ties.
 */
function orderOf(rows: QueryObject, { sort }: PageState): Order | undefined {
  const key = sort === null ? undefined : keyOf(sort.name, rows)
  const own: Order = key === undefined ? (rows.orderby ?? []) : [[key, sort?.isDescending !== true]]
  if (own.length === 0 && !rows.metrics) return undefined
  const named = new Set(
    own.flatMap(([each]) =>
      typeof each === 'string' ? [each] : [columnLabel(each as QueryColumn), metricLabel(each as QueryMetric)],
    ),
  )
  const rest = (rows.columns ?? []).filter((each) => !named.has(columnLabel(each))).slice(0, MAX_TIES)
  const all: Order = [...own, ...rest.map((each) => [each, true] as const)]
  return all.length > 0 ? all : undefined
}

function searchOf({ columns = [], filters = [] }: QueryObject, { search }: PageState): readonly QueryFilter[] {
  const text = search.text.trim()
  const col = columns.find((each) => columnLabel(each) === search.column) ?? columns[0]
  return text === '' || col === undefined ? filters : [...filters, { col, op: 'ILIKE', val: containsPattern(text) }]
}

/** Returns the query of one page, and the query that counts all rows. */
export function pageQueries(form: TableForm, rows: QueryObject): readonly [page: QueryObject, count: QueryObject] {
  const state = pageState(form, rows)
  const found = { ...rows, filters: searchOf(rows, state) }
  const page = withOrder({ ...found, row_limit: state.size, row_offset: state.page * state.size }, orderOf(rows, state))
  const count = { ...found, row_limit: 0, row_offset: 0, post_processing: [], is_rowcount: true }
  return [page, withOrder(count, undefined)]
}
