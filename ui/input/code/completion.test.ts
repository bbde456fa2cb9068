import { EditorState } from '@codemirror/state'
import { CompletionContext } from '@codemirror/autocomplete'
import { expect, it } from 'vitest'
import { type CodeCompletion, compareCompletions, functionSource } from './completion.ts'

const completions: readonly CodeCompletion[] = ['orders_b', 'Orders_a', 'orders_1'].map((label) => ({
  label,
  kind: 'table',
}))

/** Returns the result of a source that has nothing to search. */
function resultOf(source: ReturnType<typeof functionSource>, context: CompletionContext) {
  const result = source(context)
  if (result instanceof Promise) throw new Error('The source searches')
  return result
}

const contextOf = (text: string) => new CompletionContext(EditorState.create({ doc: text }), text.length, true)

const optionsOf = (source: ReturnType<typeof functionSource>, text: string) =>
  resultOf(source, contextOf(text))?.options ?? []

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
  expect(resultOf(source, context)?.validFor).toBeUndefined()
  expect(
    resultOf(
      functionSource(() => ({ from: 0, lists: [completions] })),
      context,
    )?.validFor,
  ).toBeDefined()
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

it('adds the completions of a search to the known ones, each once, and searches again for the next key', async () => {
  const search = () => Promise.resolve(many(['orders_1', 'orders_far']))
  const result = await functionSource(() => ({ from: 0, lists: [completions], search }))(contextOf('ord'))
  expect(result?.options.map(({ label }) => label)).toEqual(['orders_b', 'Orders_a', 'orders_1', 'orders_far'])
  expect(result?.validFor).toBeUndefined()
})

it('offers the known completions if the search fails', async () => {
  const search = () => Promise.reject(new Error('down'))
  const result = await functionSource(() => ({ from: 0, lists: [completions], search }))(contextOf('ord'))
  expect(result?.options).toHaveLength(3)
})
