import * as z from 'zod'
import type { Database } from '#core/entity/database.ts'
import type { Dataset, DatasetColumn } from '#core/entity/dataset.ts'
import {
  isTemplateName,
  JOIN_TYPES,
  joinCountSql,
  joinedColumns,
  type JoinSide,
  joinSql,
  MAX_JOIN_COLUMNS,
  MAX_JOIN_DATASETS,
  MAX_JOIN_KEYS,
} from '#core/query/join-sql.ts'
import { int, readBody, textOf } from '#core/rest/body.ts'
import { joinResponse } from '#core/rest/dataset-shapes.ts'
import { quoteMarkOf } from '#core/query/quote-mark.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { engineNamed } from '#server/engines/index.ts'
import { findAllowedRow } from '#server/resources/resource-handlers.ts'
import type { AnyResource } from '#server/resources/resource.ts'
import { requireDatabase } from '#server/resources/shared/database-access.ts'
import type { Value } from '#core/table/table.ts'
import { type RouteResponse, type RouteRequest, type Route, jsonResponse } from '#server/route/route.ts'
import { runStatement } from '#server/sqllab/run-statement.ts'
import { mismatchedKeys } from './join-keys.ts'
import { joinMetrics } from './join-metrics.ts'

const name = textOf(1, 255)
const joinSideBody = z.looseObject({
  dataset_id: int,
  columns: z.array(name).min(1).max(MAX_JOIN_COLUMNS).nullish(),
  type: z.enum(JOIN_TYPES).default('inner'),
  keys: z
    .array(z.looseObject({ column: name, with: int, with_column: name }))
    .max(MAX_JOIN_KEYS)
    .default([]),
})
const joinBody = z.looseObject({ datasets: z.array(joinSideBody).min(2).max(MAX_JOIN_DATASETS) })
type Sent = z.output<typeof joinSideBody>

/** One dataset of a join: the request and the stored dataset. */
interface LoadedSide {
  readonly sent: Sent
  readonly dataset: Dataset
}

/**
 * Checks a join of datasets, counts its rows under the row-level security rules of the caller, and returns its SQL.
 * Nothing is saved.
 */
export function joinRoute(resource: () => AnyResource, view: string): Route {
  return {
    method: 'POST',
    path: '/join',
    policy: { permission: 'can_write', view },
    body: joinBody,
    responses: { 200: joinResponse },
    handler: (request) => previewJoin(resource(), request),
  }
}

async function previewJoin(resource: AnyResource, request: RouteRequest): Promise<RouteResponse> {
  if (typeof request.body !== 'object' || request.body === null) throw new ApiError('not-json')
  const body = readBody(joinBody, request.body)
  if ('errors' in body) throw new ApiError('fields-wrong', { fields: body.errors })
  const { sides, database } = await loadSides(resource, request, body.ok.datasets)
  const problem = sides.map((_, index) => sideProblem(sides, index)).find((text) => text !== undefined)
  if (problem) throw rejectionError(problem)
  const joined = sides.map(sideOf)
  const columns = joinedColumns(joined)
  if (columns.length > MAX_JOIN_COLUMNS) throw rejectionError(`A join has at most ${MAX_JOIN_COLUMNS} columns`)
  const mismatched = await mismatchedKeys(
    request,
    database,
    sides.map(({ sent, dataset }) => ({ keys: sent.keys, dataset })),
  )
  const { dialect } = engineOf(database)
  const quote = (text: string) => dialect.quote(text)
  const isJoinable = mismatched.length === 0
  const sql = isJoinable ? joinSql(joined, quote) : null
  const counts = isJoinable ? (await readRows(request, database, joinCountSql(joined, quote), 1))?.[0] : undefined
  // If counting takes too long, the rows are not read either.
  const first = sql && counts ? await readRows(request, database, sql, FIRST_ROWS) : undefined
  return jsonResponse(joinResponse, {
    result: {
      database_id: database.id,
      sql,
      columns: columns.map(({ name: label, side: at, column }) => ({ name: label, dataset: at, column })),
      rows: counts ? Number(counts[0]) : null,
      first_rows: first?.map((row) => row.map(textOrNull)) ?? null,
      datasets: joined.map(({ id, name: label }, index) => ({
        id,
        table_name: label,
        ...sideCounts(counts?.map(Number), index),
      })),
      mismatched_keys: mismatched,
      ...joinMetrics(
        sides.map(({ dataset }) => dataset),
        columns,
        counts?.map(Number),
        quoteMarkOf(database.backend),
      ),
    },
  })
}

const rejectionError = (text: string): ApiError => new ApiError('fields-refused', { fields: { datasets: [text] } })

/**
 * Loads the datasets, which the caller must be able to read, and their database, to which a SQL dataset needs access.
 */
async function loadSides(resource: AnyResource, request: RouteRequest, sent: readonly Sent[]) {
  const sides: LoadedSide[] = []
  for (const each of sent) {
    const dataset = (await findAllowedRow(resource, request, each.dataset_id, 'read')) as Dataset
    sides.push({ sent: each, dataset })
  }
  const ids = new Set(sides.map(({ dataset }) => dataset.database_id))
  const [id] = ids
  if (ids.size > 1 || id === undefined) throw rejectionError('Datasets of one join must be in the same database')
  const database = await request.context.store.databases.get(id)
  if (!database) throw new ApiError('database-missing')
  await requireDatabase(request, database)
  return { sides, database }
}

/** Returns the error in the columns or keys of one dataset; undefined if there is none. */
function sideProblem(sides: readonly LoadedSide[], at: number): string | undefined {
  const { sent, dataset } = sides[at] as LoadedSide
  if (at > 0 && sent.keys.length === 0) return `Dataset ${dataset.table_name} needs a key`
  for (const key of sent.keys) {
    const other = key.with >= 0 && key.with < at ? sides[key.with] : undefined
    if (!other) return `Keys of dataset ${dataset.table_name} must name an earlier dataset`
    if (!columnOf(other.dataset, key.with_column)) return missingColumnText(key.with_column, other.dataset)
  }
  const names = [...columnNames({ sent, dataset }), ...sent.keys.map(({ column }) => column)]
  const unknown = names.find((each) => !columnOf(dataset, each))
  if (unknown !== undefined) return missingColumnText(unknown, dataset)
  const template = names.find(isTemplateName)
  return template === undefined ? undefined : `Column ${template} cannot be used: its name is read as a template`
}

const missingColumnText = (column: string, { table_name }: Dataset) => `Dataset ${table_name} has no column ${column}`

const columnOf = ({ columns }: Dataset, column: string): DatasetColumn | undefined =>
  columns.find(({ column_name }) => column_name === column)

const columnNames = ({ sent, dataset }: LoadedSide): readonly string[] =>
  sent.columns ? [...new Set(sent.columns)] : dataset.columns.map(({ column_name }) => column_name)

function sideOf(loaded: LoadedSide): JoinSide {
  const { sent, dataset } = loaded
  const { type, keys } = sent
  return { id: dataset.id, name: dataset.table_name, columns: columnNames(loaded), type, keys }
}

function engineOf({ backend }: Database) {
  const engine = engineNamed(backend)
  if (!engine) throw new ApiError('engine-unknown', { args: [backend] })
  return engine
}

/** Maximum rows shown of a join, and characters of each value. */
const FIRST_ROWS = 20
const MAX_CELL = 200

const textOrNull = (value: Value | undefined): string | null =>
  value === null || value === undefined ? null : String(value).slice(0, MAX_CELL)

/** Returns the first rows of a SELECT; undefined if the database does not respond in time. */
async function readRows(request: RouteRequest, database: Database, sql: string, maxRows: number) {
  const { chartData, store, config } = request.context
  try {
    const { result } = await runStatement({
      chartData,
      store,
      user: request.user,
      database,
      sql,
      templateParams: null,
      maxRows,
      maxBytes: config.sqlResults.maxBytes,
      timeoutMs: config.webTimeout * 1000,
      signal: request.signal,
    })
    const [column = []] = result.cells
    return column.map((_, row) => result.cells.map((values) => values[row]))
  } catch (error) {
    if (error instanceof ApiError && error.code === 'query-timeout') return undefined
    throw error
  }
}

/** Returns the rows of one dataset, how often they are repeated in the result, and how many it lacks. */
function sideCounts(counts: readonly number[] | undefined, at: number) {
  const [rows, matched, used] = counts?.slice(1 + 3 * at, 4 + 3 * at) ?? []
  if (rows === undefined || matched === undefined || used === undefined)
    return { rows: null, repeated: null, unmatched: null }
  return { rows, repeated: used - matched, unmatched: rows - matched }
}
