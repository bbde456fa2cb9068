import { closedPattern, LIKE_ESCAPE } from '#core/filter/like-pattern.ts'
import type { DatasetColumn } from '#core/entity/dataset.ts'
import { advancedTypeNamed, parseAdvancedValues } from '#core/filter/advanced-types.ts'
import { columnLabel, EXCEPT, type QueryFilter } from '#core/query/query-object.ts'
import type { RejectedFilter } from '#core/query/result.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { isNonFinite } from '#core/table/exact-number.ts'
import type { Value } from '#core/table/table.ts'
import type { ValueComparison } from '#server/engines/engine.ts'
import { ADVANCED_TYPE_OPERATORS } from './advanced-type-filter.ts'
import { isIgnoredRange } from '#core/time/warning.ts'
import { bucket, columnExpr, datasetColumn, isZoned, timestampExpr, withOffset } from './columns.ts'
import { TIMESTAMP } from '#core/query/timestamp.ts'
import type { Environment } from './environment.ts'
import { storedTimeFilter, wallClockFilter } from './stored-time-filter.ts'
import { timeFilter } from './time.ts'
import type { Param } from '#server/engines/sql.ts'
import type { ComparisonSign, Expr } from './tree.ts'
import { matchingParams, isReadable, kindOf, logicalTypeOf, NULL, toParam, type ValueKind } from './values.ts'

const COMPARISONS: Readonly<Record<string, ComparisonSign>> = {
  '==': '=',
  '=': '=',
  '!=': '<>',
  '<>': '<>',
  '>': '>',
  '<': '<',
  '>=': '>=',
  '<=': '<=',
}
const TESTS: Readonly<Record<string, 'NULL' | 'NOT NULL' | 'TRUE' | 'FALSE'>> = {
  'IS NULL': 'NULL',
  'IS NOT NULL': 'NOT NULL',
  'IS TRUE': 'TRUE',
  'IS FALSE': 'FALSE',
}

/** The conditions of a query's filters, with the applied and the rejected filters. */
export interface FilterConditions {
  readonly where: readonly Expr[]
  readonly applied: readonly string[]
  readonly rejected: readonly RejectedFilter[]
}

/**
 * Returns the conditions of the filters, ANDed. A filter without column or operator is ignored. A filter on a column
 * the dataset lacks, or with text on a numeric column, is reported and ignored; an invalid time range is reported.
 * `granularity` is the column of `__timestamp`.
 */
export async function filterConditions(
  filters: readonly QueryFilter[],
  granularity: DatasetColumn | undefined,
  env: Environment,
): Promise<FilterConditions> {
  const where: Expr[] = []
  const applied: string[] = []
  const rejected: RejectedFilter[] = []
  for (const filter of filters) {
    if (!filter?.col || !filter.op) continue
    if (filter.op.toUpperCase() === EXCEPT) {
      const left = await exception(filter.of ?? [], granularity, env)
      applied.push(...left.applied)
      rejected.push(...left.rejected)
      where.push(...left.where)
      continue
    }
    const label = columnLabel(filter.col)
    const target = await targetOf(filter, granularity, env)
    if (!target) {
      rejected.push({ column: label, reason: 'not_in_datasource' })
      continue
    }
    if (!canCompare(filter, target)) {
      rejected.push({ column: label, reason: 'value_not_a_number' })
      continue
    }
    // The condition is still applied: Superset ends such a range at the anchor.
    if (isIgnoredTime(filter)) rejected.push({ column: label, reason: 'time_range_not_understood' })
    else applied.push(label)
    const condition = await conditionOf(readTimes(filter, target.column, env), target, env)
    if (condition) where.push(condition)
  }
  return { where, applied, rejected }
}

/**
 * Returns a condition that excludes the rows that match all of these filters; a row stays if a condition is null for
 * it. If one filter is on a column the dataset lacks, it is reported and no row is excluded, because the others alone
 * would exclude more.
 */
async function exception(
  filters: readonly QueryFilter[],
  granularity: DatasetColumn | undefined,
  env: Environment,
): Promise<FilterConditions> {
  const unsupportedFilter = filters.find(({ op }) => [EXCEPT, 'TEMPORAL_RANGE'].includes(op?.toUpperCase() ?? ''))
  if (unsupportedFilter) throw new ApiError('filter-operation', { args: [unsupportedFilter.op] })
  const { where, applied, rejected } = await filterConditions(filters, granularity, env)
  if (rejected.length > 0 || where.length === 0) return { where: [], applied: [], rejected }
  const met: Expr = { kind: 'is', of: { kind: 'all', of: where }, what: 'TRUE' }
  return { where: [{ kind: 'not', of: met }], applied, rejected }
}

/**
 * True if the operator of a filter can compare its values with the column. Advanced types parse their texts themselves.
 */
function canCompare({ op, val }: QueryFilter, { kind, column, comparison }: Target): boolean {
  // An order comparison with an invalid value is rejected as a whole.
  const compares = ['=', '<>'].includes(COMPARISONS[op] ?? '') || /^(NOT )?IN$/i.test(op)
  if (!compares || (kind === 'number' && advancedTypeNamed(column?.advanced_data_type))) return true
  const values = /IN$/i.test(op) ? listOf(val) : [singleValue(val)]
  if (kind === 'number' && !holdsNonFinite(column, comparison) && values.some(isNonFinite)) return false
  return values.every((value) => isReadable(value, kind))
}

/** True if a numeric column may hold NaN and infinities; unknown columns may. */
function holdsNonFinite(column: DatasetColumn | undefined, comparison: ValueComparison | undefined): boolean {
  const type = logicalTypeOf(column)
  if (type === 'decimal') return comparison?.digits === undefined
  return type === undefined || type === 'real' || type === 'double'
}

function isIgnoredTime({ op, val }: QueryFilter): boolean {
  return op.toUpperCase() === 'TEMPORAL_RANGE' && isIgnoredRange(String(singleValue(val) ?? ''))
}

/** The operand of a filter: its expression, and the dataset column if it is one. */
interface Target {
  readonly expr: Expr
  readonly column: DatasetColumn | undefined
  readonly kind: ValueKind
  readonly comparison?: ValueComparison | undefined
}

async function targetOf(
  filter: QueryFilter,
  granularity: DatasetColumn | undefined,
  env: Environment,
): Promise<Target | undefined> {
  const { col } = filter
  const name = typeof col === 'string' ? col : col.sqlExpression
  const column = name === TIMESTAMP ? granularity : datasetColumn(env.dataset, name)
  if (column) {
    // As on an axis, a column that is not temporal has no time grain. Results show its times shifted by the offset of
    // the dataset.
    if ((!filter.grain || !column.is_dttm) && isZoned(column, env) && !ofRange(filter)) {
      return { expr: await timestampExpr(column, env), column, kind: 'moment' }
    }
    if (!filter.grain || !column.is_dttm) {
      const type = column.expression ? undefined : logicalTypeOf(column)
      const comparison = type && env.dialect.comparisons[type]
      return { expr: await columnExpr(column, env), column, kind: kindOf(column), comparison }
    }
    return { expr: withOffset(await bucket(column, filter.grain, env), env), column, kind: 'moment' }
  }
  if (typeof col === 'string' || col.isColumnReference) return undefined
  const fragment = await env.guard.expression(col.sqlExpression, columnLabel(col))
  return { expr: { kind: 'fragment', fragment }, column: undefined, kind: 'any' }
}

/** Ranges and null tests use the column as stored. */
function ofRange({ op }: QueryFilter): boolean {
  return /^(TEMPORAL_RANGE|IS .*)$/i.test(op)
}

/**
 * Returns a filter with its times in the form in which the column is compared: local times of the zone, or as stored.
 */
function readTimes(filter: QueryFilter, column: DatasetColumn | undefined, env: Environment): QueryFilter {
  return column && env.zone !== undefined && isZoned(column, env)
    ? wallClockFilter(filter, column, env.zone)
    : storedTimeFilter(filter, column)
}

/**
 * Returns the condition on a column of an advanced type: its values are numbers and ranges of numbers parsed from
 * texts.
 */
function advancedCondition(filter: QueryFilter, { column, kind, expr }: Target): Expr | undefined {
  const type = kind === 'number' ? advancedTypeNamed(column?.advanced_data_type) : undefined
  const test = type && ADVANCED_TYPE_OPERATORS[filter.op.toUpperCase()]
  const all = listOf(filter.val)
  const values = all.filter((value) => value !== null && value !== undefined && value !== NULL)
  if (!type || !test || values.length === 0) return undefined
  const { ranges, error } = parseAdvancedValues(type, values)
  if (error !== '') throw new ApiError('advanced-value', { args: [error] })
  const found = test(expr, ranges)
  if (!found || values.length === all.length) return found
  const negated = /^NOT /i.test(filter.op)
  return { kind: negated ? 'all' : 'any', of: [{ kind: 'is', of: expr, what: negated ? 'NOT NULL' : 'NULL' }, found] }
}

async function conditionOf(filter: QueryFilter, target: Target, env: Environment): Promise<Expr | undefined> {
  const op = filter.op.toUpperCase()
  const test = TESTS[op]
  if (test) return { kind: 'is', of: target.expr, what: test }
  const advanced = advancedCondition(filter, target)
  if (advanced) return advanced
  if (op === 'TEMPORAL_RANGE') return temporalRange(filter, target, env)
  if (op === 'IN' || op === 'NOT IN') return membership(listOf(filter.val), target, op === 'NOT IN')
  const like = /^(NOT )?(I?LIKE)$/.exec(op)
  if (like) return likeCondition(singleValue(filter.val), target, Boolean(like[1]), like[2] === 'ILIKE')
  const comparison = COMPARISONS[op]
  if (!comparison) throw new ApiError('filter-operation', { args: [filter.op] })
  const single = singleValue(filter.val)
  const isEquality = comparison === '=' || comparison === '<>'
  if (isEquality && matchingParams(single, target.kind).length > 1)
    return membership([single], target, comparison === '<>')
  const value = toParam(single, target.kind)
  if (value === null) return compareWithNull(comparison, target)
  return { kind: 'compare', op: comparison, left: comparedExpr(target), right: boundValue(value, target) }
}

/** Returns a comparison with null: equality means IS NULL; no value is greater or less than null. */
function compareWithNull(op: ComparisonSign, { expr }: Target): Expr {
  if (op !== '=' && op !== '<>') throw new ApiError('filter-value-none')
  return { kind: 'is', of: expr, what: op === '=' ? 'NULL' : 'NOT NULL' }
}

function temporalRange(filter: QueryFilter, target: Target, env: Environment): Promise<Expr | undefined> {
  if (!target.column) throw new ApiError('filter-operation', { args: [filter.op] })
  return timeFilter(target.column, env.range(String(singleValue(filter.val) ?? ''), target.column.column_name), env)
}

function likeCondition(value: Value | undefined, target: Target, negated: boolean, anyCase: boolean): Expr {
  const pattern = toParam(value, target.kind, true)
  if (pattern === null) throw new ApiError('filter-value-none')
  const text = typeof pattern === 'string' ? closedPattern(pattern) : pattern
  // Engines match faster without ESCAPE, and patterns without backslashes mean the same with and without it.
  const escape = typeof text === 'string' && text.includes(LIKE_ESCAPE)
  const like: Expr = { kind: 'like', of: target.expr, pattern: bind(text), anyCase, escape }
  return negated ? { kind: 'not', of: like } : like
}

/** Null among the values adds `IS NULL`; without it, NOT IN drops nulls, as in SQL. */
function membership(values: readonly (Value | undefined)[], target: Target, negated: boolean): Expr {
  const { expr, kind } = target
  if (values.length === 0) throw new ApiError('filter-empty')
  const params = values.flatMap((value) => matchingParams(value, kind))
  const present = params.filter((param) => param !== null)
  const missing: Expr = { kind: 'is', of: expr, what: negated ? 'NOT NULL' : 'NULL' }
  if (present.length === 0) return missing
  const within: Expr = {
    kind: 'in',
    of: comparedExpr(target),
    values: present.map((value) => boundValue(value, target)),
  }
  const member: Expr = negated ? { kind: 'not', of: within } : within
  if (present.length === params.length) return member
  return { kind: negated ? 'all' : 'any', of: [missing, member] }
}

/** Returns the compared expression: the column, or the form of it in which values of its type are compared. */
function comparedExpr({ expr, comparison }: Target): Expr {
  return comparison?.column ? { kind: 'template', template: comparison.column, of: expr } : expr
}

function boundValue(param: Param, { comparison }: Target): Expr {
  const value = comparison?.read && typeof param === 'string' ? comparison.read(param) : param
  const template = (typeof value === 'string' && comparison?.digits?.(value)) || comparison?.value
  return template ? { kind: 'bind', value, template } : bind(value)
}

function bind(value: Param): Expr {
  return { kind: 'bind', value }
}

function isList(value: QueryFilter['val']): value is readonly Value[] {
  return Array.isArray(value)
}

function listOf(value: QueryFilter['val']): readonly (Value | undefined)[] {
  return isList(value) ? value : [value]
}

function singleValue(value: QueryFilter['val']): Value | undefined {
  return isList(value) ? value[0] : value
}
