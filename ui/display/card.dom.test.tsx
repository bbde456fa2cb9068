import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Card } from '#ui/display/Card.tsx'

it('a card that is being updated says so in its head, for eyes alone', () => {
  const head = (isLoading: boolean) => {
    const { container, unmount } = render(
      <Card title="Flights" isLoading={isLoading}>
        x
      </Card>,
    )
    const found = container.querySelector('header [aria-hidden=true]')?.textContent
    unmount()
    return found
  }
  expect(head(true)).toBe('updating')
  expect(head(false)).toBeUndefined()
})
