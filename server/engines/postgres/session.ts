import { textLiteral } from '../ansi.ts'
import { STATEMENT_SECONDS } from './explain.ts'
import { PROCESS_CANCELLATION } from './pool.ts'

interface SessionSettings {
  /** The schema of unqualified table names; empty uses the default search path. */
  readonly schema: string
  /** Maximum duration of a statement in seconds. */
  readonly seconds?: number
  /** Maximum wait for a table lock in seconds; default: the duration of the statement. */
  readonly lockSeconds?: number
  /** SQL of the id of the session; default: that of the server process. */
  readonly id?: string
  /** Settings that the server does not have. */
  readonly absent?: readonly string[]
}

/**
 * Returns the SELECT that sets all settings of a transaction, whatever the server, the user or a pooler has set. Its
 * first column is the id of the session.
 */
export function settingFor({
  schema,
  seconds = STATEMENT_SECONDS,
  lockSeconds,
  id = PROCESS_CANCELLATION.id,
  absent = [],
}: SessionSettings): string {
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
  const known = settings.filter(([name]) => !absent.includes(name))
  const calls = known.map(([name, value]) => `set_config(${textLiteral(name)}, ${textLiteral(value)}, true)`)
  return `SELECT ${id}, ${calls.join(', ')}`
}
