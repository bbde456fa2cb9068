import { expect, it } from 'vitest'
import { timeGrains } from '#core/time/grains.ts'
import { findTablesWithRules } from '#server/sql/restrict-select.ts'
import { redshift, redshiftDialect } from './index.ts'

it('escapes backslashes in texts, as they escape there', () => {
  expect(redshiftDialect.literal(String.raw`a\' OR 1=1 --`)).toBe(String.raw`'a\\'' OR 1=1 --'`)
  expect(redshiftDialect.literal(1.5)).toBe('1.5')
})

it('gives fractions a type that keeps their decimals', () => {
  const texts = [1, 1.5, true, 'x'].map((value) => redshiftDialect.placeholder(1, value))
  expect(texts).toEqual(['$1::bigint', '$1::double precision', '$1::boolean', '$1'])
})

it.each([
  [{ schema: null, name: 'SVV_tables' }, true],
  [{ schema: null, name: 'stl_query' }, true],
  [{ schema: 'PG_CATALOG', name: 'x' }, true],
  [{ schema: null, name: 'PG_CLASS' }, true],
  [{ schema: 'public', name: 'sys_events' }, false],
  [{ schema: null, name: 'sales' }, false],
])('decides whether %o belongs to the server', (table, isOwn) => {
  expect(redshiftDialect.isCatalogue(table)).toBe(isOwn)
})

it('compares names ignoring case, also quoted ones', () => {
  expect(redshiftDialect.fold('Sales')).toBe('sales')
})

it('applies the rules of a table also to its quoted name in another case', async () => {
  const connection = { grammar: { homes: () => Promise.resolve(['public']) } as never }
  const tables = [{ schema: null, name: 'Sales', rules: [['a = 1']] }]
  const named = { schema: null, name: 'SALES' }
  expect(await findTablesWithRules(named, tables, { connection, dialect: redshiftDialect })).toEqual(tables)
})

it('Redshift has all grains, of which intervals are counted from a Monday', () => {
  const missing = timeGrains.filter(({ code }) => code !== null && redshiftDialect.grains[code] === undefined)
  expect(missing).toEqual([])
  expect(redshiftDialect.grains['PT5M']).toBe(
    "DATEADD(second, CAST(FLOOR(DATEDIFF(second, TIMESTAMP '2000-01-03 00:00:00', CAST({col} AS TIMESTAMP)) / 300.0) AS BIGINT) * 300, TIMESTAMP '2000-01-03 00:00:00')",
  )
  expect(redshiftDialect.grains['P1W/1970-01-03T00:00:00Z']).toBe(
    "DATEADD(day, 5, DATE_TRUNC('week', DATEADD(day, 1, CAST({col} AS TIMESTAMP))))",
  )
})

it('Redshift has no uploads', () => {
  expect([redshift.load, redshift.changeTables, redshift.isUnverified]).toEqual([undefined, undefined, true])
})
