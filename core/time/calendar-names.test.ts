import { expect, it } from 'vitest'
import { calendarPositions } from './calendar-names.ts'

it.each([
  [
    ['Friday', 'Monday', 'Sunday'],
    [4, 0, 6],
  ],
  [
    ['wed', 'TUE'],
    [2, 1],
  ],
  [
    ['December', 'May', 'Jan'],
    [11, 4, 0],
  ],
])('%j are at %j', (texts, positions) => {
  expect(calendarPositions(texts)).toEqual(positions)
})

it.each([[['Monday', 'May']], [['Mon', 'Other']], [['Monday']], [[]], [['Sales', 'Marketing']]])(
  'the text %j is no weekday or month',
  (texts) => {
    expect(calendarPositions(texts)).toBeUndefined()
  },
)
