import type { Dialect } from '#server/engines/engine.ts'
import { type Param, type Sql, sealSql } from './sql.ts'
import type { Expr, From, Select } from './tree.ts'

/** Collects the text twice: with placeholders for the driver and with literals for people. */
interface Printing {
  readonly dialect: Dialect
  readonly params: Param[]
  readonly shown: boolean
}

/** The statement of a tree in the words of a dialect. */
export function print(select: Select, dialect: Dialect): Sql {
  const params: Param[] = []
  const text = selectText(select, { dialect, params, shown: false })
  return sealSql(text, params, selectText(select, { dialect, params: [], shown: true }))
}

function selectText(select: Select, to: Printing): string {
  const { dialect } = to
  const columns = select.columns.map((each) => `${exprText(each.expr, to)} AS ${dialect.quote(each.label)}`)
  const lines = [`SELECT ${columns.join(', ')}`, `FROM ${fromText(select.from, to)}`]
  if (select.where.length) lines.push(`WHERE ${joined(select.where, ' AND ', to)}`)
  if (select.groupingSets) {
    const sets = select.groupingSets.map((set) => `(${joined(set, ', ', to)})`)
    lines.push(`GROUP BY GROUPING SETS (${sets.join(', ')})`)
  } else if (select.groupBy.length) lines.push(`GROUP BY ${joined(select.groupBy, ', ', to)}`)
  if (select.having.length) lines.push(`HAVING ${joined(select.having, ' AND ', to)}`)
  if (select.orderBy.length) {
    const keys = select.orderBy.map(({ by, ascending, nullsLast }) => {
      const key = 'label' in by ? dialect.quote(by.label) : exprText(by, to)
      return `${key} ${ascending ? 'ASC' : 'DESC'}${nullsLast ? ' NULLS LAST' : ''}`
    })
    lines.push(`ORDER BY ${keys.join(', ')}`)
  }
  if (select.limit !== null) lines.push(dialect.limit(select.limit, select.offset))
  return lines.join('\n')
}

function fromText(from: From, to: Printing): string {
  const quote = (name: string): string => to.dialect.quote(name)
  switch (from.kind) {
    case 'table':
      return from.schema ? `${quote(from.schema)}.${quote(from.name)}` : quote(from.name)
    case 'virtual':
      return `(${from.fragment.text}\n) AS ${quote(from.alias)}`
    case 'select':
      return `(${selectText(from.select, to)}) AS ${quote(from.alias)}`
    case 'join':
      return `${fromText(from.left, to)} ${from.outer ? 'LEFT JOIN' : 'JOIN'} ${fromText(from.right, to)} ON ${exprText(from.on, to)}`
  }
}

function joined(exprs: readonly Expr[], by: string, to: Printing): string {
  return exprs.map((each) => exprText(each, to)).join(by)
}

function exprText(expr: Expr, to: Printing): string {
  const { dialect } = to
  switch (expr.kind) {
    case 'column':
      return expr.of === undefined ? dialect.quote(expr.name) : `${dialect.quote(expr.of)}.${dialect.quote(expr.name)}`
    case 'fragment':
      return `(${expr.fragment.text}\n)`
    case 'bind':
      return bound(expr.value, expr.template ?? '{value}', to)
    case 'template':
      return fill(expr.template, '{col}', exprText(expr.of, to))
    case 'aggregate':
      return aggregateText(expr, to)
    case 'compare':
      return `${exprText(expr.left, to)} ${expr.op} ${exprText(expr.right, to)}`
    case 'in':
      return `${exprText(expr.of, to)} IN (${joined(expr.values, ', ', to)})`
    case 'is':
      return `${exprText(expr.of, to)} IS ${expr.what}`
    case 'like':
      return likeText(expr, to)
    case 'all':
      return `(${joined(expr.of, ' AND ', to)})`
    case 'any':
      return `(${joined(expr.of, ' OR ', to)})`
    case 'not':
      return `NOT (${exprText(expr.of, to)})`
    case 'grouping':
      return `GROUPING(${joined(expr.of, ', ', to)})`
    case 'literal':
      return dialect.literal(expr.text)
    case 'text':
      return dialect.toText(exprText(expr.of, to))
    case 'case':
      return `CASE WHEN ${exprText(expr.when, to)} THEN ${exprText(expr.so, to)} ELSE ${exprText(expr.otherwise, to)} END`
  }
}

function aggregateText({ name, of }: Extract<Expr, { kind: 'aggregate' }>, to: Printing): string {
  if (of === '*') return `${name}(*)`
  return name === 'COUNT_DISTINCT' ? `COUNT(DISTINCT ${exprText(of, to)})` : `${name}(${exprText(of, to)})`
}

function likeText({ of, pattern, anyCase }: Extract<Expr, { kind: 'like' }>, to: Printing): string {
  const left = to.dialect.toText(exprText(of, to))
  const right = exprText(pattern, to)
  return anyCase ? to.dialect.ilike(left, right) : `${left} LIKE ${right}`
}

function bound(value: Param, template: string, to: Printing): string {
  to.params.push(value)
  const text = to.shown ? to.dialect.literal(value) : to.dialect.placeholder(to.params.length, value)
  return fill(template, '{value}', text)
}

/** As replaceAll, but what is filled in may hold `$` signs. */
function fill(template: string, hole: string, text: string): string {
  return template.split(hole).join(text)
}
