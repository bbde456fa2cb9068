import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import * as z from 'zod'

/** Names of the claims that hold the properties of a user. A dot separates the names of nested claims. */
const claims = z
  .strictObject({
    username: z.string().min(1).default('preferred_username'),
    email: z.string().min(1).default('email'),
    first_name: z.string().min(1).default('given_name'),
    last_name: z.string().min(1).default('family_name'),
    groups: z.string().min(1).default('groups'),
  })
  .prefault({})

/** Names of roles or groups of Facet by the name of a group at the provider. */
const mapping = z.record(z.string().min(1), z.array(z.string().min(1))).default({})

const LOOPBACK_HOSTS = ['localhost', '127.0.0.1', '[::1]']

const providerUrl = z.string().refine(isSafeUrl, {
  error: 'must be an https URL; http is allowed only for localhost',
})

const openId = z
  .strictObject({
    type: z.literal('oidc', { error: 'must be oidc' }),
    /** Part of the URLs of the provider. */
    name: z.string().regex(/^[a-z0-9][a-z0-9-]{0,31}$/, {
      error: 'must have 1 to 32 lower-case letters, digits and hyphens',
    }),
    /** The text of its button. */
    label: z.string().min(1).max(64),
    issuer: providerUrl,
    client_id: z.string().min(1),
    client_secret: z.string().min(1).optional(),
    /** The environment variable with the client secret. */
    client_secret_env: z.string().min(1).optional(),
    scopes: z.array(z.string().regex(/^[\x21\x23-\x5b\x5d-\x7e]+$/)).default(['openid', 'profile', 'email']),
    claims,
    role_mapping: mapping,
    group_mapping: mapping,
    /** Roles of each user of the provider, whatever their groups. */
    default_roles: z.array(z.string().min(1)).default([]),
    /** Whether the first sign-in of an unknown user creates the user. */
    create_users: z.boolean().default(true),
    /** Whether an existing user with the verified e-mail address is linked at the first sign-in. */
    link_by_email: z.boolean().default(false),
    /** Whether the provider checks a second factor itself, so that Facet requires none of its own. */
    checks_second_factor: z.boolean().default(false),
    /** Whether signing out of Facet also signs out at the provider. */
    sign_out: z.boolean().default(true),
  })
  .refine((provider) => provider.scopes.includes('openid'), { path: ['scopes'], error: 'must contain openid' })
  .refine((provider) => (provider.client_secret === undefined) !== (provider.client_secret_env === undefined), {
    path: ['client_secret'],
    error: 'or client_secret_env is required, but not both',
  })

const file = z.strictObject({ providers: z.array(openId).max(20) })

/** An OpenID Connect provider. */
export type IdentityProvider = Omit<z.output<typeof openId>, 'client_secret' | 'client_secret_env'> & {
  readonly client_secret: string
}

/** The providers of a setting, or one message for each invalid value. */
type ProvidersRead = { readonly providers: readonly IdentityProvider[] } | { readonly problems: readonly string[] }

const SETTING = 'FACET_IDENTITY_PROVIDERS'

/**
 * Returns the identity providers that a setting describes: JSON text, or the path of a JSON file. A relative path is
 * resolved against `root`. Secrets are read from `environment` where the description names a variable.
 */
export function readIdentityProviders(
  setting: string | undefined,
  environment: Readonly<Record<string, string | undefined>>,
  root: string,
): ProvidersRead {
  if (setting === undefined) return { providers: [] }
  const parsed = parse(setting, root)
  if ('problem' in parsed) return { problems: [`${SETTING} ${parsed.problem}`] }
  const read = file.safeParse(parsed.value)
  if (!read.success)
    return { problems: read.error.issues.map(({ path, message }) => `${SETTING}: ${pathText(path)} ${message}`) }
  const problems: string[] = []
  const providers = read.data.providers.map(({ client_secret, client_secret_env: variable = '', ...rest }) => {
    const secret = client_secret ?? environment[variable]
    if (!secret) problems.push(`${SETTING}: the provider ${rest.name} needs the environment variable ${variable}`)
    return { ...rest, client_secret: secret ?? '' }
  })
  const names = providers.map(({ name }) => name)
  for (const name of new Set(names.filter((each, at) => names.indexOf(each) < at)))
    problems.push(`${SETTING}: there are two providers ${name}`)
  return problems.length > 0 ? { problems } : { providers }
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
