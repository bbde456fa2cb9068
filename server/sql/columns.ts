import { ownValue } from '#core/rest/json.ts'
import type { Dataset, DatasetColumn } from '#core/entity/dataset.ts'
import { columnLabel, isXAxis, type QueryColumn } from '#core/query/query-object.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { isTextTypeName, readLogicalType } from '#core/table/logical-type.ts'
import { TEMPORAL } from '#core/table/table.ts'
import { isInstantColumn, isZonedType } from '#core/time/instant-columns.ts'
import type { Fragment } from '#server/engines/sql.ts'
import type { Environment } from './environment.ts'
import { maskedSource } from './masked-source.ts'
import { sourceOf } from './source.ts'
import type { Expr } from './tree.ts'
import { kindOf, logicalTypeOf } from './values.ts'

export function datasetColumn(dataset: Dataset, name: string): DatasetColumn | undefined {
  return dataset.columns.find((column) => column.column_name === name)
}

const CONSTANT = /^[\s(]*(?:'(?:[^']|'')*'|[+-]?\d+(?:\.\d+)?|null|true|false)[\s)]*$/i
const ONE: Expr = { kind: 'literal', value: 1 }
const ALWAYS: Expr = { kind: 'compare', op: '=', left: ONE, right: ONE }

/** Returns an expression for GROUP BY, where engines reject a constant, or read it as the position of a column. */
function asComputed(fragment: Fragment): Expr {
  const of: Expr = { kind: 'fragment', fragment }
  return CONSTANT.test(fragment.text)
    ? { kind: 'case', when: ALWAYS, so: of, otherwise: { kind: 'literal', value: null } }
    : of
}

/** Returns a column of the dataset unchanged: a name, or the expression that computes it. */
export async function columnExpr(column: DatasetColumn, env: Environment): Promise<Expr> {
  return column.expression
    ? asComputed(await env.guard.expression(column.expression, 'column'))
    : { kind: 'column', name: column.column_name }
}

/**
 * Returns a column of the dataset as a local time: instants in the zone of the query, times stored as numbers or text
 * by their format.
 */
export async function timestampExpr(column: DatasetColumn, env: Environment): Promise<Expr> {
  const of = await storedTimestampExpr(column, env)
  if (!isZoned(column, env)) return of
  const isEpoch = !isZonedType(column.type)
  return inZone(isEpoch ? { kind: 'template', template: env.dialect.utcInstant, of } : of, env)
}

/** True if a column holds instants that the query shows in the local time of a zone. */
export function isZoned(column: DatasetColumn, env: Pick<Environment, 'zone'>): boolean {
  return env.zone !== undefined && isInstantColumn(column)
}

/** Converts an instant of a type with a time zone to the local time of the query. */
export function inZone(of: Expr, { zone, dialect }: Pick<Environment, 'zone' | 'dialect'>): Expr {
  return zone === undefined ? of : { kind: 'template', template: dialect.wallClock(zone), of }
}

async function storedTimestampExpr(column: DatasetColumn, env: Environment): Promise<Expr> {
  const of = await columnExpr(column, env)
  const format = isZonedType(column.type) ? null : column.python_date_format
  if (!column.is_dttm || !format) return of
  if (format === 'epoch_s' || format === 'epoch_ms')
    return { kind: 'template', template: env.dialect.epoch[format], of }
  if (isText(column)) return { kind: 'template', template: env.dialect.parseTime(format), of }
  // Years and days stored as integers, such as 20240131.
  if (kindOf(column) !== 'number') return of
  return { kind: 'template', template: env.dialect.parseTime(format), of: { kind: 'text', of } }
}

/** Returns a temporal column as a timestamp for bucketing: text without a known format is read as ISO 8601. */
async function bucketableTimestampExpr(column: DatasetColumn, env: Environment): Promise<Expr> {
  const of = await timestampExpr(column, env)
  const isIso = column.is_dttm && !column.python_date_format && column.type !== null && isText(column)
  return isIso ? { kind: 'template', template: env.dialect.parseTime(null), of } : of
}

/** Returns a temporal column bucketed by a grain code. */
export async function bucket(column: DatasetColumn, grain: string | null | undefined, env: Environment): Promise<Expr> {
  return bucketByGrain(await bucketableTimestampExpr(column, env), grain, env)
}

/** True if the engine describes a column as text, or it has the name of a text type or no type. */
export function isText({ type, logical_type: described }: StoredType): boolean {
  const logical = readLogicalType(described)
  return type === null || (logical === undefined ? isTextTypeName(type) : logical === 'text')
}

type StoredType = Pick<DatasetColumn, 'type'> & Partial<Pick<DatasetColumn, 'logical_type'>>

/** The expression bucketed by a grain code. */
function bucketByGrain(of: Expr, grain: string | null | undefined, env: Environment): Expr {
  if (!grain) return of
  const template = ownValue(env.dialect.grains, grain)
  if (!template) throw new ApiError('time-grain-wrong', { args: [grain] })
  return { kind: 'template', template, of }
}

/** Returns the expression shifted by the hour offset of the dataset. */
export function withOffset(of: Expr, env: Environment): Expr {
  const hours = env.dataset.offset
  return hours ? { kind: 'template', template: env.dialect.addHours(hours), of } : of
}

/**
 * Returns a column of a query, ready to be selected and grouped by: a time axis as bucketed timestamps, any other
 * column as stored. Throws for unknown names.
 */
export async function dimension(column: QueryColumn, env: Environment): Promise<Expr> {
  if (typeof column === 'string') return groupedExpr(requireColumn(column, env), env)
  const named = datasetColumn(env.dataset, column.sqlExpression)
  const axis = isXAxis(column)
  if (named) {
    return axis && named.is_dttm ? withOffset(await bucket(named, column.timeGrain, env), env) : groupedExpr(named, env)
  }
  if (column.isColumnReference) requireColumn(column.sqlExpression, env)
  const of = asComputed(await env.guard.expression(column.sqlExpression, columnLabel(column)))
  return axis && column.timeGrain && (await isMoment(of, env)) ? bucketByGrain(of, column.timeGrain, env) : of
}

/** Returns a column that can be grouped by: as text if its type has no equality. */
async function groupedExpr(column: DatasetColumn, env: Environment): Promise<Expr> {
  if (isZoned(column, env)) return timestampExpr(column, env)
  const of = await columnExpr(column, env)
  const isOpaque = !column.expression && logicalTypeOf(column) === 'opaque'
  return isOpaque ? { kind: 'template', template: env.dialect.opaqueText, of } : of
}

function requireColumn(name: string, env: Environment): DatasetColumn {
  const column = datasetColumn(env.dataset, name)
  if (!column) throw new ApiError('columns-unknown', { args: [listText([name])] })
  return column
}

/** Returns a list of names in the form clients know: `['a', 'b']`, in double quotes if a name contains a single one. */
export function listText(names: readonly string[]): string {
  return `[${names.map((name) => (name.includes("'") ? `"${name}"` : `'${name}'`)).join(', ')}]`
}

async function isMoment(expr: Expr, env: Environment): Promise<boolean> {
  const type = await env.typeOf({
    columns: [{ expr, label: 'probe' }],
    from: await maskedSource(await sourceOf(env), [], env),
    where: [],
    groupBy: [],
    having: [],
    orderBy: [],
    limit: 0,
    offset: 0,
  })
  return type === TEMPORAL
}
