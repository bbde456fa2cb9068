import { render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { ApiResponseError } from '#calls/call.ts'
import { press } from '#testing/user-input.ts'
import { LoadFailed } from './LoadFailed.tsx'

function open(status: number) {
  const onRetry = vi.fn<() => void>()
  const error = new ApiResponseError(status === 404 ? 'Not found' : 'Fatal error', 'answer', status)
  const texts = { title: 'It cannot be shown', missing: 'Dashboard not found' }
  render(
    <LoadFailed {...texts} error={error} way={{ href: '/dashboard/list', text: 'Dashboards' }} onRetry={onRetry} />,
  )
  return onRetry
}

it('what is not there is the heading of its page, with the way to the others and nothing that cannot help', () => {
  open(404)
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Dashboard not found')
  expect(screen.getByRole('link', { name: 'Dashboards' }).getAttribute('href')).toBe('/dashboard/list')
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
})

it('another failure says why, and is tried again', async () => {
  const onRetry = open(500)
  expect(screen.getByRole('alert').textContent).toContain('Fatal error')
  await press('Try again')
  expect(onRetry).toHaveBeenCalledOnce()
})
