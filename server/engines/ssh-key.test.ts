import { expect, it } from 'vitest'
import { encryptedKey } from '#testing/ssh-driver.ts'
import { bcryptRounds } from './ssh-key.ts'

const MAX_UINT32 = 4_294_967_295

it('reads the rounds of an encrypted OpenSSH key', () => {
  expect(bcryptRounds(encryptedKey(16))).toBe(16)
  expect(bcryptRounds(`\n ${encryptedKey(MAX_UINT32).replaceAll('\n', '\r\n')}\n`)).toBe(MAX_UINT32)
})

it('finds no rounds in other and malformed keys', () => {
  const pem = '-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n\nAAAA\n-----END RSA PRIVATE KEY-----'
  const cut = Buffer.from(encryptedKey(400).split('\n')[1] ?? '', 'base64')
    .subarray(0, 40)
    .toString('base64')
  const short = `-----BEGIN OPENSSH PRIVATE KEY-----\n${cut}\n-----END OPENSSH PRIVATE KEY-----`
  for (const key of ['', 'no key', pem, short, encryptedKey(400, 'none')]) expect(bcryptRounds(key)).toBe(0)
})
