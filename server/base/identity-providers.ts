import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import * as z from 'zod'
import { completeDirectory, type LdapDirectorySettings, ldapSettings } from './ldap-settings.ts'
import { mappingFields } from './provider-mapping.ts'
import { createSamlProvider, type SamlProvider, samlSettings } from './saml-settings.ts'
import { proxySettings } from './sign-in-proxy.ts'

/** Names of the claims that hold the properties of a user. A dot separates the names of nested claims. */
const claims = z
  .strictObject({
    /** Identifies the user for ever. */
    subject: z.string().min(1).default('sub'),
    username: z.string().min(1).default('preferred_username'),
    email: z.string().min(1).default('email'),
    first_name: z.string().min(1).default('given_name'),
    last_name: z.string().min(1).default('family_name'),
    groups: z.string().min(1).default('groups'),
  })
  .prefault({})

const LOOPBACK_HOSTS = ['localhost', '127.0.0.1', '[::1]']

const providerUrl = z.string().refine(isSafeUrl, {
  error: 'must be an https URL; http is allowed only for localhost',
})

const openId = z
  .strictObject({
    type: z.literal('oidc', { error: 'must be oidc' }),
    ...mappingFields,
    /** The text of its button. */
    label: z.string().min(1).max(64),
    issuer: providerUrl,
    client_id: z.string().min(1),
    client_secret: z.string().min(1).optional(),
    /** The environment variable with the client secret. */
    client_secret_env: z.string().min(1).optional(),
    scopes: z.array(z.string().regex(/^[\x21\x23-\x5b\x5d-\x7e]+$/)).default(['openid', 'profile', 'email']),
    claims,
    /** Whether signing out of Facet also signs out at the provider. */
    sign_out: z.boolean().default(true),
  })
  .refine((provider) => provider.scopes.includes('openid'), { path: ['scopes'], error: 'must contain openid' })
  .refine((provider) => (provider.client_secret === undefined) !== (provider.client_secret_env === undefined), {
    path: ['client_secret'],
    error: 'or client_secret_env is required, but not both',
  })

const file = z.strictObject({
  providers: z
    .array(
      z.discriminatedUnion('type', [openId, ldapSettings, samlSettings, proxySettings], {
        error: 'must be oidc, saml, ldap or proxy',
      }),
    )
    .max(20),
})

/** An OpenID Connect provider. */
export type IdentityProvider = Omit<z.output<typeof openId>, 'client_secret' | 'client_secret_env'> & {
  readonly client_secret: string
}

/** The providers of a setting, or one message for each invalid value. */
type ProvidersRead =
  | {
      readonly providers: readonly IdentityProvider[]
      readonly samlProviders: readonly SamlProvider[]
      readonly directories: readonly LdapDirectorySettings[]
      readonly proxy: z.output<typeof proxySettings> | undefined
    }
  | { readonly problems: readonly string[] }

const SETTING = 'FACET_IDENTITY_PROVIDERS'

/**
 * Returns the identity providers and directories that a setting describes: JSON text, or the path of a JSON file. A relative path is
 * resolved against `root`. Secrets are read from `environment` where the description names a variable.
 */
export function readIdentityProviders(
  setting: string | undefined,
  environment: Readonly<Record<string, string | undefined>>,
  root: string,
): ProvidersRead {
  if (setting === undefined) return { providers: [], samlProviders: [], directories: [], proxy: undefined }
  const parsed = parse(setting, root)
  if ('problem' in parsed) return { problems: [`${SETTING} ${parsed.problem}`] }
  const read = file.safeParse(parsed.value)
  if (!read.success)
    return { problems: read.error.issues.map(({ path, message }) => `${SETTING}: ${pathText(path)} ${message}`) }
  const problems: string[] = []
  const report = (problem: string) => void problems.push(`${SETTING}: ${problem}`)
  const providers: IdentityProvider[] = []
  const directories: LdapDirectorySettings[] = []
  const samlProviders: SamlProvider[] = []
  for (const each of read.data.providers)
    if (each.type === 'ldap') directories.push(completeDirectory(each, environment, root, report))
    else if (each.type === 'saml') samlProviders.push(createSamlProvider(each, root, report))
    else if (each.type === 'oidc') providers.push(withSecret(each, environment, report))
  const proxies = read.data.providers.filter((each) => each.type === 'proxy')
  if (proxies.length > 1) report('there are two providers of the type proxy')
  const names = read.data.providers.map(({ name }) => name)
  for (const name of new Set(names.filter((each, index) => names.indexOf(each) < index)))
    problems.push(`${SETTING}: there are two providers ${name}`)
  const hashes = read.data.providers.flatMap(({ scim }) => scim?.token_hashes ?? [])
  if (new Set(hashes).size < hashes.length)
    problems.push(`${SETTING}: each of scim.token_hashes must be of another token`)
  return problems.length > 0 ? { problems } : { providers, samlProviders, directories, proxy: proxies[0] }
}

function withSecret(
  { client_secret, client_secret_env: variable = '', ...rest }: z.output<typeof openId>,
  environment: Readonly<Record<string, string | undefined>>,
  report: (problem: string) => void,
): IdentityProvider {
  const secret = client_secret ?? environment[variable]
  if (!secret) report(`the provider ${rest.name} needs the environment variable ${variable}`)
  return { ...rest, client_secret: secret ?? '' }
}

function parse(setting: string, root: string): { readonly value: unknown } | { readonly problem: string } {
  const isText = setting.trimStart().startsWith('{')
  let text = setting
  try {
    if (!isText) text = readFileSync(resolve(root, setting), 'utf8')
  } catch (error) {
    return { problem: `names the file ${setting}, which cannot be read: ${(error as Error).message}` }
  }
  try {
    return { value: JSON.parse(text) }
  } catch {
    // The message of the parser quotes the text, which may contain a secret.
    return { problem: isText ? 'is not valid JSON' : `names the file ${setting}, which is not valid JSON` }
  }
}

/** Returns a path in the file such as `providers[0].issuer`. */
function pathText(path: readonly PropertyKey[]): string {
  return path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
    .join('')
    .replace(/^\./, '')
}

function isSafeUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, search, hash } = new URL(text)
  const isEncrypted = protocol === 'https:' || (protocol === 'http:' && LOOPBACK_HOSTS.includes(hostname))
  return isEncrypted && search === '' && hash === ''
}
