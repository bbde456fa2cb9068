import { render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { button, press, waitForAssertion, userInput } from '#testing/user-input.ts'
import { useLostFocus } from './use-lost-focus.ts'

function Page({ names }: { readonly names: readonly string[] }) {
  const [rows, setRows] = useState(names)
  const [confirming, setConfirming] = useState<string>()
  useLostFocus()
  const remove = (name: string) => {
    setRows(rows.filter((row) => row !== name))
    setConfirming(undefined)
  }
  return (
    <>
      <main>
        <h1>Charts</h1>
        <ul>
          {rows.map((row) => (
            <li key={row}>
              <button onClick={() => remove(row)}>Delete {row}</button>
              <button onClick={() => setConfirming(row)}>Ask to delete {row}</button>
            </li>
          ))}
        </ul>
      </main>
      {confirming && (
        <div role="dialog">
          <button autoFocus onClick={() => remove(confirming)}>
            Confirm
          </button>
        </div>
      )}
    </>
  )
}

function PageWithMessage() {
  const [isShown, setShown] = useState(true)
  useLostFocus()
  return (
    <>
      <main>
        <button>Refresh</button>
      </main>
      {isShown && <button onClick={() => setShown(false)}>Undo</button>}
    </>
  )
}

function PageWithSave() {
  const [isSaved, setSaved] = useState(false)
  const [isShown, setShown] = useState(true)
  useLostFocus()
  return (
    <>
      <main>
        <h1>Chart</h1>
        <button disabled={isSaved}>Save</button>
      </main>
      {isShown && (
        <button onFocus={() => setSaved(true)} onClick={() => setShown(false)}>
          Close
        </button>
      )}
    </>
  )
}

const focused = () => document.activeElement

it('focuses the next row after the focused one is removed, the last one at the end, and then the heading', async () => {
  render(<Page names={['a', 'b', 'c']} />)
  await press('Delete b')
  await waitForAssertion(() => expect(focused()).toBe(button('Delete c')))
  await press('Delete c')
  await waitForAssertion(() => expect(focused()).toBe(button('Delete a')))
  await press('Delete a')
  await waitForAssertion(() => expect(focused()).toBe(screen.getByRole('heading', { name: 'Charts' })))
})

it('focuses the next row after a dialog has removed the row that opened it', async () => {
  render(<Page names={['a', 'b']} />)
  await press('Ask to delete a')
  await press('Confirm')
  await waitForAssertion(() => expect(focused()).toBe(button('Delete b')))
})

it('returns the focus to the page from a message that closes', async () => {
  render(<PageWithMessage />)
  button('Refresh').focus()
  await press('Undo')
  await waitForAssertion(() => expect(focused()).toBe(button('Refresh')))
})

it('focuses the heading when the last focused element of the page has been disabled', async () => {
  render(<PageWithSave />)
  button('Save').focus()
  await press('Close')
  await waitForAssertion(() => expect(focused()).toBe(screen.getByRole('heading', { name: 'Chart' })))
})

it('a click outside of all controls does not move the focus', async () => {
  const { rerender } = render(<Page key="first" names={['a', 'b']} />)
  button('Delete a').focus()
  await userInput().click(document.body)
  expect(focused()).toBe(document.body)
  vi.useFakeTimers()
  rerender(<Page key="second" names={['b']} />)
  await vi.advanceTimersByTimeAsync(200)
  vi.useRealTimers()
  expect(focused()).toBe(document.body)
})
