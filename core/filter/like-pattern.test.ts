import { expect, it } from 'vitest'
import { closedPattern, containsPattern } from './like-pattern.ts'

it.each([
  ['ORD', '%ORD%'],
  ['100%', String.raw`%100\%%`],
  ['a_b', String.raw`%a\_b%`],
  [String.raw`x\y`, String.raw`%x\\y%`],
])('the pattern of texts that contain %j escapes wildcards and backslashes', (text, pattern) => {
  expect(containsPattern(text)).toBe(pattern)
})

it.each([
  ['x', 'x'],
  ['x\\', 'x\\\\'],
  ['x\\\\', 'x\\\\'],
  ['\\\\\\', '\\\\\\\\'],
])('a pattern %j never ends with an open escape', (pattern, closed) => {
  expect(closedPattern(pattern)).toBe(closed)
})
