import { EditorState } from '@codemirror/state'
import { CompletionContext } from '@codemirror/autocomplete'
import { expect, it } from 'vitest'
import { type CodeCompletion, compareCompletions, functionSource } from './completion.ts'

const completions: readonly CodeCompletion[] = ['orders_b', 'Orders_a', 'orders_1'].map((label) => ({
  label,
  kind: 'table',
}))

const optionsOf = (source: ReturnType<typeof functionSource>, text: string) =>
  source(new CompletionContext(EditorState.create({ doc: text }), text.length, true))?.options ?? []

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
  const context = new CompletionContext(EditorState.create({ doc: 'ord' }), 3, true)
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
