import { promisify } from 'node:util'
import { deflateRaw, inflateRaw } from 'node:zlib'
import { TEMPORAL } from '#core/table/table.ts'
import type { Table, Value } from '#core/table/table.ts'
import { formatTime } from '#core/format/time.ts'
import type { SqlResultColumn } from '#core/rest/sqllab.ts'
import type { TypedColumn, TypedTable } from '#server/engines/typed-table.ts'

const deflateRawAsync = promisify(deflateRaw)
const inflateRawAsync = promisify(inflateRaw)

/** The result of a statement. */
export type StatementResult = TypedTable

/** The row rules and masks of a user when a statement ran. */
export interface ResultRules {
  /** From `hashRules`; null without any. */
  readonly rulesHash: string | null
  /** Folded names of the tables that the statement reads, whose rules the hash covers; null: those of all tables. */
  readonly readTables: readonly string[] | null
}

/** A stored result. */
export interface StoredResult extends StatementResult, ResultRules {}

/** Returns a result as text for the store: compressed JSON in base64. */
export async function compressResult(result: StoredResult): Promise<string> {
  return (await deflateRawAsync(JSON.stringify(result))).toString('base64')
}

/** Returns the result of a text from `compressResult`. */
export async function decompressResult(text: string): Promise<StoredResult> {
  const stored = JSON.parse((await inflateRawAsync(Buffer.from(text, 'base64'))).toString('utf8')) as StoredResult
  // Results of earlier versions have no hash, or one of all tables.
  return { ...stored, rulesHash: stored.rulesHash ?? null, readTables: stored.readTables ?? null }
}

/** Returns the columns in wire form. */
export function wireColumns(columns: readonly TypedColumn[]): SqlResultColumn[] {
  return columns.map(({ name, type, generic }) => ({
    name,
    column_name: name,
    type,
    type_generic: generic,
    is_dttm: generic === TEMPORAL,
  }))
}

/**
 * Returns the first rows as objects by column name; timestamps are ISO 8601 text without a zone, as clients read them.
 */
export function resultRecords({ columns, cells, rowCount }: StatementResult, maxRows: number): Record<string, Value>[] {
  const prints = columns.map((column) =>
    column.generic === TEMPORAL ? printMoment(column.isDays) : (value: Value) => value,
  )
  return Array.from({ length: Math.min(rowCount, maxRows) }, (_, row) =>
    Object.fromEntries(columns.map(({ name }, index) => [name, prints[index]?.(cells[index]?.[row] ?? null) ?? null])),
  )
}

/** Returns the result as a table, for files. */
export function resultTable({ columns, cells, rowCount }: StatementResult): Table {
  return {
    columns: columns.map(({ name, generic, isDays }, index) => ({
      name,
      type: generic,
      values: cells[index] ?? [],
      ...(isDays ? { isDays } : {}),
    })),
    rowCount,
  }
}

function printMoment(isDays: boolean): (value: Value) => Value {
  return (value) => {
    if (typeof value !== 'number') return value
    const micros = Math.round((value - Math.floor(value)) * 1000)
    const whole = formatTime('%Y-%m-%dT%H:%M:%S', value)
    const millis = ((Math.floor(value) % 1000) + 1000) % 1000
    if (isDays) return whole.slice(0, 10)
    return millis === 0 && micros === 0
      ? whole
      : `${whole}.${String(millis).padStart(3, '0')}${String(micros).padStart(3, '0')}`
  }
}
