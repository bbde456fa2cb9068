import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { UploadReport } from '#core/rest/upload.ts'
import { sampleRuns } from '#testing/case-sample.ts'
import type { Load } from '../engine.ts'
import * as csv from './csv.ts'
import * as types from './csv-types.ts'
import { load, loadTable } from './load-table.ts'
import { type OpenedDatabase, open } from './open-database.ts'
import * as records from './plain-records.ts'

const folder = mkdtempSync(join(tmpdir(), 'facet-single-'))
let opened: OpenedDatabase
const read = vi.spyOn(types, 'columnTypes')
beforeAll(async () => {
  const files = join(folder, 'files')
  opened = await open({ file: join(folder, 'data.duckdb'), scratch: files, write: true, files })
})
afterAll(() => {
  opened.close()
  rmSync(folder, { recursive: true })
})

interface Loaded {
  readonly report?: UploadReport | null
  readonly types?: readonly string[]
  readonly rows?: readonly (readonly unknown[])[]
  readonly error?: string
}

/** Loads a text, and returns the report with the columns, types and rows of the table; or the error. */
async function loaded(text: string, options: Partial<Load> = {}): Promise<Loaded> {
  const file = join(folder, 'files', 'rows.csv')
  writeFileSync(file, text)
  const given = { file, table: 'loaded', existing: 'replace' as const, ...options }
  try {
    const report = await load(opened, given, AbortSignal.timeout(60_000))
    const connection = await opened.connect()
    const rows = async (sql: string) => (await connection.run(sql)).getRowsJson()
    const found = {
      report,
      types: ((await rows('DESCRIBE loaded')) as readonly (readonly string[])[]).map(
        ([name, type]) => `${name} ${type}`,
      ),
      rows: await rows('SELECT * FROM loaded ORDER BY rowid'),
    }
    connection.closeSync()
    return found
  } catch (error) {
    return { error: (error as Error).message }
  }
}

/** The same with the types read before the rows are stored. With a row limit the file is read twice. */
const readFirst = (text: string) => loaded(text, { maxRows: 1e9 })

const lines = (count: number, row: (at: number) => string) => Array.from({ length: count }, (_, at) => row(at))

it('reads a file of plain values once', async () => {
  read.mockClear()
  const rows = lines(1500, (at) => `${at},1.5,2024-01-31,${at % 2 === 0},"text, ${at}",`)
  const found = await loaded(`id,amount,day,paid,name,empty\n${rows.join('\n')}\n`)
  expect(read).not.toHaveBeenCalled()
  expect(found.types).toEqual([
    'id BIGINT',
    'amount DOUBLE',
    'day DATE',
    'paid BOOLEAN',
    'name VARCHAR',
    'empty VARCHAR',
  ])
  expect(found.rows?.[1499]).toEqual(['1499', 1.5, '2024-01-31', false, 'text, 1499', null])
  expect(found.report).toMatchObject({ records: 1501, rows: 1500 })
})

it.each([
  ['1.5', 'DOUBLE', '1', 1],
  ['007', 'VARCHAR', '1', '1'],
  ['n/a', 'BIGINT', '1', '1'],
  ['$5', 'BIGINT', '1', '1'],
  ['9007199254740993', 'BIGINT', '1', '1'],
  ['2024-01-31 10:00', 'TIMESTAMP', '2024-01-30', '2024-01-30 00:00:00'],
  ['maybe', 'VARCHAR', 'true', 'true'],
  ['7', 'BIGINT', '', null],
])('includes %j below a thousand other rows, as %s', async (last, type, usual, first) => {
  const rows = lines(1200, (at) => `${usual === 'true' && at % 2 === 0 ? 'false' : usual},x`)
  const found = await loaded(`value,name\n${rows.join('\n')}\n${last},y\n`)
  expect(found.types).toEqual([`value ${type}`, 'name VARCHAR'])
  expect(found.rows?.[1]?.[0]).toEqual(first)
  expect(found.report).toMatchObject({ records: 1202, rows: 1201 })
})

/** Returns the columns that the engine reads in a type, for each read of a file. */
async function typedReads(text: string): Promise<readonly (readonly string[])[]> {
  const source = vi.spyOn(csv, 'csvSource')
  await loaded(text)
  const reads = source.mock.calls.map(([, , , typed]) => [...(typed ?? [])].map(([name, type]) => `${name} ${type}`))
  source.mockRestore()
  return reads
}

it('lets the engine read the columns of plain values in their types, and others as text', async () => {
  const header = 'id,share,day,time,paid,signed,name'
  const rows = lines(1200, (at) => `${at},${at / 4},2024-01-31,2024-01-31T10:00:00,${at % 2 === 0},${at},x`)
  const plain = ['id BIGINT', 'share DOUBLE', 'day DATE', 'time TIMESTAMP', 'paid BOOLEAN']
  expect(await typedReads(`${header}\n${rows.join('\n')}\n`)).toEqual([[...plain, 'signed BIGINT']])
  const text = `${header}\n${rows.join('\n')}\n7,-0.5,,2024-01-31 24:00:00,true,+7,y\n`
  expect(await typedReads(text)).toEqual([[...plain, 'signed BIGINT'], plain])
  const found = await loaded(text)
  expect(found.rows?.at(-1)).toEqual(['7', -0.5, null, '2024-02-01 00:00:00', true, '7', 'y'])
  expect(await readFirst(text)).toEqual(found)
})

it.each([
  ['first', (rows: readonly string[]) => [...rows.slice(0, 2000), '+7,x', ...rows.slice(2000)]],
  ['last', (rows: readonly string[]) => [...rows, '+7,x']],
])('interrupts the read of a file when a value of another form is found: the %s', async (_which, withOther) => {
  const rows = lines(200_000, (at) => `${at},x`)
  const found = await loaded(`id,name\n${withOther(rows).join('\n')}\n`)
  expect([found.types, found.rows?.length, found.report?.rows]).toEqual([
    ['id BIGINT', 'name VARCHAR'],
    200_001,
    200_001,
  ])
  expect(found.rows?.filter(([id]) => id === '7')).toEqual([
    ['7', 'x'],
    ['7', 'x'],
  ])
})

it('the begin of a transaction is not interrupted, and an interrupted rollback is repeated', async () => {
  const file = join(folder, 'files', 'late.csv')
  writeFileSync(file, `id,name\n${lines(1200, (at) => `${at},x`).join('\n')}\n+7,y\n`)
  const counting = vi.spyOn(records, 'countPlainRecords')
  const connection = await opened.connect()
  const run = connection.run.bind(connection)
  const sent: string[] = []
  vi.spyOn(connection, 'interrupt').mockImplementation(() => void sent.push('interrupt'))
  vi.spyOn(connection, 'run').mockImplementation(async (sql, ...given) => {
    if (/^(BEGIN|ROLLBACK|COMMIT)$/.test(sql)) sent.push(sql)
    if (sql === 'BEGIN') await counting.mock.results[0]?.value
    if (sql === 'ROLLBACK' && sent.filter((each) => each === sql).length === 1) throw new Error('INTERRUPT Error')
    return run(sql, ...given)
  })
  await loadTable(connection, { file, table: 'late', existing: 'replace' })
  expect(sent).toEqual(['BEGIN', 'ROLLBACK', 'ROLLBACK', 'BEGIN', 'COMMIT'])
  counting.mockRestore()
  connection.closeSync()
})

it('checks the values if the engine rejects one of plain form', async () => {
  const rows = lines(1200, () => '2024-01-31,x')
  const text = `day,name\n${rows.join('\n')}\n2023-02-29,y\n`
  const found = await loaded(text)
  expect(found.types).toEqual(['day VARCHAR', 'name VARCHAR'])
  expect(await readFirst(text)).toEqual(found)
})

it('reports rows of another width like a full scan, and changes nothing', async () => {
  const rows = lines(1200, (at) => `${at},x`)
  const text = `id,name\n${rows.join('\n')}\n7\n1,2,3\n`
  const found = await loaded(text)
  expect(found.error).toMatch(/1203 \(3\)/)
  expect(await readFirst(text)).toEqual(found)
})

const CELLS = [
  ['1', '-5', '+5', '007', '1.5', '-0', '.5', '1e5', '1e-5', 'nan', '9007199254740993', ' 12 ', '1_000', '0x10', ''],
  ['2024-01-31', '2024/1/3', '2024-02-30', '2024-01-31 10:00', '2024-01-31T10:00:00.5', 'NA', '', '12:30'],
  ['true', 'FALSE', 'yes', 'No', '1', '-', ' true'],
  ['x', '$5', '5 %', '1,5', '1.234', '01/02/2024', '"q""q"', '"a\nb"', ''],
  // Values of plain form.
  ['0', '-5', '123456789012345678', ''],
  ['1.5', '-0', '-0.0', '7', '123456789012345.25', ''],
  ['2024-01-31', '0000-01-01', '9999-12-31', '2024-02-30'],
  ['2024-01-31 10:00:00', '2024-01-31T24:00:00.5', '0001-01-01 00:00:00.123456', '2024-01-31 10:00:60', ''],
  ['true', 'FALSE', 'tRuE', 'False'],
]

it('loads the same rows as for a file with known types', async () => {
  const column = fc
    .constantFrom(...CELLS)
    .chain((cells) => fc.array(fc.constantFrom(...cells), { minLength: 3, maxLength: 3 }))
  await fc.assert(
    fc.asyncProperty(fc.array(column, { minLength: 3, maxLength: 5 }), async (columns) => {
      const quoted = (cell: string) => (cell.includes(',') ? `"${cell}"` : cell)
      const rows = lines(3, (at) => columns.map((cells) => quoted(cells[at] ?? '')).join(','))
      const text = `${columns.map((_, at) => `name${at}`).join(',')}\n${rows.join('\n')}\n`
      expect(await loaded(text)).toEqual(await readFirst(text))
    }),
    { numRuns: sampleRuns(60), seed: 7 },
  )
})
