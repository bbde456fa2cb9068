import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { press, waitForAssertion } from '#testing/user-input.ts'
import { toast } from '#ui/overlay/toast.ts'
import { DownloadRegion } from './DownloadRegion.tsx'
import { download, downloads, MAX_DOWNLOADS, type DownloadContext, type CreatedFile } from './downloads.ts'

let saved: { name: string }[] = []

beforeEach(() => {
  saved = []
  toast.clear()
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push({ name: this.download })
  })
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined }))
})
afterEach(() => vi.restoreAllMocks())

/** A file whose progress and end are controlled by the test. */
function byHand() {
  let hand: DownloadContext | undefined
  let end: (file: CreatedFile) => void = () => undefined
  const made = (given: DownloadContext) =>
    new Promise<CreatedFile>((resolve, reject) => {
      hand = given
      end = resolve
      given.signal.addEventListener('abort', () => reject(new Error('left')))
    })
  return {
    made,
    tell: (text: string) => act(() => hand?.tell(text, 0.5)),
    end: (file: CreatedFile) => act(() => end(file)),
  }
}

it('shows the progress of a file, and its contents after it is saved', async () => {
  const file = byHand()
  render(<DownloadRegion />)
  act(() => void download('Rows.csv', file.made))
  file.tell('20 kB')
  expect(screen.getByText('20 kB')).toBeDefined()
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('50')
  file.end({ content: new Blob(['a']), note: 'all rows, 3' })
  await waitForAssertion(() => expect(saved).toEqual([{ name: 'Rows.csv' }]))
  expect(toast.first()?.text).toBe('Saved Rows.csv: all rows, 3')
  expect(screen.queryByRole('progressbar')).toBeNull()
})

it('saves no cancelled file, and shows no message', async () => {
  const file = byHand()
  render(<DownloadRegion />)
  act(() => void download('Rows.csv', file.made))
  await press('Cancel Rows.csv')
  await waitForAssertion(() => expect(downloads.all()).toEqual([]))
  expect(saved).toEqual([])
  expect(toast.first()).toBeUndefined()
})

it('shows why a file cannot be created', async () => {
  await download('Rows.csv', () => Promise.reject(new Error('no such column')))
  expect(saved).toEqual([])
  expect(toast.first()).toMatchObject({ text: 'The download failed: no such column', tone: 'danger' })
})

it('the number of concurrent downloads is limited', async () => {
  const files = Array.from({ length: MAX_DOWNLOADS }, byHand)
  const all = files.map(({ made }, at) => download(`${at}.csv`, made))
  const more = vi.fn<() => Promise<CreatedFile>>()
  await download('more.csv', more)
  expect(more).not.toHaveBeenCalled()
  expect(toast.first()?.tone).toBe('warn')
  for (const { cancel } of downloads.all()) cancel()
  await Promise.all(all)
  expect(downloads.all()).toEqual([])
})
