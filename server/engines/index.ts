import { duckdb } from './duckdb/index.ts'
import type { Engine } from './engine.ts'
import { postgresql } from './postgres/index.ts'

export const engines: readonly Engine[] = [duckdb, postgresql]

/** Returns the engine with this wire name. */
export function engineNamed(name: string): Engine | undefined {
  return engines.find((engine) => engine.name === name)
}
