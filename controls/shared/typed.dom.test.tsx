import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useDraft } from './draft.tsx'
import { useDebouncedCommit } from './use-debounced-commit.tsx'
import { write } from '#testing/user-input.ts'

interface Field {
  readonly commit: (text: string) => void
}
const LATER = 10_000

function Settled({ commit }: Field) {
  const send = useDebouncedCommit(commit)
  return <input aria-label="Field" onChange={({ target }) => send(target.value, LATER)} />
}

function Drafted({ commit }: Field) {
  const { text, change } = useDraft('', commit, LATER)
  return <input aria-label="Field" value={text} onChange={({ target }) => change(target.value)} />
}

it.each([
  ['settles', Settled],
  ['is a draft', Drafted],
])('commits pending input of a field that %s before the field is removed', async (_, Part) => {
  const seen: [string, boolean][] = []
  const commit = (text: string) => seen.push([text, screen.queryByLabelText('Field') !== null])
  const { unmount } = render(<Part commit={commit} />)
  await write('Field', '180')
  expect(seen).toEqual([])
  unmount()
  expect(seen).toEqual([['180', true]])
})
