import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'

/** The claims of the accounts by subject. */
export type Accounts = Record<string, Readonly<Record<string, unknown>>>

/** Changes an ID token before the client receives it. */
export type TokenChange = (claims: JWTPayload, sign: (claims: JWTPayload) => Promise<string>) => Promise<string>

/** A real OpenID Connect provider on a port of this machine. */
export interface TestIdentityProvider {
  readonly issuer: string
  readonly accounts: Accounts
  /** The account that signs in next. */
  account: string
  /** Set to falsify the next ID tokens. */
  change: TokenChange | undefined
  /** Signs in like a browser; returns the URL to which the provider redirects, and the URL that it was sent to. */
  signIn(authorizeUrl: string): Promise<URL>
  close(): Promise<void>
}

export const CLIENT = { id: 'facet', secret: 'a secret of the test provider' } as const

interface ProviderLibrary {
  callback(): RequestListener
  interactionFinished(request: unknown, response: unknown, result: object): Promise<void>
  on(event: string, listener: (context: unknown, error: Error) => void): void
}

/** Starts a provider with these accounts for the client at `publicUrl`. */
export async function startIdentityProvider(publicUrl: string, accounts: Accounts): Promise<TestIdentityProvider> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const key = { ...(await exportJWK(privateKey)), kid: 'test', use: 'sig', alg: 'RS256' }
  const library = await openLibrary(issuer, key, publicUrl, accounts)
  const state = { account: Object.keys(accounts)[0] ?? '', change: undefined as TokenChange | undefined }
  const sign = (claims: JWTPayload) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'test' }).sign(privateKey)
  const answer = library.callback()
  server.on('request', (request, response) => {
    if (request.url?.startsWith('/interaction/'))
      return void library.interactionFinished(request, response, { login: { accountId: state.account } })
    if (request.url === '/token' && state.change) changeToken(response, state.change, sign)
    return void answer(request, response)
  })
  return Object.assign(state, {
    issuer,
    accounts,
    signIn,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  })
}

async function openLibrary(issuer: string, key: object, publicUrl: string, accounts: Accounts) {
  // The package has no types.
  const name: string = 'oidc-provider'
  const { default: Provider } = (await import(name)) as {
    readonly default: new (issuer: string, options: object) => ProviderLibrary
  }
  const client = {
    client_id: CLIENT.id,
    client_secret: CLIENT.secret,
    redirect_uris: [`${publicUrl}/login/oidc/test/callback`],
    post_logout_redirect_uris: [`${publicUrl}/login/`],
  }
  return new Provider(issuer, {
    clients: [client],
    jwks: { keys: [key] },
    cookies: { keys: ['a key of the test provider'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_: unknown, { uid }: { readonly uid: string }) => `/interaction/${uid}` },
    ttl: { AccessToken: 600, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    pkce: { required: () => true },
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['preferred_username', 'given_name', 'family_name', 'groups'],
    },
    findAccount: (_: unknown, id: string) => ({ accountId: id, claims: () => ({ sub: id, ...accounts[id] }) }),
    async loadExistingGrant({ oidc }: { readonly oidc: GrantContext }) {
      const grant = new oidc.provider.Grant({ clientId: CLIENT.id, accountId: oidc.session.accountId })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  })
}

interface GrantContext {
  readonly provider: {
    readonly Grant: new (of: object) => { addOIDCScope(scope: string): void; save(): Promise<string> }
  }
  readonly session: { readonly accountId: string }
}

/** Replaces the ID token of a response of the token endpoint. */
function changeToken(
  response: { end(body?: unknown): unknown; setHeader(name: string, value: number): unknown },
  change: TokenChange,
  sign: (claims: JWTPayload) => Promise<string>,
): void {
  const end = response.end.bind(response)
  response.end = (body: unknown) => {
    const answer = JSON.parse(String(body)) as { readonly id_token?: string }
    const payload = answer.id_token?.split('.')[1]
    if (payload === undefined) return end(body)
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as JWTPayload
    void change(claims, sign).then((id_token) => {
      const changed = JSON.stringify({ ...answer, id_token })
      response.setHeader('content-length', Buffer.byteLength(changed))
      return end(changed)
    })
    return response
  }
}

/** Follows redirects of the provider with its cookies until they leave it. */
async function signIn(authorizeUrl: string): Promise<URL> {
  const cookies = new Map<string, string>()
  const { origin } = new URL(authorizeUrl)
  let url = new URL(authorizeUrl)
  while (url.origin === origin) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(url, { redirect: 'manual', headers: { cookie } })
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split(/=(.*)/s)
      cookies.set(name, value)
    }
    const location = response.headers.get('location')
    if (location === null) throw new Error(`The provider answered ${response.status}: ${await response.text()}`)
    url = new URL(location, url)
  }
  return url
}
