import { textLiteral } from '../ansi.ts'
import { STATEMENT_SECONDS } from './explain.ts'

/** Settings of one transaction. */
interface SessionSettings {
  /** Where tables are looked up whose schema is not named; the usual search path when empty. */
  readonly schema: string
  /** The longest a statement may run. */
  readonly seconds?: number
  /** The longest a statement waits for a table that others use; as long as it may run when absent. */
  readonly lockSeconds?: number
}

/**
 * Returns the SELECT that sets what holds in a transaction, whatever the server, the user or a pooler has set. Its first
 * column is the number of the serving process.
 */
export function settingFor({ schema, seconds = STATEMENT_SECONDS, lockSeconds }: SessionSettings): string {
  const settings: readonly (readonly [string, string])[] = [
    ['timezone', 'UTC'],
    ['datestyle', 'ISO, YMD'],
    ['intervalstyle', 'postgres'],
    ['bytea_output', 'hex'],
    ['extra_float_digits', '1'],
    ['standard_conforming_strings', 'on'],
    ['statement_timeout', String(seconds * 1000)],
    ...(lockSeconds === undefined ? [] : [['lock_timeout', String(lockSeconds * 1000)] as const]),
    ...(schema ? [['search_path', schema] as const] : []),
  ]
  const calls = settings.map(([name, value]) => `set_config(${textLiteral(name)}, ${textLiteral(value)}, true)`)
  return `SELECT pg_backend_pid(), ${calls.join(', ')}`
}
