import * as fc from 'fast-check'
import { FilterParser } from 'ldapts'
import { describe, expect, it } from 'vitest'
import { escapeDnValue, escapeFilterValue, fillPattern } from './ldap-text.ts'

describe('a value in a filter', () => {
  it.each([
    ['ada', 'ada'],
    ['*', '\\2a'],
    ['a)(uid=*', 'a\\29\\28uid=\\2a'],
    ['back\\slash', 'back\\5cslash'],
    ['nul\0', 'nul\\00'],
    ['Müller', 'Müller'],
  ])('%j is escaped as in RFC 4515', (text, escaped) => {
    expect(escapeFilterValue(text)).toBe(escaped)
  })

  it('writes one value of one comparison for any content', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 20, unit: 'binary-ascii' }), (text) => {
        const filter = FilterParser.parseString(`(uid=${escapeFilterValue(text)})`)
        expect(filter).toMatchObject({ attribute: 'uid', value: text })
      }),
      { seed: 7 },
    )
  })
})

describe('a value in a distinguished name', () => {
  it.each([
    ['ada', 'ada'],
    ['James "Jim" Smith, III', 'James \\"Jim\\" Smith\\, III'],
    ['#hash', '\\#hash'],
    [' space ', '\\ space\\ '],
    [' ', '\\ '],
    ['a,ou=admins', 'a\\,ou\\=admins'],
    ['1+2<3>4;5\\6', '1\\+2\\<3\\>4\\;5\\\\6'],
    ['nul\0', 'nul\\00'],
  ])('%j is escaped as in RFC 4514', (text, escaped) => {
    expect(escapeDnValue(text)).toBe(escaped)
  })

  it('adds no part to the name', () => {
    for (const text of ['a,ou=admins', 'a+cn=b', 'a\\', 'a;b'])
      expect(`uid=${escapeDnValue(text)},dc=org`.replaceAll(/\\./g, '').split(/[,+;]/)).toHaveLength(2)
  })
})

it('a pattern is filled in one pass, so that a value with a placeholder stays a value', () => {
  const values = { username: '{dn}', dn: 'cn=x' }
  expect(fillPattern('(|(u={username})(m={dn})(x={other}))', values, escapeFilterValue)).toBe(
    '(|(u={dn})(m=cn=x)(x={other}))',
  )
})
