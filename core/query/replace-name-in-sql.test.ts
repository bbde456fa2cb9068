import { expect, it } from 'vitest'
import { replaceNameInSql, nameOffsets } from './replace-name-in-sql.ts'

it.each([
  ['SUM(revenu)', 'SUM(revenue)'],
  ['SUM(REVENU) / max("revenu")', 'SUM(revenue) / max("revenue")'],
  ["SUM(revenu) FILTER (kind = 'revenu')", "SUM(revenue) FILTER (kind = 'revenu')"],
  ['revenu_2 + t.revenu -- revenu', 'revenue_2 + t.revenue -- revenu'.replace('revenue_2', 'revenu_2')],
  ['/* revenu */ revenu(1) + revenu', '/* revenu */ revenu(1) + revenue'],
])('a column is mended in %s alone where it is read', (sql, mended) => {
  expect(replaceNameInSql(sql, 'revenu', 'revenue', 'read')).toBe(mended)
})

it('a name that is no plain word is quoted, and a function is corrected where it is called', () => {
  expect(replaceNameInSql('SUM(revenu)', 'revenu', 'Revenue "net"', 'read')).toBe('SUM("Revenue ""net""")')
  expect(replaceNameInSql('SUM(x)', 'x', '2 x', 'read')).toBe('SUM("2 x")')
  expect(replaceNameInSql('SUM(x)', 'x', 'x_2', 'read')).toBe('SUM(x_2)')
  expect(replaceNameInSql('SUMM (summ)', 'summ', 'sum', 'called')).toBe('sum (summ)')
})

it('returns the positions at which a name has the given use', () => {
  const places = nameOffsets('SUM(revenu) - sum("revenu") + revenu(1) || \'revenu\'', 'revenu', 'read')
  expect(places).toEqual([
    { from: 4, to: 10 },
    { from: 18, to: 26 },
  ])
})

it('matches quoted names by case, and never matches string literals', () => {
  expect(replaceNameInSql('"Revenu" + REVENU', 'revenu', 'revenue', 'read')).toBe('"Revenu" + revenue')
  expect(replaceNameInSql("'x' || \"'x'\"", "'x'", 'y', 'read')).toBe('\'x\' || "y"')
  expect(nameOffsets('-- x', '-- x', 'read')).toEqual([])
})
