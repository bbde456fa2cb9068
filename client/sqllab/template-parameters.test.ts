import { describe, expect, it } from 'vitest'
import { parameterText, readParameters, templateParameters, withParameter } from '#client/sqllab/template-parameters.ts'

describe('names of parameters', () => {
  it.each([
    ['SELECT {{ year }}, {{year}} FROM {{ table_name }}', ['year', 'table_name']],
    ["SELECT {{ current_user_id() }}, {{ url_param('a') }}, {{ filter_values('b', c) }}", ['c']],
    ["{{ city | default('x') | upper }} {{ row.field }} {{ 'text' }} {{ limit + 1 }}", ['city', 'row', 'limit']],
    ['{% set a = b %}{{ a }}{% for x, y in pairs %}{{ x }}{{ loop.index }}{% endfor %}', ['b', 'pairs']],
    ["{% if mode == 'all' and other is not defined %}{% endif %}{# {{ comment }} #}", ['mode', 'other']],
    ["{{ join_all(sep=comma, items) }} '{' {{ }}", ['comma', 'items']],
    ['{%- if a -%}x{%- endif -%}', ['a']],
    ['SELECT 1', []],
  ])('%s', (sql, names) => {
    expect(templateParameters(sql)).toEqual(names)
  })

  it('returns at most 50 names', () => {
    const sql = Array.from({ length: 60 }, (_, index) => `{{ p${index} }}`).join()
    expect(templateParameters(sql)).toHaveLength(50)
  })
})

describe('values of parameters', () => {
  it('reads values from a JSON object only', () => {
    expect(readParameters(null)).toEqual({ values: {} })
    expect(readParameters('{"a": ["x"]}')).toEqual({ values: { a: ['x'] } })
    expect(readParameters('[1]')).toEqual({ error: expect.stringContaining('must be a JSON object') })
    expect(readParameters('{a')).toEqual({ error: expect.stringMatching(/^The parameters are not valid JSON: \S/) })
  })

  it('remain JSON or text as before, without changes to the others', () => {
    expect(withParameter({ other: null }, 'a', '5')).toBe('{"other":null,"a":"5"}')
    expect(withParameter({ a: 1 }, 'a', '5')).toBe('{"a":5}')
    expect(withParameter({ a: [1] }, 'a', '[1, 2')).toBe('{"a":"[1, 2"}')
    expect(withParameter({ a: 'x' }, 'a', '5')).toBe('{"a":"5"}')
  })

  it('keep all digits of numbers, the changed one and the others', () => {
    const read = readParameters(
      '{"id": 9007199254740993, "rate": 0.12345678901234567890, "ids": [1, 9007199254740995]}',
    )
    if ('error' in read) throw new Error(read.error)
    expect(parameterText(read.values, 'id')).toBe('9007199254740993')
    expect(parameterText(read.values, 'ids')).toBe('[1,9007199254740995]')
    expect(withParameter(read.values, 'ids', '[9007199254740997]')).toBe(
      '{"id":9007199254740993,"rate":0.12345678901234567890,"ids":[9007199254740997]}',
    )
    expect(withParameter(read.values, 'id', '9007199254740999')).toBe(
      '{"id":9007199254740999,"rate":0.12345678901234567890,"ids":[1,9007199254740995]}',
    )
    expect(withParameter(read.values, 'id', '9007199254740999x')).toContain('"id":"9007199254740999x"')
  })

  it.each(['constructor', '__proto__', 'toString'])('reads a parameter named %s from the JSON only', (name) => {
    expect(templateParameters(`SELECT {{ ${name} }}`)).toEqual([name])
    expect(parameterText({}, name)).toBe('')
    const text = withParameter({}, name, '5')
    expect(text).toBe(`{"${name}":"5"}`)
    const read = readParameters(text)
    expect('values' in read && parameterText(read.values, name)).toBe('5')
    expect('values' in read && withParameter(read.values, name, '6')).toBe(`{"${name}":"6"}`)
  })
})
