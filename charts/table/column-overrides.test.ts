import { expect, it } from 'vitest'
import { mergeOverrides } from './column-overrides.ts'

it.each(['constructor', '__proto__', 'toString'])('merges the changes of a column named %s', (name) => {
  const before = Object.fromEntries([[name, { visible: false }]])
  const now = Object.fromEntries([[name, { columnWidth: 90 }]])
  expect(Object.entries(mergeOverrides(before, now))).toEqual([[name, { visible: false, columnWidth: 90 }]])
  expect(Object.entries(mergeOverrides({}, now))).toEqual([[name, { columnWidth: 90 }]])
})
