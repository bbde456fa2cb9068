import { expect, it } from 'vitest'
import { sqlWords } from './sql-words.ts'

it('words of the language are told from the rest, wherever they stand; what is not shown is left out', () => {
  expect(sqlWords('SELECT selected FROM t')).toEqual([
    { at: 0, text: 'SELECT', isKeyword: true },
    { at: 6, text: ' selected ', isKeyword: false },
    { at: 16, text: 'FROM', isKeyword: true },
    { at: 20, text: ' t', isKeyword: false },
  ])
  expect(sqlWords('')).toEqual([])
  expect(sqlWords('x'.repeat(5000)).map(({ text }) => text.length)).toEqual([600])
})
