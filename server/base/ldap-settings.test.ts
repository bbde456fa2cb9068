import { tmpdir } from 'node:os'
import { describe, expect, it } from 'vitest'
import { readSettings } from './config.ts'

const directory = {
  type: 'ldap',
  create_users: true,
  name: 'corp',
  url: 'ldaps://ldap.example.org',
  bind_dn: 'cn=facet,dc=example,dc=org',
  bind_password_env: 'LDAP_PASSWORD',
  base: 'ou=people,dc=example,dc=org',
}

function read(value: object, environment: Readonly<Record<string, string>> = { LDAP_PASSWORD: 'a secret' }) {
  const setting = JSON.stringify({ providers: [value] })
  return readSettings({ ...environment, FACET_IDENTITY_PROVIDERS: setting }, tmpdir())
}

const problems = (value: object, environment?: Readonly<Record<string, string>>) => {
  const settings = read(value, environment)
  return 'problems' in settings ? settings.problems : []
}

describe('the setting of an LDAP directory', () => {
  it('reads it completely, takes its password from a variable, and needs no public URL', () => {
    const settings = read(directory)
    if ('problems' in settings) throw new Error(settings.problems.join())
    expect(settings.identityProviders).toEqual([])
    const { bind_password_env: _, ...rest } = directory
    expect(settings.directories).toEqual([
      {
        ...rest,
        bind_password: 'a secret',
        issuer: 'ldap:corp',
        ca: undefined,
        allow_plaintext: false,
        user_filter: '(uid={username})',
        group_filter: '(member={dn})',
        group_name: 'cn',
        attributes: {
          subject: 'entryUUID',
          username: 'uid',
          email: 'mail',
          first_name: 'givenName',
          last_name: 'sn',
        },
        email_is_verified: false,
        role_mapping: {},
        group_mapping: {},
        default_roles: [],
        link_by_email: false,
        checks_second_factor: false,
      },
    ])
  })

  const at = 'FACET_IDENTITY_PROVIDERS: providers[0]'
  it.each([
    [{ url: 'https://x' }, `${at}.url must be ldaps://HOST or ldap://HOST, with a port if needed`],
    [{ url: 'ldaps://x/dc=org' }, `${at}.url must be ldaps://HOST or ldap://HOST, with a port if needed`],
    [{ allow_plaintext: true }, `${at}.allow_plaintext needs an ldap:// URL`],
    [{ bind_dn: undefined }, `${at}.bind_dn or user_dn is required, but not both`],
    [{ user_dn: 'uid={username},dc=org' }, `${at}.bind_dn or user_dn is required, but not both`],
    [{ base: undefined }, `${at}.base is required with bind_dn`],
    [{ bind_password: 'x' }, `${at}.bind_password or bind_password_env is required with bind_dn, but not both`],
    [{ user_filter: '(uid=ada)' }, `${at}.user_filter must contain {username} once`],
    [{ user_filter: 'uid={username}' }, `${at}.user_filter must be a filter in parentheses`],
    [{ group_filter: '(cn=x)' }, `${at}.group_filter must be a filter in parentheses with {dn} or {username}`],
    [{ bind_dn: 'facet' }, `${at}.bind_dn must be a distinguished name, such as ou=people,dc=example,dc=org`],
    [{ type: 'kerberos' }, `${at}.type must be oidc, saml, ldap or proxy`],
  ])('rejects %j', (change, problem) => {
    expect(problems({ ...directory, ...change })).toContain(problem)
  })

  it.each(['LDAP://x', ' ldap://x', 'ldap://x ', 'ldap:x', 'ld\tap://x'])('rejects the URL %j', (url) => {
    expect(problems({ ...directory, url })).toContain(
      `${at}.url must be ldaps://HOST or ldap://HOST, with a port if needed`,
    )
  })

  it('names a missing variable and an unreadable file', () => {
    expect(problems({ ...directory, ca_file: 'missing.pem' }, {})).toEqual([
      'FACET_IDENTITY_PROVIDERS: the directory corp needs the environment variable LDAP_PASSWORD',
      expect.stringMatching(/^FACET_IDENTITY_PROVIDERS: the directory corp names the file missing.pem, which cannot/),
    ])
  })
})
