import { expect, it } from 'vitest'
import { hostileColumns, hostileCsv, hostileValues, longLabel } from './hostile-values.ts'

it('creates a table of 300 columns with different names and a row for each value', () => {
  const columns = hostileColumns()
  expect(columns).toHaveLength(300)
  expect(new Set(columns.map((name) => name.toLowerCase())).size).toBe(300)
  expect(longLabel).toHaveLength(500)
  const lines = hostileCsv().trimEnd().split('\n')
  expect(lines).toHaveLength(1 + hostileValues.length)
  expect(lines[1]).toContain('9007199254740993')
})
