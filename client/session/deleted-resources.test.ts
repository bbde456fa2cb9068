import { expect, it } from 'vitest'
import { cancelPrefetches, removeDeleted } from './deleted-resources.ts'
import { createQueryClient } from '#client/session/query-client.ts'

const client = createQueryClient()

it('aborts the prefetches of the resources that are deleted, and no others', async () => {
  const signals = new Map<string, AbortSignal>()
  for (const queryKey of [
    ['board-charts', 4, 1],
    ['board-trend', 4, 1],
    ['board-charts', 5, 1],
  ])
    client
      .fetchQuery({
        queryKey,
        queryFn: ({ signal }) => {
          signals.set(queryKey.join(), signal)
          return new Promise(() => undefined)
        },
      })
      .catch(() => undefined)
  await cancelPrefetches(client, 'dashboard', [4])
  expect([...signals].map(([key, { aborted }]) => [key, aborted])).toEqual([
    ['board-charts,4,1', true],
    ['board-trend,4,1', true],
    ['board-charts,5,1', false],
  ])
})

it('removes deleted rows from every cached page of their list', () => {
  const rows = [{ id: 4 }, { id: 5 }, { id: 6 }]
  client.setQueryData(['list', 'dashboard', { page: 0 }], { count: 30, ids: [4, 5, 6], result: rows })
  client.setQueryData(['list', 'dashboard', { page: 1 }], { count: 30, result: [{ id: 7 }] })
  client.setQueryData(['list', 'chart', { page: 0 }], { count: 3, result: rows })
  client.setQueryData(['list', 'dashboard', 'home', 'count'], 30)
  removeDeleted(client, 'dashboard', [4, 6])
  expect(client.getQueryData(['list', 'dashboard', { page: 0 }])).toEqual({ count: 28, ids: [5], result: [{ id: 5 }] })
  expect(client.getQueryData(['list', 'dashboard', { page: 1 }])).toEqual({ count: 30, result: [{ id: 7 }] })
  expect(client.getQueryData(['list', 'dashboard', 'home', 'count'])).toBe(30)
  expect(client.getQueryData(['list', 'chart', { page: 0 }])).toEqual({ count: 3, result: rows })
})
