import { describe, expect, it } from 'vitest'
import { limitExceededError } from '#core/rest/bounds.ts'
import { requireOneAssertion, requirePlainXml } from './saml-assertion.ts'

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
    expect(() => check(`<R>${'<a/>'.repeat(2499)}</R>`)).toThrow(limitExceededError('saml-tags', 2501))
  })

  it.each(['<R><</R>', '<R>< a/></R>', '<R><1/></R>', '<R/><'])('rejects %s', (xml) => {
    expect(() => check(xml)).toThrow('The response has')
  })

  it('shows the beginning of an algorithm', () => {
    expect(() => check(method(`Algorithm="${'x'.repeat(5000)}"`))).toThrow(/The algorithm x{100} is not accepted$/)
  })
})

describe('the check of the parts of a SAML response before it is parsed', () => {
  const ISSUER = '<saml:Issuer Format="x">https://idp.example/?a=1&amp;b=&#50;</saml:Issuer>'
  const SIGNATURE = '<ds:Signature><ds:SignedInfo><ds:Reference/></ds:SignedInfo></ds:Signature>'
  const response = (...parts: readonly string[]) => `<samlp:Response>${parts.join('')}</samlp:Response>`
  const assertion = (...parts: readonly string[]) => `<saml:Assertion ID="a">${parts.join('')}</saml:Assertion>`
  const checkParts = (xml: string) => requireOneAssertion({ entityId: 'https://idp.example/?a=1&b=2' }, xml)

  it('accepts one assertion with signatures of the assertion and of the response', () => {
    expect(() => checkParts(response(assertion(ISSUER, SIGNATURE)))).not.toThrow()
    expect(() => checkParts(response(ISSUER, SIGNATURE, assertion(ISSUER, SIGNATURE)))).not.toThrow()
  })

  it.each([
    ['no assertion', response(ISSUER, SIGNATURE), '0 assertions'],
    ['two assertions', response(assertion(SIGNATURE), '<Assertion/>'), '2 assertions'],
    ['an assertion of another prefix', response(assertion(SIGNATURE), '<\u00e9:Assertion\n/>'), '2 assertions'],
    ['no signature', response(assertion(ISSUER)), '0 signatures'],
    ['three signatures', response(SIGNATURE, SIGNATURE, assertion(SIGNATURE)), '3 signatures'],
    [
      'two references',
      response(assertion(SIGNATURE.replace('<ds:Reference/>', '<a:Reference/><Reference/>'))),
      'refer',
    ],
    ['another issuer', response('<Issuer>x</Issuer>', assertion(ISSUER, SIGNATURE)), 'issuer x, not of https'],
  ])('rejects %s', (_, xml, message) => {
    expect(() => checkParts(xml)).toThrow(message)
  })
})
