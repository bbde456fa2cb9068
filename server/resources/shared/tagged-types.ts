import type { Action } from '#core/access/can.ts'
import { hasPermission, ownerId } from '#core/access/ability.ts'
import { allowedRows, type GuardedEntityType } from '#core/access/can.ts'
import type { Condition } from '#core/access/condition.ts'
import type { CurrentUser } from '#core/access/current-user.ts'
import type { Chart } from '#core/entity/chart.ts'
import type { Dashboard } from '#core/entity/dashboard.ts'
import type { DatasetHead } from '#core/entity/dataset.ts'
import type { Entity } from '#core/entity/entity.ts'
import type { SavedQuery } from '#core/entity/saved-query.ts'
import { taggedNumbers, type TaggedType, taggedTypes } from '#core/entity/tagged-types.ts'
import type { ListQuery, Page } from '#server/store/repository.ts'
import type { RouteRequest } from '#server/route/route.ts'
import type { Store } from '#server/store/store.ts'
import { ruleOptions } from './rule-options.ts'

/** Returns the condition for saved queries on which a user may do this: only their own. */
export function savedQueryRule(user: CurrentUser, action: Action): Condition {
  const id = ownerId(user)
  const may = id !== null && hasPermission(user, action === 'write' ? 'can_write' : 'can_read', 'SavedQuery')
  return may && { col: 'created_by_fk', op: 'eq', value: id }
}

/** The fields of a tagged entity that are read. */
interface TaggedRow extends Entity {
  readonly owners?: readonly number[]
  readonly is_managed_externally?: boolean
}

/** The properties of an entity type that tagging uses. */
interface TaggedKind {
  list(store: Store, query: ListQuery): Promise<Page<TaggedRow>>
  rule(request: RouteRequest, action: Action): Condition
  nameOf(row: TaggedRow): string
  /** Below the base path. */
  urlOf(row: TaggedRow): string
}

const guardedRule = (view: GuardedEntityType) => (request: RouteRequest, action: Action) => {
  return allowedRows(request.user, action, view, ruleOptions(request))
}

/** Every entity type that can have tags. */
export const taggedKinds: Readonly<Record<TaggedType, TaggedKind>> = {
  dashboard: {
    list: (store, query) => store.dashboards.list(query),
    rule: guardedRule('Dashboard'),
    nameOf: (row) => (row as Dashboard).dashboard_title,
    urlOf: (row) => `/superset/dashboard/${encodeURIComponent((row as Dashboard).slug ?? String(row.id))}/`,
  },
  chart: {
    list: (store, query) => store.charts.list(query),
    rule: guardedRule('Chart'),
    nameOf: (row) => (row as Chart).slice_name,
    urlOf: ({ id }) => `/explore/?slice_id=${id}`,
  },
  dataset: {
    list: (store, query) => store.datasets.list(query),
    rule: guardedRule('Dataset'),
    nameOf: (row) => (row as DatasetHead).table_name,
    urlOf: ({ id }) => `/explore/?datasource_type=table&datasource_id=${id}`,
  },
  query: {
    list: (store, query) => store.savedQueries.list(query),
    rule: ({ user }, action) => savedQueryRule(user, action),
    nameOf: (row) => (row as SavedQuery).label ?? '',
    urlOf: (row) => `/saved_query/list?search=${encodeURIComponent((row as SavedQuery).label ?? '')}`,
  },
}

/** Returns the type that a URL or a body names, by its name or its number. */
export function taggedTypeOf(named: string | number): TaggedType | undefined {
  return taggedTypes.find((type) => type === named || taggedNumbers[type] === Number(named))
}
