import { tmpdir } from 'node:os'
import { describe, expect, it } from 'vitest'
import { readSettings } from './config.ts'
import { isMailAddress } from './mail-settings.ts'

const PASSWORD = 'Pl4nted-mail'
const complete = {
  FACET_SMTP_HOST: 'mail.example.org',
  FACET_SMTP_FROM: 'facet@example.org',
  FACET_PUBLIC_URL: 'https://facet.example.org',
}

const read = (environment: Readonly<Record<string, string>>) => readSettings(environment, tmpdir())
const problems = (environment: Readonly<Record<string, string>>) => {
  const settings = read(environment)
  return 'problems' in settings ? settings.problems : []
}

describe('the settings of the mail server', () => {
  it('returns none by default', () => {
    expect(read({})).toMatchObject({ mailServer: undefined })
  })

  it('require encryption by default', () => {
    expect(read(complete)).toMatchObject({
      mailServer: {
        host: 'mail.example.org',
        port: 587,
        security: 'starttls',
        ca: undefined,
        login: undefined,
        from: 'facet@example.org',
        maxPerHour: 100,
      },
    })
  })

  it.each([
    [{ FACET_SMTP_FROM: '' }, 'FACET_SMTP_FROM is required with FACET_SMTP_HOST'],
    [{ FACET_PUBLIC_URL: '' }, 'FACET_PUBLIC_URL is required with FACET_SMTP_HOST, because messages have links to it'],
    [{ FACET_SMTP_USER: 'facet' }, 'FACET_SMTP_USER and FACET_SMTP_PASSWORD are required together'],
    [{ FACET_SMTP_PASSWORD: PASSWORD }, 'FACET_SMTP_USER and FACET_SMTP_PASSWORD are required together'],
    [
      { FACET_SMTP_USER: 'facet', FACET_SMTP_PASSWORD: PASSWORD, FACET_SMTP_SECURITY: 'none' },
      'FACET_SMTP_SECURITY must be starttls or tls with FACET_SMTP_USER: the password would be sent as plain text',
    ],
    [{ FACET_SMTP_SECURITY: 'ssl' }, 'FACET_SMTP_SECURITY must be one of starttls, tls, none'],
    [{ FACET_SMTP_PORT: '0' }, 'FACET_SMTP_PORT must be a number from 1 to 65535'],
    [{ FACET_SMTP_HOST: 'mail.example.org\r\nX' }, 'FACET_SMTP_HOST must be an address or a host name'],
    [{ FACET_SMTP_HOURLY: '0' }, 'FACET_SMTP_HOURLY must be a whole number of messages, from 1 to 99999'],
    [{ FACET_SMTP_FROM: 'a@x.org, b@x.org' }, 'FACET_SMTP_FROM must be an email address such as facet@example.org'],
    [{ FACET_SMTP_CA_FILE: '/no/such/file' }, 'FACET_SMTP_CA_FILE cannot be read: ENOENT'],
    [{ FACET_SMTP_CA_FILE: '/dev/null' }, 'FACET_SMTP_CA_FILE has no certificates in PEM form'],
  ])('%j is rejected', (more, problem) => {
    const found = problems({ ...complete, ...more })
    expect(found).toEqual([problem])
    expect(found.join()).not.toContain(PASSWORD)
  })

  it('rejects settings without a host', () => {
    expect(problems({ FACET_SMTP_FROM: 'facet@example.org' })).toEqual([
      'FACET_SMTP_HOST is required with FACET_SMTP_FROM',
    ])
  })
})

it.each([
  ['ana@example.org', true],
  ['ana.lee+x@mail.example.org', true],
  ['ana@example.org,eve@example.org', false],
  ['ana@example.org\r\nBcc: eve@example.org', false],
  ['Ana <ana@example.org>', false],
  ['"ana"@example.org', false],
  ['ana example.org', false],
  [`${'a'.repeat(250)}@x.org`, false],
])('%j is a mail address: %s', (text, expected) => {
  expect(isMailAddress(text)).toBe(expected)
})
