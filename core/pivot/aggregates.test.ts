import { expect, it } from 'vitest'
import { pivotAggregate } from './aggregates.ts'

it.each(['constructor', '__proto__', 'toString', 'nosuch'])('sums for the unknown aggregate %s', (name) => {
  expect(pivotAggregate(name)).toMatchObject({ fraction: null, isSum: true })
})
