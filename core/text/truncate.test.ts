import { expect, it } from 'vitest'
import { defaultLabel, truncateLines } from './truncate.ts'

it('E-FILTER-23: a default label of 43 characters is cut to 40 plus dots and one of 42 is complete', () => {
  expect(defaultLabel('a'.repeat(42))).toBe('a'.repeat(42))
  expect(defaultLabel('a'.repeat(43))).toBe(`${'a'.repeat(40)}...`)
})

it('keeps characters whole', () => {
  expect(defaultLabel('😀'.repeat(43))).toBe(`${'😀'.repeat(40)}...`)
  expect(defaultLabel('😀'.repeat(22))).toBe('😀'.repeat(22))
})

it('K-GALLERY-06: multi-line text is cut to a line count followed by dots', () => {
  expect(truncateLines('one\ntwo\nthree', 2)).toBe('one\ntwo...')
  expect(truncateLines('one\r\ntwo', 2)).toBe('one\r\ntwo')
  expect(truncateLines('one\ntwo', 0)).toBe('one...')
  expect(truncateLines('', 1)).toBe('')
})
