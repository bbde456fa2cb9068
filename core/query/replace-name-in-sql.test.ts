import { describe, expect, it } from 'vitest'
import { namesInSql, nameOffsets, renameInSql, replaceNameInSql } from './replace-name-in-sql.ts'

it.each([
  ['SUM(revenu)', 'SUM(revenue)'],
  ['SUM(REVENU) / max("revenu")', 'SUM(revenue) / max("revenue")'],
  ["SUM(revenu) FILTER (kind = 'revenu')", "SUM(revenue) FILTER (kind = 'revenu')"],
  ['revenu_2 + t.revenu -- revenu', 'revenue_2 + t.revenue -- revenu'.replace('revenue_2', 'revenu_2')],
  ['/* revenu */ revenu(1) + revenu', '/* revenu */ revenu(1) + revenue'],
])('replaces a column in %s only where it is read', (sql, mended) => {
  expect(replaceNameInSql(sql, { wrong: 'revenu', right: 'revenue', use: 'read' }, '"')).toBe(mended)
})

it('a name that is no plain word is quoted, and a function is corrected where it is called', () => {
  expect(replaceNameInSql('SUM(revenu)', { wrong: 'revenu', right: 'Revenue "net"', use: 'read' }, '"')).toBe(
    'SUM("Revenue ""net""")',
  )
  expect(replaceNameInSql('SUM(x)', { wrong: 'x', right: '2 x', use: 'read' }, '"')).toBe('SUM("2 x")')
  expect(replaceNameInSql('SUM(x)', { wrong: 'x', right: 'x_2', use: 'read' }, '"')).toBe('SUM(x_2)')
  expect(replaceNameInSql('SUMM (summ)', { wrong: 'summ', right: 'sum', use: 'called' }, '"')).toBe('sum (summ)')
})

it('returns the positions at which a name has the given use', () => {
  const offsets = nameOffsets(
    'SUM(revenu) - sum("revenu") + revenu(1) || \'revenu\'',
    { name: 'revenu', use: 'read' },
    '"',
  )
  expect(offsets).toEqual([
    { from: 4, to: 10 },
    { from: 18, to: 26 },
  ])
})

it('matches quoted names by case, and never matches string literals', () => {
  expect(replaceNameInSql('"Revenu" + REVENU', { wrong: 'revenu', right: 'revenue', use: 'read' }, '"')).toBe(
    '"Revenu" + revenue',
  )
  expect(replaceNameInSql("'x' || \"'x'\"", { wrong: "'x'", right: 'y', use: 'read' }, '"')).toBe('\'x\' || "y"')
  expect(nameOffsets('-- x', { name: '-- x', use: 'read' }, '"')).toEqual([])
})

it('quotes names in backticks on databases where double quotes are around texts', () => {
  const replaced = (sql: string, right: string) => replaceNameInSql(sql, { wrong: 'revenu', right, use: 'read' }, '`')
  expect(replaced('SUM(revenu) + SUM(`Revenu`) + SUM(`revenu`)', 'Net `a`')).toBe(
    'SUM(`Net ``a```) + SUM(`Revenu`) + SUM(`Net ``a```)',
  )
  expect(replaced(`IF(kind = "revenu", revenu, 'it\\'s revenu') # revenu`, 'revenue')).toBe(
    `IF(kind = "revenu", revenue, 'it\\'s revenu') # revenu`,
  )
})

it.each([
  ['SUM([Order Date]) + "AMOUNT"', ['amount', 'order date']],
  ["[Customer's Name] + [it]]s] + b", ['s', 'name', 'it', 'b', "customer's name", 'it]s']],
  ["a || 'b [c]' -- [d]", ['a']],
  ['`Order Date` + list[index]', ['list', 'index', 'order date']],
])('finds the names that %s may read, ignoring case', (sql, names) => {
  expect([...namesInSql(sql, '"')]).toEqual(names)
})

it('renames quoted names by case, and none in brackets', () => {
  const names = new Map([['amount', 'total']])
  expect(renameInSql('amount + "AMOUNT" + "amount"', names, '"')).toBe('"total" + "AMOUNT" + "total"')
  expect(renameInSql('[Order Date]', new Map([['Order Date', 'day']]), '"')).toBe('[Order Date]')
})

it('reads the text after an unclosed quote or comment', () => {
  expect(replaceNameInSql("it's x /* x", { wrong: 'x', right: 'y', use: 'read' }, '"')).toBe("it's y /* y")
})

describe('SQL of 256 kB is read in linear time', () => {
  it.each(["'", '"', '`', '[', '/* ', "'\\", '"\\', '--', '[`"\'/*', 'a('])(
    'reads SQL with %s',
    (text) => {
      const sql = text.repeat(256_000 / text.length)
      for (const mark of ['"', '`'] as const) {
        expect(namesInSql(sql, mark).size).toBeLessThan(3)
        expect(nameOffsets(sql, { name: 'x', use: 'read' }, mark)).toEqual([])
      }
    },
    5000,
  )
})
