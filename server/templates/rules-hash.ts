import { createHash } from 'node:crypto'
import type { TableWithRules } from '#server/sql/rules.ts'

/** The row rules and masks of a user, and the time at which they were rendered, in epoch milliseconds. */
export interface RulesSnapshot {
  readonly now: number
  readonly tables: readonly TableWithRules[]
  readonly fold: (name: string) => string
}

/**
 * Returns a hash of the row rules and masks that apply to a statement, as `MILLISECONDS:HASH`; null without any.
 * `readTables` are the folded names of the tables that it reads; null if unknown, so that all rules are part of the
 * hash. Schemas are not compared, so that rules on a table of the same name count as well.
 */
export function hashRules({ now, tables, fold }: RulesSnapshot, readTables: readonly string[] | null): string | null {
  const own = readTables === null ? tables : tables.filter(({ name }) => readTables.includes(fold(name)))
  return own.length === 0 ? null : `${now}:${createHash('sha256').update(JSON.stringify(own)).digest('hex')}`
}

/** Returns the time in a hash, in epoch milliseconds; undefined without a hash. */
export function timeOfHash(hash: string | null): number | undefined {
  const time = Number(hash?.split(':')[0])
  return Number.isFinite(time) ? time : undefined
}
