import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fetchChoices } from './options.tsx'
import { toast } from '#ui/overlay/toast.ts'

const requested: string[] = []

function answerWith(status: number, body: unknown): void {
  vi.stubGlobal('fetch', async (url: string) => {
    requested.push(url)
    return new Response(JSON.stringify(body), { status })
  })
}

beforeEach(() => {
  requested.length = 0
  toast.clear()
})
afterEach(() => vi.unstubAllGlobals())

it('E-CONTROLS-34: choices come from the result of the endpoint, or from what the control reads from its response', async () => {
  const result = [{ value: 3, label: 'Three' }]
  answerWith(200, { result })
  expect(await fetchChoices({ endpoint: '/api/v1/layers/' })).toEqual(result)
  answerWith(200, { layers: [{ id: 4, name: 'Four' }] })
  const choicesIn = (answer: unknown) =>
    (answer as { layers: { id: number; name: string }[] }).layers.map(({ id, name }) => ({ value: id, label: name }))
  expect(await fetchChoices({ endpoint: '/layers', choicesIn })).toEqual([{ value: 4, label: 'Four' }])
  expect(requested).toEqual(['/api/v1/layers/', '/layers'])
  expect(toast.first()).toBeUndefined()
})

it('E-CONTROLS-35: a failed request is reported, and offers nothing', async () => {
  answerWith(500, { message: 'the tables are locked' })
  expect(await fetchChoices({ endpoint: '/x' })).toEqual([])
  expect(toast.first()).toMatchObject({ text: 'Error while fetching data: the tables are locked', tone: 'danger' })
})

it('a cancelled request is not reported', async () => {
  const abort = new AbortController()
  abort.abort()
  vi.stubGlobal('fetch', async () => {
    throw new DOMException('left', 'AbortError')
  })
  expect(await fetchChoices({ endpoint: '/x' }, abort.signal)).toEqual([])
  expect(toast.first()).toBeUndefined()
})
