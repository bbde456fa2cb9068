import { expect, it } from 'vitest'
import { mendSql, placesOf } from './mend-sql.ts'

it.each([
  ['SUM(revenu)', 'SUM(revenue)'],
  ['SUM(REVENU) / max("revenu")', 'SUM(revenue) / max("revenue")'],
  ["SUM(revenu) FILTER (kind = 'revenu')", "SUM(revenue) FILTER (kind = 'revenu')"],
  ['revenu_2 + t.revenu -- revenu', 'revenue_2 + t.revenue -- revenu'.replace('revenue_2', 'revenu_2')],
  ['/* revenu */ revenu(1) + revenu', '/* revenu */ revenu(1) + revenue'],
])('a column is mended in %s alone where it is read', (sql, mended) => {
  expect(mendSql(sql, 'revenu', 'revenue', 'read')).toBe(mended)
})

it('a name that is no plain word is quoted, and a function is mended where it is called', () => {
  expect(mendSql('SUM(revenu)', 'revenu', 'Revenue "net"', 'read')).toBe('SUM("Revenue ""net""")')
  expect(mendSql('SUM(x)', 'x', '2 x', 'read')).toBe('SUM("2 x")')
  expect(mendSql('SUM(x)', 'x', 'x_2', 'read')).toBe('SUM(x_2)')
  expect(mendSql('SUMM (summ)', 'summ', 'sum', 'called')).toBe('sum (summ)')
})

it('the places of a name are those where it is used so', () => {
  const places = placesOf('SUM(revenu) - sum("revenu") + revenu(1) || \'revenu\'', 'revenu', 'read')
  expect(places).toEqual([
    { from: 4, to: 10 },
    { from: 18, to: 26 },
  ])
})

it('a quoted name keeps its case, and a text is no name, whatever a column is called', () => {
  expect(mendSql('"Revenu" + REVENU', 'revenu', 'revenue', 'read')).toBe('"Revenu" + revenue')
  expect(mendSql("'x' || \"'x'\"", "'x'", 'y', 'read')).toBe('\'x\' || "y"')
  expect(placesOf('-- x', '-- x', 'read')).toEqual([])
})
