import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { toast } from '#ui/overlay/toast.ts'
import { frame } from '#testing/frames.ts'
import { press, mockResponses } from '#testing/user-input.ts'
import { DownloadRegion } from './DownloadRegion.tsx'
import { saveBundle } from './save-bundle.ts'

let saved: string[] = []
beforeEach(() => {
  saved = []
  toast.clear()
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push(this.download)
  })
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined }))
})
afterEach(() => vi.restoreAllMocks())

/** An export whose frames are sent by the test. */
function exporting() {
  let stream: ReadableStreamDefaultController<Uint8Array> | undefined
  const body = new ReadableStream<Uint8Array>({ start: (controller) => void (stream = controller) })
  mockResponses({ '/api/v1/chart/export/': () => new Response(body) })
  const answered = fetch
  const left = vi.fn<() => void>()
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    init.signal?.addEventListener('abort', () => {
      left()
      stream?.error(new DOMException('left', 'AbortError'))
    })
    return answered(url, init)
  })
  render(<DownloadRegion />)
  return { left, send: (bytes: Uint8Array) => act(() => stream?.enqueue(bytes)) }
}

it('an export shows how many files are written, and is saved under the name from the server', async () => {
  const { send } = exporting()
  let done: Promise<void> | undefined
  act(() => void (done = saveBundle('chart', [1, 2], 'Sales, Costs')))
  send(frame('progress', { stage: 'write', done: 20, of: 80 }, 102))
  expect(await screen.findByText('20 of 80 files')).toBeDefined()
  expect(screen.getByRole('progressbar', { name: 'Saving Sales, Costs' }).getAttribute('aria-valuenow')).toBe('25')
  const zip = new TextEncoder().encode('PK')
  const head = JSON.stringify({ id: 'answer', status: 200, length: zip.length, file: 'chart_export_1.zip' })
  send(Uint8Array.from([...new TextEncoder().encode(`${head}\n`), ...zip, 10]))
  await done
  expect(saved).toEqual(['chart_export_1.zip'])
  expect(toast.first()?.text).toBe('Saved chart_export_1.zip')
})

it('a cancelled export stops polling and saves nothing', async () => {
  const { left, send } = exporting()
  let done: Promise<void> | undefined
  act(() => void (done = saveBundle('chart', [1], 'Sales')))
  send(frame('progress', { stage: 'read', done: 1, of: 3 }, 102))
  expect(await screen.findByText('1 of 3 files')).toBeDefined()
  await press('Cancel Sales')
  await done
  expect(left).toHaveBeenCalledOnce()
  expect(screen.queryByRole('progressbar')).toBeNull()
  expect(saved).toEqual([])
  expect(toast.first()).toBeUndefined()
})
