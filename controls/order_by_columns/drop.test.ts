import { expect, it } from 'vitest'
import { orderRejection } from './drop.ts'
import { controlContext } from '#testing/control-context.ts'

it.each([
  ['column', 'delay', null],
  ['column', 'origin', 'ORIGIN is there already'],
  ['column', 'gone', 'The dataset has no column of this name'],
  ['metric', 'miles', 'MILES is a metric; columns go here'],
  // A metric may have the same name as a column.
  ['metric', 'delay', 'DELAY is a metric; columns go here'],
] as const)('the %s %s is accepted as an order, or rejected with a reason: %s', (kind, name, rejection) => {
  expect(orderRejection({ kind, name, label: name.toUpperCase() }, ['origin'], controlContext())).toBe(rejection)
})
