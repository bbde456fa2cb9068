import { realpathSync } from 'node:fs'
import { isAbsolute, join, relative, resolve, sep } from 'node:path'
import type { Settings } from '#server/base/config.ts'
import { homeLockHolder } from '#server/security/home-lock.ts'
import { CommandError } from '../command.ts'

/** The metadata store in a home and in its backup. */
export const STORE = 'facet.db'
/** The id of a home, which a restored home keeps; backups of earlier versions have none. */
export const HOME_ID = 'home-id'
/** Other parts of a home in a backup; the cache is not included. */
export const OTHER_HOME_FILES = ['databases', 'secret-key', HOME_ID] as const

/** Throws if a server uses the home. */
export function requireStoppedServer({ home }: Settings): void {
  const holder = homeLockHolder(home)
  if (holder !== undefined && holder !== process.pid)
    throw new CommandError(`Facet runs on ${home}, as process ${holder}. Stop it first.`)
}

/** Throws if the backup folder is the home or inside a folder that is backed up. */
export function requireFolderOutsideHome(folder: string, { home }: Settings): void {
  const [from, to] = [realPath(home), realPath(folder)]
  if (to === from || OTHER_HOME_FILES.some((part) => isWithin(join(from, part), to)))
    throw new CommandError(`${folder} is part of FACET_HOME, ${home}. Name another folder.`)
}

function isWithin(outer: string, inner: string): boolean {
  const relativePath = relative(outer, inner)
  return !isAbsolute(relativePath) && relativePath.split(sep)[0] !== '..'
}

function realPath(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    // does not exist yet
    return resolve(path)
  }
}

/** Throws if the metadata are not stored in the home. */
export function requireSqlite({ databaseUrl }: Settings, instead: string): void {
  if (databaseUrl === undefined) return
  throw new CommandError(`The metadata is in the PostgreSQL database of DATABASE_URL. ${instead}`)
}
