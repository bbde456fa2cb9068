import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { openStore, type StoreLocation } from '#server/store/store.ts'
import { hashPassword } from '#server/security/password.ts'
import { ensureBuilt, PRODUCT_PASSWORD } from './built-product.ts'
import { type HttpClient, httpClient } from './http-client.ts'
import { root } from './tree.ts'

/** The code to run: the build of the current sources, or a folder with a copy of the built server. */
export type Target = 'dist' | { readonly server: string }

/** A server in a separate process, reached only over HTTP. */
export interface Product {
  readonly url: string
  readonly home: string
  /** Location of the metadata store. */
  readonly location: StoreLocation
  readonly pid: number
  /** Resolves when it has ended, to its exit code or the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals | null>
  /** Signed in as the first user. */
  readonly admin: HttpClient
  /** Anonymous. */
  readonly nobody: HttpClient
  /** Creates a new user with these roles directly in the store, and signs in. */
  person(username: string, roles: readonly string[]): Promise<HttpClient>
  /** The URL that signs the first user in, once. */
  readonly link: string
  /** Returns its output so far. */
  readonly printed: () => string
  readonly stop: () => Promise<void>
}

function programOf(target: Target): readonly string[] {
  return [join(target === 'dist' ? join(root, 'dist/server') : target.server, 'main.js')]
}

/** Signs a user of a server for tests in. */
export async function signInProduct(url: string, username: string): Promise<HttpClient> {
  const credentials = { username, password: PRODUCT_PASSWORD, provider: 'db' }
  const answer = await httpClient(url).post('/api/v1/security/login', credentials)
  if (answer.statusCode !== 200) throw new Error(`${username} could not sign in: ${answer.body}`)
  return httpClient(url, { authorization: `Bearer ${String(answer.json().access_token)}` })
}

async function makePerson(location: StoreLocation, username: string, roles: readonly string[]): Promise<void> {
  const store = await openStore(location, Date.now, randomUUID)
  try {
    const found = await Promise.all(roles.map((name) => store.roles.byName(name)))
    const password = await hashPassword(PRODUCT_PASSWORD)
    const names = { username, first_name: username, last_name: 'Test' }
    await store.users.create({ ...names, password, roles: found.flatMap((role) => role?.id ?? []) }, null)
  } finally {
    await store.close()
  }
}

/** Settings of the server; `DATABASE_URL` selects a metadata store other than SQLite. */
type Environment = Readonly<Record<string, string>>

/** Options besides the settings. */
export interface StartOptions {
  /** Arguments of Node. */
  readonly node?: readonly string[]
  /** The project whose build is run. Default: this one. */
  readonly project?: string
  /** Prepares its home before it starts. */
  readonly prepare?: (home: string) => Promise<void>
}

async function launch(target: Target, home: string, environment: Environment, { node = [], project }: StartOptions) {
  if (target === 'dist' && project === undefined) await ensureBuilt()
  const program = project === undefined ? programOf(target) : [join(project, 'dist/server/main.js')]
  const child = spawn(process.execPath, [...node, ...program], {
    cwd: project ?? root,
    env: {
      PATH: process.env['PATH'],
      HOME: home,
      NODE_ENV: 'production',
      UV_THREADPOOL_SIZE: '16',
      FACET_HOME: home,
      FACET_ADMIN_PASSWORD: PRODUCT_PASSWORD,
      FACET_EXAMPLES: '0',
      PORT: '0',
      ...(environment['DATABASE_URL'] ? { FACET_SECRET_KEY: 'the secret key of the tests' } : {}),
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  const ended = new Promise<number | NodeJS.Signals | null>((resolve) =>
    child.once('exit', (code, signal) => resolve(code ?? signal)),
  )
  child.stderr.on('data', (chunk: Buffer) => void (said += chunk.toString()))
  const link = await new Promise<string>((resolve, reject) => {
    createInterface(child.stdout).on('line', (line) => {
      said += `${line}\n`
      const found = /(http:\/\/\S+\/login\/link\/\S+)/.exec(line)
      if (found?.[1]) resolve(found[1])
    })
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}:\n${said}`)))
  })
  return { child, ended, link, printed: () => said }
}

/** Starts the product on a new home and a free port, and waits until it responds. */
export async function startProduct(
  target: Target,
  environment: Environment = {},
  options: StartOptions = {},
): Promise<Product> {
  const home = mkdtempSync(join(tmpdir(), 'facet-product-'))
  await options.prepare?.(home)
  const { child, ended, link, printed } = await launch(target, home, environment, options)
  const url = new URL(link).origin
  const { DATABASE_URL: store } = environment
  const location = store === undefined ? { file: join(home, 'facet.db') } : { url: store }
  return {
    url,
    home,
    location,
    pid: child.pid ?? 0,
    ended,
    link,
    printed,
    admin: await signInProduct(url, 'admin'),
    nobody: httpClient(url),
    async person(username, roles) {
      await makePerson(location, username, roles)
      return signInProduct(url, username)
    },
    async stop() {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGTERM')
        await ended
      }
      rmSync(home, { recursive: true, force: true })
    },
  }
}
