import { subscribe } from 'node:diagnostics_channel'
import { afterEach } from 'vitest'
import { cpuSinceLast } from './cpu.ts'

declare module 'vitest' {
  interface TaskMeta {
    /** HTTP requests of this test: answered by a server in this process, or sent to another one. */
    requests?: number
    /** User events in the document during this test. */
    events?: number
  }
}

interface HookedProcess {
  addHook(name: 'onRequest', hook: (request: unknown, reply: unknown, done: () => void) => void): void
}

interface RequestCounter {
  count: number
}

/**
 * The counter of this process, stored outside modules: setup files run again for each test file of a worker. A counter
 * per file would add one hook per file to each route of each server.
 */
const counted = process as { facetRequests?: RequestCounter }

/** Counts requests from now on. Every server created from here on reports each request, including injected ones. */
function startCounter(): RequestCounter {
  const counter = { count: 0 }
  subscribe('fastify.initialization', (message) => {
    const { fastify } = message as { readonly fastify: HookedProcess }
    fastify.addHook('onRequest', (_request, _reply, done) => {
      counter.count++
      done()
    })
  })
  for (const sent of ['undici:request:create', 'http.client.request.start']) subscribe(sent, () => counter.count++)
  return counter
}

const counter = (counted.facetRequests ??= startCounter())

afterEach(({ task }) => {
  task.meta.requests = counter.count
  task.meta.cpuSeconds = cpuSinceLast()
  counter.count = 0
})
