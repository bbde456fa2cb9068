import { expect, it } from 'vitest'
import { printRison } from './rison.ts'
import { chartUrlParams, decodeParam, urlParam } from './url-params.ts'

it('A-URL-03: a parameter is decoded by its declared type', () => {
  const search = new URLSearchParams([
    ['slice_id', '12'],
    ['standalone', 'true'],
    ['show_filters', '0'],
    ['preselect_filters', '{"7":{"country":["France"]}}'],
    ['native_filters', printRison({ 'NATIVE_FILTER-1': { filterState: { value: ['it’s', 'a b'] } } })],
    ['viz_type', 'pie'],
  ])
  expect(urlParam(search, 'slice_id')).toBe(12)
  expect(urlParam(search, 'standalone')).toBe(1)
  expect(urlParam(search, 'show_filters')).toBe(false)
  expect(urlParam(search, 'preselect_filters')).toEqual({ 7: { country: ['France'] } })
  expect(urlParam(search, 'native_filters')).toEqual({ 'NATIVE_FILTER-1': { filterState: { value: ['it’s', 'a b'] } } })
  expect(urlParam(search, 'viz_type')).toBe('pie')
})

it.each([
  ['number', 'twelve'],
  ['number', ''],
  ['number', 'Infinity'],
  ['boolean', 'maybe'],
  ['object', '{"a":'],
  ['object', '5'],
  ['rison', '(a:'],
  ['rison', ''],
] as const)('A-URL-03: a malformed %s (%j) decodes to null', (type, text) => {
  expect(decodeParam(text, type)).toBeNull()
})

it('A-URL-03: an absent parameter is null', () => {
  expect(urlParam(new URLSearchParams(), 'slice_id')).toBeNull()
})

it('D-HYDRATE-08 D-HYDRATE-09: every parameter but edit is passed on to charts', () => {
  const search = new URLSearchParams('edit=true&lang=en&standalone=1&native_filters=()&x=1&x=2')
  expect(chartUrlParams(search)).toEqual({ lang: 'en', standalone: '1', native_filters: '()', x: '2' })
})
