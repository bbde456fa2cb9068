import { appendFileSync, mkdirSync, mkdtempSync, realpathSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { FileReadWriteLock } from './file-read-write-lock.ts'
import { MAX_CSV_LAYOUTS } from './text-tables.ts'

const SIGNAL = new AbortController().signal

let root: string
let turns: FileReadWriteLock
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'facet-types-')))
  for (const folder of ['data', 'scratch', 'home/databases']) mkdirSync(join(root, folder), { recursive: true })
  const access = { directory: join(root, 'home/databases'), dataDirectories: [join(root, 'data')] }
  const source = { path: join(root, 'data'), access }
  turns = new FileReadWriteLock({ file: '', scratch: join(root, 'scratch'), memory: 2 ** 29, source })
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

function write(name: string, content: string | Uint8Array): void {
  const path = join(root, 'data', name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
}

/** Returns the integers from 0 to 29,999 as lines: more than DuckDB samples. */
const integers = (line: (index: number) => string): string =>
  Array.from({ length: 30_000 }, (_, index) => `${line(index)}\n`).join('')

const typesOf = (table: string): Promise<readonly string[]> =>
  turns.read(async (reader) => (await reader.columns('main', table, SIGNAL)).map(({ name, type }) => `${name} ${type}`))

/** Returns the first value of a statement that is cast to text. */
const valueOf = (text: string): Promise<unknown> =>
  turns.read(async (reader) => {
    const query = { text, params: [], layout: 'rows' as const, labels: ['v'], maxRows: 10 }
    const rows = JSON.parse(Buffer.from((await reader.bytes(query, SIGNAL)).data).toString()) as readonly {
      v: unknown
    }[]
    return rows[0]?.v
  })

it.each([
  ['a decimal in CSV', 'a.csv', `n\n${integers(String)}1.5\n`, 'n DOUBLE', '449985001.5'],
  ['a text in CSV', 'a.csv', `n\n${integers(String)}x\n`, 'n VARCHAR', undefined],
  ['a decimal in JSON', 'a.json', `${integers((n) => `{"n":${n}}`)}{"n":1.5}\n`, 'n DOUBLE', '449985001.5'],
  ['a text in JSON', 'a.json', `${integers((n) => `{"n":${n}}`)}{"n":"x"}\n`, 'n JSON', undefined],
])('finds types by all rows: %s after 30,000 integers', async (_, file, content, type, sum) => {
  write(file, content)
  expect(await typesOf('a')).toEqual([type])
  if (sum !== undefined) expect(await valueOf('SELECT CAST(SUM(n) AS VARCHAR) FROM a')).toBe(sum)
  else expect(await valueOf(`SELECT COUNT(*) FROM a WHERE CAST(n AS VARCHAR) IN ('x', '"x"')`)).toBe(1)
})

it('reads a column of dates with one text as text', async () => {
  write('a.csv', `d,e\n${integers(() => '2024-01-31,2024-01-31')}soon,2024-02-01\n`)
  write('b.json', `${integers(() => '{"d":"2024-01-31"}')}{"d":"soon"}\n`)
  expect(await typesOf('a')).toEqual(['d VARCHAR', 'e DATE'])
  expect(await typesOf('b')).toEqual(['d VARCHAR'])
})

it.each([
  ['codes with leading zeros', '007\n12', 'VARCHAR', '007'],
  ['integers above 64 bits', '12345678901234567890\n1', 'VARCHAR', '12345678901234567890'],
  ['integers that a decimal column would round', '9007199254740993\n1.5', 'VARCHAR', '9007199254740993'],
  ['words for missing values', '7\nNA', 'VARCHAR', '7'],
  ['dates with the day first', '31/01/2024\n01/02/2024', 'DATE', '2024-01-31'],
  ['dates in several orders', '01/02/2024\n03/04/2024', 'VARCHAR', '01/02/2024'],
  ['times', '2024-01-31T10:00:00\n2024-01-31', 'TIMESTAMP', '2024-01-31 10:00:00'],
  [
    'times with a zone',
    '2024-01-31T10:00:00+02\n2024-01-31 10:00:00Z',
    'TIMESTAMP WITH TIME ZONE',
    '2024-01-31 08:00:00+00',
  ],
  ['two truth values', 'true\nfalse', 'BOOLEAN', 'true'],
  ['signed integers', '+7\n -12 ', 'BIGINT', '7'],
])('reads %s', async (_, values, type, first) => {
  write('a.csv', `n,x\n${values.replace('\n', ',x\n')},x\n`)
  expect(await typesOf('a')).toEqual([`n ${type}`, 'x VARCHAR'])
  expect(await valueOf('SELECT CAST(n AS VARCHAR) FROM a')).toBe(first)
})

it('joins files with other columns, types, delimiters and quotes', async () => {
  write('a/1.csv', 'id,v,w\n1,10,x\n')
  write('a/2.csv', 'V;ID\n2.5;2\n')
  write('a/3.csv.gz', gzipSync('id,v\n3,\n'))
  write('a/4.csv', '')
  write('a/5.csv', "id,v,w\n5,1,'a,b'\n6,1,'c,d'\n")
  expect(await typesOf('a')).toEqual(['id BIGINT', 'v DOUBLE', 'w VARCHAR'])
  expect(await valueOf("SELECT STRING_AGG(id || ':' || COALESCE(v, -1), ' ' ORDER BY id) FROM a")).toBe(
    '1:10.0 2:2.5 3:-1.0 5:1.0 6:1.0',
  )
})

it('reads quoted line breaks after 30,000 rows without quotes, and files with CRLF and a byte order mark', async () => {
  write('a/1.csv', `n,t\n${integers((n) => `${n},x`)}30000,"y\nz, ""q"""\n`)
  write('a/2.csv', '\uFEFFn,t\r\n40000,"a\r\nb"\r\n')
  expect(await typesOf('a')).toEqual(['n BIGINT', 't VARCHAR'])
  expect(await valueOf('SELECT t FROM a WHERE n = 30000')).toBe('y\nz, "q"')
  expect(await valueOf('SELECT t FROM a WHERE n = 40000')).toBe('a\r\nb')
})

it('folders become columns, also if a file has one of the same name', async () => {
  write('a/k=1/z=x/1.csv', 'v,k\n1,9\n')
  write('a/k=2/z=01/2.csv', 'v\n2\n')
  write('b/k=3/1.json', '{"v":3}\n')
  expect(await typesOf('a')).toEqual(['v BIGINT', 'k BIGINT', 'z VARCHAR'])
  expect(await valueOf("SELECT STRING_AGG(v || k || z, ' ' ORDER BY v) FROM a")).toBe('11x 2201')
  expect(await typesOf('b')).toEqual(['v BIGINT', 'k BIGINT'])
})

it('reads JSON integers, large numbers, times and objects with their types', async () => {
  write('a/1.json', '[{"i":-1,"x":9007199254740993,"t":"2024-01-31T10:00:00","o":{"d":"2024-01-31"}}]')
  write('a/2.json', '{"i":2,"x":0.5,"b":18446744073709551615,"l":[1.5,1]}\n')
  write('b.json', '[1, 2, 3]')
  const types = ['i BIGINT', 'x VARCHAR', 't TIMESTAMP', 'o STRUCT(d VARCHAR)', 'b HUGEINT', 'l DOUBLE[]']
  expect(await typesOf('a')).toEqual(types)
  expect(await valueOf('SELECT MAX(x) FROM a')).toBe('9007199254740993')
  expect(await typesOf('b')).toEqual(['json BIGINT'])
})

it('finds the types again after a change of a file', async () => {
  write('a.csv', 'n\n1\n')
  write('b.csv', 'n\n2\n')
  expect(await typesOf('a')).toEqual(['n BIGINT'])
  appendFileSync(join(root, 'data/a.csv'), '1.5\n')
  await delay(300)
  expect([await typesOf('a'), await typesOf('b')]).toEqual([['n DOUBLE'], ['n BIGINT']])
  expect(await valueOf('SELECT CAST(SUM(n) AS VARCHAR) FROM a')).toBe('2.5')
})

it.each([
  ['csv', 'n\n1\n', '1.5\n'],
  ['csv', 'n\n2024-01-31\n', 'hidden\n'],
  ['csv', 'n\n31/01/2024\n', 'hidden\n'],
  ['json', '{"n":1}\n', '{"n":1.5}\n'],
])('rejects a value in a file of %s that is written after its types were found', async (ending, content, further) => {
  write(`a.${ending}`, content)
  const failure = await turns
    .read(async (reader) => {
      await reader.columns('main', 'a', SIGNAL)
      appendFileSync(join(root, `data/a.${ending}`), further)
      const query = { text: 'SELECT n FROM a', params: [], layout: 'rows' as const, labels: ['v'], maxRows: 10 }
      return reader.bytes(query, SIGNAL)
    })
    .catch((error: unknown) => error)
  expect(failure).toMatchObject({ code: 'data-file-unreadable', args: [`a.${ending}`] })
})

it('limits the size of text files of a table, and their layouts', async () => {
  write('small.csv', 'n\n1\n')
  write('large.csv', 'n\n1\n')
  truncateSync(join(root, 'data/large.csv'), 2 * 2 ** 30 + 1)
  write('packed.csv.gz', gzipSync('n\n1\n'))
  truncateSync(join(root, 'data/packed.csv.gz'), 2 ** 28 + 1)
  for (let index = 0; index <= MAX_CSV_LAYOUTS; index++) write(`wide/${index}.csv`, `n${index}\n1\n`)
  for (const name of ['large', 'packed', 'wide'])
    await expect(typesOf(name)).rejects.toMatchObject({
      code: 'data-files-many',
      args: [name, expect.any(Number), expect.any(String)],
    })
  expect(await typesOf('small')).toEqual(['n BIGINT'])
})
