import { EditorState } from '@codemirror/state'
import { CompletionContext } from '@codemirror/autocomplete'
import { expect, it, vi } from 'vitest'
import { type CodeCompletion, compareCompletions, functionSource, functionSources, searchSource } from './completion.ts'

const completions: readonly CodeCompletion[] = ['orders_b', 'Orders_a', 'orders_1'].map((label) => ({
  label,
  kind: 'table',
}))

const contextOf = (text: string) => new CompletionContext(EditorState.create({ doc: text }), text.length, true)

const optionsOf = (source: ReturnType<typeof functionSource>, text: string) => source(contextOf(text))?.options ?? []

const many = (names: readonly string[]): readonly CodeCompletion[] => names.map((label) => ({ label, kind: 'table' }))

it('passes the best matches of a long list on: those that begin with the word, contain it, or have its characters', () => {
  const filler = Array.from({ length: 10_000 }, (_, at) => `t${at}`)
  const lists = [[{ label: 'OR', kind: 'keyword' as const }], many([...filler, 'o_r_d', 'all_orders', 'Orders', 'rod'])]
  const source = functionSource(() => ({ from: 0, lists }))
  const labels = (text: string) => optionsOf(source, text).map(({ label }) => label)
  expect(labels('ord')).toEqual(['OR', 'Orders', 'all_orders', 'o_r_d'])
  expect(labels('"ord')).toEqual(['OR'])
  // 300 tables, and the keyword.
  expect(labels('')).toHaveLength(301)
  const context = contextOf('ord')
  expect(source(context)?.validFor).toBeUndefined()
  expect(functionSource(() => ({ from: 0, lists: [completions] }))(context)?.validFor).toBeDefined()
})

it('orders completions of equal rank by name, ignoring case', () => {
  const options = optionsOf(
    functionSource(() => ({ from: 0, lists: [completions] })),
    'o',
  )
  expect(options.toSorted(compareCompletions).map(({ label }) => label)).toEqual(['orders_1', 'Orders_a', 'orders_b'])
})

it('creates the option of a completion once, although every key has another list', () => {
  const source = functionSource((text) => ({ from: 0, lists: [[{ label: text, kind: 'keyword' }, ...completions]] }))
  const [, ...first] = optionsOf(source, 'o')
  const [, ...second] = optionsOf(source, 'or')
  expect(first).toHaveLength(3)
  for (const [at, option] of second.entries()) expect(option).toBe(first[at])
})

it('offers the known completions at once, and those of a search when they arrive', async () => {
  const search = () => Promise.resolve(many(['orders_far']))
  const complete = () => ({ from: 0, lists: [completions], search })
  const known = functionSource(complete)(contextOf('ord'))
  expect(known?.options).toHaveLength(3)
  expect(known?.validFor).toBeUndefined()
  const found = await searchSource(complete)(contextOf('ord'))
  expect(found?.options.map(({ label }) => label)).toEqual(['orders_far'])
})

it('offers nothing more if there is nothing to search, the search fails, or the text has changed', async () => {
  const lists = [completions]
  expect(searchSource(() => ({ from: 0, lists }))(contextOf('ord'))).toBeNull()
  const failing = () => Promise.reject(new Error('down'))
  expect(await searchSource(() => ({ from: 0, lists, search: failing }))(contextOf('ord'))).toBeNull()
  const context = contextOf('ord')
  const leave = vi.spyOn(context, 'addEventListener').mockImplementation((_, listener) => listener())
  const search = vi.fn<() => Promise<readonly CodeCompletion[]>>(() => Promise.resolve(many(['orders_far'])))
  expect(await searchSource(() => ({ from: 0, lists, search }))(context)).toBeNull()
  expect(leave).toHaveBeenCalledOnce()
  expect(search).not.toHaveBeenCalled()
})

it('offers the last results for a changed word until the next search responds', async () => {
  const results: Record<string, readonly string[]> = { ord: ['orders_far', 'ordinary'], orde: ['orders_farther'] }
  const complete = (text: string) => {
    const word = text.split(' ').at(-1) ?? ''
    const search = () =>
      word in results ? Promise.resolve(many(results[word] ?? [])) : Promise.reject(new Error('down'))
    return { from: text.length - word.length, lists: [completions], search }
  }
  const [known, further] = functionSources(complete)
  const labels = (text: string) => optionsOf(known as ReturnType<typeof functionSource>, text).map(({ label }) => label)
  const own = completions.map(({ label }) => label)
  await further?.(contextOf('from ord'))
  expect(labels('from orde')).toEqual([...own, 'orders_far', 'ordinary'])
  expect(labels('join ord')).toEqual(own)
  await further?.(contextOf('from orde'))
  expect(labels('from order')).toEqual([...own, 'orders_farther'])
  await further?.(contextOf('from order'))
  expect(labels('from orders')).toEqual(own)
})
