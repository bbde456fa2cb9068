import { expect, it } from 'vitest'
import { emptyLayout } from '#core/layout/make-node.ts'
import { draftStorage } from './edit-draft.ts'

function memory(room = Number.POSITIVE_INFINITY) {
  const stored = new Map<string, string>()
  return {
    stored,
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (value.length > room) throw new Error('QuotaExceededError')
      stored.set(key, value)
    },
    removeItem: (key: string) => void stored.delete(key),
  }
}
const draft = { version: 3, keptAt: 1_000, title: 'Sales', published: true, layout: emptyLayout('Sales') }

it('returns the stored draft until it is deleted', () => {
  const shelf = draftStorage(memory(), 1, 12)
  expect(shelf.load()).toBeNull()
  expect(shelf.keep(draft)).toBe(true)
  expect(shelf.load()).toEqual(draft)
  shelf.forget()
  expect(shelf.load()).toBeNull()
})

it('separates drafts by user and dashboard', () => {
  const storage = memory()
  draftStorage(storage, 1, 12).keep(draft)
  expect(draftStorage(storage, 2, 12).load()).toBeNull()
  expect(draftStorage(storage, 1, 13).load()).toBeNull()
})

it('ignores an invalid stored draft', () => {
  const storage = memory()
  const shelf = draftStorage(storage, 1, 12)
  shelf.keep(draft)
  const [key] = [...storage.stored.keys()] as [string]
  for (const text of ['{', 'null', '7', '{"title":"x"}', '{"keptAt":1,"title":2,"layout":{}}']) {
    storage.stored.set(key, text)
    expect(shelf.load()).toBeNull()
  }
})

it('reports missing or full storage of the browser', () => {
  expect(draftStorage(memory(10), 1, 12).keep(draft)).toBe(false)
  expect(draftStorage(undefined, 1, 12).keep(draft)).toBe(false)
  expect(draftStorage(undefined, 1, 12).load()).toBeNull()
})
