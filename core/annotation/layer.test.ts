import { describe, expect, it } from 'vitest'
import {
  annotationTypes,
  requestedLayers,
  checkLayer,
  newLayer,
  readLayer,
  readLayers,
  withType,
  withValue,
} from './layer.ts'

const all = { supported: annotationTypes }
const event = { ...newLayer('a'), annotationType: 'EVENT', sourceType: 'NATIVE', value: 1 } as const

describe('the fields of a layer', () => {
  it('E-ANNOT-02: a layer has its type, source, value and overrides', () => {
    expect(newLayer('Holidays')).toMatchObject({
      name: 'Holidays',
      annotationType: 'FORMULA',
      sourceType: '',
      value: '',
      overrides: { time_range: null },
    })
  })

  it('E-ANNOT-03: the source is native or another chart, and only native annotations need no columns', () => {
    expect(checkLayer(event, all)).toEqual([])
    expect(checkLayer({ ...event, sourceType: 'table' }, all)).toEqual(['Select the column of the time'])
    expect(checkLayer({ ...event, sourceType: 'table', timeColumn: 'date' }, all)).toEqual([])
    expect(checkLayer({ ...event, sourceType: '' }, all)).toContain('Select where the annotations come from')
  })

  it('E-ANNOT-04: the layer is a formula, events, intervals or a series', () => {
    expect(annotationTypes).toEqual(['FORMULA', 'EVENT', 'INTERVAL', 'TIME_SERIES'])
    expect(checkLayer({ ...event, annotationType: 'OTHER' as never }, all)).toContain('Select an annotation type')
  })
})

describe('whether a layer can be used', () => {
  it.each<[string, object, readonly string[]]>([
    ['a name is needed', { name: '' }, ['A layer needs a name']],
    ['a value is needed', { value: null }, ['Mandatory']],
    ['it must have a width', { width: -1 }, ['`width` must be greater or equal to 0']],
    ['a series is no native annotation', { annotationType: 'TIME_SERIES' }, ['A series comes from another chart']],
    [
      'an interval of a chart has two columns',
      { annotationType: 'INTERVAL', sourceType: 'table' },
      ['Select the column of the time', 'Select the column of the end'],
    ],
    [
      'a formula must be valid',
      { annotationType: 'FORMULA', sourceType: '', value: 'x +' },
      ['The formula ends too early'],
    ],
    ['a valid formula is accepted', { annotationType: 'FORMULA', sourceType: '', value: 'sin(x)' }, []],
  ])('%s', (_name, change, problems) => {
    expect(checkLayer({ ...event, ...change }, all)).toEqual(problems)
  })

  it('depends on the chart and on the other layers', () => {
    expect(checkLayer(event, { supported: ['FORMULA'] })).toEqual(['This chart cannot show annotations of this kind'])
    expect(checkLayer(event, { ...all, others: ['a'] })).toEqual(['There is a layer of this name already'])
  })
})

describe('editing', () => {
  const full = { ...event, titleColumn: 'a', descriptionColumns: ['b'], timeColumn: 'c', intervalEndColumn: 'd' }

  it('clears source, value and columns with the type, columns with the value', () => {
    expect(withType(full, 'INTERVAL')).toEqual({ ...event, annotationType: 'INTERVAL', sourceType: '', value: null })
    expect(withType(full, 'EVENT')).toBe(full)
    expect(withValue(full, 2)).toEqual({ ...event, value: 2 })
  })
})

describe('saved layers', () => {
  it('completes them, and reads older ranges as those of the chart', () => {
    expect(
      readLayer({ name: 'a', value: 'x', overrides: { since: '1 week', until: 'now', time_shift: '1 day' } }),
    ).toMatchObject({
      name: 'a',
      show: true,
      width: 1,
      overrides: { time_shift: '1 day', time_range: null },
    })
    expect(readLayer({ name: 'a' })?.overrides).toEqual({})
    expect(readLayer('a')).toBeUndefined()
    expect(readLayers([{ name: 'a' }, null, 5]).map(({ name }) => name)).toEqual(['a'])
    expect(readLayers(null)).toEqual([])
  })

  it('queries layers when they are shown and not formulas', () => {
    const layers = [newLayer('f'), event, { ...event, name: 'hidden', show: false }]
    expect(requestedLayers(layers).map(({ name }) => name)).toEqual(['a'])
  })
})
