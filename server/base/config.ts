import { isIP } from 'node:net'
import { isAbsolute, resolve } from 'node:path'
import * as z from 'zod'
import { charts } from '#charts/index.ts'
import type { AsyncSettings } from '#core/rest/async-event.ts'
import { type Flags, resolveFlags, type SomeFlags } from '#core/rest/flags.ts'
import { type IdentityProvider, readIdentityProviders } from './identity-providers.ts'
import type { LdapDirectorySettings } from './ldap-settings.ts'
import type { SamlProvider } from './saml-settings.ts'
import { headerName, proxyAddresses, type ProxyHeaders, readSignInProxy, type SignInProxy } from './sign-in-proxy.ts'
import { LOG_LEVELS, type LogLevel } from './log.ts'
import { type MailServer, mailSettings, readMailServer } from './mail-settings.ts'
import { previousSecretsSetting, type SecretKeys, secretSetting } from './secret-keys.ts'
import table from './settings.json' with { type: 'json' }

/* The settings of the server: their defaults, types and limits, read from environment variables at start. */

export interface SqlResultLimits {
  readonly lifetimeMs: number
  readonly maxRows: number
  readonly maxBytes: number
  /** Maximum total bytes of the stored results of a user. */
  readonly maxUserBytes: number
}

/** The validated settings from environment variables. */
export interface Settings {
  /** 0 chooses any free port. */
  readonly port: number
  readonly host: string
  /** Data directory of the installation, as an absolute path. */
  readonly home: string
  readonly adminPassword: string | undefined
  /** As given; undefined if a key must be generated. */
  readonly givenSecretKey: string | undefined
  /** Keys that still verify and decrypt, newest first. */
  readonly previousSecretKeys: readonly string[]
  readonly databaseUrl: string | undefined
  /** Whether to load the examples; undefined keeps the previous choice, initially yes. */
  readonly examples: boolean | undefined
  /** Directories whose files may be opened as databases, as absolute paths. */
  readonly dataDirectories: readonly string[]
  /** The folder of the extension files of DuckDB; absent: none are loaded. */
  readonly duckdbExtensions?: string | undefined
  /** The origins of object stores that may be connected. */
  readonly objectStores: readonly string[]
  /** Maximum number of engine processes, one for each database file in use. */
  readonly engineProcesses: number
  /** Timeout of a data request in seconds. */
  readonly webTimeout: number
  /** Wire name of the default type of a new chart. */
  readonly defaultVizType: string
  readonly flags: Flags
  /** The flags that are set, not the defaults. */
  readonly givenFlags: SomeFlags
  /** How the browser is notified of finished jobs. */
  readonly asyncSettings: AsyncSettings
  /** Maximum size of the disk cache in bytes; 0 disables it. */
  readonly diskCacheBytes: number
  /** Maximum size of an uploaded file in bytes. */
  readonly uploadBytes: number
  readonly sqlResults: SqlResultLimits
  /** Maximum number of rows in a SQL Lab export. */
  readonly exportRows: number
  /** The same by role name. */
  readonly exportRoleRows: Readonly<Record<string, number>>
  /**
   * Default cache timeout in seconds, if chart, dataset and database set none; 0 never expires, -1 disables caching.
   */
  readonly cacheTimeout: number
  /** Path under which a proxy serves the application, without a trailing slash; empty at the root. */
  readonly basePath: string
  /** Scheme and host of links in responses, without a trailing slash; empty to use paths of the requested host. */
  readonly publicUrl: string
  /** External origins from which plug-ins may be loaded, without a trailing slash. */
  readonly pluginOrigins: readonly string[]
  /** External origins whose pages may embed the application in a frame, without a trailing slash. */
  readonly frameAncestors: readonly string[]
  /** External origins from which texts may show images, without a trailing slash. */
  readonly imageOrigins: readonly string[]
  /** Whether search engines may index public pages. */
  readonly indexable: boolean
  /** IP addresses of proxies with trusted X-Forwarded headers; true trusts any. */
  readonly trustProxy: boolean | readonly string[]
  /** Whether users need a second factor to sign in. */
  readonly requireSecondFactor: boolean
  /** Where users can sign in besides the password. */
  readonly identityProviders: readonly IdentityProvider[]
  /** SAML providers where users can sign in. */
  readonly samlProviders: readonly SamlProvider[]
  /** LDAP directories whose users sign in with their password there. */
  readonly directories: readonly LdapDirectorySettings[]
  /** The proxy that signs users in and names them in a header. */
  readonly signInProxy: SignInProxy | undefined
  /** The server that sends invitations; undefined if invitations are not sent. */
  readonly mailServer: MailServer | undefined
  /** The role of bearers of guest tokens. */
  readonly guestRoleName: string
  readonly guestTokenSeconds: number
  /** Days after which entries of the action log are deleted; undefined keeps all. */
  readonly logDays: number | undefined
  readonly logLevel: LogLevel
}

/** The settings, and values that are known only after the home is open. */
export interface Config extends Settings {
  readonly secretKey: SecretKeys
  /** Folder of the built client; pages show a message if it does not exist. */
  readonly clientDir: string
  readonly version: string
}

const MIB = 2 ** 20

type Environment = Readonly<Record<string, string | undefined>>

const defaults = new Map(table.map(({ name, default: value }) => [name, value]))

const yesNo = z
  .enum(['1', '0', 'true', 'false'], { error: 'must be 1 or 0' })
  .transform((text) => text === '1' || text === 'true')

const postgres = z.string().refine((text) => /^postgres(ql)?:\/\/./.test(text) && URL.canParse(text), {
  error: 'must be a URL such as postgres://user@host:5432/name',
})

/** Returns the schema of comma-separated origins; trailing slashes are removed. */
const origins = (example: string) =>
  z
    .string()
    .transform((text) => text.split(',').map((part) => part.trim().replace(/\/$/, '')))
    .refine((parts) => parts.every(isOrigin), {
      error: `must be addresses without a path such as ${example}, separated by commas`,
    })

/** Returns the schema of a whole number from 1 to `max`. */
const positive = (unit: string, max: number) =>
  z
    .string()
    .regex(/^[1-9]\d{0,9}$/, { error: `must be a whole number of ${unit}, from 1 to ${max}` })
    .transform(Number)
    .refine((value) => value <= max, { error: `must be a whole number of ${unit}, from 1 to ${max}` })

const schema = z.object({
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, { error: 'must be a number from 0 to 65535' })
    .transform(Number)
    .refine((port) => port <= 65_535, { error: 'must be a number from 0 to 65535' }),
  HOST: z.string().regex(/^[\w.:-]+$/, { error: 'must be an address or a host name' }),
  FACET_HOME: z.string(),
  FACET_ADMIN_PASSWORD: z.string().min(8, { error: 'must have at least 8 characters' }).optional(),
  FACET_SECRET_KEY: secretSetting.optional(),
  FACET_SECRET_KEY_PREVIOUS: previousSecretsSetting.optional(),
  DATABASE_URL: postgres.optional(),
  FACET_EXAMPLES: yesNo.optional(),
  FACET_WEB_TIMEOUT_S: z
    .string()
    .regex(/^\d{1,5}$/, { error: 'must be a whole number of seconds' })
    .transform(Number)
    .refine((seconds) => seconds > 0, { error: 'must be greater than 0' }),
  FACET_ENGINES: z
    .string()
    .regex(/^\d{1,2}$/, { error: 'must be a number from 1 to 64' })
    .transform(Number)
    .refine((count) => count >= 1 && count <= 64, { error: 'must be a number from 1 to 64' }),
  FACET_DEFAULT_VIZ_TYPE: z.string().refine((name) => charts.some(({ type }) => type === name), {
    error: 'must be a type of chart such as table or pie',
  }),
  FACET_ASYNC_TRANSPORT: z.enum(['polling', 'ws'], { error: 'must be polling or ws' }),
  FACET_ASYNC_POLLING_MS: z
    .string()
    .regex(/^\d{2,5}$/, { error: 'must be a number of milliseconds from 10 to 99999' })
    .transform(Number),
  FACET_CACHE_DISK_MB: z
    .string()
    .regex(/^\d{1,7}$/, { error: 'must be a whole number of megabytes' })
    .transform(Number),
  FACET_UPLOAD_BYTES: z
    .string()
    .regex(/^[1-9]\d{0,12}$/, { error: 'must be a whole number of bytes, greater than 0' })
    .transform(Number),
  FACET_SQLLAB_RESULT_S: positive('seconds', 30 * 86_400),
  FACET_SQLLAB_RESULT_ROWS: positive('rows', 1_000_000),
  FACET_SQLLAB_RESULT_MB: positive('megabytes', 256),
  FACET_SQLLAB_USER_RESULTS_MB: positive('megabytes', 1_000_000),
  FACET_SQLLAB_EXPORT_ROWS: z
    .string()
    .regex(/^[1-9]\d{0,9}$/, { error: 'must be a whole number of rows, greater than 0' })
    .transform(Number),
  FACET_SQLLAB_EXPORT_ROLE_ROWS: z
    .string()
    .regex(/^[^,=]+=[1-9]\d{0,9}(,[^,=]+=[1-9]\d{0,9})*$/, {
      error: 'must be names of roles with rows such as Gamma=100000, separated by commas',
    })
    .transform((text) =>
      Object.fromEntries(text.split(',').map((part) => [part.split('=')[0]?.trim() ?? '', Number(part.split('=')[1])])),
    )
    .optional(),
  FACET_CACHE_TIMEOUT_S: z
    .string()
    .regex(/^(-1|\d{1,9})$/, { error: 'must be a whole number of seconds, or -1' })
    .transform(Number),
  FACET_BASE_PATH: z
    .string()
    .regex(/^(\/[\w.~-]+)+\/?$/, { error: 'must be a path such as /facet' })
    .transform((path) => path.replace(/\/$/, ''))
    .optional(),
  FACET_PUBLIC_URL: z
    .string()
    .refine(isOrigin, { error: 'must be a URL without a path such as https://facet.example.org' })
    .optional(),
  FACET_DATA_DIRS: z
    .string()
    .transform((text) => text.split(',').map((part) => part.trim()))
    .refine((parts) => parts.every((part) => isAbsolute(part) && resolve(part) !== '/'), {
      error: 'must be absolute paths of directories such as /srv/data, separated by commas',
    })
    .optional(),
  FACET_DUCKDB_EXTENSIONS: z
    .string()
    .refine(isAbsolute, { error: 'must be the absolute path of a folder such as /srv/extensions' })
    .optional(),
  FACET_S3_ENDPOINTS: origins('https://store.example.org').optional(),
  FACET_PLUGIN_ORIGINS: origins('https://plugins.example.org').optional(),
  FACET_FRAME_ANCESTORS: origins('https://intranet.example.org').optional(),
  FACET_IMAGE_ORIGINS: origins('https://pictures.example.org').optional(),
  FACET_INDEXABLE: yesNo,
  FACET_TRUST_PROXY: z
    .string()
    .transform((text) => text.split(',').map((part) => part.trim()))
    .refine((parts) => isSwitch(parts) || parts.every(isAddress), {
      error: 'must be 1, or addresses separated by commas',
    })
    .optional(),
  FACET_REQUIRE_SECOND_FACTOR: yesNo,
  FACET_IDENTITY_PROVIDERS: z.string().optional(),
  FACET_PROXY_USER_HEADER: headerName.optional(),
  FACET_PROXY_EMAIL_HEADER: headerName.optional(),
  FACET_PROXY_GROUPS_HEADER: headerName.optional(),
  FACET_PROXY_ADDRESSES: proxyAddresses.optional(),
  ...mailSettings,
  FACET_GUEST_ROLE_NAME: z.string().refine((name) => name.trim().toLowerCase() !== 'admin', {
    error: 'must not be the role of administrators',
  }),
  FACET_GUEST_TOKEN_S: z
    .string()
    .regex(/^[1-9]\d{0,4}$/, { error: 'must be a whole number of seconds, at most 86400' })
    .transform(Number)
    .refine((seconds) => seconds <= 86_400, { error: 'must be a whole number of seconds, at most 86400' }),
  FACET_LOG_DAYS: z
    .string()
    .regex(/^[1-9]\d{0,3}$/, { error: 'must be a whole number of days, at most 9999' })
    .transform(Number)
    .optional(),
  FACET_LOG_LEVEL: z.enum(LOG_LEVELS, { error: `must be one of ${LOG_LEVELS.join(', ')}` }),
})

/** Rejects characters that are valid in URLs but would end or extend a rule of the Content-Security-Policy. */
function isOrigin(text: string): boolean {
  return (
    /^https?:\/\/[\w.:[\]-]+\/?$/.test(text) &&
    URL.canParse(text) &&
    [text, `${text}/`].includes(`${new URL(text).origin}/`)
  )
}

function isSwitch(parts: readonly string[]): boolean {
  return parts.length === 1 && (parts[0] === '1' || parts[0] === '0')
}

function isAddress(part: string): boolean {
  const [address = '', bits] = part.split('/')
  return isIP(address) !== 0 && (bits === undefined || /^\d{1,3}$/.test(bits))
}

/**
 * Returns the settings of an environment, or one message for each invalid value. A relative home is resolved against
 * `root`.
 */
export function readSettings(
  environment: Environment,
  root: string,
): Settings | { readonly problems: readonly string[] } {
  const given = Object.fromEntries(
    Object.keys(schema.shape).flatMap((name) => {
      const value = environment[name]?.trim() ? environment[name] : defaults.get(name)
      return value === null || value === undefined ? [] : [[name, value]]
    }),
  )
  const read = schema.safeParse(given)
  const { flags, given: givenFlags, problems: flagProblems } = resolveFlags(environment)
  const problems = [
    ...(read.error?.issues ?? []).map((issue) => `${String(issue.path[0])} ${issue.message}`),
    ...flagProblems,
  ]
  if (given['DATABASE_URL'] && !given['FACET_SECRET_KEY'])
    problems.push('FACET_SECRET_KEY is required with DATABASE_URL, so that every server signs with the same key')
  const identity = readIdentityProviders(given['FACET_IDENTITY_PROVIDERS'], environment, root)
  if ('problems' in identity) problems.push(...identity.problems)
  else if (identity.providers.length + identity.samlProviders.length > 0 && !given['FACET_PUBLIC_URL'])
    problems.push('FACET_PUBLIC_URL is required with FACET_IDENTITY_PROVIDERS, because providers redirect to it')
  const described = 'problems' in identity ? undefined : identity.proxy
  const signInProxy =
    read.success && !('problems' in identity)
      ? readSignInProxy(headersOf(read.data), described, (problem) => void problems.push(problem))
      : undefined
  const mailServer = read.success
    ? readMailServer(read.data, given['FACET_PUBLIC_URL'], (problem) => void problems.push(problem))
    : undefined
  if (!read.success || 'problems' in identity || problems.length > 0) return { problems: [...new Set(problems)] }
  const { providers: identityProviders, samlProviders, directories } = identity
  return {
    ...toSettings(read.data, { flags, givenFlags }, root),
    identityProviders,
    samlProviders,
    directories,
    signInProxy,
    mailServer,
  }
}

type Values = z.output<typeof schema>

const headersOf = (values: Values): ProxyHeaders => ({
  FACET_PROXY_USER_HEADER: values.FACET_PROXY_USER_HEADER,
  FACET_PROXY_EMAIL_HEADER: values.FACET_PROXY_EMAIL_HEADER,
  FACET_PROXY_GROUPS_HEADER: values.FACET_PROXY_GROUPS_HEADER,
  FACET_PROXY_ADDRESSES: values.FACET_PROXY_ADDRESSES,
})

function toSettings(
  values: Values,
  { flags, givenFlags }: Pick<Settings, 'flags' | 'givenFlags'>,
  root: string,
): Omit<Settings, 'identityProviders' | 'samlProviders' | 'directories' | 'signInProxy' | 'mailServer'> {
  const proxies = values.FACET_TRUST_PROXY
  return {
    port: values.PORT,
    host: values.HOST,
    home: resolve(root, values.FACET_HOME),
    adminPassword: values.FACET_ADMIN_PASSWORD,
    givenSecretKey: values.FACET_SECRET_KEY,
    previousSecretKeys: values.FACET_SECRET_KEY_PREVIOUS ?? [],
    databaseUrl: values.DATABASE_URL,
    examples: values.FACET_EXAMPLES,
    dataDirectories: values.FACET_DATA_DIRS ?? [],
    duckdbExtensions: values.FACET_DUCKDB_EXTENSIONS,
    objectStores: values.FACET_S3_ENDPOINTS ?? [],
    engineProcesses: values.FACET_ENGINES,
    webTimeout: values.FACET_WEB_TIMEOUT_S,
    defaultVizType: values.FACET_DEFAULT_VIZ_TYPE,
    flags,
    givenFlags,
    asyncSettings: { transport: values.FACET_ASYNC_TRANSPORT, pollingDelay: values.FACET_ASYNC_POLLING_MS },
    diskCacheBytes: values.FACET_CACHE_DISK_MB * MIB,
    uploadBytes: values.FACET_UPLOAD_BYTES,
    sqlResults: {
      lifetimeMs: values.FACET_SQLLAB_RESULT_S * 1000,
      maxRows: values.FACET_SQLLAB_RESULT_ROWS,
      maxBytes: values.FACET_SQLLAB_RESULT_MB * MIB,
      maxUserBytes: values.FACET_SQLLAB_USER_RESULTS_MB * MIB,
    },
    exportRows: values.FACET_SQLLAB_EXPORT_ROWS,
    exportRoleRows: values.FACET_SQLLAB_EXPORT_ROLE_ROWS ?? {},
    cacheTimeout: values.FACET_CACHE_TIMEOUT_S,
    basePath: values.FACET_BASE_PATH ?? '',
    logLevel: values.FACET_LOG_LEVEL,
    publicUrl: values.FACET_PUBLIC_URL?.replace(/\/$/, '') ?? '',
    pluginOrigins: values.FACET_PLUGIN_ORIGINS ?? [],
    frameAncestors: values.FACET_FRAME_ANCESTORS ?? [],
    imageOrigins: values.FACET_IMAGE_ORIGINS ?? [],
    indexable: values.FACET_INDEXABLE,
    guestRoleName: values.FACET_GUEST_ROLE_NAME.trim(),
    guestTokenSeconds: values.FACET_GUEST_TOKEN_S,
    logDays: values.FACET_LOG_DAYS,
    requireSecondFactor: values.FACET_REQUIRE_SECOND_FACTOR,
    trustProxy: proxies === undefined ? false : isSwitch(proxies) ? proxies[0] === '1' : proxies,
  }
}
