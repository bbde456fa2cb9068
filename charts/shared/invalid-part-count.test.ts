import { expect, it } from 'vitest'
import { joinedNotes, countInvalidParts, invalidPartsNote } from './invalid-part-count.ts'

it('counts values that are no shares of a total, and shows a note', () => {
  expect(countInvalidParts([1, 0, null, -2])).toEqual({ valueless: 2 })
  expect(countInvalidParts([1, 0])).toEqual({})
  expect(invalidPartsNote({ valueless: 1 })).toBe('1 group without a value or below zero is not drawn')
  expect(invalidPartsNote({ valueless: 1200 })).toBe('1,200 groups without a value or below zero are not drawn')
  expect(invalidPartsNote({})).toBe('')
  expect(joinedNotes('One', '', 'two')).toBe('One. two')
})
