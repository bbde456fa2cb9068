import { expect, it } from 'vitest'
import { findMatches, MAX_MATCHES, matchFrom } from './find-text.ts'

it('finds a phrase in any case unless case matters', () => {
  expect(findMatches('a.b A.B aXb', 'a.b', false)).toEqual([
    { from: 0, to: 3 },
    { from: 4, to: 7 },
  ])
  expect(findMatches('a.b A.B', 'a.b', true)).toEqual([{ from: 0, to: 3 }])
  expect(findMatches('$1 (x)', '(x)', true)).toEqual([{ from: 3, to: 6 }])
  expect(findMatches('anything', '', false)).toEqual([])
})

it('the number of listed matches is limited', () => {
  expect(findMatches('a'.repeat(MAX_MATCHES + 5), 'a', false)).toHaveLength(MAX_MATCHES)
})

it('continues at the next match after an offset, and from the last to the first', () => {
  const matches = findMatches('a b a', 'a', true)
  expect([matchFrom(matches, 0), matchFrom(matches, 1), matchFrom(matches, 5), matchFrom([], 0)]).toEqual([0, 1, 0, -1])
})
