import { type QueryKey, QueryObserver } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { fetchUnlessDeleted, runDeletion } from './deleted-resources.ts'
import { createQueryClient } from '#client/session/query-client.ts'

const client = createQueryClient()

/** Starts a query that never ends, and returns its signal. */
async function startQuery(queryKey: QueryKey): Promise<AbortSignal> {
  return new Promise((resolve) => {
    const queryFn = ({ signal }: { signal: AbortSignal }) => {
      resolve(signal)
      return new Promise<never>(() => undefined)
    }
    client.fetchQuery({ queryKey, queryFn }).catch(() => undefined)
  })
}

it('aborts the queries of the rows before it deletes them, and no others', async () => {
  const keys: QueryKey[] = [
    ['board-charts', 4, 1],
    ['board-trend', 4, 1],
    ['favorite', 'dashboard', 4],
    ['board-charts', 5, 1],
    ['favorite', 'chart', 4],
  ]
  const signals = await Promise.all(keys.map(startQuery))
  const atDeletion = await runDeletion(client, 'dashboard', [4], async () => signals.map(({ aborted }) => aborted))
  expect(atDeletion).toEqual([true, true, true, false, false])
})

it('sends no query of a row that is being deleted, and sends it if the deletion fails', async () => {
  const sent: string[] = []
  const query = (id: number, signal = new AbortController().signal) =>
    fetchUnlessDeleted('dashboard', id, signal, async () => {
      sent.push(`query ${id}`)
      return id
    })
  const started: Promise<PromiseSettledResult<number>[]>[] = []
  const queryAll = async () => {
    started.push(Promise.allSettled([query(4), query(5), query(6, AbortSignal.abort())]))
    await query(7)
    sent.push('deletion ends')
  }
  await runDeletion(client, 'dashboard', [4], queryAll)
  await expect(started[0]).resolves.toMatchObject([
    { status: 'rejected', reason: { kind: 'abort' } },
    { status: 'fulfilled', value: 5 },
    { status: 'rejected', reason: { kind: 'abort' } },
  ])
  expect(sent).toEqual(['query 5', 'query 7', 'deletion ends'])
  sent.length = 0
  const failing = runDeletion(client, 'dashboard', [4], () =>
    queryAll().then(() => Promise.reject(new Error('locked'))),
  )
  await expect(failing).rejects.toThrow('locked')
  await expect(started[1]).resolves.toMatchObject([{ value: 4 }, { value: 5 }, { reason: { kind: 'abort' } }])
  expect(sent).toEqual(['query 5', 'query 7', 'deletion ends', 'query 4'])
  await expect(query(4)).resolves.toBe(4)
})

it('sends aborted queries of rows again if the deletion fails', async () => {
  const signals: AbortSignal[] = []
  const stop = new QueryObserver(client, {
    queryKey: ['board-charts', 8, 1],
    queryFn: async ({ signal }) => {
      signals.push(signal)
      if (signals.length === 1) await new Promise(() => undefined)
      return 'charts'
    },
  }).subscribe(() => undefined)
  await expect(runDeletion(client, 'dashboard', [8], () => Promise.reject(new Error('locked')))).rejects.toThrow(
    'locked',
  )
  await expect.poll(() => client.getQueryData(['board-charts', 8, 1])).toBe('charts')
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, false])
  stop()
})

it('removes deleted rows from every cached page of their list', async () => {
  const rows = [{ id: 4 }, { id: 5 }, { id: 6 }]
  client.setQueryData(['list', 'dashboard', { page: 0 }], { count: 30, ids: [4, 5, 6], result: rows })
  client.setQueryData(['list', 'dashboard', { page: 1 }], { count: 30, result: [{ id: 7 }] })
  client.setQueryData(['list', 'chart', { page: 0 }], { count: 3, result: rows })
  client.setQueryData(['list', 'dashboard', 'home', 'count'], 30)
  await runDeletion(client, 'dashboard', [4, 6], async () => undefined)
  expect(client.getQueryData(['list', 'dashboard', { page: 0 }])).toEqual({ count: 28, ids: [5], result: [{ id: 5 }] })
  expect(client.getQueryData(['list', 'dashboard', { page: 1 }])).toEqual({ count: 30, result: [{ id: 7 }] })
  expect(client.getQueryData(['list', 'dashboard', 'home', 'count'])).toBe(30)
  expect(client.getQueryData(['list', 'chart', { page: 0 }])).toEqual({ count: 3, result: rows })
})

it('sends no query of a deleted row that is rendered once more', async () => {
  let sent = 0
  const options = { queryKey: ['favorite', 'chart', 9], queryFn: () => ++sent, staleTime: 60_000 }
  const observer = new QueryObserver(client, options)
  const stop = observer.subscribe(() => undefined)
  await expect.poll(() => client.getQueryData(options.queryKey)).toBe(1)
  await runDeletion(client, 'chart', [9], async () => undefined)
  observer.setOptions({ ...options })
  stop()
  await client.fetchQuery({ queryKey: ['later'], queryFn: () => 'later' })
  expect(sent).toBe(1)
})
