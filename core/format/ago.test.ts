import { expect, it } from 'vitest'
import { agoText } from './ago.ts'

it.each([
  [-5, 'a moment ago'],
  [59_999, 'a moment ago'],
  [60_000, '1 minute ago'],
  [59 * 60_000, '59 minutes ago'],
  [3_600_000, '1 hour ago'],
  [86_399_999, '23 hours ago'],
  [2 * 86_400_000, '2 days ago'],
])('%s ms are %s', (passed, text) => {
  expect(agoText(passed)).toBe(text)
})
