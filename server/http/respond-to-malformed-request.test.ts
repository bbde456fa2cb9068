import { type AddressInfo, connect } from 'node:net'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { makeTestApp, type TestApp } from '#testing/app.ts'
import { rawCall } from '#testing/raw-call.ts'

let fixture: TestApp
let port: number
beforeAll(async () => {
  fixture = await makeTestApp()
  fixture.app.get('/zz/slow', (_, reply) => {
    reply.raw.write('begun')
    setTimeout(() => reply.raw.end(' and ended'), 200)
    return reply.hijack()
  })
  await fixture.app.listen({ host: '127.0.0.1', port: 0 })
  port = (fixture.app.server.address() as AddressInfo).port
})
afterAll(() => fixture.close())

it.each([
  ['no HTTP at all', 'hello', 400, 'call-unreadable', 'The request is not valid HTTP'],
  ['an address with a control character', 'GET /health?\x01', 400, 'call-unreadable', 'The request is not valid HTTP'],
  ['a head larger than 128 kB', `GET /health?${'a'.repeat(400_000)}`, 431, 'head-too-large', 'are larger than 131072'],
])('%s returns an error and closes the connection', async (_what, line, status, code, message) => {
  const call = rawCall(port, line)
  const answer = await call.answer()
  expect(answer.status).toBe(status)
  expect(answer.head).toContain(`x-facet-error: ${code}\r\n`)
  expect(answer.head).toContain('x-content-type-options: nosniff')
  expect(JSON.parse(answer.body).message).toContain(message)
  call.socket.end()
  await call.closed
})

it('a malformed HEAD request gets a response without a body', async () => {
  const call = rawCall(port, 'HEAD /health?\x01')
  const { head } = await new Promise<{ head: string }>((resolve) => {
    call.socket.once('end', () => resolve({ head: call.received() }))
  })
  expect(head).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n[^]*x-facet-error: call-unreadable\r\n[^]*\r\n\r\n$/)
  call.socket.destroy()
})

it('a caller who keeps sending gets the response once, and is disconnected after a while', async () => {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  let text = ''
  socket.on('data', (piece) => (text += String(piece)))
  socket.on('error', () => {})
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.write(`GET /health?${'a'.repeat(200_000)}`)
  const sending = setInterval(() => socket.write('x'.repeat(10_000)), 20)
  await vi.waitFor(() => expect(text).toContain('131072 bytes'), 10_000)
  await closed
  clearInterval(sending)
  expect(text.match(/HTTP\/1\.1/g)).toHaveLength(1)
}, 30_000)

it('malformed data does not corrupt a response in progress', async () => {
  const call = rawCall(port, 'GET /zz/slow')
  await new Promise((resolve) => call.socket.once('data', resolve))
  await call.send('no call\r\n\r\n')
  await call.closed
  expect(call.received()).toContain('begun')
  expect(call.received()).not.toContain('400 Bad Request')
})

it('an upgrade request closes its connection after the response', async () => {
  const call = rawCall(port, 'GET /health', { upgrade: 'websocket', connection: 'upgrade' })
  const { status, head } = await call.answer()
  expect([status, /connection: (.+)/i.exec(head)?.[1]?.trim()]).toEqual([200, 'close'])
  await call.closed
})
