import { distinctResponse, relatedResponse } from '#core/rest/response-shapes.ts'
import { hasPermission, isAdmin } from '#core/access/ability.ts'
import { folderAccess } from '#core/access/rules.ts'
import type { Condition } from '#core/access/condition.ts'
import type { User } from '#core/entity/user.ts'
import { ApiError } from '#core/rest/api-error.ts'
import type { RelatedQuery } from '#core/rest/list-query.ts'
import { parseRelatedQuery } from '#core/rest/list-query.ts'
import { type RouteResponse, type RouteRequest, type Policy, type Route, jsonResponse } from '#server/route/route.ts'
import { visibleFolders } from './shared/folder-names.ts'
import { ruleOptions } from './shared/rule-options.ts'
import { isSavedDataset } from '#core/access/rules.ts'
import type { AnyReadResource, RelatedKind } from './resource.ts'

interface Choice {
  readonly value: number | string
  readonly text: string
  readonly extra?: Record<string, unknown>
}

/** One type of related entity: how it is searched and labeled. */
interface Kind {
  matches(text: string): Condition
  list(
    request: RouteRequest,
    where: Condition,
    page: number,
    pageSize: number,
  ): Promise<{ rows: Choice[]; count: number }>
}

function byColumns(columns: readonly string[], op: 'sw' | 'ct') {
  return (text: string): Condition => (text === '' ? true : { or: columns.map((col) => ({ col, op, value: text })) })
}

const kinds: Readonly<Record<RelatedKind, Kind>> = {
  user: {
    matches: byColumns(['first_name', 'last_name', 'username'], 'ct'),
    async list({ context: { store }, user: caller }, where, page, pageSize) {
      // Email addresses are for administrators, who manage users.
      const mailOf = ({ email }: User) => (isAdmin(caller) ? { email } : {})
      const order = [{ column: 'first_name', direction: 'asc' as const }]
      const { rows, count } = await store.users.list({ where, order, page, pageSize })
      return {
        count,
        rows: rows.map((user) => ({
          value: user.id,
          text: `${user.first_name} ${user.last_name}`.trim() || user.username,
          extra: { active: user.active, ...mailOf(user) },
        })),
      }
    },
  },
  role: {
    matches: byColumns(['name'], 'sw'),
    async list({ context: { store } }, where, page, pageSize) {
      const order = [{ column: 'name', direction: 'asc' as const }]
      const { rows, count } = await store.roles.list({ where, order, page, pageSize })
      return { count, rows: rows.map((role) => ({ value: role.id, text: role.name, extra: {} })) }
    },
  },
  dataset: {
    matches: byColumns(['table_name'], 'sw'),
    async list({ context: { store } }, where, page, pageSize) {
      const order = [{ column: 'table_name', direction: 'asc' as const }]
      const saved = { and: [where, isSavedDataset] }
      const { rows, count } = await store.datasets.list({ where: saved, order, page, pageSize })
      const text = (row: (typeof rows)[number]) => (row.schema ? `${row.schema}.${row.table_name}` : row.table_name)
      return { count, rows: rows.map((row) => ({ value: row.id, text: text(row), extra: {} })) }
    },
  },
  tag: {
    matches: byColumns(['name'], 'ct'),
    async list({ context: { store } }, where, page, pageSize) {
      const order = [{ column: 'name', direction: 'asc' as const }]
      const { rows, count } = await store.tags.list({ where, order, page, pageSize })
      return { count, rows: rows.map((row) => ({ value: row.id, text: row.name, extra: {} })) }
    },
  },
  folder: {
    matches: byColumns(['name'], 'ct'),
    async list(request, where, page, pageSize) {
      const { folders } = request.context.store
      const order = [{ column: 'name', direction: 'asc' as const }]
      const { rows, count, ids } = await folders.list({ where, order, page, pageSize })
      const paths = await folders.paths(ids)
      const named = await visibleFolders([...paths.values()].flat(), request)
      const pathOf = (id: number) => (paths.get(id) ?? []).toReversed().flatMap((each) => named.get(each)?.name ?? [])
      return { count, rows: rows.map(({ id }) => ({ value: id, text: pathOf(id).join(' / '), extra: {} })) }
    },
  },
  database: {
    matches: byColumns(['database_name'], 'sw'),
    async list({ context: { store } }, where, page, pageSize) {
      const order = [{ column: 'database_name', direction: 'asc' as const }]
      const { rows, count } = await store.databases.list({ where, order, page, pageSize })
      return { count, rows: rows.map((row) => ({ value: row.id, text: row.database_name, extra: {} })) }
    },
  },
}

/** Returns the condition for the folders that the caller may see. */
function visibleFolderRule(request: RouteRequest): Condition {
  return hasPermission(request.user, 'can_read', 'Folder') && folderAccess(request.user, ruleOptions(request))
}

/** Returns the condition for the visible roles: callers who cannot assign roles see only their own. */
function visibleRolesOf(resource: AnyReadResource, { user }: RouteRequest): Condition {
  const gives = isAdmin(user) || hasPermission(user, 'can_write', resource.permission)
  return gives || { col: 'id', op: 'in', value: user.roleIds }
}

/** `GET /related/:column`: returns the possible values of the column. */
export function relatedRoute(resource: AnyReadResource, policy: Policy): Route {
  return {
    method: 'GET',
    path: '/related/:column',
    policy,
    responses: { 200: relatedResponse },
    async handler(request) {
      const column = request.params['column'] ?? ''
      const name = Object.hasOwn(resource.listing.related, column) && resource.listing.related[column]
      if (!name) throw new ApiError('not-found')
      // Anonymous callers get no list of users.
      if (name === 'user' && request.user.isAnonymous) return jsonResponse(relatedResponse, { count: 0, result: [] })
      const kind = kinds[name]
      const query = parseRelatedQuery(request.q)
      const scope: Condition = {
        and: [
          resource.relatedScope?.(request, name) ?? true,
          name === 'role' ? visibleRolesOf(resource, request) : true,
          name === 'tag' ? hasPermission(request.user, 'can_read', 'Tag') : true,
          name === 'folder' ? visibleFolderRule(request) : true,
        ],
      }
      const matching: Condition = { and: [scope, kind.matches(query.filter)] }
      const { rows, count } = await kind.list(request, matching, query.page, query.pageSize)
      const missing = query.include.filter((id) => !rows.some(({ value }) => value === id))
      const included =
        missing.length === 0
          ? []
          : (await kind.list(request, { and: [scope, { col: 'id', op: 'in', value: missing }] }, 0, missing.length))
              .rows
      return jsonResponse(relatedResponse, { count, result: [...rows, ...included] })
    },
  }
}

/** `GET /distinct/:column`: returns the distinct values of the column among the rows the caller may see. */
export function distinctRoute(resource: AnyReadResource, policy: Policy): Route {
  return {
    method: 'GET',
    path: '/distinct/:column',
    policy,
    responses: { 200: distinctResponse },
    async handler(request) {
      const column = request.params['column'] ?? ''
      if (!resource.listing.distinct.includes(column)) throw new ApiError('not-found')
      return listDistinctValues(resource, request, column, parseRelatedQuery(request.q))
    },
  }
}

async function listDistinctValues(
  resource: AnyReadResource,
  request: RouteRequest,
  column: string,
  query: RelatedQuery,
): Promise<RouteResponse> {
  const where: Condition = {
    and: [resource.rule(request, 'list'), query.filter === '' ? true : { col: column, op: 'sw', value: query.filter }],
  }
  const { rows } = await resource.repository(request.context.store).list({ where })
  const values = rows.map((row: Record<string, unknown>) => row[column]).filter((value) => value !== null)
  const distinct = [...new Set(values.map(String))].toSorted()
  const start = query.page * query.pageSize
  const result = distinct.slice(start, start + query.pageSize).map((value) => ({ text: value, value }))
  return jsonResponse(distinctResponse, { count: distinct.length, result })
}
