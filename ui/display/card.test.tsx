import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Card } from '#ui/display/Card.tsx'

it('a card that is being updated says so in its head, for eyes alone', () => {
  const page = (isLoading: boolean) =>
    renderToStaticMarkup(
      <Card title="Flights" isLoading={isLoading}>
        x
      </Card>,
    )
  expect(page(true)).toMatch(/<header.*aria-hidden="true"[^>]*>updating<.*<\/header>/)
  expect(page(false)).not.toContain('updating')
})
