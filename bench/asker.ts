import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** A request as it goes over the wire, again and again. */
export interface Call {
  /** POST when absent. */
  readonly method?: 'GET' | 'POST'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Work for the load program: `calls` go round over `connections` for a time, or each once per connection. */
export interface Load {
  readonly calls: readonly Call[]
  readonly connections: number
  /** Seconds; 0 sends every call once, the n-th on the n-th connection. */
  readonly seconds: number
}

/** What the load program saw. */
export interface Seen {
  readonly times: readonly number[]
  readonly seconds: number
  readonly bytes: number
  /** Body of the last answer, base64, and the last answer's head. */
  readonly body: string
  readonly head: string
  /** The first answer that was not 200. */
  readonly problem?: string
}

/** A process of its own that asks, so that asking costs the server's process nothing. */
export interface Asker {
  load(load: Load): Promise<Seen>
  /** One call on one connection; milliseconds from the first byte sent to the last received. */
  once(call: Call): Promise<{ readonly time: number; readonly body: Buffer; readonly head: string }>
  close(): void
}

export function startAsker(root: string): Asker {
  const child: ChildProcess = fork(join(root, 'dist/bench/asker-program.js'), { stdio: 'inherit' })
  const load = async (order: Load): Promise<Seen> => {
    child.send(order)
    const [seen] = (await once(child, 'message')) as [Seen]
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

/** A question as our own client asks it. */
export function question(url: string, cookie: string, dataset: number, query: object, more: object = {}): Call {
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
