import { expect, it } from 'vitest'
import { readPanes } from './panes.ts'

const first = { source: 272, controls: 312, results: 268, isFolded: false }

it('stored sizes are read within their limits', () => {
  const stored = { source: 300, controls: 5000, results: 10, isFolded: true }
  expect(readPanes(JSON.stringify(stored))).toEqual({ source: 300, controls: 560, results: 168, isFolded: true })
})

it('an invalid size is the default', () => {
  for (const text of [
    null,
    undefined,
    '',
    'null',
    '7',
    '[]',
    '{',
    '{"source":"wide","isFolded":1}',
    '{"results":null}',
  ])
    expect(readPanes(text)).toEqual(first)
})
