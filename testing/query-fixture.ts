import type { AdhocColumn } from '#core/query/query-object.ts'
import { dataset, datasetColumn as column, datasetMetric as metric } from './dataset.ts'

/** Rows of `facts`: id, n, x, price, s, yes, and the time in UTC. */
const ROWS: readonly (readonly [number, string, string, string, string, string, string | null])[] = [
  [1, '1', '0.5', '1.25', "'apple'", 'true', '2024-01-01T00:00:00.000Z'],
  [2, '2', '1.5', '-0.50', "'Apple pie'", 'false', '2024-01-15T13:45:10.000Z'],
  [3, '9007199254740993', '2.5', '100', "''", 'NULL', '2024-02-01T00:00:00.000Z'],
  [4, 'NULL', 'NULL', 'NULL', 'NULL', 'NULL', null],
  [5, '-3', '-1', '0', "'it''s 100%'", 'true', '2024-02-01T00:00:00.001Z'],
  [6, '2', '0.1', '9.99', "'apple'", 'false', '1965-02-28T23:59:59.000Z'],
  [7, '7', '1e300', '7', "'العربية'", 'NULL', '2100-12-31T23:59:59.000Z'],
]

function valuesOf([id, n, x, price, s, yes, at]: (typeof ROWS)[number]): string {
  const text = at?.replace('T', ' ').replace('Z', '')
  const ms = at === null ? null : Date.parse(at)
  const german = at?.replace(/^(\d+)-(\d+)-(\d+)T.*$/, '$3.$2.$1')
  const times =
    at === null
      ? Array(8).fill('NULL')
      : [
          `'${text}'`,
          `'${text?.slice(0, 10)}'`,
          `'${text}+00'`,
          String(Math.floor((ms ?? 0) / 1000)),
          String(ms),
          `'${german}'`,
          `'${text}000'`,
          at.slice(0, 10).replaceAll('-', ''),
        ]
  return `(${[id, n, x, price, s, yes, ...times].join(', ')})`
}

/** The statements that create `facts`, in SQL that all engines understand. */
export const factStatements: readonly string[] = [
  `CREATE TABLE facts (id INTEGER, n BIGINT, x FLOAT8, price NUMERIC(10,2), s VARCHAR, yes BOOLEAN, ts TIMESTAMP,
    d DATE, tz TIMESTAMPTZ, secs BIGINT, millis BIGINT, german VARCHAR, iso VARCHAR, ymd BIGINT)`,
  `INSERT INTO facts VALUES ${ROWS.map(valuesOf).join(', ')}`,
]

/** The dataset of `facts`: every way to store a time, a calculated column and a SQL metric. */
export const queryDataset = dataset({
  table_name: 'facts',
  main_dttm_col: 'ts',
  columns: [
    column({ column_name: 'id', type: 'INTEGER' }),
    column({ column_name: 'n', type: 'BIGINT' }),
    column({ column_name: 'x', type: 'DOUBLE PRECISION' }),
    column({ column_name: 'price', type: 'NUMERIC(10,2)' }),
    column({ column_name: 's', type: 'VARCHAR' }),
    column({ column_name: 'yes', type: 'BOOLEAN' }),
    column({ column_name: 'ts', type: 'TIMESTAMP', is_dttm: true }),
    column({ column_name: 'd', type: 'DATE', is_dttm: true }),
    column({ column_name: 'tz', type: 'TIMESTAMP WITH TIME ZONE', is_dttm: true }),
    column({ column_name: 'secs', type: 'BIGINT', is_dttm: true, python_date_format: 'epoch_s' }),
    column({ column_name: 'millis', type: 'BIGINT', is_dttm: true, python_date_format: 'epoch_ms' }),
    column({ column_name: 'german', type: 'VARCHAR', is_dttm: true, python_date_format: '%d.%m.%Y' }),
    column({ column_name: 'iso', type: 'VARCHAR', is_dttm: true }),
    column({ column_name: 'ymd', type: 'BIGINT', is_dttm: true, python_date_format: '%Y%m%d' }),
    column({ column_name: 'letters', type: 'BIGINT', expression: 'char_length(s) + 0 -- of s' }),
    column({ column_name: 'never', type: 'TIMESTAMP', is_dttm: true, expression: 'CASE WHEN id < 0 THEN ts END' }),
  ],
  metrics: [metric('count', 'COUNT(*)'), metric('spread', 'MAX(n) - MIN(n)'), metric('least', 'MIN(n)')],
})

/** The dataset for engines that name the length of a text `length`. */
export const lengthDataset: typeof queryDataset = {
  ...queryDataset,
  columns: queryDataset.columns.map((each) =>
    each.expression ? { ...each, expression: each.expression.replace('char_length', 'length') } : each,
  ),
}

/** Returns the time column on an axis. */
export function timeAxis(name: string, timeGrain: string): AdhocColumn {
  return { label: name, sqlExpression: name, columnType: 'BASE_AXIS', timeGrain }
}
