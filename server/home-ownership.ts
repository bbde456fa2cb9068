import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { FileOwnership, localFile, PLUGINS } from './dataset/file-ownership.ts'
import type { Log } from './base/log.ts'
import { secretFile } from './security/secret-file.ts'
import { HomeCopyRuns } from './start-error.ts'
import type { Home } from './store/home-files.ts'
import type { Store } from './store/store.ts'

const RENEW_MS = 10_000
/** A server that has not renewed its registration for this long counts as stopped. */
const ALIVE_MS = 3 * RENEW_MS

/** Returns the home of a folder; its id is created at the first start and moves with the folder. */
export function homeOf(folder: string): Home {
  return { id: secretFile(join(folder, 'home-id'), randomUUID), name: `${hostname()}:${folder}` }
}

/** Returns which local files a home holds; undefined on SQLite, whose store lies in the home itself. */
export function ownershipOf(store: Store, folder: string): FileOwnership | undefined {
  return store.engine === 'sqlite' ? undefined : new FileOwnership(store, folder, homeOf(folder))
}

/** The ownership of local files while a server runs. */
export interface RunningOwnership {
  readonly ownership: FileOwnership
  /** One line per database whose file another home holds. */
  readonly notices: readonly string[]
  stop(): Promise<void>
}

interface OwnershipOptions {
  readonly log: Pick<Log, 'warn'>
  /** Epoch milliseconds. */
  readonly now: () => number
}

/**
 * Registers the server of a home and claims the local files that the home has and that no other home holds. Throws
 * `HomeCopyRuns`. Returns undefined on SQLite, whose store lies in the home itself.
 */
export async function startOwnership(
  store: Store,
  folder: string,
  { log, now }: OwnershipOptions,
): Promise<RunningOwnership | undefined> {
  if (store.engine === 'sqlite') return undefined
  const home = homeOf(folder)
  const server = randomUUID()
  const running = await store.homeFiles.register(home, server, now() - ALIVE_MS)
  if (running) throw new HomeCopyRuns(folder, running.name)
  const renew = () => void store.homeFiles.renew(home.id, server).catch(() => {})
  const timer = setInterval(renew, RENEW_MS).unref()
  const ownership = new FileOwnership(store, folder, home)
  const notices = await claimFiles(store, folder, ownership)
  for (const notice of notices) log.warn(notice)
  const stop = async () => {
    clearInterval(timer)
    await store.homeFiles.release(home.id, server)
  }
  return { ownership, notices, stop }
}

async function claimFiles(store: Store, folder: string, ownership: FileOwnership): Promise<string[]> {
  const notices: string[] = []
  const claim = async (file: string, name: string) => {
    const isHere = existsSync(join(folder, file))
    const holder = isHere ? await ownership.claim(file) : await store.homeFiles.holder(file)
    if (holder && holder.id !== ownership.home.id)
      notices.push(`${name} is held by ${holder.name}; requests for it are answered with 503 here`)
  }
  const { rows } = await store.databases.list({ order: [{ column: 'id', direction: 'asc' }], pageSize: 1000 })
  for (const database of rows) {
    const file = localFile(database)
    if (file !== undefined) await claim(file, `The file of the database "${database.database_name}"`)
  }
  const plugins = join(folder, PLUGINS)
  if (existsSync(plugins) && readdirSync(plugins).length > 0) await claim(PLUGINS, 'The folder of plug-in modules')
  return notices
}
