import { describe, expect, it } from 'vitest'
import { passed } from '#core/rest/bounds.ts'
import { requirePlainXml } from './saml-assertion.ts'

const SHA1 = 'http://www.w3.org/2000/09/xmldsig#rsa-sha1'
const SHA256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256'

const check = (xml: string, allow_sha1 = false) => requirePlainXml({ allow_sha1 }, xml)
const method = (attribute: string) => `<R><SignatureMethod ${attribute}/></R>`

describe('the check of a SAML response before it is parsed', () => {
  it.each([
    ['two quotes', `Algorithm="${SHA256}"`],
    ['two apostrophes', `Algorithm = '${SHA256}'`],
  ])('accepts an algorithm between %s', (_, attribute) => {
    expect(() => check(`\uFEFF<?xml version="1.0"?>\r\n${method(attribute)}`)).not.toThrow()
  })

  it.each([
    ['without quotes', `Algorithm=${SHA1} `],
    ['without quotes after spaces', `Algorithm\n= ${SHA1} `],
    ['after a control character', `Algorithm\x01="${SHA1}"`],
    ['after U+0080', `Algorithm\x80="${SHA1}"`],
    ['after an accepted one', `x='Algorithm="${SHA256}"' Algorithm="${SHA1}"`],
    ['in an accepted one', `x="Algorithm='" Algorithm="${SHA1}" y="'"`],
  ])('rejects SHA-1 %s', (_, attribute) => {
    expect(() => check(method(attribute))).toThrow(/algorithm|control characters/)
  })

  it('accepts 2500 tags, and rejects more', () => {
    expect(() => check(`<R>${'<a/>'.repeat(2498)}</R>`)).not.toThrow()
    expect(() => check(`<R>${'<a/>'.repeat(2499)}</R>`)).toThrow(passed('saml-tags', 2501))
  })

  it.each(['<R><</R>', '<R>< a/></R>', '<R><1/></R>', '<R/><'])('rejects %s', (xml) => {
    expect(() => check(xml)).toThrow('The response has')
  })

  it('shows the beginning of an algorithm', () => {
    expect(() => check(method(`Algorithm="${'x'.repeat(5000)}"`))).toThrow(/The algorithm x{100} is not accepted$/)
  })
})
