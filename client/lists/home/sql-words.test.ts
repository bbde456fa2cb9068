import { expect, it } from 'vitest'
import { sqlWords } from './sql-words.ts'

it('highlights keywords at any position, and leaves out hidden text', () => {
  expect(sqlWords('SELECT selected FROM t')).toEqual([
    { at: 0, text: 'SELECT', isKeyword: true },
    { at: 6, text: ' selected ', isKeyword: false },
    { at: 16, text: 'FROM', isKeyword: true },
    { at: 20, text: ' t', isKeyword: false },
  ])
  expect(sqlWords('')).toEqual([])
  expect(sqlWords('x'.repeat(5000)).map(({ text }) => text.length)).toEqual([600])
})
