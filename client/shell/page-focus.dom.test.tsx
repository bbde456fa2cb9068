import { render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { markSignIn, usePageFocus } from '#client/shell/use-page-focus.ts'
import { press, userInput, waitForAssertion } from '#testing/user-input.ts'

function Pages() {
  const [path, setPath] = useState('/list')
  const [isThere, setThere] = useState(false)
  usePageFocus(path)
  const go = () => {
    setPath('/one')
    setTimeout(() => setThere(true), 20)
  }
  return (
    <main>
      {path === '/list' && <button onClick={go}>One</button>}
      {isThere && <h1>The one</h1>}
    </main>
  )
}

it('moves the focus to the heading of the page that a link opened, once it is loaded', async () => {
  render(<Pages />)
  await press('One')
  await waitForAssertion(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'The one' })))
})

it('marks the document with the last input, for the ring of the heading', async () => {
  const byPointer = render(<Pages />)
  await press('One')
  const heading = await screen.findByRole('heading', { name: 'The one' })
  await waitForAssertion(() => expect(document.activeElement).toBe(heading))
  expect(document.documentElement.dataset['lastInput']).toBe('pointer')
  byPointer.unmount()
  render(<Pages />)
  screen.getByRole('button', { name: 'One' }).focus()
  await userInput().keyboard('{Enter}')
  const other = await screen.findByRole('heading', { name: 'The one' })
  await waitForAssertion(() => expect(document.activeElement).toBe(other))
  expect(document.documentElement.dataset['lastInput']).toBe('key')
})

it('the focus stays on a link that stays', async () => {
  render(
    <>
      <button>Rail</button>
      <Pages />
    </>,
  )
  await press('One')
  screen.getByRole('button', { name: 'Rail' }).focus()
  await screen.findByRole('heading', { name: 'The one' })
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Rail' }))
})

function LatePages() {
  const [path, setPath] = useState('/list')
  const [isThere, setThere] = useState(false)
  usePageFocus(path)
  const go = () => {
    setPath('/one')
    setTimeout(() => setThere(true), 20)
  }
  return <main>{isThere ? <h1>The one</h1> : <button onClick={go}>One</button>}</main>
}

it('focuses the heading when the old page with the link stays until the new one is loaded', async () => {
  render(<LatePages />)
  screen.getByRole('button', { name: 'One' }).focus()
  await press('One')
  await waitForAssertion(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'The one' })))
})

function First({ isBare }: { readonly isBare: boolean }) {
  usePageFocus('/first', isBare)
  return (
    <main>
      <h1>First page</h1>
    </main>
  )
}

it('the first page after the sign-in form was sent focuses its heading, once', () => {
  markSignIn()
  const bare = render(<First isBare />)
  expect(document.activeElement).toBe(document.body)
  bare.unmount()
  const page = render(<First isBare={false} />)
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'First page' }))
  page.unmount()
  render(<First isBare={false} />)
  expect(document.activeElement).toBe(document.body)
})
