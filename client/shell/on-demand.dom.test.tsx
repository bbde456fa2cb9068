import { render, screen } from '@testing-library/react'
import { type ComponentType, useState } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { press, waitForAssertion } from '#testing/user-input.ts'
import { toast } from '#ui/overlay/toast.ts'
import { fetchPart, onDemand } from './on-demand.tsx'

interface Closing {
  readonly onClose: () => void
}

beforeEach(() => toast.clear())

/** A page with a button that opens a lazily loaded part; counts the loads. */
function page(load: (time: number) => Promise<ComponentType<Closing>>) {
  let times = 0
  const Part = onDemand<Closing>(
    () => load(++times),
    () => <p>on its way</p>,
  )
  function Page() {
    const [isOpen, setOpen] = useState(false)
    return (
      <>
        <button type="button" onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'shut' : 'open'}
        </button>
        {isOpen && <Part onClose={() => setOpen(false)} />}
      </>
    )
  }
  render(<Page />)
  return () => times
}

const Dialog = () => <p>the dialog</p>

it('closes a dialog whose code cannot be loaded, and loads it again on the next click', async () => {
  const times = page((time) => (time === 1 ? Promise.reject(new Error('offline')) : Promise.resolve(Dialog)))
  await press('open')
  await waitForAssertion(() => expect(toast.first()?.text).toMatch(/^Part of the page could not be loaded/))
  expect(screen.getByRole('button', { name: 'open' })).toBeDefined()
  expect(screen.queryByText('the dialog')).toBeNull()
  await press('open')
  expect(await screen.findByText('the dialog')).toBeDefined()
  await press('shut')
  await press('open')
  expect(screen.getByText('the dialog')).toBeDefined()
  expect(times()).toBe(2)
})

it('a prefetched part is in the first render; one whose prefetch failed is fetched again', async () => {
  let times = 0
  const Part = onDemand<Closing>(() => {
    times += 1
    return times === 1 ? Promise.reject(new Error('offline')) : Promise.resolve(Dialog)
  })
  Part.fetch()
  await new Promise((resolve) => setTimeout(resolve, 0))
  expect(toast.first()).toBeUndefined()
  Part.fetch()
  Part.fetch()
  await new Promise((resolve) => setTimeout(resolve, 0))
  render(<Part onClose={() => undefined} />)
  expect(screen.getByText('the dialog')).toBeDefined()
  expect(times).toBe(2)
})

it('the placeholder stays until the code is loaded, and a closed dialog reports nothing', async () => {
  let fail: (error: Error) => void = () => undefined
  page(
    () =>
      new Promise((_resolve, reject) => {
        fail = reject
      }),
  )
  await press('open')
  expect(screen.getByText('on its way')).toBeDefined()
  await press('shut')
  fail(new Error('offline'))
  await new Promise((resolve) => setTimeout(resolve, 0))
  expect(toast.first()).toBeUndefined()
})

it('a module that fails to load has a readable message', async () => {
  await expect(
    fetchPart(() => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))),
  ).rejects.toThrow(/^Part of the page could not be loaded/)
  await expect(fetchPart(() => Promise.resolve(7))).resolves.toBe(7)
})
