import { describe, expect, it } from 'vitest'
import { optionsForText, unionOfValues, valuesOfTexts } from './multi-select.ts'
import type { Option } from './option.ts'

const options: readonly Option[] = [
  { value: 1, label: 'One' },
  { value: 2, label: 'Two' },
  { value: null, label: '<NULL>' },
]

describe('texts as values', () => {
  it('finds listed values by label or value, ignoring case, and drops others', () => {
    expect(valuesOfTexts(['one', '2', 'three'], options, undefined)).toEqual([1, 2])
  })

  it('creates unlisted values if allowed', () => {
    expect(valuesOfTexts(['2', '40', 'x'], options, (text) => (/^\d+$/.test(text) ? Number(text) : undefined))).toEqual(
      [2, 40],
    )
  })

  it('finds a listed null', () => {
    expect(valuesOfTexts(['<null>'], options, undefined)).toEqual([null])
  })

  it('adds values to the selection, each once', () => {
    expect(unionOfValues<string | number>(['a', 1], ['b', 'a', '1'])).toEqual(['a', 1, 'b', '1'])
  })
})

describe('options found on the server', () => {
  it('shows them once they belong to the text', () => {
    expect(optionsForText(options, 'x', true)).toEqual(options)
  })

  it('omits them while they belong to a previous text and do not match', () => {
    expect(optionsForText(options, 'tw', false)).toEqual([{ value: 2, label: 'Two' }])
    expect(optionsForText(options, 'x', false)).toEqual([])
  })
})
