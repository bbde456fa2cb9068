import { expect, it } from 'vitest'
import { highlightSql } from './highlight-sql.ts'

it('highlights keywords at any position, and leaves out hidden text', () => {
  expect(highlightSql('SELECT selected FROM t')).toEqual([
    { at: 0, text: 'SELECT', isKeyword: true },
    { at: 6, text: ' selected ', isKeyword: false },
    { at: 16, text: 'FROM', isKeyword: true },
    { at: 20, text: ' t', isKeyword: false },
  ])
  expect(highlightSql('')).toEqual([])
  expect(highlightSql('x'.repeat(5000)).map(({ text }) => text.length)).toEqual([600])
})
