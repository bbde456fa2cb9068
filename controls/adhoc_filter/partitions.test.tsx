import { afterEach, expect, it, vi } from 'vitest'
import { readPartitions } from './partitions.tsx'

const source = { databaseId: 3, table: 'visits', schema: 'web' }

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

function answering(status: number, body: unknown) {
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(body), { status }))
  return vi.spyOn(console, 'warn').mockImplementation(() => undefined)
}

it('E-FILTER-34: a failed table_extra call is logged, and the editor continues without partitions', async () => {
  const log = answering(500, { message: 'The server is gone' })
  expect(await readPartitions(source, new AbortController().signal)).toEqual([])
  expect(log).toHaveBeenCalledOnce()
  expect(log.mock.calls[0]?.[1]).toMatchObject({ message: 'The server is gone', status: 500 })
})

it('E-FILTER-34: logs neither results nor cancelled queries', async () => {
  const log = answering(200, { partitions: { cols: ['ds'] } })
  expect(await readPartitions(source, new AbortController().signal)).toEqual(['ds'])
  vi.stubGlobal('fetch', async () => Promise.reject(new DOMException('left', 'AbortError')))
  expect(await readPartitions(source, AbortSignal.abort())).toEqual([])
  expect(log).not.toHaveBeenCalled()
})
