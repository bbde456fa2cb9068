import { expect, it, vi } from 'vitest'
import { trackedRequest } from '#calls/tracked-request.ts'
import { REQUEST_BYTES, stubRequests } from '#testing/request-stub.ts'

function answered(answer: (url: string, init: RequestInit) => Response | Promise<Response>) {
  const sent: Request[] = []
  stubRequests()
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    sent.push(new Request(new URL(url, 'http://localhost'), { ...init, body: null }))
    return answer(url, init)
  })
  return sent
}

it('sends method and headers, counts the bytes, and returns the response for any status', async () => {
  const sent = answered(() =>
    Response.json({ message: 'No' }, { status: 422, headers: { 'x-facet-error': 'some-code' } }),
  )
  const onSent = vi.fn<(sent: number, total: number) => void>()
  const options = { method: 'POST', body: 'x', headers: { 'x-csrftoken': 'token' } }
  const response = await trackedRequest('/upload/', options, onSent)
  expect([sent[0]?.method, sent[0]?.headers.get('x-csrftoken')]).toEqual(['POST', 'token'])
  expect([response.status, response.headers.get('x-facet-error'), await response.json()]).toEqual([
    422,
    'some-code',
    { message: 'No' },
  ])
  expect(onSent.mock.calls).toEqual([
    [REQUEST_BYTES / 4, REQUEST_BYTES],
    [REQUEST_BYTES, REQUEST_BYTES],
  ])
})

it('rejects when the signal aborts, also before it is sent', async () => {
  answered(() => new Promise(() => undefined))
  const controller = new AbortController()
  const running = trackedRequest('/upload/', { method: 'POST', signal: controller.signal }, () => undefined)
  controller.abort(new Error('left'))
  await expect(running).rejects.toThrow('left')
  await expect(trackedRequest('/upload/', { signal: controller.signal }, () => undefined)).rejects.toThrow('left')
})

it('rejects as fetch does when no response comes', async () => {
  answered(() => Promise.reject(new Error('offline')))
  await expect(trackedRequest('/upload/', { method: 'POST' }, () => undefined)).rejects.toBeInstanceOf(TypeError)
})
