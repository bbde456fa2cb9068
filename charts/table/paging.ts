import { containsPattern } from '#core/filter/like.ts'
import type { TableForm } from './controls.ts'
import { MAX_PER_PAGE } from './page-lengths.ts'
import { hashOf } from '#core/color/place.ts'
import { withOrder } from '#core/form/base-query.ts'
import {
  columnLabel,
  metricLabel,
  type QueryColumn,
  type QueryFilter,
  type QueryMetric,
  type QueryObject,
} from '#core/query/query-object.ts'

/** Letters of a search; the rest is cut. */
const LONGEST_SEARCH = 200
const LAST_PAGE = 1_000_000_000
/** Columns that tell rows apart which are alike in the order. */
const MAX_TIES = 20
const USUAL_LENGTH = 10

/** How a page is asked for: what a person did in the table, or what the form begins with. */
export interface PageState {
  /** Counted from 0. */
  readonly page: number
  readonly size: number
  readonly sort: { readonly name: string; readonly isDescending: boolean } | null
  readonly search: { readonly column: string | null; readonly text: string }
  /** Names what the pages are of: a page of other rows is not looked for among these. */
  readonly of: string
}

type Own = Readonly<Record<string, unknown>>

const ownOf = (form: TableForm): Own => {
  const own = form['ownState']
  return typeof own === 'object' && own !== null && !Array.isArray(own) ? (own as Own) : {}
}

const whole = (value: unknown, least: number, most: number): number | undefined =>
  typeof value === 'number' && Number.isInteger(value) && value >= least ? Math.min(value, most) : undefined

function sortOf({ sortBy }: Own): PageState['sort'] {
  const [first] = Array.isArray(sortBy) ? (sortBy as unknown[]) : []
  const { key, id, desc } = (first ?? {}) as Readonly<Record<'key' | 'id' | 'desc', unknown>>
  const name = key ?? id
  return typeof name === 'string' ? { name, isDescending: desc === true } : null
}

/** How many rows a page of the form has, where nobody has chosen another length. */
function lengthOf({ server_page_length: said }: TableForm): number {
  return whole(said === null || said === '' ? undefined : Number(said), 1, MAX_PER_PAGE) ?? USUAL_LENGTH
}

/** What is asked, as a short text: filters, columns and metrics; neither the page nor its order. */
function nameOf({ url_params: _url, ...query }: QueryObject): string {
  return hashOf(JSON.stringify(query)).toString(36)
}

/**
 * The page a form asks for, by its `ownState`: `currentPage`, `pageSize`, `sortBy`, `searchText`, `searchColumn`, and in
 * `of` what the page was chosen among. When filters have changed since, it is the first one.
 */
export function pageState(form: TableForm, rows: QueryObject): PageState {
  const own = ownOf(form)
  const of = nameOf(rows)
  const isOther = typeof own['of'] === 'string' && own['of'] !== of
  const { searchText: text, searchColumn: column } = own
  return {
    page: isOther ? 0 : (whole(own['currentPage'], 0, LAST_PAGE) ?? 0),
    size: whole(own['pageSize'], 1, MAX_PER_PAGE) ?? lengthOf(form),
    sort: sortOf(own),
    search: {
      column: typeof column === 'string' ? column : null,
      text: typeof text === 'string' ? text.slice(0, LONGEST_SEARCH) : '',
    },
    of,
  }
}

type Order = NonNullable<QueryObject['orderby']>

/** What a column of the table is sorted by; a share is sorted by its metric. */
function keyOf(name: string, { columns, metrics: asked }: QueryObject): QueryColumn | QueryMetric | undefined {
  const metrics = asked ?? []
  const plain = name.replace(/^%/, '')
  return (
    columns?.find((each) => columnLabel(each) === name) ??
    metrics.find((each) => metricLabel(each) === name) ??
    metrics.find((each) => metricLabel(each) === plain)
  )
}

/**
 * The order of pages. Rows that are alike in it are told apart by their other columns, so that each row stands on one page
 * and on no other; rows as they are stored, in no order, are told apart by the engine.
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

/** The question of one page, and the one of how many rows there are on all pages. */
export function pageQueries(form: TableForm, rows: QueryObject): readonly [page: QueryObject, count: QueryObject] {
  const state = pageState(form, rows)
  const found = { ...rows, filters: searchOf(rows, state) }
  const page = withOrder({ ...found, row_limit: state.size, row_offset: state.page * state.size }, orderOf(rows, state))
  const count = { ...found, row_limit: 0, row_offset: 0, post_processing: [], is_rowcount: true }
  return [page, withOrder(count, undefined)]
}
