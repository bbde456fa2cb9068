import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { printYaml, readYaml } from './yaml.ts'

/**
 * Unquoted texts that YAML 1.1 (yaml.org/type) reads as another type: yes and no, dates and times, numbers with
 * underscores or in base 60, 8 and 2, `=`, and a merge key.
 */
const MISREAD = (
  'yes No on OFF y N 2020-01-01 2001-12-14t21:59:43.10-05:00 ' +
  '1_000 0777 0b11 12:30:00 190:20:30.15 -1:20 = << ~ null 1e3'
).split(' ')

/** Characters that YAML 1.1 readers reject or read as a line end unless they are escaped. */
const UNREAD: readonly (readonly [text: string, printed: string])[] = [
  ['a\tb', String.raw`"a\tb"`],
  ['\u0007', String.raw`"\a"`],
  ['a\u007f', String.raw`"a\x7F"`],
  ['a\u0085b', String.raw`"a\Nb"`],
  ['a\u2028b\n', String.raw`"a\Lb\n"`],
  ['\ufeffa', String.raw`"\uFEFFa"`],
  ['\ud800', String.raw`"\uD800"`],
]

describe('output for YAML 1.1 readers', () => {
  it.each(MISREAD)('quotes the text %s as a value and as a key', (text) => {
    expect(printYaml({ value: text })).toBe(`value: '${text}'\n`)
    expect(printYaml({ [text]: 1 })).toBe(`'${text}': 1\n`)
  })

  it.each(UNREAD)('prints %j by its name or number', (text, printed) => {
    expect(printYaml({ value: text })).toBe(`value: ${printed}\n`)
    expect(readYaml(printYaml({ value: text }))).toEqual({ value: text })
  })

  it('prints other texts unchanged, as a block if they have several lines', () => {
    const said = { a: 'Sales of Łódź', b: 'SELECT\n  1\n', c: '😀', d: '-', e: '', f: `x ${'y'.repeat(200)}` }
    const printed = printYaml(said)
    expect(printed).toBe(`a: Sales of Łódź\nb: |\n  SELECT\n    1\nc: 😀\nd: '-'\ne: ''\nf: ${said.f}\n`)
    expect(parse(printed)).toEqual(said)
  })

  it('prints exponents with a decimal point, and repeated values without aliases', () => {
    expect(printYaml([1e21, -1e-7, 1.5e300, 12, 0.5])).toBe('- 1.e+21\n- -1.e-7\n- 1.5e+300\n- 12\n- 0.5\n')
    expect(readYaml('- 1.e+21\n- -1.e-7\n- 1.5e+300\n')).toEqual([1e21, -1e-7, 1.5e300])
    const one = { a: 1 }
    expect(printYaml([one, one])).toBe('- a: 1\n- a: 1\n')
  })
})

describe('files of YAML 1.1 writers', () => {
  it.each(['08540', '-09', '12e4', '1.5e3', '0o17', '-.5', '+1e3', '1.e3', '0777'])('%s is a text', (text) => {
    expect(readYaml(`a: ${text}\n${text}: b`)).toEqual({ a: text, [text]: 'b' })
  })

  it.each([
    ['12', 12],
    ['-0.5', -0.5],
    ['.5', 0.5],
    ['1.', 1],
    ['0x1F', 31],
    ['1.0e+21', 1e21],
    ['1e-7', 1e-7],
    ['-.inf', Number.NEGATIVE_INFINITY],
    ['9007199254740993', '9007199254740993'],
  ])('%s is a number; digits beyond 2^53 are exact', (text, value) => {
    expect(readYaml(`a: ${text}`)).toEqual({ a: value })
  })
})

describe('invalid or harmful YAML', () => {
  it.each(['a: [1', '', '# nothing', 'a: 1\n---\nb: 2', '!!js/function x', '!own x', 'a: *b', '? [a]\n: 1'])(
    'returns undefined for %j',
    (text) => {
      expect(readYaml(text)).toBeUndefined()
    },
  )

  it('rejects a value that contains itself, reads __proto__ as a key, and keeps the last duplicate', () => {
    expect(() => readYaml('a: &a [*a]')).toThrow(expect.objectContaining({ code: 'bound-passed' }))
    expect(Object.entries(readYaml('__proto__: {x: 1}\na: 1\na: 2') as object)).toEqual([
      ['__proto__', { x: 1 }],
      ['a', 2],
    ])
    expect(({} as Record<string, unknown>)['x']).toBeUndefined()
  })

  it('rejects a million brackets in less than two seconds', () => {
    const begun = performance.now()
    expect(() => readYaml(`a: ${'['.repeat(1_000_000)}`)).toThrow(
      expect.objectContaining({ extra: expect.objectContaining({ bound: 'yaml-depth' }) }),
    )
    expect(performance.now() - begun).toBeLessThan(2000)
  })
})
