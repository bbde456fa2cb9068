import { render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { ApiResponseError } from '#calls/call.ts'
import { press } from '#testing/user-input.ts'
import { LoadError } from './LoadError.tsx'

function open(status: number, code?: string) {
  const onRetry = vi.fn<() => void>()
  const message = status === 404 ? 'Not found' : 'Fatal error'
  const error = new ApiResponseError(message, 'answer', status, undefined, code)
  error.requestId = 'f81d4fae-7dec'
  const texts = { title: 'It cannot be shown', missing: 'Dashboard not found' }
  render(<LoadError {...texts} error={error} way={{ href: '/dashboard/list', text: 'Dashboards' }} onRetry={onRetry} />)
  return onRetry
}

it('a missing page has a heading and a link to the others, and no retry', () => {
  open(404)
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Dashboard not found')
  expect(screen.getByRole('link', { name: 'Dashboards' }).getAttribute('href')).toBe('/dashboard/list')
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
})

it('an unexpected server error is shown in plain words with the ID of the request, and is tried again', async () => {
  const onRetry = open(500)
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('It cannot be shown')
  const { textContent } = screen.getByRole('alert')
  expect(textContent).toContain('The server could not answer. Try again in a moment.')
  expect(textContent).toContain('Request ID for your administrator: f81d4fae-7dec')
  expect(textContent).not.toContain('Fatal error')
  await press('Try again')
  expect(onRetry).toHaveBeenCalledOnce()
})

it.each([
  [503, 'unavailable'],
  [400, undefined],
])('keeps the message of an expected error: %s %s', (status, code) => {
  open(status, code)
  expect(screen.getByRole('alert').textContent).toContain('Fatal error')
  expect(screen.queryByText(/^Request ID/) === null).toBe(status < 500)
})
