import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A server that answers like an S3-compatible store with one bucket, `lake`. It compares no signatures. */
export interface ObjectStore {
  readonly endpoint: string
  /** The requests, each as its method and path. */
  readonly requests: string[]
  /** The headers of the last request. */
  headers: IncomingMessage['headers']
  close(): void
}

/** Number of keys in a page of a list. */
const PAGE = 2

/** Starts a store with objects by key; `answer` replaces its response if it returns true. */
export async function startObjectStore(
  objects: ReadonlyMap<string, string>,
  answer: (request: IncomingMessage, response: ServerResponse) => boolean = () => false,
): Promise<ObjectStore> {
  const server = createServer((request, response) => {
    store.requests.push(`${request.method} ${request.url}`)
    store.headers = request.headers
    if (answer(request, response)) return
    const { pathname, searchParams } = new URL(request.url ?? '', store.endpoint)
    if (pathname === '/lake/') return void response.end(listPage(objects, searchParams))
    const body = objects.get(decodeURIComponent(pathname.replace('/lake/', '')))
    response.writeHead(body === undefined ? 404 : 200).end(body)
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const store: ObjectStore = {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: [],
    headers: {},
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
  return store
}

function listPage(objects: ReadonlyMap<string, string>, query: URLSearchParams): string {
  const keys = [...objects.keys()].filter((key) => key.startsWith(query.get('prefix') ?? '')).toSorted()
  const start = Number(query.get('continuation-token')?.replace('next&', '') ?? 0)
  const entries = keys.slice(start, start + PAGE).map((key) => {
    const encoded = encodeURIComponent(key).replaceAll('%2F', '/').replaceAll('%20', '+')
    const { length } = objects.get(key) ?? ''
    return `<Contents><Key>${encoded}</Key><ETag>&quot;${key.length}-${length}&quot;</ETag><Size>${length}</Size></Contents>`
  })
  const isLast = start + PAGE >= keys.length
  const next = isLast ? '' : `<NextContinuationToken>next&amp;${start + PAGE}</NextContinuationToken>`
  return `<ListBucketResult><IsTruncated>${!isLast}</IsTruncated>${entries.join('')}${next}</ListBucketResult>`
}
