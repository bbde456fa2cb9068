import { afterEach, expect, it } from 'vitest'
import { type ObjectStore, startObjectStore } from '#testing/object-store.ts'
import { listObjects, signedRequest } from './bucket-list.ts'
import type { BucketSource } from './object-store.ts'

const SIGNAL = new AbortController().signal
const open: ObjectStore[] = []
afterEach(() => {
  for (const store of open.splice(0)) store.close()
})

async function start(...given: Parameters<typeof startObjectStore>): Promise<ObjectStore> {
  const store = await startObjectStore(...given)
  open.push(store)
  return store
}
const sourceOf = ({ endpoint }: Pick<ObjectStore, 'endpoint'>): BucketSource => ({
  endpoint,
  region: 'us-east-1',
  path: 'lake',
  accessKey: 'AKIAREADER',
  secretKey: 'extremely-secret',
})

// The example "GET Bucket (List Objects)" of the documentation of Amazon S3.
it('signs a request as the example of the specification', () => {
  const { path, headers } = signedRequest(
    {
      host: 'examplebucket.s3.amazonaws.com',
      path: '/',
      query: { prefix: 'J', 'max-keys': '2' },
      now: Date.UTC(2013, 4, 24),
    },
    { region: 'us-east-1', accessKey: 'AKIAIOSFODNN7EXAMPLE', secretKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' },
  )
  expect(path).toBe('/?max-keys=2&prefix=J')
  expect(headers['authorization']).toBe(
    'AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request, ' +
      'SignedHeaders=host;x-amz-content-sha256;x-amz-date, ' +
      'Signature=34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
  )
})

it('signs the session token of temporary credentials', () => {
  const account = { region: 'us-east-1', accessKey: 'ASIA', secretKey: 'secret', sessionToken: 'IQoJ+=' }
  const { headers } = signedRequest({ host: 'store', path: '/lake/', query: {}, now: 0 }, account)
  expect(headers['x-amz-security-token']).toBe('IQoJ+=')
  expect(headers['authorization']).toContain('SignedHeaders=host;x-amz-content-sha256;x-amz-date;x-amz-security-token,')
})

it('lists the objects of all pages with decoded keys and versions', async () => {
  const keys = ['data/a b.csv', 'data/a+b.csv', 'data/é%20&<.csv', 'data/x.parquet', 'other.csv']
  const store = await start(new Map(keys.map((key) => [key, 'x'.repeat(3)])))
  const found = await listObjects(sourceOf(store), 'data/', SIGNAL)
  expect(found.map(({ key }) => key)).toEqual(['data/a b.csv', 'data/a+b.csv', 'data/x.parquet', 'data/é%20&<.csv'])
  expect(found[0]).toEqual({ key: 'data/a b.csv', size: 3, version: '3 &quot;12-3&quot; ' })
  expect(store.requests).toEqual([
    'GET /lake/?encoding-type=url&list-type=2&prefix=data%2F',
    'GET /lake/?continuation-token=next%262&encoding-type=url&list-type=2&prefix=data%2F',
  ])
  expect(store.headers.authorization).toMatch(/^AWS4-HMAC-SHA256 Credential=AKIAREADER\//)
})

it('sends no signature without an account', async () => {
  const store = await start(new Map([['a.csv', '']]))
  await listObjects({ ...sourceOf(store), accessKey: undefined }, '', SIGNAL)
  expect(store.headers.authorization).toBeUndefined()
})

it.each([
  [301, 'endpoint-redirect'],
  [307, 'endpoint-redirect'],
  [401, 'bucket-denied'],
  [403, 'bucket-denied'],
  [404, 'bucket-missing'],
  [500, 'endpoint-failed'],
])('rejects a response with the status %d, and follows no redirect', async (status, code) => {
  const other = await start(new Map())
  const store = await start(new Map(), (_, response) => {
    response.writeHead(status, { location: `${other.endpoint}/lake/` }).end()
    return true
  })
  await expect(listObjects(sourceOf(store), '', SIGNAL)).rejects.toMatchObject({ code })
  expect(other.requests).toEqual([])
})

it('names a store that does not listen', async () => {
  const store = await start(new Map())
  store.close()
  await expect(listObjects(sourceOf(store), '', SIGNAL)).rejects.toMatchObject({
    code: 'endpoint-failed',
    args: [store.endpoint, 'its port is closed'],
  })
})
