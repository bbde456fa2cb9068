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

it('orders completions of equal rank by name, ignoring case', () => {
  const options = optionsOf(
    functionSource(() => ({ from: 0, options: completions })),
    'o',
  )
  expect(options.toSorted(compareCompletions).map(({ label }) => label)).toEqual(['orders_1', 'Orders_a', 'orders_b'])
})

it('creates the option of a completion once, although every key press has another list', () => {
  const source = functionSource((text) => ({ from: 0, options: [{ label: text, kind: 'keyword' }, ...completions] }))
  const [, ...first] = optionsOf(source, 'o')
  const [, ...second] = optionsOf(source, 'or')
  expect(first).toHaveLength(3)
  for (const [at, option] of second.entries()) expect(option).toBe(first[at])
})
