import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { queryClient } from '#client/session/query-client.ts'
import { setFormatLocale } from '#core/text/format-locale.ts'
import { openSession } from '#testing/session.ts'
import { choose, mockResponses, waitForAssertion } from '#testing/user-input.ts'
import { FormatFields } from './FormatFields.tsx'

afterEach(() => setFormatLocale(undefined))

function open(answers: Parameters<typeof mockResponses>[0]) {
  openSession()
  const calls = mockResponses(answers)
  const onChange = vi.fn<() => void>()
  render(
    <QueryClientProvider client={queryClient}>
      <FormatFields onChange={onChange} />
    </QueryClientProvider>,
  )
  return { calls, onChange }
}

it('stores the chosen formats, and shows an example of them', async () => {
  const { calls, onChange } = open({ 'PUT /api/v1/me/locale': { result: { language: 'en', locale: 'de-DE' } } })
  expect(screen.getByText('Language of the interface: English')).toBeDefined()
  expect(screen.getByText(/^Jan 30, 2027, 4:05\sPM · 1,234,567.5$/)).toBeDefined()
  await choose('Dates and numbers', /^Deutsch \(Deutschland\)/)
  await waitForAssertion(() => expect(onChange).toHaveBeenCalledOnce())
  expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({ locale: 'de-DE' })
  expect(screen.getByText('30.01.2027, 16:05 · 1.234.567,5')).toBeDefined()
})

it('shows the earlier formats again if they cannot be stored', async () => {
  const failed = () => Response.json({ message: 'No' }, { status: 500 })
  const { onChange } = open({ 'PUT /api/v1/me/locale': failed })
  await choose('Dates and numbers', /^français \(France\)/)
  await waitForAssertion(() => expect(screen.getByText(/^Jan 30, 2027/)).toBeDefined())
  expect(onChange).not.toHaveBeenCalled()
})
