import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readSettings } from './config.ts'

const provider = {
  type: 'oidc',
  name: 'okta',
  label: 'Okta',
  issuer: 'https://id.example.org',
  client_id: 'facet',
  client_secret: 'a secret',
  create_users: true,
}

const read = (setting: string, more: Readonly<Record<string, string>> = {}) =>
  readSettings({ FACET_IDENTITY_PROVIDERS: setting, FACET_PUBLIC_URL: 'https://facet.example.org', ...more }, tmpdir())

const problemsOf = (...providers: readonly object[]) => {
  const settings = read(JSON.stringify({ providers }))
  return 'problems' in settings ? settings.problems : []
}

describe('the setting of identity providers', () => {
  it('accepts a file or JSON text, with secrets from variables', () => {
    const folder = mkdtempSync(join(tmpdir(), 'facet-providers-'))
    const file = join(folder, 'providers.json')
    const { client_secret: _, ...rest } = provider
    writeFileSync(file, JSON.stringify({ providers: [{ ...rest, client_secret_env: 'OKTA_SECRET' }] }))
    const settings = read(file, { OKTA_SECRET: 'from a variable' })
    rmSync(folder, { recursive: true })
    if ('problems' in settings) throw new Error(settings.problems.join())
    expect(settings.identityProviders).toEqual([
      {
        ...provider,
        client_secret: 'from a variable',
        scopes: ['openid', 'profile', 'email'],
        claims: {
          subject: 'sub',
          username: 'preferred_username',
          email: 'email',
          first_name: 'given_name',
          last_name: 'family_name',
          groups: 'groups',
        },
        role_mapping: {},
        group_mapping: {},
        default_roles: [],
        link_by_email: false,
        checks_second_factor: false,
        sign_out: true,
      },
    ])
  })

  it('returns none if absent, and needs the public URL', () => {
    const none = readSettings({}, tmpdir())
    expect('problems' in none ? none.problems : none.identityProviders).toEqual([])
    const settings = readSettings({ FACET_IDENTITY_PROVIDERS: JSON.stringify({ providers: [provider] }) }, tmpdir())
    expect('problems' in settings && settings.problems).toEqual([
      'FACET_PUBLIC_URL is required with FACET_IDENTITY_PROVIDERS, because providers redirect to it',
    ])
  })

  it.each([
    [
      { ...provider, issuer: 'http://id.example.org' },
      'providers[0].issuer must be an https URL; http is allowed only for localhost',
    ],
    [{ ...provider, name: 'Okta 1' }, 'providers[0].name must have 1 to 32 lower-case letters, digits and hyphens'],
    [{ ...provider, scopes: ['email'] }, 'providers[0].scopes must contain openid'],
    [
      { ...provider, client_secret_env: 'X' },
      'providers[0].client_secret or client_secret_env is required, but not both',
    ],
    [{ ...provider, type: 'kerberos' }, 'providers[0].type must be oidc, saml, ldap or proxy'],
    [
      { ...provider, create_users: undefined },
      'providers[0].create_users must be true (the first sign-in creates the user) or false: it was true if absent, and is required now',
    ],
    [
      { ...provider, scim: { token_hashes: ['a token'] } },
      'providers[0].scim.token_hashes[0] must be SHA-256 hashes from facet user scim-token',
    ],
    [
      { ...provider, scim: { token_hashes: ['0'.repeat(64)], attributes: { region: '../x' } } },
      'providers[0].scim.attributes.region must be a path such as title, name.familyName or the URN of an attribute',
    ],
  ])('rejects %j', (wrong, problem) => {
    expect(problemsOf(wrong)).toEqual([`FACET_IDENTITY_PROVIDERS: ${problem}`])
  })

  it('rejects two providers of one name, a missing variable and text that is not JSON, without secrets', () => {
    expect(problemsOf(provider, provider)).toEqual(['FACET_IDENTITY_PROVIDERS: there are two providers okta'])
    const scim = { token_hashes: ['0'.repeat(64)] }
    expect(problemsOf({ ...provider, scim }, { ...provider, name: 'other', scim })).toEqual([
      'FACET_IDENTITY_PROVIDERS: each of scim.token_hashes must be of another token',
    ])
    const { client_secret: _, ...rest } = provider
    expect(problemsOf({ ...rest, client_secret_env: 'MISSING' })).toEqual([
      'FACET_IDENTITY_PROVIDERS: the provider okta needs the environment variable MISSING',
    ])
    const settings = read('{"client_secret": "hidden"')
    expect('problems' in settings && settings.problems).toEqual(['FACET_IDENTITY_PROVIDERS is not valid JSON'])
    const missing = read('/nowhere.json')
    expect('problems' in missing && missing.problems[0]).toContain('names the file /nowhere.json, which cannot be read')
  })
})
