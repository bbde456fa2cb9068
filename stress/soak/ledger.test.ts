import { expect, it } from 'vitest'
import { Ledger } from './ledger.ts'

function written(): Ledger {
  const ledger = new Ledger()
  ledger.acknowledge(ledger.take())
  ledger.acknowledge(ledger.take())
  return ledger
}

it('the last acknowledged write may be present, and nothing older or newer', () => {
  const ledger = written()
  expect([1, 2, 3].map((value) => ledger.allows(value))).toEqual([false, true, false])
})

it('unacknowledged later writes may be there too, until one is acknowledged', () => {
  const ledger = written()
  ledger.doubt(ledger.take())
  ledger.doubt(ledger.take())
  expect([1, 2, 3, 4, 5].map((value) => ledger.allows(value))).toEqual([false, true, true, true, false])
  ledger.acknowledge(ledger.take())
  expect([2, 3, 4, 5].map((value) => ledger.allows(value))).toEqual([false, false, false, true])
})

it('lists acknowledged and uncertain writes', () => {
  const ledger = written()
  ledger.doubt(ledger.take())
  expect(ledger.report()).toBe('2 acknowledged, 3 in doubt')
})
