import { expect, it } from 'vitest'
import { queryState, statementResult } from '#testing/sql-editor-server.ts'
import { errorMarks, offsetOf, positionOf, suggestedNames } from './error-marks.ts'

const failed = (sql: string, line: number, column: number) =>
  queryState({
    id: 'q',
    sql,
    state: 'failed',
    extra: {
      statements: [
        statementResult({
          state: 'failed',
          errors: [{ message: 'no such column', error_type: '', level: 'error', extra: { line, column } }],
        }),
      ],
    },
  })

const marked = (text: string, sql: string, at: readonly [number, number], offset?: number) =>
  errorMarks(text, failed(sql, ...at), offset).map(({ from, to }) => [from, text.slice(from, to)])

it('marks the word at line and column of the SQL that was run', () => {
  expect(marked('SELECT nope', 'SELECT nope', [1, 8])).toEqual([[7, 'nope']])
  expect(marked('SELECT 1,\n  "no pe"', 'SELECT 1,\n  "no pe"', [2, 3])).toEqual([[12, '"no pe"']])
})

it('marks an error in the text of the tab after a part was run, by its offset or by a search for the part', () => {
  const text = 'SELECT nope;\nSELECT nope'
  expect(marked(text, 'SELECT nope', [1, 8], 13)).toEqual([[20, 'nope']])
  expect(marked(text, 'SELECT nope', [1, 8])).toEqual([[7, 'nope']])
})

it('marks nothing after an edit, without a position, or after success', () => {
  expect(marked('SELECT other', 'SELECT nope', [1, 8], 0)).toEqual([])
  expect(marked('SELECT nope', 'SELECT nope', [3, 1], 0)).toEqual([])
  expect(errorMarks('SELECT nope', { ...failed('SELECT nope', 1, 8), state: 'success' }, 0)).toEqual([])
})

it('suggests at most three names instead of an unknown name, and none instead of the alias before it', () => {
  const extra = { names: ['Nope'], candidates: ['a.noon', 'noon', 'note', 'no pe', 'nose'] }
  const error = { message: '', error_type: '', level: 'error', extra }
  const suggested = (text: string, from: number, to: number) => suggestedNames(text, { from, to }, error)
  expect(suggested('SELECT nope', 7, 11)).toEqual(['noon', 'note', 'no pe'])
  expect(suggested('SELECT "nope"', 7, 13)).toEqual(['noon', 'note', 'no pe'])
  expect(suggested('SELECT a.nope', 7, 8)).toEqual([])
  expect(suggestedNames('SELECT nope', { from: 7, to: 11 }, { ...error, extra: {} })).toEqual([])
})

it('counts lines and columns from 1', () => {
  expect(offsetOf('ab\ncd', 2, 2)).toBe(4)
  expect(offsetOf('ab\ncd', 1, 9)).toBeUndefined()
  expect(positionOf('ab\ncd', 4)).toEqual({ line: 2, column: 2 })
  expect(positionOf('ab\ncd', 0)).toEqual({ line: 1, column: 1 })
})

it('returns the same list while there are no marks, so that the editor is not set up again', () => {
  const text = 'SELECT 1'
  expect(errorMarks(`${text} `, undefined, undefined)).toBe(errorMarks(text, undefined, undefined))
  expect(errorMarks(text, failed('SELECT 2', 1, 1), undefined)).toBe(errorMarks(text, undefined, undefined))
})
