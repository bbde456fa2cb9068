import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { bounds } from '#core/rest/bounds.ts'
import { ParserThreads, parseSql, SqlSyntaxError } from './sql-parser.ts'

const LIMIT_MS = 2000
/** The time of the parser doubles with each word: this text takes a minute. */
const slow = { dialect: 'mysql', text: `SELECT ${'INTERVAL '.repeat(28)}1` } as const

const threads = new ParserThreads(LIMIT_MS)
const server = createServer((_request, response) => response.end('answered'))
afterEach(() => {
  threads.close()
  server.close()
})

it('handles requests and parses other texts while one text takes long, and rejects that text by name', async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  // The thread is ready: only the text takes time.
  await threads.parse({ dialect: 'mysql', text: 'SELECT 1' })
  let isOver = false
  const failed = threads.parse(slow).then(
    () => undefined,
    (error: unknown) => error,
  )
  void failed.then(() => {
    isOver = true
  })
  const response = await fetch(`http://127.0.0.1:${port}/`)
  expect(await response.text()).toBe('answered')
  expect(isOver).toBe(false)
  expect(await threads.parse({ dialect: 'mysql', text: 'SELECT 2' })).toHaveLength(1)
  expect(await failed).toEqual(new SqlSyntaxError('The statement was not parsed within 2 seconds: simplify it'))
  // A second attempt costs nothing.
  const start = performance.now()
  await expect(threads.parse(slow)).rejects.toThrow('not parsed within')
  expect(performance.now() - start).toBeLessThan(LIMIT_MS / 2)
})

it('parser-tasks: rejects a text by name when too many are being parsed', async () => {
  const { most } = bounds['parser-tasks']
  const results = await Promise.allSettled(Array.from({ length: most + 1 }, () => parseSql('SELECT 1', 'mysql')))
  const rejected = results.filter(({ status }) => status === 'rejected')
  expect(rejected).toMatchObject([{ reason: { code: 'work-waiting', args: [most] } }])
})
