import { describe, expect, it } from 'vitest'
import { timeGrains } from '#core/time/grains.ts'
import { print } from '#server/sql/print-sql.ts'
import type { Expr, From, Select } from '#server/sql/tree.ts'
import { engineNamed } from '../index.ts'
import type { ParserDialect } from './parser-task.ts'
import { parseSql } from './sql-parser.ts'

const WAREHOUSES: readonly ParserDialect[] = ['bigquery', 'databricks', 'snowflake']

const column = (name: string): Expr => ({ kind: 'column', name })
const table: From = { kind: 'table', schema: 's', name: 't' }
const over1: Expr = { kind: 'compare', op: '>', left: column('n'), right: { kind: 'literal', value: 1 } }

function select(change: Partial<Select>): Select {
  const columns = [{ expr: column('n'), label: 'SUM(n)' }]
  return { columns, from: table, where: [], groupBy: [], having: [], orderBy: [], limit: null, offset: 0, ...change }
}

describe.each(WAREHOUSES)('%s', (name) => {
  const dialect = engineNamed(name)?.dialect
  if (!dialect) throw new Error(`There is no engine ${name}`)
  const fill = (template: string) => template.replaceAll('{col}', 'c').replaceAll('{value}', dialect.literal('x'))

  it('has every grain of time', () => {
    const codes = timeGrains.flatMap(({ code }) => (code === null ? [] : [code]))
    expect(codes.filter((code) => dialect.grains[code] === undefined)).toEqual([])
  })

  it.each([
    ...Object.values(dialect.grains),
    ...Object.values(dialect.epoch),
    ...Object.values(dialect.comparisons).flatMap(({ column: left = 'c', value = '{value}', digits }) => [
      `${left} = ${value}`,
      ...(digits ? [`${left} = ${digits('9007199254740993.5')}`] : []),
    ]),
    dialect.parseTime(null),
    dialect.parseTime('%d.%m.%Y %H:%M:%S.%f'),
    dialect.epochMs,
    dialect.wallClock('Europe/Berlin'),
    dialect.utcInstant,
    dialect.addHours(-3),
    dialect.boundMoment ?? 'c',
    dialect.opaqueText,
    dialect.sum,
    dialect.average,
    dialect.masks.first ?? 'c',
    dialect.masks.hash ?? 'c',
    dialect.literal({ epochMs: -0.25 }),
    dialect.literal(true),
  ])('parses %s', async (template) => {
    await expect(parseSql(`SELECT ${fill(template)} FROM t`, name)).resolves.toHaveLength(1)
  })

  it.each<Partial<Select>>([
    { groupBy: [column('n')], having: [over1], limit: 10, offset: 5 },
    { orderBy: [{ by: { label: 'SUM(n)' }, ascending: false }], limit: 1 },
    { orderBy: [{ by: column('n'), ascending: true, nullsLast: true }], limit: 0 },
    { where: [{ kind: 'is', of: column('b'), what: 'FALSE' }] },
    { where: [{ kind: 'not', of: { kind: 'in', of: column('n'), values: [{ kind: 'bind', value: "it's \\" }] } }] },
    {
      where: [
        { kind: 'like', of: column('s'), pattern: { kind: 'bind', value: '%\\%a' }, anyCase: true, escape: true },
      ],
    },
    {
      from: {
        kind: 'masked',
        from: table,
        rule: over1,
        where: [over1],
        columns: [{ name: dialect.quote('n'), value: dialect.quote('n') }],
        flag: '__visible',
        alias: '__rows',
      },
    },
    {
      from: {
        kind: 'join',
        left: table,
        right: { kind: 'union', all: [select({}), select({})], alias: 'u' },
        on: { kind: 'compare', op: 'IS NOT DISTINCT FROM', left: column('a'), right: column('b') },
      },
    },
  ])('parses the statement of %j', async (change) => {
    const { text, shown } = print(select(change), dialect)
    await expect(parseSql(text, name)).resolves.toHaveLength(1)
    await expect(parseSql(shown, name)).resolves.toHaveLength(1)
  })
})
