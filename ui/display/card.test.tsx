import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Card } from '#ui/display/Card.tsx'

it('shows in the header that a card is being updated, without an announcement', () => {
  const page = (isLoading: boolean) =>
    renderToStaticMarkup(
      <Card title="Flights" isLoading={isLoading}>
        x
      </Card>,
    )
  expect(page(true)).toMatch(/<header.*aria-hidden="true"[^>]*>updating<.*<\/header>/)
  expect(page(false)).not.toContain('updating')
})
