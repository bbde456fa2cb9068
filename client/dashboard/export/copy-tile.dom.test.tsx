import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { waitForAssertion } from '#testing/user-input.ts'
import { copyTile } from './copy-tile.ts'

class Item {
  readonly parts: Readonly<Record<string, Blob | Promise<Blob>>>
  constructor(parts: Readonly<Record<string, Blob | Promise<Blob>>>) {
    this.parts = parts
  }
}
const png = new Blob(['png'], { type: 'image/png' })
const picture = () => Promise.resolve(png)
const write = vi.fn<(items: readonly Item[]) => Promise<void>>()
const writeText = vi.fn<(text: string) => Promise<void>>()

beforeEach(() => {
  write.mockReset().mockResolvedValue(undefined)
  writeText.mockReset().mockResolvedValue(undefined)
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('ClipboardItem', Item)
  vi.stubGlobal('navigator', { clipboard: { write, writeText } })
})
afterEach(() => vi.unstubAllGlobals())

it('copies rows and picture as one item', async () => {
  await copyTile({ rows: 'a\tb', picture })
  const { parts = {} } = write.mock.calls[0]?.[0][0] ?? {}
  expect(Object.keys(parts)).toEqual(['text/plain', 'image/png'])
  expect(await (parts['text/plain'] as Blob).text()).toBe('a\tb')
  expect(await parts['image/png']).toBe(png)
})

it('copies only the image for users who may not export rows', async () => {
  await copyTile({ rows: undefined, picture })
  await waitForAssertion(() => expect(Object.keys(write.mock.calls[0]?.[0][0]?.parts ?? {})).toEqual(['image/png']))
})

it('copies only the rows in browsers that write no pictures', async () => {
  vi.stubGlobal('ClipboardItem', undefined)
  const drawn = vi.fn<() => Promise<Blob>>(picture)
  await copyTile({ rows: 'a\tb', picture: drawn })
  expect(writeText).toHaveBeenCalledExactlyOnceWith('a\tb')
  expect(drawn).not.toHaveBeenCalled()
})
