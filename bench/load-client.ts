import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** A raw request that is sent repeatedly. */
export interface Call {
  /** Default: POST. */
  readonly method?: 'GET' | 'POST'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** A task of the load program: sends `calls` in rotation over `connections` for a time, or each once per connection. */
export interface Load {
  readonly calls: readonly Call[]
  readonly connections: number
  /** Seconds; 0 sends every request once, the n-th on the n-th connection. */
  readonly seconds: number
}

/** The measurements of the load program. */
export interface LoadMeasurement {
  readonly times: readonly number[]
  readonly seconds: number
  readonly bytes: number
  /** Body of the last response in base64, and its headers. */
  readonly body: string
  readonly head: string
  /** The first response with a status other than 200. */
  readonly problem?: string
}

/** A separate client process, so that sending requests takes no time of the server's process. */
export interface LoadClient {
  load(load: Load): Promise<LoadMeasurement>
  /** Sends one request on one connection; `time` is in milliseconds from the first byte sent to the last received. */
  once(call: Call): Promise<{ readonly time: number; readonly body: Buffer; readonly head: string }>
  close(): void
}

export function startLoadClient(root: string): LoadClient {
  const child: ChildProcess = fork(join(root, 'dist/bench/load-client-program.js'), { stdio: 'inherit' })
  const ended = once(child, 'exit').then(() => {
    throw new Error('The load client ended during a measurement')
  })
  ended.catch(() => undefined)
  const load = async (order: Load): Promise<LoadMeasurement> => {
    child.send(order)
    const [seen] = (await Promise.race([once(child, 'message'), ended])) as [LoadMeasurement]
    if (seen.problem !== undefined) throw new Error(seen.problem)
    return seen
  }
  return {
    load,
    async once(call) {
      const seen = await load({ calls: [call], connections: 1, seconds: 0 })
      return { time: seen.times[0] ?? Number.NaN, body: Buffer.from(seen.body, 'base64'), head: seen.head }
    },
    close: () => void child.kill(),
  }
}

/** Returns a query request as the product's client sends it. */
export function queryCall(url: string, cookie: string, dataset: number, query: object, more: object = {}): Call {
  return {
    url: `${url}/api/v1/chart/data`,
    headers: {
      cookie,
      'content-type': 'application/json',
      accept: 'application/vnd.facet.columns+json, application/json',
      'accept-encoding': 'gzip, deflate, br',
    },
    body: JSON.stringify({
      datasource: { id: dataset, type: 'table' },
      result_format: 'json',
      result_type: 'full',
      queries: [query],
      ...more,
    }),
  }
}
