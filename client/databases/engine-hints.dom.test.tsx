import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { openSession } from '#testing/session.ts'
import { serve } from '#testing/user-input.ts'
import { DatabaseDialog } from './DatabaseDialog.tsx'
import { createQueryClient } from '#client/session/query-client.ts'

const HINT = /The driver of StarRocks is not installed.*"facet driver add mysql"/

async function openDialog(information: object) {
  openSession()
  const engine = {
    name: 'StarRocks',
    engine: 'starrocks',
    default_driver: 'mysql',
    preferred: true,
    sqlalchemy_uri_placeholder: '',
    engine_information: information,
  }
  serve({ '/api/v1/database/available/': { databases: [engine] } })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <DatabaseDialog onClose={() => {}} onSaved={() => {}} />
    </QueryClientProvider>,
  )
  await screen.findByRole('button', { name: 'Test connection' })
}

it('names the command that installs a missing driver', async () => {
  await openDialog({ is_driver_installed: false })
  expect(screen.getByText(HINT)).toBeDefined()
})

it('says that a type of database is not verified', async () => {
  await openDialog({ is_driver_installed: true, is_verified: false })
  expect(screen.getByText('StarRocks is not verified: no test has run on such a server.')).toBeDefined()
  expect(screen.queryByText(HINT)).toBeNull()
})

it('shows no hint for a verified database with its driver', async () => {
  await openDialog({ is_driver_installed: true, is_verified: true })
  expect(screen.queryByText(/not installed|not verified/)).toBeNull()
})
