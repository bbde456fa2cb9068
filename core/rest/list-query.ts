import * as z from 'zod'
import { requireWithin } from './bounds.ts'
import { int, readBody } from './body.ts'
import { ApiError } from './api-error.ts'
import { printFields } from './read-error.ts'

/** Rows of a list page when the caller names no number. */
export const defaultPageSize = 25
/** The most rows a list page has; also what a size above it or below 1 becomes. */
const maxPageSize = 1000

/** One condition of a list. */
export interface ListFilter {
  readonly col: string
  readonly opr: string
  readonly value: ListValue | readonly ListValue[]
}

export type ListValue = string | number | boolean

/** What a list call asks for, with defaults put in. `page` counts from 0. */
export interface ListQuery {
  /** Names to answer with; empty asks for all. */
  readonly columns: readonly string[]
  /** Blocks of facts about the list to add; undefined asks for all. */
  readonly keys: readonly string[] | undefined
  readonly order: { readonly column: string; readonly descending: boolean } | undefined
  readonly page: number
  readonly pageSize: number
  readonly filters: readonly ListFilter[]
}

/** What a list allows. */
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

/** A list query from the value of `q`. Without a direction the order is descending. Fails with `q-schema`. */
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

/** Refuses an order or a filter that the list does not offer: `order-column`, `filter-column`, `filter-operator`. */
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

/** What a related or distinct call asks for. `include` are ids answered whether or not they match. */
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

/** What an item or `_info` call asks for: columns and blocks of facts; undefined asks for all. */
export function parseItemQuery(q: unknown): { columns: string[] | undefined; keys: string[] | undefined } {
  const { columns, keys } = check(itemSchema, q)
  return { columns, keys }
}

/** The ids of bulk delete, export and favorite status. An absent list is refused. */
export function parseIds(q: unknown): number[] {
  const ids = check(z.array(int), q)
  requireWithin('list-ids', ids.length)
  return ids
}

function pageSize(asked: number | undefined): number {
  if (asked === undefined) return defaultPageSize
  return asked < 1 || asked > maxPageSize ? maxPageSize : asked
}

function check<Schema extends z.ZodType>(schema: Schema, q: unknown): z.output<Schema> {
  const read = readBody(schema, q)
  if ('ok' in read) return read.ok
  throw new ApiError('q-schema', { args: [printFields(read.errors)] })
}
