import { expect, it } from 'vitest'
import {
  completeSql,
  functionCompletions,
  referencedSchemas,
  referencedTables,
  schemaCompletions,
  type SqlCatalog,
  tableCompletions,
} from './complete-sql.ts'

const COLUMNS: Readonly<Record<string, readonly { name: string; type: string }[]>> = {
  'main.flights': [
    { name: 'origin', type: 'VARCHAR' },
    { name: 'Late minutes', type: 'BIGINT' },
  ],
  'main.airports': [{ name: 'code', type: 'VARCHAR' }],
  'stats.daily': [{ name: 'day', type: 'DATE' }],
}

const catalog: SqlCatalog = {
  schemas: schemaCompletions(['main', 'stats'], '"'),
  schema: 'main',
  tables: tableCompletions(
    [
      { value: 'flights', type: 'table' },
      { value: 'airports', type: 'view' },
    ],
    '"',
  ),
  tablesOf: (schema) =>
    schema.toLowerCase() === 'stats' ? tableCompletions([{ value: 'daily', type: 'table' }], '"') : undefined,
  searchTables: () => undefined,
  quoteMark: '"',
  functions: functionCompletions(['date_trunc']),
  columnsOf: (table, schema) => COLUMNS[`${schema ?? ''}.${table}`.toLowerCase()],
  firstColumns: [],
}

/** Returns the labels offered at the `|` of a text, of the given types. */
function offered(
  marked: string,
  kinds: readonly string[] = ['column', 'table', 'schema'],
  more: Partial<SqlCatalog> = {},
) {
  const offset = marked.indexOf('|')
  const text = marked.replace('|', '')
  const found = completeSql(text, offset, true, { ...catalog, ...more })
  return found?.lists
    .flat()
    .filter(({ kind }) => kinds.includes(kind))
    .map(({ label }) => label)
}

it.each([
  ['SELECT * FROM |', ['flights', 'airports', 'main', 'stats']],
  ['SELECT * FROM flights JOIN |', ['flights', 'airports', 'main', 'stats']],
  ['SELECT * FROM flights, |', ['flights', 'airports', 'main', 'stats']],
  ['SELECT f.| FROM flights f', ['origin', 'Late minutes']],
  ['SELECT F.| FROM flights AS f', ['origin', 'Late minutes']],
  ['SELECT airports.| FROM flights, airports', ['code']],
  ['SELECT * FROM main.|', ['flights', 'airports']],
  ['SELECT * FROM stats.|', ['daily']],
  ['SELECT * FROM Stats.da|', ['daily']],
  ['SELECT d.| FROM stats.daily d', ['day']],
  ['SELECT nothing.| FROM flights', []],
])('offers tables behind FROM and columns behind an alias: %s', (marked, labels) => {
  expect(offered(marked)).toEqual(labels)
})

it('offers the columns of all relations of the statement at the cursor, and of no other statement', () => {
  expect(offered('SELECT code FROM airports; SELECT | FROM flights f', ['column'])).toEqual(['origin', 'Late minutes'])
  expect(offered('SELECT | FROM flights f JOIN airports a ON a.code = f.origin', ['column'])).toEqual([
    'origin',
    'Late minutes',
    'code',
  ])
})

it('returns the columns of CTEs and subqueries by the names that they select', () => {
  const cte = 'WITH late AS (SELECT origin, max(delay) AS worst, f.day FROM flights f) SELECT l.| FROM late l'
  expect(offered(cte)).toEqual(['origin', 'worst', 'day'])
  expect(offered('WITH late (a, b) AS (SELECT 1, 2) SELECT late.| FROM late')).toEqual(['a', 'b'])
  expect(offered('SELECT s.| FROM (SELECT code AS airport FROM airports) s')).toEqual(['airport'])
  expect(offered('WITH all_of AS (SELECT * FROM airports) SELECT all_of.| FROM all_of')).toEqual(['code'])
  expect(offered('WITH late AS (SELECT 1) SELECT * FROM |')?.slice(0, 2)).toEqual(['late', 'flights'])
})

it.each(["SELECT 'from |", '-- from |', 'SELECT 1 /* from | */', 'SELECT 1 -- x |\n'])(
  'offers nothing in a text or a comment: %s',
  (marked) => {
    expect(offered(marked)).toBeUndefined()
  },
)

it('offers something again in the line below a comment', () => {
  expect(offered('-- flights\nSELECT * FROM |')?.[0]).toBe('flights')
})

it('quotes names that need it, and completes behind an opening quote', () => {
  const option = (marked: string) => {
    const found = completeSql(marked.replace('|', ''), marked.indexOf('|'), true, catalog)
    return found?.lists.flat().find(({ label }) => label.replace('"', '') === 'Late minutes')
  }
  expect(option('SELECT | FROM flights')?.text).toBe('"Late minutes"')
  expect(option('SELECT "Lat| FROM flights')).toMatchObject({ label: '"Late minutes', text: '"Late minutes"' })
  expect(completeSql('SELECT "Lat', 11, true, catalog)?.from).toBe(7)
})

it('quotes with the mark of the dialect, and names that are reserved or have upper case', () => {
  const columns = ['order', 'Origin', 'plain_1']
  const more = { ...catalog, firstColumns: columns, quoteMark: '`' as const }
  const texts = (sql: string) =>
    completeSql(sql, sql.length, true, more)
      ?.lists.flat()
      .filter(({ label }) => columns.includes(label.replace('`', '')))
      .map(({ text }) => text)
  expect(texts('SELECT ')).toEqual(['`order`', '`Origin`', 'plain_1'])
  expect(texts('SELECT `')).toEqual(['`order`', '`Origin`', '`plain_1`'])
})

it('offers the same list of schemas for each key press, also after a quote', () => {
  const listOf = (text: string) =>
    completeSql(text, text.length, false, catalog)?.lists.find(([first]) => first?.kind === 'schema')
  expect(listOf('SELECT * FROM s')).toBe(listOf('SELECT * FROM st'))
  expect(listOf('SELECT * FROM "s')).toBe(listOf('SELECT * FROM "st'))
  expect(listOf('SELECT * FROM "s')?.map(({ label, text }) => [label, text])).toEqual([
    ['"main', '"main"'],
    ['"stats', '"stats"'],
  ])
})

it('finds the other schemas that a text names, also in quotes and while a name is typed', () => {
  const schemas = ['main', 'stats', 'Odd one', 'unused']
  const sql = 'SELECT * FROM main.flights JOIN STATS.daily JOIN "Odd one".'
  expect(referencedSchemas(sql, schemas, 'main')).toEqual(['stats', 'Odd one'])
  expect(referencedSchemas("SELECT 'stats.daily' -- unused.x", schemas, 'main')).toEqual([])
})

it('offers the columns of the source first, and functions and macros in expressions', () => {
  expect(offered('SELECT | FROM flights', ['column'], { firstColumns: ['carrier'] })?.[0]).toBe('carrier')
  expect(offered('SELECT | FROM flights', ['function'])).toEqual(['date_trunc'])
  expect(offered('SELECT | FROM flights', ['macro'])).toContain('current_username')
})

it('offers nothing before a word has begun, unless requested by a key', () => {
  expect(completeSql('SELECT ', 7, false, catalog)).toBeUndefined()
  expect(completeSql('SELECT o', 8, false, catalog)?.from).toBe(7)
  expect(completeSql('SELECT f. FROM flights f', 9, false, catalog)?.lists.flat().length).toBe(2)
})

it('lists the tables that a text selects from, each once, without CTEs and subqueries', () => {
  const sql =
    'WITH late AS (SELECT * FROM flights) SELECT * FROM late JOIN main.airports a ON true JOIN flights f ON true, (SELECT 1) s'
  expect(referencedTables(sql).map(({ schema, name }) => [schema, name])).toEqual([
    [undefined, 'flights'],
    ['main', 'airports'],
  ])
})

it('searches the tables of the schema that a position expects, with quotes after an opening quote', async () => {
  const searched: unknown[] = []
  const large: SqlCatalog = {
    ...catalog,
    searchTables: (schema, text) => {
      searched.push([schema, text])
      return () => Promise.resolve(tableCompletions([{ value: 'daily 2', type: 'table' }], '"'))
    },
  }
  const found = async (text: string) => (await completeSql(text, text.length, false, large)?.search?.())?.[0]?.text
  expect(await found('SELECT * FROM fl')).toBe('"daily 2"')
  expect(await found('SELECT * FROM Stats.da')).toBe('"daily 2"')
  expect(await found('SELECT * FROM "fl')).toBe('"daily 2"')
  expect(searched).toEqual([
    ['main', 'fl'],
    ['stats', 'da'],
    ['main', 'fl'],
  ])
  expect(await found('SELECT f.or FROM flights f WHERE f.or')).toBeUndefined()
  expect(await found('SELECT * FROM flights WHERE fl')).toBeUndefined()
  expect(searched).toHaveLength(3)
})
