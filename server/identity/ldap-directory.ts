import { connect, isIP, type Socket } from 'node:net'
import { connect as connectTls, type ConnectionOptions, type TLSSocket } from 'node:tls'
import type { Client, ClientOptions, Entry, SearchOptions } from 'ldapts'
import { USER_LENGTHS } from '#core/entity/user.ts'
import { ApiError } from '#core/rest/api-error.ts'
import type { LdapDirectorySettings } from '#server/base/ldap-settings.ts'
import { ConcurrencyLimiter } from '#server/security/concurrency-limiter.ts'
import { isPrintable } from '#server/security/user-registration.ts'
import { exactTextOf, type ExternalUser, MAX_GROUPS } from './external-user.ts'
import { escapeDnValue, escapeFilterValue, fillPattern } from './ldap-text.ts'

/** Loaded at the first sign-in at a directory: most starts need none. */
const ldap = () => import('ldapts')

/** Maximum duration of a connection attempt and of an operation, and of a whole sign-in, in milliseconds. */
const OPERATION_MS = 5000
const SIGN_IN_MS = 15_000
/** Sign-ins at a time, and waiting ones; more are rejected. */
const signInLimiter = new ConcurrencyLimiter(10, 100)
/** Maximum characters of a user name and of a password. */
const MAX_NAME_LENGTH = 256
const MAX_PASSWORD_LENGTH = 1024
/** Codes of the protocol for a user who is unknown, has another password, or must not sign in (RFC 4511, appendix A). */
const REJECTED = [19, 32, 34, 48, 49, 53]

/** The LDAP protocol with one directory. */
export class LdapDirectory {
  readonly #settings: LdapDirectorySettings

  constructor(settings: LdapDirectorySettings) {
    this.#settings = settings
  }

  /**
   * Returns the user with a name and a password. Returns undefined if the directory rejects them, and for an empty
   * password, with which a directory binds without checking one. Throws `provider-unavailable`, `identity-groups` and
   * `identity-claim-missing`.
   */
  authenticate(username: string, password: string): Promise<ExternalUser | undefined> {
    if (!isName(username) || !isPassword(password)) return Promise.resolve(undefined)
    return this.#run(async (open) => {
      const client = await open()
      const { user_dn: pattern } = this.#settings
      if (pattern !== undefined) {
        const dn = fillPattern(pattern, { username }, escapeDnValue)
        if (!(await binds(client, dn, password))) return undefined
        const entry = await this.#entry(client, { base: dn, scope: 'base', filter: '(objectClass=*)' })
        return entry && this.#present(client, entry)
      }
      const entry = await this.#search(client, username)
      // A second connection: the first one has the rights of the service account, for the groups.
      if (!entry || !(await binds(await open(), entry.dn, password))) return undefined
      return this.#present(client, entry)
    })
  }

  /** Returns the user with a name, found with the service account. Throws like `authenticate`. */
  find(username: string): Promise<ExternalUser | undefined> {
    if (!isName(username)) return Promise.resolve(undefined)
    return this.#run(async (open) => {
      const client = await open()
      const entry = await this.#search(client, username)
      return entry && this.#present(client, entry)
    })
  }

  /** Binds the service account, and returns the only entry with a user name. */
  async #search(client: Client, username: string): Promise<Entry | undefined> {
    const { bind_dn: dn = '', bind_password: password = '', base = '', user_filter: pattern } = this.#settings
    if (dn === '' || password === '') throw new Error('The directory has no service account')
    await client.bind(dn, password)
    return this.#entry(client, { base, scope: 'sub', filter: fillPattern(pattern, { username }, escapeFilterValue) })
  }

  /** Returns the only entry that a search finds; undefined if there is none or several. References are not followed. */
  async #entry(
    client: Client,
    { base, ...options }: { readonly base: string } & Pick<SearchOptions, 'scope' | 'filter'>,
  ) {
    const { subject, username, email, first_name: first, last_name: last, groups } = this.#settings.attributes
    const { searchEntries } = await client.search(base, {
      ...LIMITS,
      ...options,
      sizeLimit: 2,
      attributes: [subject, username, email, first, last, ...(groups === undefined ? [] : [groups])],
      explicitBufferAttributes: [subject],
    })
    return searchEntries.length === 1 ? searchEntries[0] : undefined
  }

  async #present(client: Client, entry: Entry): Promise<ExternalUser> {
    const { attributes: names, issuer, email_is_verified: isVerified } = this.#settings
    const text = (name: string) => textsOf(entry[keyOf(entry, name)])[0]
    const subject = subjectOf(entry[keyOf(entry, names.subject)])
    if (subject === undefined) throw new ApiError('identity-claim-missing', { args: [names.subject] })
    const username = text(names.username)
    if (username === undefined) throw new ApiError('identity-claim-missing', { args: [names.username] })
    const groups = await this.#groups(client, entry, username)
    if (groups.length > MAX_GROUPS) throw new ApiError('identity-groups', { args: [groups.length, MAX_GROUPS] })
    return {
      issuer,
      subject,
      username,
      email: isVerified ? text(names.email) : undefined,
      firstName: text(names.first_name)?.slice(0, USER_LENGTHS.name),
      lastName: text(names.last_name)?.slice(0, USER_LENGTHS.name),
      groups: [...new Set(groups)],
    }
  }

  async #groups(client: Client, entry: Entry, username: string): Promise<readonly string[]> {
    const { group_base: base, group_filter: pattern, group_name: name, attributes } = this.#settings
    if (attributes.groups !== undefined) {
      requireWhole(entry, attributes.groups)
      return exactTextsOf(entry, attributes.groups)
    }
    if (base === undefined) return []
    // With a size limit, the client would return the part of the groups that a lower limit of the server allows.
    const { searchEntries } = await client.search(base, {
      ...LIMITS,
      scope: 'sub',
      filter: fillPattern(pattern, { dn: entry.dn, username }, escapeFilterValue),
      attributes: [name],
    })
    return searchEntries.flatMap((group) => exactTextsOf(group, name)[0] ?? [])
  }

  /** Runs a sign-in when a slot is free. Errors of the network and of the directory are `provider-unavailable`. */
  async #run<T>(work: (open: () => Promise<Client>) => Promise<T>): Promise<T> {
    try {
      return await signInLimiter.run(() => this.#runConnected(work))
    } catch (error) {
      if (error instanceof ApiError) throw error
      throw new ApiError('provider-unavailable', { cause: error })
    }
  }

  /** Runs a sign-in with connections that end with it, and with its maximum duration. */
  async #runConnected<T>(work: (open: () => Promise<Client>) => Promise<T>): Promise<T> {
    const session: DirectorySession = { connections: [], hasEnded: false }
    let timer: NodeJS.Timeout | undefined
    const deadline = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('The directory took too long')), SIGN_IN_MS)
    })
    try {
      return await Promise.race([work(() => this.#open(session)), deadline])
    } finally {
      session.hasEnded = true
      clearTimeout(timer)
      for (const { client, sockets } of session.connections) {
        void client.unbind().catch(() => {})
        for (const socket of sockets) socket.destroySoon()
      }
    }
  }

  async #open(session: DirectorySession): Promise<Client> {
    const { Client: LdapClient } = await ldap()
    const { url, ca, allow_plaintext: isPlain } = this.#settings
    const host = new URL(url).hostname.replace(/^\[|\]$/g, '')
    const tls: ConnectionOptions = {
      minVersion: 'TLSv1.2',
      host,
      ...(isIP(host) === 0 ? { servername: host } : {}),
      ...(ca === undefined ? {} : { ca }),
    }
    const sockets: Socket[] = []
    const client = new LdapClient({
      url,
      timeout: OPERATION_MS,
      connectTimeout: OPERATION_MS,
      // With options the client would also encrypt an `ldap://` connection from the start.
      ...(url.startsWith('ldaps:') ? { tlsOptions: tls } : {}),
      ...connectOnce(session, sockets),
    })
    session.connections.push({ client, sockets })
    if (!url.startsWith('ldaps:') && !isPlain) {
      await client.startTLS(tls)
      // An attacker may have sent the begin of a response, which the client would complete with encrypted data.
      if (client['messageParser']['buffer'] !== undefined) throw new Error('The directory sent data before TLS')
    }
    return client
  }
}

/** The connections of one sign-in. */
interface DirectorySession {
  readonly connections: { readonly client: Client; readonly sockets: readonly Socket[] }[]
  /** After the end, no connection is opened. */
  hasEnded: boolean
}

const LIMITS = { derefAliases: 'never', timeLimit: OPERATION_MS / 1000 } as const

/**
 * Returns functions that connect once. The client would reconnect by itself: without encryption after StartTLS, where it
 * would send the password, and without the rights of the bound account.
 */
function connectOnce(
  session: DirectorySession,
  sockets: Socket[],
): Pick<ClientOptions, 'createConnection' | 'createSecureConnection'> {
  const once = (socket: () => Socket) => {
    if (session.hasEnded) throw new Error('The sign-in at the directory has ended')
    if (sockets.length > 0) throw new Error('The directory closed the connection')
    const opened = socket()
    sockets.push(opened)
    return opened
  }
  return {
    createConnection: (...args: unknown[]) => {
      const [port, host] = args as [number, string]
      return once(() => connect({ port, host }))
    },
    createSecureConnection: (...args: unknown[]) => {
      const [first, host, options] = args as [number | ConnectionOptions, string, ConnectionOptions]
      // StartTLS upgrades the open connection.
      if (typeof first === 'object') return connectTls(first)
      return once(() => connectTls({ ...options, port: first, host })) as TLSSocket
    },
  }
}

/**
 * True if the name may be sent to a directory. Directories ignore spaces, invisible characters and forms of letters, so
 * that one user would have several names, each with its own count of attempts.
 */
function isName(username: string): boolean {
  const isPlain = isPrintable(username) && !/\s{2}/.test(username) && username === username.normalize('NFKC')
  return isPlain && username.length <= MAX_NAME_LENGTH
}

/** Some servers end a password at a NUL character. */
function isPassword(password: string): boolean {
  return password !== '' && password.length <= MAX_PASSWORD_LENGTH && !password.includes('\0')
}

async function binds(client: Client, dn: string, password: string): Promise<boolean> {
  const { ResultCodeError } = await ldap()
  if (dn === '' || password === '') return false
  try {
    await client.bind(dn, password)
    return true
  } catch (error) {
    if (error instanceof ResultCodeError && REJECTED.includes(error.code)) return false
    throw error
  }
}

/** Servers return names of attributes in their own case. */
function keyOf(entry: Entry, name: string): string {
  return Object.keys(entry).find((key) => key.toLowerCase() === name.toLowerCase()) ?? name
}

/**
 * Throws `identity-groups` if an attribute has only a part of its values: Active Directory returns many values in ranges,
 * such as `memberOf;range=0-1499`.
 */
function requireWhole(entry: Entry, name: string): void {
  const range = Object.keys(entry).find((key) => key.toLowerCase().startsWith(`${name.toLowerCase()};range=`))
  if (range === undefined) return
  throw new ApiError('identity-groups', { args: [`more than ${textsOf(entry[range]).length}`, MAX_GROUPS] })
}

function textsOf(value: Entry[string] | undefined): readonly string[] {
  return untrimmedTextsOf(value).map((text) => text.trim())
}

/** Returns the names of groups. Throws `identity-claim-missing` for spaces around one: trimmed it would be another's. */
function exactTextsOf(entry: Entry, name: string): readonly string[] {
  return untrimmedTextsOf(entry[keyOf(entry, name)]).flatMap((text) => exactTextOf(name, text) ?? [])
}

function untrimmedTextsOf(value: Entry[string] | undefined): readonly string[] {
  const values = Array.isArray(value) ? value : [value]
  return values.flatMap((each) => {
    const text = Buffer.isBuffer(each) ? each.toString('utf8') : (each ?? '')
    return text.trim() === '' ? [] : [text]
  })
}

/**
 * Returns the identifier of a user: text, or bytes such as `objectGUID` in hexadecimal. Returns undefined for several
 * values. Also returns undefined for decoded bytes: the client decodes them if the server names the attribute in
 * another case.
 */
function subjectOf(value: Entry[string] | undefined): string | undefined {
  if (value === undefined || Array.isArray(value) || value.length === 0) return undefined
  const text = value.toString('latin1')
  if (/^[\x21-\x7e]+$/.test(text)) return text
  return Buffer.isBuffer(value) ? value.toString('hex') : undefined
}
