import { expect, it } from 'vitest'
import { headerHeight } from './use-widths.ts'

const height = (title: string, width: number) => headerHeight([{ id: 'a', title }], [width])

it('gives the header a line for each line of its longest title, three at most', () => {
  // A letter is 6.9 px wide and the padding 20 px: 19 letters take 151 px.
  expect(height('To the month before', 160)).toBe(28)
  // "To the month" takes 103 px.
  expect(height('To the month before', 110)).toBe(41)
  // "To the" takes 61 px, "month before" 103 px.
  expect(height('To the month before', 90)).toBe(54)
  expect(height('One two three four five six', 60)).toBe(54)
  expect(height('Averylongword', 60)).toBe(41)
})
