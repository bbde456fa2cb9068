import { render, screen, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { press, waitForAssertion } from '#testing/user-input.ts'
import { Tour } from './Tour.tsx'

beforeEach(() => localStorage.clear())

const page = (names: readonly string[], userId = 1) =>
  render(
    <main tabIndex={-1}>
      {names.map((name) => (
        <p key={name} data-tour={name}>
          {name}
        </p>
      ))}
      <Tour userId={userId} />
    </main>,
  )
const outlined = () => [...document.querySelectorAll('p[class]:not([class=""])')].map((each) => each.textContent)
const dialog = () => screen.getByRole('dialog')
const offer = () => screen.queryByRole('button', { name: 'Start tour' })

it('describes three elements of the page one after the other, and outlines each', async () => {
  page(['recents', 'search', 'dashboards', 'new'])
  await press('Start tour')
  expect(within(dialog()).getByRole('heading').textContent).toBe('Make a chart')
  expect([dialog().getAttribute('aria-label'), outlined()]).toEqual(['Tour, step 1 of 3', ['new']])
  await press('Next')
  expect([dialog().getAttribute('aria-label'), outlined()]).toEqual(['Tour, step 2 of 3', ['dashboards']])
  await press('Back')
  expect(outlined()).toEqual(['new'])
  await press('Next')
  await press('Next')
  expect([within(dialog()).getByRole('heading').textContent, outlined()]).toEqual(['Find anything', ['search']])
  await press('Done')
  await waitForAssertion(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect([offer(), outlined()]).toEqual([null, []])
})

it('offers both actions in one group that wraps below the text', () => {
  page(['search'])
  const group = screen.getByRole('button', { name: 'Start tour' }).parentElement
  expect(
    within(group as HTMLElement)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(['Start tour', "Don't show again"])
  expect(group?.textContent).not.toContain('First visit?')
})

it('skips elements that are hidden from the user', async () => {
  page(['search', 'dashboards', 'recents'])
  await press('Start tour')
  expect(within(dialog()).getByRole('heading').textContent).toBe('Open a dashboard')
})

it('stays closed for the user in this browser, and is offered to another user', async () => {
  const { unmount } = page(['search'])
  await press("Don't show again")
  expect(offer()).toBeNull()
  expect(document.activeElement?.tagName).toBe('MAIN')
  unmount()
  const again = page(['search'])
  expect(offer()).toBeNull()
  again.unmount()
  page(['search'], 2)
  expect(offer()).not.toBeNull()
})
