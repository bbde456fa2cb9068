import { afterAll, beforeAll, expect, it } from 'vitest'
import { ApiError } from '#core/rest/api-error.ts'
import { encryptedAssertion, makeSamlKey, type SamlKey } from '#testing/saml-provider.ts'
import { decryptedResponse, requireReadableParts } from './saml-encryption.ts'

const ASSERTION = '<saml:Assertion ID="a">\u00e9 &amp; 1</saml:Assertion>'
const XMLENC = 'http://www.w3.org/2001/04/xmlenc#'
const XMLENC11 = 'http://www.w3.org/2009/xmlenc11#'
const response = (assertion: string) => `<samlp:Response>${assertion}<b/></samlp:Response>`

let key: SamlKey
let otherKey: SamlKey
beforeAll(async () => {
  ;[key, otherKey] = await Promise.all([makeSamlKey(), makeSamlKey()])
})
afterAll(() => {
  key.remove()
  otherKey.remove()
})

const decrypt = (xml: string, { required = true, of = key } = {}) =>
  decryptedResponse({ encryption: { key: of.key, certificate: of.certificate, required } }, xml)

it.each([`${XMLENC11}aes128-gcm`, `${XMLENC11}aes256-gcm`, `${XMLENC}aes128-cbc`, `${XMLENC}aes256-cbc`])(
  'replaces the encrypted assertion by the assertion: %s',
  async (content) => {
    const encrypted = await encryptedAssertion(ASSERTION, key, { content })
    expect(encrypted).not.toContain('ID="a"')
    expect(decrypt(response(encrypted))).toBe(response(ASSERTION))
  },
)

it('rejects an assertion for another key, a damaged one, and other algorithms', async () => {
  const undecryptable = 'The assertion cannot be decrypted: it is encrypted for another key, or damaged'
  const good = await encryptedAssertion(ASSERTION, key)
  expect(() => decrypt(response(good), { of: otherKey })).toThrow(undecryptable)
  const values = [...good.matchAll(/<[^/<>]*CipherValue>([^<]+)</g)].map(([, value = '']) => value)
  for (const value of values)
    expect(() => decrypt(response(good.replace(value, `AAAA${value.slice(4)}`)))).toThrow(undecryptable)
  expect(() => decrypt(response(good.replaceAll(/CipherValue>[^<]+</g, 'CipherValue><')))).toThrow(undecryptable)
  expect(() => decrypt(response(good.replace('aes256-gcm', 'none')))).toThrow(
    `The encryption algorithm ${XMLENC11}none`,
  )
  const weak = await encryptedAssertion(ASSERTION, key, { key: `${XMLENC}rsa-1_5` })
  expect(() => decrypt(response(weak))).toThrow(`The encryption algorithm ${XMLENC}rsa-1_5 is not accepted`)
})

it('rejects several encrypted assertions, and one without an end', async () => {
  const good = await encryptedAssertion(ASSERTION, key)
  expect(() => decrypt(response(`${good}${good}`))).toThrow('The response has 2 encrypted assertions, not one')
  expect(() => decrypt(response('<saml:EncryptedAssertion>'))).toThrow(
    'The response has 0 encrypted assertions, not one',
  )
  expect(() => decrypt(response('<EncryptedAssertion></EncryptedAssertion>'))).toThrow('0 encrypted keys')
})

it.each(['EncryptedID', 'EncryptedAttribute'])('rejects an %s, with any prefix', (name) => {
  const cause = new Error(`The assertion has an ${name}, which Facet does not decrypt`)
  for (const tag of [name, `saml:${name} a="b"`, `x:${name}/`])
    expect(() => requireReadableParts(response(`<${tag}>`))).toThrow(new ApiError('identity-encrypted', { cause }))
  expect(() => requireReadableParts(response(`<saml:${name}s>`))).not.toThrow()
})

it('rejects an assertion in plain text where encryption is required, and an encrypted one without a key', async () => {
  const plain = response(ASSERTION)
  expect(() => decrypt(plain)).toThrow('The assertion is not encrypted, but the setting "encryption" requires it')
  expect(decrypt(plain, { required: false })).toBe(plain)
  expect(decryptedResponse({}, plain)).toBe(plain)
  const encrypted = response(await encryptedAssertion(ASSERTION, key))
  expect(() => decryptedResponse({}, encrypted)).toThrow('the provider has no setting "encryption"')
})
