import { createHash } from 'node:crypto'
import type { TableRules, TableWithRules } from '#server/sql/rules.ts'

/** The values of their user that templates in rules read. Attributes are JSON text. */
export interface RuleReader {
  readonly username: string
  readonly email: string | null
  readonly roles: readonly string[]
  readonly attributes: string | null
}

/** The row rules and masks of a user, and the time at which they were rendered, in epoch milliseconds. */
export interface RulesSnapshot {
  readonly now: number
  readonly tables: readonly TableWithRules[]
  /**
   * The restricted virtual datasets, which statements read by macros only. Their rules are not rendered; `reader` is null
   * without templates.
   */
  readonly virtualDatasets: readonly (TableRules & { readonly id: number; readonly reader: RuleReader | null })[]
  readonly fold: (name: string) => string
}

/**
 * Returns a hash of the row rules and masks that apply to a statement, as `MILLISECONDS:HASH`; null without any.
 * `readTables` are the folded names of the tables that it reads; null if they are unknown or if it has macros, so that all
 * rules are part of the hash. Schemas are not compared, so that rules on a table of the same name count as well.
 */
export function hashRules(snapshot: RulesSnapshot, readTables: readonly string[] | null): string | null {
  const { now, tables, virtualDatasets, fold } = snapshot
  const own =
    readTables === null ? [...tables, ...virtualDatasets] : tables.filter(({ name }) => readTables.includes(fold(name)))
  return own.length === 0 ? null : `${now}:${createHash('sha256').update(JSON.stringify(own)).digest('hex')}`
}

/** Returns the time in a hash, in epoch milliseconds; undefined without a hash. */
export function timeOfHash(hash: string | null): number | undefined {
  const time = Number(hash?.split(':')[0])
  return Number.isFinite(time) ? time : undefined
}
