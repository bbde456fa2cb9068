import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseQ, parseRison, printRison } from './rison.ts'

const pairs: [unknown, string][] = [
  [{ page: 0, page_size: 25 }, '(page:0,page_size:25)'],
  [
    { order_column: 'changed_on_delta_humanized', order_direction: 'desc', page: 0, page_size: 25 },
    '(order_column:changed_on_delta_humanized,order_direction:desc,page:0,page_size:25)',
  ],
  [
    { filters: [{ col: 'slice_name', opr: 'chart_all_text', value: 'sales' }] },
    '(filters:!((col:slice_name,opr:chart_all_text,value:sales)))',
  ],
  [[1, 2, 3], '!(1,2,3)'],
  [[], '!()'],
  [{}, '()'],
  [{ keys: ['none'] }, '(keys:!(none))'],
  [{ force: true }, '(force:!t)'],
  ['No filter', "'No filter'"],
  ['100 years ago : now', "'100 years ago : now'"],
  [{ a: null, b: false, c: -1.5, d: "it's", e: 'wow!' }, "(a:!n,b:!f,c:-1.5,d:'it!'s',e:'wow!!')"],
  [{ f: '', g: '12', h: '-x' }, "(f:'',g:'12',h:'-x')"],
  [{ x: { y: [true, false, null] } }, '(x:(y:!(!t,!f,!n)))'],
  [{ 'a b': 1 }, "('a b':1)"],
  [{ 0: 1 }, "('0':1)"],
  ["a'b!c", "'a!'b!!c'"],
  ['a.b', 'a.b'],
  ['é', 'é'],
  ['a:b', "'a:b'"],
]

describe('rison', () => {
  it.each(pairs)('writes and reads %j as %s', (value, text) => {
    expect(printRison(value)).toBe(text)
    expect(parseRison(text)).toEqual(value)
  })

  it.each(['', '(a)', '!(1,,2)', '(a:1', ' ', 'a b', "'x"])('rejects %j', (text) => {
    expect(parseRison(text)).toBeUndefined()
  })

  // Integers beyond 2^53 are read as texts.
  const isLong = (value: unknown) => /(?<![\d.])\d{16}/.test(JSON.stringify(value))
  it('reads back any JSON value it wrote', () => {
    fc.assert(
      fc.property(
        fc.jsonValue().filter((value) => !JSON.stringify(value).includes('__proto__') && !isLong(value)),
        (value) => {
          const plain: unknown = JSON.parse(JSON.stringify(value))
          expect(parseRison(printRison(plain))).toEqual(plain)
        },
      ),
      { seed: 11, numRuns: 500 },
    )
  })

  it('ignores keys of the prototype', () => {
    const value = parseRison('(__proto__:(admin:!t))') as { admin?: boolean }
    expect(value.admin).toBeUndefined()
  })
})

describe('the q parameter', () => {
  it('accepts rison and JSON', () => {
    expect(parseQ('(page:1)')).toEqual({ page: 1 })
    expect(parseQ('{"page":1}')).toEqual({ page: 1 })
    expect(parseQ('[1]')).toEqual([1])
    expect(parseQ('{}')).toEqual({})
  })

  it('returns an empty object when absent', () => {
    expect(parseQ(undefined)).toEqual({})
    expect(parseQ('')).toEqual({})
  })

  it('reads plus as a space', () => {
    const sent = new URLSearchParams("q='100+years%20ago%20:%2Bnow'")
    expect(parseQ(sent.get('q'))).toBe('100 years ago :+now')
  })

  it('fails with the text clients know', () => {
    expect(() => parseQ('(a')).toThrow('Not a valid rison/json argument')
  })
})
