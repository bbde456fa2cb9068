import { afterEach, expect, it, vi } from 'vitest'
import { convertAdvancedType } from '#calls/advanced-types.ts'
import { configureCalls } from '#calls/call.ts'
import { fetchColumnValues } from '#calls/datasets.ts'
import { fetchPartitionColumns } from '#calls/table-extra.ts'
import { parseRison } from '#core/rest/rison.ts'

let requested = ''

function answering(body: unknown) {
  configureCalls({ basePath: '', csrfToken: '', timeout: 60_000 })
  vi.stubGlobal('fetch', async (url: string) => {
    requested = url
    return new Response(JSON.stringify(body))
  })
}

afterEach(() => vi.unstubAllGlobals())

it('E-FILTER-35: sends the type and values of an advanced type, and parses the response', async () => {
  answering({ result: { display_value: '1.1.1.1', valid_filter_operators: ['=='], error_message: '' } })
  const answer = await convertAdvancedType('internet_address', ['1.1.1.1', 5])
  const { pathname, searchParams } = new URL(requested, 'http://localhost')
  expect(pathname).toBe('/api/v1/advanced_data_type/convert')
  expect(parseRison(searchParams.get('q') ?? '')).toEqual({ type: 'internet_address', values: ['1.1.1.1', 5] })
  expect(answer).toEqual({ display_value: '1.1.1.1', valid_filter_operators: ['=='], error_message: '' })
})

it('E-FILTER-32: requests the partition columns of a table by database, table and schema', async () => {
  answering({ partitions: { cols: ['ds'] } })
  expect(await fetchPartitionColumns({ databaseId: 3, table: 'a b', schema: 'web' })).toEqual(['ds'])
  expect(requested).toBe('/api/v1/database/3/table_extra/a%20b/web/')
  answering({})
  expect(await fetchPartitionColumns({ databaseId: 3, table: 't', schema: '' })).toEqual([])
})

it('E-FILTER-31: passes the abort signal to the request for values of a column', async () => {
  configureCalls({ basePath: '', csrfToken: '', timeout: 60_000 })
  let seen: AbortSignal | undefined
  vi.stubGlobal('fetch', (_: string, { signal }: { signal: AbortSignal }) => {
    seen = signal
    return new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(new DOMException('left', 'AbortError')))
    })
  })
  const abort = new AbortController()
  const values = fetchColumnValues(3, 'city', { signal: abort.signal })
  await vi.waitFor(() => expect(seen?.aborted).toBe(false))
  abort.abort()
  await expect(values).rejects.toMatchObject({ kind: 'abort' })
  expect(seen?.aborted).toBe(true)
})
