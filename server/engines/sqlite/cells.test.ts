import { expect, it } from 'vitest'
import { logicalTypeNamedBy } from './cells.ts'

it.each([
  ['UNSIGNED BIG INT', 'integer'],
  ['serial', 'integer'],
  ['NATIVE CHARACTER(70)', 'text'],
  ['STRING', 'text'],
  ['DECIMAL(10,5)', 'double'],
  ['SMALLMONEY', 'double'],
  ['TIMESTAMP WITH TIME ZONE', 'timestamp'],
  ['VARBINARY(8)', 'bytes'],
  ['interview_stage', undefined],
  ['', undefined],
])('takes the declared type %s for %s', (type, logical) => {
  expect(logicalTypeNamedBy(type)).toBe(logical)
})
