import { expect, it } from 'vitest'
import { maskMethodOf } from '#core/rest/column-masks.ts'
import { ansi } from '#server/engines/ansi.ts'
import { dialect as duckdb } from '#server/engines/duckdb/dialect.ts'
import { maskKeyOf, createSql } from '#server/engines/sql.ts'
import { maskedColumns, requireVisibleColumns } from './column-masks.ts'

const KEY = maskKeyOf('a secret of the installation')

it('the strictest mask of a column applies, in any letter case of its name', () => {
  const masks = [
    { column: 'Salary', method: 'hash' },
    { column: 'salary', method: 'null' },
    { column: 'city', method: 'first' },
  ] as const
  expect(maskMethodOf('SALARY', masks)).toBe('null')
  expect(maskMethodOf('city', masks)).toBe('first')
  expect(maskMethodOf('name', masks)).toBeUndefined()
})

it('hidden columns are left out, others have the SQL of their masks', () => {
  const masks = [
    { column: 'a', method: 'hidden' },
    { column: 'b', method: 'null' },
    { column: 'c', method: 'first' },
    { column: 'd', method: 'hash' },
  ] as const
  expect(maskedColumns(['a', 'b', 'c', 'd', 'e'], masks, { dialect: duckdb, maskKey: KEY })).toEqual([
    { name: '"b"', value: 'CASE WHEN 1 = 0 THEN "b" END' },
    { name: '"c"', value: `CASE WHEN "c" IS NOT NULL THEN SUBSTR(CAST("c" AS VARCHAR), 1, 1) || '***' END` },
    { name: '"d"', value: `CASE WHEN "d" IS NOT NULL THEN sha256('${KEY}' || CAST("d" AS VARCHAR)) END` },
    { name: '"e"', value: '"e"' },
  ])
})

it('rejects masks that hide every column, and hash masks without an engine or a key', () => {
  const hash = [{ column: 'a', method: 'hash' }] as const
  const only = [{ column: 'a', method: 'hidden' }] as const
  const codeOf = (work: () => unknown) => {
    try {
      work()
    } catch (error) {
      return (error as { code?: string }).code
    }
    return undefined
  }
  expect(codeOf(() => maskedColumns(['a'], only, { dialect: duckdb, maskKey: KEY }))).toBe('mask-columns')
  expect(codeOf(() => maskedColumns(['a'], hash, { dialect: ansi, maskKey: KEY }))).toBe('mask-engine')
  expect(codeOf(() => maskedColumns(['a'], hash, { dialect: duckdb, maskKey: undefined }))).toBe('mask-engine')
})

it.each(['MAX(salary)', 'SUM("Salary")', 'salary', 'count(*) filter (where SALARY > 3)'])(
  'the metric %s reads a hidden column',
  (expression) => {
    const masks = [{ column: 'salary', method: 'hidden' }] as const
    expect(() => requireVisibleColumns([{ name: 'pay', expression }], masks)).toThrow(/pay .*salary/)
    expect(() => requireVisibleColumns([{ name: 'pay', expression: 'SUM(salary_2)' }], masks)).not.toThrow()
  },
)

it('statements are shown without the key of hashes', () => {
  const text = `SELECT sha256('${KEY}' || a) FROM t`
  const { text: run, shown } = createSql(text, [], text)
  expect([run, shown]).toEqual([text, "SELECT sha256('mask-key:' || a) FROM t"])
})
