import * as z from 'zod'
import { requireWithin } from './bounds.ts'
import { int, readBody } from './body.ts'
import { ApiError } from './api-error.ts'
import { printFields } from './read-error.ts'

/** Default number of rows per list page. */
export const defaultPageSize = 25
/** Maximum number of rows per list page; also used for sizes above it or below 1. */
const maxPageSize = 1000

export interface ListFilter {
  readonly col: string
  readonly opr: string
  readonly value: ListValue | readonly ListValue[]
}

export type ListValue = string | number | boolean

/** The query of a list request, with defaults. `page` counts from 0. */
export interface ListQuery {
  /** Requested columns; empty requests all. */
  readonly columns: readonly string[]
  /** Requested metadata blocks of the list; undefined requests all. */
  readonly keys: readonly string[] | undefined
  readonly order: { readonly column: string; readonly descending: boolean } | undefined
  readonly page: number
  readonly pageSize: number
  readonly filters: readonly ListFilter[]
}

/** The columns that a list can be ordered and filtered by. */
export interface ListRules {
  readonly orderColumns: readonly string[]
  /** Operators by column. */
  readonly filters: Readonly<Record<string, readonly string[]>>
}

const scalar = z.union([z.string(), z.number(), z.boolean()])

const listSchema = z.looseObject({
  columns: z.array(z.string()).optional(),
  keys: z.array(z.string()).optional(),
  order_column: z.string().optional(),
  order_direction: z.enum(['asc', 'desc']).optional(),
  page: int.optional(),
  page_size: int.optional(),
  filters: z
    .array(z.looseObject({ col: z.string(), opr: z.string(), value: z.union([scalar, z.array(scalar)]) }))
    .optional(),
})

/** Parses the list query in the value of `q`. The default direction is descending. Throws `q-schema`. */
export function parseListQuery(q: unknown): ListQuery {
  const query = check(listSchema, q)
  const values = (query.filters ?? []).map(({ value }) => (Array.isArray(value) ? value.length : 1))
  requireWithin('list-filters', values.length)
  requireWithin(
    'list-values',
    values.reduce((sum, count) => sum + count, 0),
  )
  return {
    columns: query.columns ?? [],
    keys: query.keys,
    order: query.order_column ? { column: query.order_column, descending: query.order_direction !== 'asc' } : undefined,
    page: Math.max(0, query.page ?? 0),
    pageSize: pageSize(query.page_size),
    filters: (query.filters ?? []).map(({ col, opr, value }) => ({ col, opr, value })),
  }
}

/** Rejects an order or a filter that the list does not support: `order-column`, `filter-column`, `filter-operator`. */
export function checkListQuery(query: ListQuery, rules: ListRules): void {
  if (query.order && !rules.orderColumns.includes(query.order.column)) {
    throw new ApiError('order-column', { args: [query.order.column] })
  }
  for (const { col, opr } of query.filters) {
    const operators = Object.hasOwn(rules.filters, col) ? rules.filters[col] : undefined
    if (!operators) throw new ApiError('filter-column', { args: [col] })
    if (!operators.includes(opr)) throw new ApiError('filter-operator', { args: [opr, col] })
  }
}

/** The query of a related or distinct request. Ids in `include` are returned even if they do not match. */
export interface RelatedQuery {
  readonly filter: string
  readonly page: number
  readonly pageSize: number
  readonly include: readonly number[]
}

const relatedSchema = z.looseObject({
  filter: z.string().optional(),
  page: int.optional(),
  page_size: int.optional(),
  include_ids: z.array(int).optional(),
})

export function parseRelatedQuery(q: unknown): RelatedQuery {
  const query = check(relatedSchema, q)
  requireWithin('list-ids', query.include_ids?.length ?? 0)
  return {
    filter: query.filter ?? '',
    page: Math.max(0, query.page ?? 0),
    pageSize: pageSize(query.page_size),
    include: query.include_ids ?? [],
  }
}

const itemSchema = z.looseObject({ columns: z.array(z.string()).optional(), keys: z.array(z.string()).optional() })

/** Parses the query of an item or `_info` request: columns and metadata blocks; undefined requests all. */
export function parseItemQuery(q: unknown): { columns: string[] | undefined; keys: string[] | undefined } {
  const { columns, keys } = check(itemSchema, q)
  return { columns, keys }
}

/** Parses the ids of bulk delete, export and favorite status. A missing list is rejected. */
export function parseIds(q: unknown): number[] {
  const ids = check(z.array(int), q)
  requireWithin('list-ids', ids.length)
  return ids
}

function pageSize(requested: number | undefined): number {
  if (requested === undefined) return defaultPageSize
  return requested < 1 || requested > maxPageSize ? maxPageSize : requested
}

function check<Schema extends z.ZodType>(schema: Schema, q: unknown): z.output<Schema> {
  const read = readBody(schema, q)
  if ('ok' in read) return read.ok
  throw new ApiError('q-schema', { args: [printFields(read.errors)] })
}
