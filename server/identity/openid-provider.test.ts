import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterEach, expect, it, vi } from 'vitest'
import { type IdentityProvider, readIdentityProviders } from '#server/base/identity-providers.ts'
import { externalUserOf } from './external-user.ts'
import { OpenIdProvider } from './openid-provider.ts'

const ISSUER = 'https://login.microsoftonline.com/common/v2.0'
const TENANT = '11111111-1111-4111-8111-111111111111'

const CLIENT = { client_id: 'c', client_secret: 's', create_users: true }

afterEach(() => vi.unstubAllGlobals())

// Entra ID names `{tenantid}` in the metadata of its shared issuers, and the tenant of the user in the token.
it('rejects the users of tenants other than the configured issuer', async () => {
  const { publicKey, privateKey } = await generateKeyPair('RS256')
  const keys = [{ ...(await exportJWK(publicKey)), kid: 'k', use: 'sig', alg: 'RS256' }]
  const metadata = {
    issuer: 'https://login.microsoftonline.com/{tenantid}/v2.0',
    authorization_endpoint: `${ISSUER}/authorize`,
    token_endpoint: `${ISSUER}/token`,
    jwks_uri: `${ISSUER}/keys`,
  }
  let nonce = ''
  const token = () =>
    new SignJWT({ nonce, tid: TENANT })
      .setProtectedHeader({ alg: 'RS256', kid: 'k' })
      .setIssuer(`https://login.microsoftonline.com/${TENANT}/v2.0`)
      .setAudience('client')
      .setSubject('somebody')
      .setIssuedAt()
      .setExpirationTime('5m')
      .sign(privateKey)
  const requested: string[] = []
  vi.stubGlobal('fetch', async (url: string | URL) => {
    requested.push(String(url))
    if (String(url).endsWith('/token'))
      return Response.json({ access_token: 'a', token_type: 'Bearer', id_token: await token() })
    return Response.json(String(url).endsWith('/keys') ? { keys } : metadata)
  })
  const provider = new OpenIdProvider({
    issuer: ISSUER,
    client_id: 'client',
    client_secret: 'secret',
    scopes: ['openid'],
  } as unknown as IdentityProvider)
  const { checks } = await provider.begin('https://facet.example/callback')
  nonce = checks.nonce
  const response = new URL(`https://facet.example/callback?code=c&state=${checks.state}`)
  const rejected = provider.finish(response, checks)
  await expect(rejected).rejects.toMatchObject({ code: 'provider-response' })
  await expect(rejected).rejects.toMatchObject({
    cause: { message: expect.stringContaining(`/${TENANT}/v2.0, not of`) },
  })
  expect(requested).toContain(`${ISSUER}/token`)
})

it('takes the subject from the named claim', () => {
  const described = { type: 'oidc', name: 'entra', label: 'Entra', issuer: ISSUER, ...CLIENT }
  const setting = JSON.stringify({ providers: [{ ...described, claims: { subject: 'oid' } }] })
  const read = readIdentityProviders(setting, {}, '/')
  const [provider] = 'providers' in read ? read.providers : []
  if (!provider) throw new Error('no provider')
  const claims = { sub: 'pairwise', preferred_username: 'joan' }
  expect(externalUserOf(provider, { ...claims, oid: 'lasting' }).subject).toBe('lasting')
  expect(() => externalUserOf(provider, claims)).toThrow('The identity provider sent no oid')
})

const setting = JSON.stringify({
  providers: [{ type: 'oidc', name: 'entra', label: 'Entra', issuer: ISSUER, ...CLIENT }],
})

it.each(['\u00a0', '\ufeff', '\u3000', ' '])('rejects a subject and a group with %j around it', (space) => {
  const read = readIdentityProviders(setting, {}, '/')
  const [provider] = 'providers' in read ? read.providers : []
  if (!provider) throw new Error('no provider')
  const claims = { sub: 'alice', preferred_username: 'alice', groups: ['admins'] }
  expect(externalUserOf(provider, claims)).toMatchObject({ subject: 'alice', groups: ['admins'] })
  for (const changed of [{ sub: `alice${space}` }, { sub: `${space}alice` }, { groups: [`admins${space}`] }])
    expect(() => externalUserOf(provider, { ...claims, ...changed })).toThrow('without spaces around it')
})
