import type { Settings } from '#server/config.ts'
import { homeHolder } from '#server/security/home-lock.ts'
import { CommandRefused } from '../command.ts'

/** The metadata store, in a home and in a backup of it. */
export const STORE = 'facet.db'
/** What else of a home is kept in a backup; the cache is made anew. */
export const BESIDE = ['databases', 'secret-key'] as const

/** Refuses where a server has the home. */
export function requireFree({ home }: Settings): void {
  const holder = homeHolder(home)
  if (holder !== undefined && holder !== process.pid)
    throw new CommandRefused(`Facet runs on ${home}, as process ${holder}. Stop it first.`)
}

/** Refuses where the metadata are not in the home. */
export function requireSqlite({ databaseUrl }: Settings, instead: string): void {
  if (databaseUrl === undefined) return
  throw new CommandRefused(`The metadata are in the PostgreSQL of DATABASE_URL. ${instead}`)
}
