import { describe, expect, it } from 'vitest'
import { sortSelectedFirst, matchingOptions, optionKey, toggleValue } from './option.ts'

const airports = [
  { value: 'LAX', label: 'Los Angeles' },
  { value: 'ORD', label: "Chicago O'Hare", detail: 'Illinois' },
  { value: 'ZRH', label: 'Zürich' },
  { value: 'GVA', label: 'Geneva', detail: 'near Zürich' },
]
const values = (options: readonly { readonly value: unknown }[]) => options.map((option) => option.value)

describe('finding options by text', () => {
  it.each([
    ['', ['LAX', 'ORD', 'ZRH', 'GVA']],
    ['  ', ['LAX', 'ORD', 'ZRH', 'GVA']],
    ['angel', ['LAX']],
    ['illinois', ['ORD']],
    ['ord', ['ORD']],
    ['zurich', ['ZRH', 'GVA']],
    ['nowhere', []],
  ])('%j finds %j', (text, found) => {
    expect(values(matchingOptions(airports, text))).toEqual(found)
  })

  it('sorts labels that begin with the text before those that contain it', () => {
    const options = [
      { value: 1, label: 'Not open' },
      { value: 2, label: 'Open' },
    ]
    expect(values(matchingOptions(options, 'open'))).toEqual([2, 1])
  })
})

describe('values of options', () => {
  it('distinguishes a number from its text, and null from its name', () => {
    const keys = [1, '1', true, 'true', null, 'null'].map(optionKey)
    expect(new Set(keys).size).toBe(6)
  })

  it('toggles a value in and out, keeping the order of choosing', () => {
    expect(toggleValue(['b'], 'a')).toEqual(['b', 'a'])
    expect(toggleValue(['b', 'a', 'c'], 'a')).toEqual(['b', 'c'])
    expect(toggleValue<string | number>([1], '1')).toEqual([1, '1'])
  })

  it('moves chosen options to the front without changing their order', () => {
    expect(values(sortSelectedFirst(airports, new Set([optionKey('GVA'), optionKey('ORD')])))).toEqual([
      'ORD',
      'GVA',
      'LAX',
      'ZRH',
    ])
  })
})
