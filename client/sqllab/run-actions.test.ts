import { expect, it } from 'vitest'
import { selectedRange, statementRange } from './run-actions.ts'

it('runs the selection, or the full text if only blanks are selected', () => {
  const text = 'SELECT 1;\nSELECT 2'
  expect(selectedRange(text, { from: 10, to: 18 })).toEqual({ sql: 'SELECT 2', start: 10 })
  expect(selectedRange(text, { from: 9, to: 10 })).toEqual({ sql: text, start: 0 })
  expect(selectedRange(text, { from: 3, to: 3 })).toEqual({ sql: text, start: 0 })
})

it('runs the statement at the cursor with its offset', () => {
  const text = "SELECT ';';\nSELECT 2;"
  expect(statementRange(text, 3)).toEqual({ sql: "SELECT ';'", start: 0 })
  expect(statementRange(text, 15)).toEqual({ sql: 'SELECT 2', start: 12 })
  expect(statementRange('  ', 1)).toBeUndefined()
})
