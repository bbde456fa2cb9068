import { dirname, join } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import { ApiError } from '#core/rest/api-error.ts'
import { textLiteral } from '../ansi.ts'
import type { Load, OnRows, StagedColumn, StagedRows } from '../engine.ts'
import { dialect } from './dialect.ts'
import { statementRows } from './first-rows.ts'
import { withInterrupt } from './with-interrupt.ts'
import { loadTable } from './load-table.ts'
import { open } from './open-database.ts'

const SCHEMA = 'main'

interface StageOptions {
  /** Folder for temporary data that exceed the memory. */
  readonly scratch: string
  /** Memory limit of the engine in bytes. */
  readonly memory: number
}

/**
 * Loads a file as a DuckDB table next to the file and writes its rows as text, one per line. Throws the errors of a
 * load into DuckDB, and `upload-value` for values that only DuckDB can store.
 */
export async function stageRows(
  { scratch, memory }: StageOptions,
  load: Load,
  columns: readonly StagedColumn[] | undefined,
  { signal, onRows }: { readonly signal: AbortSignal; readonly onRows: OnRows },
): Promise<StagedRows> {
  const folder = dirname(load.file)
  const opened = await open({ file: join(folder, 'staged.duckdb'), scratch, memory, write: true, files: folder })
  try {
    const connection = await opened.connect()
    try {
      return await withInterrupt(connection, signal, () => stageTable(connection, load, columns, onRows))
    } finally {
      connection.closeSync()
    }
  } finally {
    opened.close()
  }
}

async function stageTable(
  connection: DuckDBConnection,
  given: Load,
  target: readonly StagedColumn[] | undefined,
  onRows: OnRows,
): Promise<StagedRows> {
  const table = `${dialect.quote(SCHEMA)}.${dialect.quote(given.table)}`
  if (target) await createTarget(connection, table, target)
  const numbers = new Set(target?.flatMap(({ name, isNumber }) => (isNumber ? [name.toLowerCase()] : [])))
  const load: Load = { ...given, schema: SCHEMA, existing: target ? 'append' : 'fail' }
  const loaded = await loadTable(connection, load, { numberColumns: numbers, onRows })
  if (!loaded) throw new Error('A file was staged without an account')
  const described = await statementRows(connection, `DESCRIBE ${table}`)
  const all = described.map((row) => ({ name: String(row['column_name']), type: String(row['column_type']) }))
  const columns = loaded.columns ? all.filter(({ name }) => loaded.columns?.includes(name)) : all
  const lengths = new Map(target?.map(({ name, maxLength }) => [name, maxLength]))
  for (const column of columns) await requireStored(connection, table, column, lengths.get(column.name))
  const file = join(dirname(given.file), 'staged.tsv')
  const values = columns.map((column) => `${lineText(column)} AS ${dialect.quote(column.name)}`)
  await connection.run(
    `COPY (SELECT ${values.join(', ')} FROM ${table} ORDER BY rowid) TO ${textLiteral(file)} ` +
      `(FORMAT csv, HEADER false, DELIMITER '\t', QUOTE '', ESCAPE '', NULLSTR '\u0002')`,
  )
  return { file, columns, report: loaded.report }
}

async function createTarget(connection: DuckDBConnection, table: string, columns: readonly StagedColumn[]) {
  const names = new Set<string>()
  for (const { name } of columns) {
    if (names.has(name.toLowerCase())) throw new ApiError('upload-column-names', { args: [name] })
    names.add(name.toLowerCase())
  }
  const definitions = columns.map(({ name, type }) => `${dialect.quote(name)} ${type}`)
  await connection.run(`CREATE TABLE ${table} (${definitions.join(', ')})`)
}

type Column = StagedRows['columns'][number]

/** Returns the text of a value that other databases can parse. */
function portableText({ name, type }: Column): string {
  const value = dialect.quote(name)
  if (type === 'BLOB') return String.raw`'\x' || lower(hex(${value}))`
  if (type === 'TIMESTAMP_NS') return `CAST(CAST(${value} AS TIMESTAMP) AS VARCHAR)`
  if (/^(DATE|TIMESTAMP)/.test(type)) return `replace(CAST(${value} AS VARCHAR), ' (BC)', ' BC')`
  return `CAST(${value} AS VARCHAR)`
}

/** Characters that must be escaped in a line of the file, and their escapes. */
const ESCAPES = [
  ["'\\'", String.raw`\\`],
  ['chr(10)', String.raw`\n`],
  ['chr(13)', String.raw`\r`],
  ['chr(9)', String.raw`\t`],
  // The engine quotes a text that equals its NULL marker.
  ['chr(2)', String.raw`\x02`],
] as const

/** Returns a value in the text format of COPY. */
function lineText(column: Column): string {
  const text = portableText(column)
  const isText = column.type === 'VARCHAR' || column.type === 'BLOB'
  const escapes = isText ? ESCAPES : []
  const escaped = escapes.reduce((value, [character, escape]) => `replace(${value}, ${character}, '${escape}')`, text)
  return String.raw`coalesce(${escaped}, '\N')`
}

/** Throws `upload-value` if a column has a value that a database without DuckDB types cannot store. */
async function requireStored(
  connection: DuckDBConnection,
  table: string,
  { name, type }: Column,
  maxLength: number | undefined,
): Promise<void> {
  const value = dialect.quote(name)
  const checks: readonly (readonly [boolean, string, string])[] = [
    [type === 'VARCHAR', `contains(${value}, chr(0))`, 'text with a NUL character'],
    [maxLength !== undefined, `length(${value}) > ${maxLength}`, `text of more than ${maxLength} characters`],
    [type === 'TIMESTAMP_NS', `epoch_ns(${value}) % 1000 <> 0`, 'a time with nanoseconds'],
  ]
  for (const [applies, isWrong, reason] of checks) {
    if (!applies) continue
    const [first = {}] = await statementRows(connection, `SELECT min(rowid) AS at FROM ${table} WHERE ${isWrong}`)
    const at = first['at']
    if (typeof at === 'string' || typeof at === 'number')
      throw new ApiError('upload-value', { args: [Number(at) + 1, name, reason] })
  }
}
