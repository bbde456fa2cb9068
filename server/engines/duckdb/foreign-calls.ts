import type { Call, ForeignCall } from '../engine.ts'
import { CATALOG } from './open-database.ts'

/** The schema of unqualified function names. */
const SCHEMA = 'main'

/** A macro in a database file. Both names are folded. */
export interface Macro {
  readonly schema: string
  readonly name: string
}

type Rows = (text: string, values: readonly unknown[]) => Promise<readonly Record<string, unknown>[]>

/** Returns the macros of the file. A macro takes precedence over an engine function of the same name. */
export async function macrosOf(rows: Rows): Promise<readonly Macro[]> {
  // This statement calls nothing that a macro could replace.
  const found = await rows(
    'SELECT schema_name AS schema, function_name AS name, database_name AS file FROM system.main.duckdb_functions() ' +
      'WHERE NOT internal',
    [],
  )
  const own = found.filter(({ file }) => file === CATALOG)
  return own.map(({ schema, name }) => ({ schema: foldName(schema), name: foldName(name) }))
}

/** Returns the calls that may resolve to a macro of the file. In `a.f()`, `a` may be the schema or an argument. */
export function foreignCalls(calls: readonly Call[], macros: readonly Macro[]): readonly ForeignCall[] {
  return calls.flatMap((call) => {
    const alike = macros.filter(
      ({ schema, name }) => name === call.name && (schema === SCHEMA || schema === call.schema),
    )
    return call.kind === 'type' ? [] : alike.map(({ schema }) => ({ ...call, home: schema, harmless: false }))
  })
}

function foldName(name: unknown): string {
  return String(name).toLowerCase()
}
