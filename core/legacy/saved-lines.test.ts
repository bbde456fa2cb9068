import { expect, it } from 'vitest'
import { type Column, NUMERIC, TEMPORAL } from '#core/table/table.ts'
import { linesOf } from './saved-lines.ts'

it.each(['constructor', '__proto__', 'toString'])('names a line %s without label parts by its column', (name) => {
  const columns: readonly Column[] = [
    { name: '__timestamp', type: TEMPORAL, values: [0] },
    { name, type: NUMERIC, values: [5] },
  ]
  expect(linesOf({ columns, rowCount: 1 }, {})).toEqual({ moments: [0], lines: [{ name, values: [5] }] })
})
