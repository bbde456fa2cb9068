import { expect, it } from 'vitest'
import { sortLayers } from './annotation-layers.ts'

const formula = { name: 'Line', annotationType: 'FORMULA', sourceType: '', value: 'x' }
const events = { name: 'Holidays', annotationType: 'EVENT', sourceType: 'NATIVE', value: 3, color: '#123456' }

it('keeps formulas, and leaves out and reports layers that are referenced by id', () => {
  expect(sortLayers([formula, events], undefined)).toEqual({ retained: [formula], left: ['Holidays'] })
  expect(sortLayers([{ annotationType: 'EVENT', value: 3 }, null], [])).toEqual({
    retained: [],
    left: ['without a name', 'without a name'],
  })
})

it('keeps a layer that the replaced chart already shows', () => {
  const known = [{ ...events, color: '#000000' }]
  expect(sortLayers([events], known)).toEqual({ retained: [events], left: [] })
  expect(sortLayers([{ ...events, value: 4 }], known)).toEqual({ retained: [], left: ['Holidays'] })
})

it('returns no layers without any', () => {
  expect(sortLayers(undefined, [events])).toEqual({ retained: [], left: [] })
})
