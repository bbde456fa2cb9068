import type { Call, ForeignCall } from '../engine.ts'
import { CATALOG } from './open.ts'

/** The schema of functions whose name has none. */
const SCHEMA = 'main'

/** A macro that a database file brings. Both names are folded. */
export interface Macro {
  readonly schema: string
  readonly name: string
}

type Rows = (text: string, values: readonly unknown[]) => Promise<readonly Record<string, unknown>[]>

/** The macros of the file. One of the name of an engine's function is called in its place. */
export async function macrosOf(rows: Rows): Promise<readonly Macro[]> {
  // Nothing is called here that a macro could stand for.
  const found = await rows(
    'SELECT schema_name AS schema, function_name AS name, database_name AS file FROM system.main.duckdb_functions() ' +
      'WHERE NOT internal',
    [],
  )
  const own = found.filter(({ file }) => file === CATALOG)
  return own.map(({ schema, name }) => ({ schema: folded(schema), name: folded(name) }))
}

/** The calls that may lead to a macro of the file. What looks like the schema of a function may be what it is given. */
export function foreignCalls(calls: readonly Call[], macros: readonly Macro[]): readonly ForeignCall[] {
  return calls.flatMap((call) => {
    const alike = macros.filter(
      ({ schema, name }) => name === call.name && (schema === SCHEMA || schema === call.schema),
    )
    return call.kind === 'type' ? [] : alike.map(({ schema }) => ({ ...call, home: schema, harmless: false }))
  })
}

function folded(name: unknown): string {
  return String(name).toLowerCase()
}
