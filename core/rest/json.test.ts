import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseJson } from './json.ts'
import { parseRison } from './rison.ts'

it.each([
  ['9007199254740993', '9007199254740993'],
  ['-9007199254740993', '-9007199254740993'],
  ['[9007199254740991,9007199254740992]', [9007199254740991, '9007199254740992']],
  ['{"a":{"val":[123456789012345678901234567890,1]}}', { a: { val: ['123456789012345678901234567890', 1] } }],
  ['0.1234567890123456789', 0.12345678901234568],
  ['[1e400, 1234567890123456e-3]', [Number.POSITIVE_INFINITY, 1234567890123.456]],
  ['"9007199254740993 \\" 1234567890123456"', '9007199254740993 " 1234567890123456'],
  ['{"a":9007199254740993,"a":1}', { a: 1 }],
  ['{"a":1,"a":9007199254740993}', { a: '9007199254740993' }],
])('%s', (text, value) => {
  expect(parseJson(text)).toEqual(value)
})

it('a key like that of a prototype stays a key', () => {
  const value = parseJson('{"__proto__":{"x":9007199254740993}}') as object
  expect(Object.keys(value)).toEqual(['__proto__'])
  expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
})

it.each(['{"a":90071992547409931234', '[9007199254740993,]', '09007199254740993', "{'a':9007199254740993}", ''])(
  'rejects %s',
  (text) => {
    expect(() => parseJson(text)).toThrow(SyntaxError)
  },
)

it('parses all other JSON as JSON.parse does', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = JSON.stringify([value, '1234567890123456'])
      // Excludes integers of this size, which intentionally differ.
      fc.pre(!/[[:,]-?\d{16}/.test(text))
      expect(parseJson(text)).toEqual(JSON.parse(text))
    }),
    { seed: 7 },
  )
})

it.each([
  ['(val:9007199254740993)', { val: '9007199254740993' }],
  ['!(-9007199254740993,9007199254740991)', ['-9007199254740993', 9007199254740991]],
  ["(val:'9007199254740993 it!'s 1234567890123456')", { val: "9007199254740993 it's 1234567890123456" }],
  ['(a9007199254740993:x9007199254740993)', { a9007199254740993: 'x9007199254740993' }],
  ['(val:0.1234567890123456)', { val: 0.1234567890123456 }],
  ['(val:12345678901234567e3)', { val: 12345678901234567e3 }],
])('rison keeps all digits: %s', (text, value) => {
  expect(parseRison(text)).toEqual(value)
})
