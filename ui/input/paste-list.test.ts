import { describe, expect, it } from 'vitest'
import { isList, pasteList } from './paste-list.ts'

describe('E-CONTROLS-31, E-CONTROLS-32: pasting a list of values', () => {
  it.each([
    ['ATL, ORD,DFW', ['ATL', 'ORD', 'DFW']],
    ['ATL\nORD\r\nDFW\n', ['ATL', 'ORD', 'DFW']],
    ['ATL\tORD;DFW', ['ATL', 'ORD', 'DFW']],
    ['  New York , Los Angeles ', ['New York', 'Los Angeles']],
    ['a,,b,\t,c', ['a', 'b', 'c']],
    ['a,b,a, b ', ['a', 'b']],
    ['', []],
    [' ,;\n', []],
    ['"Portland, OR",Seattle', ['Portland, OR', 'Seattle']],
    ['"say ""hi""";x', ['say "hi"', 'x']],
    ['5" pipe,6" pipe', ['5" pipe', '6" pipe']],
    ['"open,x', ['"open', 'x']],
    ['A,a', ['A', 'a']],
  ])('%j gives %j', (text, values) => {
    expect(pasteList(text)).toEqual(values)
  })

  it.each([
    ['a,b', true],
    ['a\tb', true],
    ['one value', false],
    ['one value\n', false],
  ])('%j is a list: %j', (text, answer) => {
    expect(isList(text)).toBe(answer)
  })
})
