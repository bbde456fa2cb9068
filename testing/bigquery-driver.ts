import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Connection, Settings } from '#server/engines/engine.ts'
import { engineNamed } from '#server/engines/index.ts'
import { writeDriver } from './driver-files.ts'

/** A driver of BigQuery that records its requests; `replies` has bodies by a part of the request, or an error. */
const SOURCE = `
const calls = { services: [], requests: [], replies: [] }
class BigQuery {
  constructor(options) { calls.services.push(options) }
  request(request, done) {
    calls.requests.push(request)
    const written = request.method + ' ' + request.uri + ' ' + JSON.stringify(request.json ?? {}) + ' ' + JSON.stringify(request.qs ?? {})
    const at = calls.replies.findIndex(([part]) => written.includes(part))
    const [, reply, isOnce] = calls.replies[at] ?? [null, {}]
    if (isOnce) calls.replies.splice(at, 1)
    setImmediate(() => (reply instanceof Error ? done(reply, null) : done(null, reply)))
  }
}
module.exports = { calls, BigQuery }`

interface RequestRecord {
  readonly method: string
  readonly uri: string
  readonly json?: {
    readonly jobReference?: Readonly<Record<string, string>>
    readonly configuration?: Readonly<Record<string, unknown>>
  }
  readonly qs?: Readonly<Record<string, unknown>>
}

/** The requests to the recording driver, and its replies. */
export interface BigQueryCalls {
  readonly services: object[]
  readonly requests: RequestRecord[]
  /** A reply by a part of the request; the last value says that it is given once. */
  readonly replies: [part: string, reply: object, isOnce?: boolean][]
}

/** A home with the recording driver. */
export interface RecordedBigQuery {
  readonly calls: BigQueryCalls
  connect(change?: Settings): Promise<Connection>
  /** Forgets requests and replies. */
  reset(): void
  remove(): void
}

/** The key of an account, as Google writes it. */
export const SERVICE_KEY = JSON.stringify({
  type: 'service_account',
  client_email: 'facet@sales-123456.example',
  private_key: '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n',
  token_uri: 'https://tokens.example',
})

/** Returns a home with a driver of BigQuery that records its requests. */
export async function openRecordedBigQuery(): Promise<RecordedBigQuery> {
  const home = mkdtempSync(join(tmpdir(), 'facet-bigquery-'))
  writeDriver(home, 'bigquery', SOURCE)
  const driver = (await import(join(home, 'drivers/bigquery/node_modules/@google-cloud/bigquery/index.js'))) as {
    readonly default: { readonly calls: BigQueryCalls }
  }
  const settings = { project: 'sales-123456', dataset: 'shop', password: SERVICE_KEY }
  return {
    calls: driver.default.calls,
    connect: async (change = {}) => {
      const engine = engineNamed('bigquery')
      if (!engine) throw new Error('The engine is not in the list')
      return engine.connect({ ...settings, ...change }, { directory: join(home, 'databases') })
    },
    reset: () => {
      for (const list of Object.values(driver.default.calls)) list.splice(0)
    },
    remove: () => rmSync(home, { recursive: true, force: true }),
  }
}
