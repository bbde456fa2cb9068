import { expect, it } from 'vitest'
import { base32, codeOfStep, keyUri, stepAt, stepOfCode } from './one-time-code.ts'

/** The secret of the examples of RFC 4226 and RFC 6238. */
const SECRET = Buffer.from('12345678901234567890')

it('prints the codes of the examples of RFC 4226, appendix D', () => {
  const codes = Array.from({ length: 10 }, (_, step) => codeOfStep(SECRET, step))
  expect(codes).toEqual([
    '755224',
    '287082',
    '359152',
    '969429',
    '338314',
    '254676',
    '287922',
    '162583',
    '399871',
    '520489',
  ])
})

it.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_234_567_890, '005924'],
  [20_000_000_000, '353130'],
])('prints the code at second %d as in RFC 6238, appendix B', (second, code) => {
  expect(codeOfStep(SECRET, stepAt(second * 1000))).toBe(code)
})

it('accepts the codes of the current step and its neighbours, and no others', () => {
  const at = 100 * 30_000
  const accepted = [98, 99, 100, 101, 102].map((step) => stepOfCode(SECRET, codeOfStep(SECRET, step), at))
  expect(accepted).toEqual([undefined, 99, 100, 101, undefined])
  expect(stepOfCode(SECRET, '', at)).toBeUndefined()
})

it('prints secrets in base32 as in RFC 4648, without padding, and URIs for apps', () => {
  expect(['f', 'fo', 'foo', 'foob', 'fooba', 'foobar'].map((text) => base32(Buffer.from(text)))).toEqual([
    'MY',
    'MZXQ',
    'MZXW6',
    'MZXW6YQ',
    'MZXW6YTB',
    'MZXW6YTBOI',
  ])
  expect(keyUri('KEY', 'ada@example.org', 'Facet')).toBe(
    'otpauth://totp/Facet:ada%40example.org?secret=KEY&issuer=Facet',
  )
})
