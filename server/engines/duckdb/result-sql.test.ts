import { expect, it } from 'vitest'
import { resultSql } from './result-sql.ts'
import { cellOf } from './cells.ts'

const inner = 'SELECT "at" AS "at", "x" AS "x" FROM t\nORDER BY "at" ASC\nLIMIT 50'
const cells = ['TIMESTAMP', 'DOUBLE'].map((type) => cellOf(type))

it.each(['rows', 'columns'] as const)('casts cells of %s outside of sorting and limits', (layout) => {
  const sql = resultSql({ inner, cells, labels: ['at', 'x'], maxRows: 10, maxBytes: undefined }, layout)
  // With a cast below ORDER BY, the cast would be sorted; without LIMIT a list would lose the order of its input.
  expect(sql).toContain(`FROM (SELECT * FROM (${inner}\n) AS answer(c0, c1) LIMIT 10)`)
  const outside = sql.slice(0, sql.indexOf('FROM (SELECT * FROM ('))
  expect(outside).toContain('epoch')
  expect(outside).toContain('isfinite')
  expect(outside).toContain('list(')
})

it('encodes the result only once when its size is limited', () => {
  const sql = resultSql({ inner, cells, labels: ['at', 'x'], maxRows: 10, maxBytes: 99 }, 'columns')
  expect(sql.match(/encode\(/g)).toHaveLength(1)
  expect(sql).toContain('AS MATERIALIZED (SELECT encode(')
  expect(sql).toContain('octet_length(data) <= 99')
})
