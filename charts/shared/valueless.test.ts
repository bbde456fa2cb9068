import { expect, it } from 'vitest'
import { joinedNotes, valuelessIn, valuelessNote } from './valueless.ts'

it('counts values that are no shares of a total, and notes them', () => {
  expect(valuelessIn([1, 0, null, -2])).toEqual({ valueless: 2 })
  expect(valuelessIn([1, 0])).toEqual({})
  expect(valuelessNote({ valueless: 1 })).toBe('1 group without a value or below zero is not drawn')
  expect(valuelessNote({ valueless: 1200 })).toBe('1,200 groups without a value or below zero are not drawn')
  expect(valuelessNote({})).toBe('')
  expect(joinedNotes('One', '', 'two')).toBe('One. two')
})
