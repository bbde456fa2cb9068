import { expect, it } from 'vitest'
import { fittedText, estimatedLetterWidth } from './fitted-text.ts'

/** Each letter is ten pixels wide, each line thirteen high. */
const fitted = (whole: string, name: string | undefined, letters: number, lines = 1) =>
  fittedText(whole, name, { width: letters * 10, height: lines * 13 }, (text) => text.length * 10)

it.each([
  // In full, on one line and on two.
  ['ORD: 1,234', 'ORD', 10, 1, 'ORD: 1,234'],
  ['ORD: 1,234', 'ORD', 9, 2, 'ORD:\n1,234'],
  ['New York: 1,234', 'New York', 9, 2, 'New York:\n1,234'],
  ['New York: 1,234', 'New York', 8, 3, 'New\nYork:\n1,234'],
  // The name only, on one line and on two.
  ['ORD: 1,234', 'ORD', 9, 1, 'ORD'],
  ['San Francisco: 1,234,567', 'San Francisco', 9, 2, 'San\nFrancisco'],
  // Half of twelve letters is six.
  ['Philadelphia: 9', 'Philadelphia', 7, 1, 'Philad…'],
  ['Philadelphia: 9', 'Philadelphia', 6, 1, ''],
  // At least four.
  ['Boston', 'Boston', 5, 1, 'Bost…'],
  ['Boston', 'Boston', 4, 1, ''],
  ['ORD', 'ORD', 2, 3, ''],
  // Numbers are never cut.
  ['1,234', undefined, 5, 1, '1,234'],
  ['1,234', undefined, 4, 2, ''],
  ['ORD', 'ORD', 10, 0.9, ''],
] as const)('fits %s (%s) into %s letters and %s lines: %j', (whole, name, letters, lines, text) => {
  expect(fitted(whole, name, letters, lines)).toBe(text)
})

it('wide letters, capitals and other scripts need more room than as many others', () => {
  expect(estimatedLetterWidth('Gamma')).toBeGreaterThan(5 * 7.5)
  expect(estimatedLetterWidth('日本語')).toBeGreaterThan(3 * 11)
  expect(estimatedLetterWidth('ill')).toBe(3 * 6.4)
})
