import { LIKE_ESCAPE } from '#core/filter/like-pattern.ts'
import type { Dialect } from '#server/engines/engine.ts'
import { UNREACHABLE_LIMIT_SQL } from '#server/engines/sql.ts'
import { type SqlInstant, type Param, type Sql, createSql } from '#server/engines/sql.ts'
import type { ComparisonSign, Expr, From, LikeExpr, OrderBy, Select } from './tree.ts'

/** Collects the text twice: with placeholders for the driver and with literals for display. */
interface PrintState {
  readonly dialect: Dialect
  readonly params: Param[]
  readonly shown: boolean
}

/** Prints the statement of a tree in a dialect. */
export function print(select: Select, dialect: Dialect): Sql {
  const params: Param[] = []
  const text = selectText(select, { dialect, params, shown: false })
  return createSql(text, params, selectText(select, { dialect, params: [], shown: true }))
}

/** Prints the statement that reads all columns of a source. */
export function printRows(from: From, dialect: Dialect): Sql {
  const text = `SELECT * FROM ${fromText(from, { dialect, params: [], shown: true })}`
  return createSql(text, [], text)
}

function selectText(select: Select, to: PrintState): string {
  const { dialect } = to
  const columns = select.columns.map((each) => `${exprText(each.expr, to)} AS ${dialect.quote(each.label)}`)
  const lines = [`SELECT ${columns.join(', ')}`, `FROM ${fromText(select.from, to)}`]
  if (select.where.length) lines.push(`WHERE ${printJoined(select.where, ' AND ', to)}`)
  if (select.groupingSets) {
    const sets = select.groupingSets.map((set) => `(${printJoined(set, ', ', to)})`)
    lines.push(`GROUP BY GROUPING SETS (${sets.join(', ')})`)
  } else if (select.groupBy.length) lines.push(`GROUP BY ${printJoined(select.groupBy, ', ', to)}`)
  if (select.having.length) lines.push(`HAVING ${printJoined(select.having, ' AND ', to)}`)
  if (select.orderBy.length)
    lines.push(`ORDER BY ${select.orderBy.map((key) => orderText(key, select, to)).join(', ')}`)
  if (select.limit !== null) lines.push(dialect.limit(select.limit, select.offset, select.orderBy.length > 0))
  return lines.join('\n')
}

/** Prints a sort key. Labels cannot be used within an expression: there the labeled expression is printed. */
function orderText({ by, ascending, nullsLast }: OrderBy, { columns }: Select, to: PrintState): string {
  const isCase = nullsLast === true && to.dialect.nullsLast === 'case'
  const of = 'label' in by ? columns.find(({ label }) => label === by.label)?.expr : by
  const isHigh = nullsLast !== true && to.dialect.sortsNullsLow
  const direction = ascending ? 'ASC' : 'DESC'
  const nulls = `IS NULL THEN 1 ELSE 0 END${isHigh ? ` ${direction}` : ''}, `
  const first = (isCase || isHigh) && of ? `CASE WHEN ${exprText(of, to)} ${nulls}` : ''
  const label = 'label' in by && (to.dialect.sortsByLabel || !of) ? by.label : undefined
  const key = label === undefined && of ? exprText(of, to) : to.dialect.quote(label ?? '')
  const isFirst = to.dialect.sortsNullsLast && !ascending && nullsLast !== true
  return `${first}${key} ${direction}${nullsLast && !isCase ? ' NULLS LAST' : isFirst ? ' NULLS FIRST' : ''}`
}

function fromText(from: From, to: PrintState): string {
  const quote = (name: string): string => to.dialect.quote(name)
  switch (from.kind) {
    case 'table':
      return from.schema ? `${quote(from.schema)}.${quote(from.name)}` : quote(from.name)
    case 'virtual':
      return `(${from.fragment.text}\n) AS ${quote(from.alias)}`
    case 'select':
      return `(${selectText(from.select, to)}) AS ${quote(from.alias)}`
    case 'masked':
      return maskedText(from, to)
    case 'union':
      return `(${from.all.map((each) => selectText(each, to)).join('\nUNION ALL\n')}) AS ${quote(from.alias)}`
    case 'join':
      return `${fromText(from.left, to)} ${from.outer ? 'LEFT JOIN' : 'JOIN'} ${fromText(from.right, to)} ON ${exprText(from.on, to)}`
  }
}

function maskedText(from: Extract<From, { kind: 'masked' }>, to: PrintState): string {
  const quote = (name: string): string => to.dialect.quote(name)
  const [flag, alias] = [quote(from.flag), quote(from.alias)]
  if (to.dialect.fence === 'limit') return limitedText(from, to)
  const isShown = to.dialect.hasBooleans ? flag : `${flag} = 1`
  const columns = from.columns.map(({ name, value }) => `CASE WHEN ${isShown} THEN ${value} END AS ${name}`)
  const condition = exprText(from.rule, to)
  const rule = to.dialect.hasBooleans ? condition : `CASE WHEN ${condition} THEN 1 ELSE 0 END`
  const source = fromText(from.from, to)
  const where = from.where.length > 0 ? `\nWHERE ${printJoined(from.where, ' AND ', to)}` : ''
  const inner = `(SELECT *, ${rule} AS ${flag} FROM ${source}${where}) AS ${alias}`
  return `(SELECT ${columns.join(', ')}\nFROM ${inner}\nWHERE ${isShown}) AS ${alias}`
}

/**
 * Prints a masked source for engines that evaluate no condition below a LIMIT. Masks are applied above the rule, which
 * reads the values themselves.
 */
function limitedText(from: Extract<From, { kind: 'masked' }>, to: PrintState): string {
  const alias = to.dialect.quote(from.alias)
  const where = printJoined([from.rule, ...from.where], ' AND ', to)
  const rows = `FROM ${fromText(from.from, to)}\nWHERE ${where}\n${UNREACHABLE_LIMIT_SQL}`
  const names = from.columns.map(({ name }) => name).join(', ')
  if (from.columns.every(({ name, value }) => name === value)) return `(SELECT ${names}\n${rows}) AS ${alias}`
  const values = from.columns.map(({ name, value }) => `${value} AS ${name}`).join(', ')
  return `(SELECT ${values}\nFROM (SELECT *\n${rows}) AS ${alias}) AS ${alias}`
}

function printJoined(exprs: readonly Expr[], by: string, to: PrintState): string {
  return exprs.map((each) => exprText(each, to)).join(by)
}

function exprText(expr: Expr, to: PrintState): string {
  const { dialect } = to
  switch (expr.kind) {
    case 'column':
      return expr.of === undefined ? dialect.quote(expr.name) : `${dialect.quote(expr.of)}.${dialect.quote(expr.name)}`
    case 'fragment':
      return `(${expr.fragment.text}\n)`
    case 'bind':
      return bound(expr, to)
    case 'template':
      return fillTemplate(expr.template, '{col}', exprText(expr.of, to))
    case 'aggregate':
      return aggregateText(expr, to)
    case 'compare':
      return comparisonText(expr.op, exprText(expr.left, to), exprText(expr.right, to), dialect)
    case 'in':
      return `${exprText(expr.of, to)} IN (${printJoined(expr.values, ', ', to)})`
    case 'is':
      return testText(expr, to)
    case 'like':
      return likeText(expr, to)
    case 'all':
      return `(${printJoined(expr.of, ' AND ', to)})`
    case 'any':
      return `(${printJoined(expr.of, ' OR ', to)})`
    case 'not':
      return `NOT (${exprText(expr.of, to)})`
    case 'grouping':
      return `GROUPING(${printJoined(expr.of, ', ', to)})`
    case 'row':
      return `ROW(${printJoined(expr.of, ', ', to)})`
    case 'window': {
      const parts = expr.by.length > 0 ? `PARTITION BY ${printJoined(expr.by, ', ', to)}` : ''
      return `${exprText(expr.of, to)} OVER (${parts})`
    }
    case 'arithmetic':
      return `(${exprText(expr.left, to)} ${expr.op} ${exprText(expr.right, to)})`
    case 'literal':
      return dialect.literal(expr.value)
    case 'text':
      return dialect.toText(exprText(expr.of, to))
    case 'case':
      return `CASE WHEN ${exprText(expr.when, to)} THEN ${exprText(expr.so, to)} ELSE ${exprText(expr.otherwise, to)} END`
  }
}

function comparisonText(op: ComparisonSign, left: string, right: string, { nullSafeEqual }: Dialect): string {
  if (op !== 'IS NOT DISTINCT FROM') return `${left} ${op} ${right}`
  if (!nullSafeEqual.includes('{left}')) return `${left} ${nullSafeEqual} ${right}`
  return nullSafeEqual.replaceAll(/\{(left|right)\}/g, (_, side) => (side === 'left' ? left : right))
}

function aggregateText({ name, of }: Extract<Expr, { kind: 'aggregate' }>, to: PrintState): string {
  if (of === '*') return `${name}(*)`
  if (name === 'AVG') return fillTemplate(to.dialect.average, '{col}', exprText(of, to))
  if (name === 'SUM') return fillTemplate(to.dialect.sum, '{col}', exprText(of, to))
  return name === 'COUNT_DISTINCT' ? `COUNT(DISTINCT ${exprText(of, to)})` : `${name}(${exprText(of, to)})`
}

/** The kinds of expressions that are conditions rather than values. */
const CONDITIONS: ReadonlySet<Expr['kind']> = new Set(['all', 'any', 'not', 'compare', 'in', 'is', 'like'])

function testText({ of, what }: Extract<Expr, { kind: 'is' }>, to: PrintState): string {
  const text = exprText(of, to)
  return what === 'TRUE' || what === 'FALSE'
    ? to.dialect.truth(text, what === 'TRUE', !CONDITIONS.has(of.kind))
    : `${text} IS ${what}`
}

function likeText({ of, pattern, anyCase, escape }: LikeExpr, to: PrintState): string {
  const left = to.dialect.toText(exprText(of, to))
  const right = fillTemplate(to.dialect.pattern, '{value}', exprText(pattern, to))
  const like = anyCase ? to.dialect.ilike(left, right) : `${left} LIKE ${right}`
  return escape && to.dialect.hasLikeEscape ? `${like} ESCAPE ${to.dialect.literal(LIKE_ESCAPE)}` : like
}

type Bind = Omit<Extract<Expr, { kind: 'bind' }>, 'kind'>

function bound(bind: Bind, to: PrintState): string {
  const { value } = bind
  if (to.shown || (isMoment(value) && to.dialect.boundMoment === null)) return literalText(bind, to.dialect)
  to.params.push(value)
  return fillTemplate(templateOf(bind, to.dialect), '{value}', to.dialect.placeholder(to.params.length, value))
}

/** Prints a bound value as a literal. */
export function literalText(bind: Bind, dialect: Dialect): string {
  return fillTemplate(templateOf(bind, dialect), '{value}', dialect.literal(bind.value))
}

function templateOf({ value, template }: Bind, { boundMoment }: Dialect): string {
  return template ?? (isMoment(value) ? boundMoment : null) ?? '{value}'
}

function isMoment(value: Param): value is SqlInstant {
  return value !== null && typeof value === 'object'
}

/** Like `replaceAll`, but the inserted text may contain `$`. */
function fillTemplate(template: string, hole: string, text: string): string {
  return template.split(hole).join(text)
}
