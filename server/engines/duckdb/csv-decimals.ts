import type { DuckDBConnection } from '@duckdb/node-api'
import { ApiError } from '#core/rest/api-error.ts'
import type { CsvReading } from '../engine.ts'
import type { CsvFile } from './csv.ts'
import { lineOfRow } from './count-records.ts'
import { isEitherDecimal } from './csv-numbers.ts'
import { type CsvColumn, valueText } from './csv-types.ts'
import { dialect } from './dialect.ts'
import { statementRows } from './first-rows.ts'

/** A number whose points, if it has any, may separate thousands. */
const GROUPED = String.raw`[+-]?(?:0|[1-9]\d{0,2}(?:\.\d{3})*)`

/**
 * Rejects a file with numbers whose separator may mark decimals or thousands, unless the decimal separator is given. If
 * another column has a decimal comma, points in plain numbers may separate thousands.
 */
export async function requireDecimals(connection: DuckDBConnection, csv: CsvFile, reading: CsvReading): Promise<void> {
  if (reading.decimal !== undefined) return
  const found = csv.columns.find(isEitherDecimal) ?? (await groupedColumn(connection, csv, reading))
  if (!found) return
  const value = valueText(dialect.quote(found.name))
  const numbered = `SELECT row_number() OVER () AS row, ${value} AS value FROM ${csv.source}`
  const [first = {}] = await statementRows(
    connection,
    `SELECT min(row) AS row FROM (${numbered}) WHERE regexp_matches(value, '\\d[.,]\\d{3}\\D*$')`,
  )
  const line = await lineOfRow(csv.file, csv.layout, Number(first['row']))
  throw new ApiError('upload-decimal', { args: [found.name, line] })
}

async function groupedColumn(
  connection: DuckDBConnection,
  { columns, source }: CsvFile,
  { hasPlainNumbers }: CsvReading,
): Promise<CsvColumn | undefined> {
  const plain = columns.filter(({ type, number }) => type === 'DOUBLE' && number === undefined)
  const hasComma = columns.some(({ number }) => number?.decimal === ',')
  if (hasPlainNumbers || !hasComma || plain.length === 0) return undefined
  const aggregates = plain.map(({ name }, index) => {
    const x = valueText(dialect.quote(name))
    const isGrouped = `bool_and(${x} IS NULL OR regexp_full_match(${x}, '${GROUPED}'))`
    return `${isGrouped} AND bool_or(contains(${x}, '.')) AS grouped${index}`
  })
  const [row = {}] = await statementRows(connection, `SELECT ${aggregates.join(', ')} FROM ${source}`)
  return plain.find((_, index) => row[`grouped${index}`] === true)
}
