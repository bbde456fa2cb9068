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

let requests = 0

// Every server created from here on reports each request, including injected ones.
subscribe('fastify.initialization', (message) => {
  const { fastify } = message as { readonly fastify: HookedProcess }
  fastify.addHook('onRequest', (_request, _reply, done) => {
    requests++
    done()
  })
})
for (const sent of ['undici:request:create', 'http.client.request.start']) subscribe(sent, () => requests++)

afterEach(({ task }) => {
  task.meta.requests = requests
  task.meta.cpuSeconds = cpuSinceLast()
  requests = 0
})
