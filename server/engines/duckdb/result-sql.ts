import { textLiteral } from '../ansi.ts'
import type { ResultLayout } from '../engine.ts'
import type { Cell } from './cells.ts'

interface Cells {
  readonly inner: string
  readonly cells: readonly Cell[]
  readonly labels: readonly string[]
  readonly maxRows: number
  readonly maxBytes: number | undefined
}

/**
 * Returns the statement whose single row is the result of `inner` as JSON bytes and its number of rows. Order and limit
 * stay in the inner statement and casts outside: a cast below ORDER BY makes DuckDB sort the cast expression, and
 * list() keeps the order of its input only under a LIMIT. If the bytes exceed `maxBytes`, they are null and do not
 * leave the engine.
 */
export function resultSql(answer: Cells, layout: ResultLayout): string {
  const names = answer.cells.map((_, index) => `c${index}`)
  const source = `(SELECT * FROM (${answer.inner}\n) AS answer(${names.join(', ')}) LIMIT ${answer.maxRows})`
  const sql = layout === 'rows' ? rowsSql(answer, source) : columnsSql(answer, source)
  if (answer.maxBytes === undefined) return sql
  // Materialized; otherwise the bytes would be built twice, to be measured and to be sent.
  return (
    `WITH built AS MATERIALIZED (${sql}) ` +
    `SELECT CASE WHEN octet_length(data) <= ${answer.maxBytes} THEN data END, row_count FROM built`
  )
}

function columnsSql({ cells }: Cells, source: string): string {
  const lists = cells.map((cell, index) => `list(${cell.expression(`c${index}`)}) AS l${index}`)
  const texts = cells.map((cell, index) => {
    const json = cell.finish ? cell.finish.list(`l${index}`) : `to_json(l${index})`
    return `coalesce(CAST(${json} AS VARCHAR), '[]')`
  })
  return (
    `SELECT encode(concat('[', ${texts.join(", ',', ")}, ']')) AS data, row_count ` +
    `FROM (SELECT ${lists.join(', ')}, count(*) AS row_count FROM ${source})`
  )
}

function rowsSql({ cells, labels }: Cells, source: string): string {
  const values = cells.map((cell, index) => {
    const value = cell.expression(`c${index}`)
    return cell.finish ? cell.finish.one(value) : value
  })
  return (
    `SELECT encode(coalesce(CAST(to_json(list(${structSql(labels, values)})) AS VARCHAR), '[]')) AS data, ` +
    `count(*) AS row_count FROM ${source}`
  )
}

/** Struct field names are unique ignoring case; if the labels are not, the slower json_object is used. */
function structSql(labels: readonly string[], values: readonly string[]): string {
  const unique = new Set(labels.map((label) => label.toLowerCase())).size === labels.length
  if (unique && !labels.includes('')) {
    return `{${labels.map((label, index) => `${textLiteral(label)}: ${values[index]}`).join(', ')}}`
  }
  return `json_object(${labels.map((label, index) => `${textLiteral(label)}, ${values[index]}`).join(', ')})`
}
