import { expect, it, vi } from 'vitest'
import { Scheduler } from '#server/data/scheduler.ts'
import { readColumns } from './source-columns.ts'

const column = { name: 'id', type: 'INTEGER', generic: 0, logical: 'integer' }

/** Returns the services of a database whose only place is taken until `end` is called. */
function busyDatabase(explained = 'query-failed') {
  const scheduler = new Scheduler(1)
  const held = new AbortController()
  const promise = new Promise((resolve) => held.signal.addEventListener('abort', resolve))
  const ticket = { priority: 'visible', expected: 1000, user: 'user 9', signal: new AbortController().signal } as const
  const running = scheduler.run(ticket, () => promise)
  const table = vi.fn<(statement: unknown, options: { readonly signal: AbortSignal }) => Promise<void>>()
  const connection = { columns: async () => [column], table }
  const engine = { dialect: { quote: (name: string) => `"${name}"` }, explain: () => ({ code: explained }) }
  const source = { connection, engine, guard: { statement: async (sql: string) => sql } }
  const sources = { use: async (_database: unknown, work: (given: unknown) => unknown) => work(source) }
  const chartData = { sources, templates: {}, scheduler: () => scheduler }
  const leaving = new AbortController()
  const read = () =>
    readColumns(
      chartData as never,
      { id: 1 } as never,
      { table_name: 'steps', schema: 'main', sql: null },
      { user: { userId: 1 } as never, signal: leaving.signal },
    )
  const end = async () => {
    held.abort()
    await running
  }
  return { read, table, leaving, end }
}

const turn = () => new Promise((resolve) => setTimeout(resolve, 5))

it('the check whether a table may be read waits for the scheduler and ends with the request', async () => {
  const { read, table, leaving, end } = busyDatabase()
  const found = read()
  await turn()
  expect(table).not.toHaveBeenCalled()
  await end()
  expect(await found).toEqual([column])
  expect(table).toHaveBeenCalledOnce()
  const { signal } = table.mock.calls[0]?.[1] ?? {}
  expect(signal?.aborted).toBe(false)
  leaving.abort()
  expect(signal?.aborted).toBe(true)
})

it('the check is not run for a caller who disconnects while it waits', async () => {
  const { read, table, leaving, end } = busyDatabase()
  const found = read()
  await turn()
  leaving.abort(new Error('disconnected'))
  await found.catch(() => {})
  await end()
  expect(table).not.toHaveBeenCalled()
})

it('a table that the connection may not read returns an error', async () => {
  const { read, table, end } = busyDatabase('sql-refused')
  table.mockRejectedValue(new Error('permission denied'))
  const [outcome] = await Promise.allSettled([read(), end()])
  expect(outcome).toMatchObject({ reason: { code: 'table-select-denied', args: ['main.steps'] } })
})
