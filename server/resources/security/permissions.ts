import { foldText } from '#core/access/fold-text.ts'
import { checkListQuery, type ListFilter, parseListQuery } from '#core/rest/list-query.ts'
import { permissionNamesResponse, permissionPairsResponse } from '#core/rest/security.ts'
import { type Route, type RouteRequest, type RouteResponse, jsonResponse } from '#server/route/route.ts'
import type { StoredPair } from '#server/store/repositories.ts'

const policy = { permission: 'can_read', view: 'Role' } as const

/** The permissions that roles have or had: names, views, and pairs of both. */
export const permissionRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/permissions',
    policy,
    responses: { 200: permissionNamesResponse },
    handler: (request) => listNames(request, ({ permission }) => permission),
  },
  {
    method: 'GET',
    path: '/resources',
    policy,
    responses: { 200: permissionNamesResponse },
    handler: (request) => listNames(request, ({ view }) => view),
  },
  {
    method: 'GET',
    path: '/permissions-resources',
    policy,
    responses: { 200: permissionPairsResponse },
    handler: listPairs,
  },
]

const OPERATORS = ['eq', 'neq', 'ct', 'nct', 'sw', 'ew']

type Values = Readonly<Record<string, string | number>>

/** Returns the rows of the requested page, filtered and sorted, and the number of all matching rows. */
function pageOf<Row>(rows: readonly Row[], { q }: RouteRequest, valuesOf: (row: Row) => Values) {
  const query = parseListQuery(q)
  const names = Object.keys(rows[0] === undefined ? {} : valuesOf(rows[0]))
  checkListQuery(query, {
    orderColumns: names,
    filters: Object.fromEntries(names.filter((name) => name !== 'id').map((name) => [name, OPERATORS])),
  })
  const matching = rows.filter((row) => query.filters.every((filter) => matchesSearch(filter, valuesOf(row))))
  const { column = 'id', descending = false } = query.order ?? {}
  const sorted = matching.toSorted((a, b) => compare(valuesOf(a)[column], valuesOf(b)[column]))
  const ordered = descending ? sorted.toReversed() : sorted
  const start = query.page * query.pageSize
  return { rows: ordered.slice(start, start + query.pageSize), count: matching.length }
}

function matchesSearch({ col, opr, value }: ListFilter, values: Values): boolean {
  const found = foldText(String(values[col] ?? ''))
  const searchText = foldText(String(value))
  switch (opr) {
    case 'eq':
      return found === searchText
    case 'neq':
      return found !== searchText
    case 'nct':
      return !found.includes(searchText)
    case 'sw':
      return found.startsWith(searchText)
    case 'ew':
      return found.endsWith(searchText)
    default:
      return found.includes(searchText)
  }
}

function compare(a: string | number | undefined, b: string | number | undefined): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return String(a) < String(b) ? -1 : 1
}

async function listNames(request: RouteRequest, nameOf: (pair: StoredPair) => string): Promise<RouteResponse> {
  const ids = new Map<string, number>()
  // The id of a name is that of its first pair.
  for (const pair of await request.context.store.roles.storedPairs())
    if (!ids.has(nameOf(pair))) ids.set(nameOf(pair), pair.id)
  const names = Array.from(ids, ([name, id]) => ({ id, name }))
  const { rows, count } = pageOf(names, request, ({ id, name }) => ({ id, name }))
  return jsonResponse(permissionNamesResponse, { count, ids: rows.map(({ id }) => id), result: rows })
}

async function listPairs(request: RouteRequest): Promise<RouteResponse> {
  const pairs = await request.context.store.roles.storedPairs()
  const { rows, count } = pageOf(pairs, request, ({ id, permission, view }) => ({
    id,
    'permission.name': permission,
    'view_menu.name': view,
  }))
  return jsonResponse(permissionPairsResponse, {
    count,
    ids: rows.map(({ id }) => id),
    result: rows.map(({ id, permission, view }) => ({
      id,
      permission: { name: permission },
      view_menu: { name: view },
    })),
  })
}
