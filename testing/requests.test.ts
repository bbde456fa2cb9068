import { channel } from 'node:diagnostics_channel'
import { expect, it, vi } from 'vitest'

// As for the next test file of the same worker.
const again = './requests.ts?again'
await import(again)

it('counts the requests of a server by one hook, in every test file of a worker', () => {
  const addHook = vi.fn<() => void>()
  channel('fastify.initialization').publish({ fastify: { addHook } })
  expect(addHook).toHaveBeenCalledOnce()
})
