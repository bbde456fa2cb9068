import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { openSession } from '#testing/session.ts'
import { press, mockResponses, waitForAssertion, write } from '#testing/user-input.ts'
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
  const served = mockResponses({
    '/api/v1/database/available/': { databases: [engine] },
    'POST /api/v1/database/': { id: 7, result: {} },
  })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <DatabaseDialog onClose={() => {}} onSaved={() => {}} />
    </QueryClientProvider>,
  )
  await screen.findByRole('button', { name: 'Test connection' })
  return served
}

it('names the command that installs a missing driver', async () => {
  await openDialog({ is_driver_installed: false })
  expect(screen.getByText(HINT)).toBeDefined()
})

it('shows that a type of database is not verified', async () => {
  await openDialog({ is_driver_installed: true, is_verified: false })
  expect(screen.getByText('StarRocks is not verified: no test has run on such a server.')).toBeDefined()
  expect(screen.queryByText(HINT)).toBeNull()
})

it('offers cost estimates if the plans of the engine have costs, and saves the choice', async () => {
  await openDialog({ supports_cost_estimate: false })
  expect(screen.queryByRole('checkbox', { name: 'Enable query cost estimation' })).toBeNull()
  cleanup()
  const calls = await openDialog({ supports_cost_estimate: true })
  await press(/^Enable query cost estimation/, 'checkbox')
  await write('Display name', 'sales')
  await write('SQLAlchemy URI', 'mysql://a:b@db/sales')
  await press('Connect')
  await waitForAssertion(() =>
    expect(calls.find(({ method }) => method === 'POST')?.body).toMatchObject({
      extra: '{"cost_estimate_enabled":true}',
    }),
  )
})

it('sends the certificates if the engine uses them', async () => {
  await openDialog({ supports_certificates: false })
  expect(screen.queryByRole('textbox', { name: /Root certificate/ })).toBeNull()
  cleanup()
  await openDialog({ supports_certificates: true, supports_client_certificates: false })
  expect(screen.getByRole('textbox', { name: /Root certificate/ })).toBeDefined()
  expect(screen.queryByRole('textbox', { name: /Client (certificate|key)/ })).toBeNull()
  cleanup()
  const calls = await openDialog({ supports_certificates: true, supports_client_certificates: true })
  await write('Display name', 'sales')
  await write('SQLAlchemy URI', 'mysql://a:b@db/sales')
  await write('Root certificate', 'authority')
  await write('Client certificate', 'mine')
  await write('Client key', 'secret')
  await press('Connect')
  await waitForAssertion(() =>
    expect(calls.find(({ method }) => method === 'POST')?.body).toMatchObject({
      server_cert: 'authority',
      masked_encrypted_extra: '{"client_cert":"mine","client_key":"secret"}',
    }),
  )
})

it('sends the SSH tunnel if the engine has tunnels', async () => {
  await openDialog({ disable_ssh_tunneling: true })
  expect(screen.queryByRole('checkbox', { name: /^SSH tunnel/ })).toBeNull()
  cleanup()
  const calls = await openDialog({ disable_ssh_tunneling: false })
  await press(/^SSH tunnel/, 'checkbox')
  await write('Display name', 'sales')
  await write('SQLAlchemy URI', 'mysql://a:b@db/sales')
  await write('SSH host', 'jump.example')
  await write('SSH username', 'ana')
  await write('Private key', 'a key')
  await press('Connect')
  await waitForAssertion(() =>
    expect(calls.find(({ method }) => method === 'POST')?.body).toMatchObject({
      ssh_tunnel: { server_address: 'jump.example', server_port: 22, username: 'ana', private_key: 'a key' },
    }),
  )
})

it('sends a host key only after the user has confirmed it', async () => {
  const key = `SHA256:${'A'.repeat(43)}`
  await openDialog({ disable_ssh_tunneling: false })
  const error = { message: 'not confirmed', error_type: 'GENERIC_COMMAND_ERROR', level: 'warning' }
  const extra = { host_key: key, invalid: ['ssh_tunnel'] }
  const answer = () => Response.json({ errors: [{ ...error, extra }] }, { status: 422 })
  mockResponses({ 'POST /api/v1/database/': answer })
  await press(/^SSH tunnel/, 'checkbox')
  await write('Display name', 'sales')
  await write('SQLAlchemy URI', 'mysql://a:b@db/sales')
  await press('Connect')
  await screen.findByRole('button', { name: /^Confirm the host key/ })
  expect(screen.queryByDisplayValue(key)).toBeNull()
  await press(`Confirm the host key ${key}`)
  expect(screen.queryByRole('button', { name: /^Confirm the host key/ })).toBeNull()
  expect(screen.getByDisplayValue(key)).toBeDefined()
})

it('shows no hint for a verified database with its driver', async () => {
  await openDialog({ is_driver_installed: true, is_verified: true })
  expect(screen.queryByText(/not installed|not verified/)).toBeNull()
})

it('offers and saves the changes that the engine supports', async () => {
  const names = ['Allow CREATE TABLE AS', 'Allow CREATE VIEW AS', 'Allow DML', 'Allow data upload']
  const offered = () =>
    names.filter((name) => screen.queryByRole('checkbox', { name: new RegExp(`^${name}`) }) !== null)
  await openDialog({ supports_data_changes: false, supports_file_upload: false })
  expect(offered()).toEqual([])
  cleanup()
  const calls = await openDialog({ supports_data_changes: true, supports_file_upload: true })
  expect(offered()).toEqual(names)
  await press(/^Allow DML/, 'checkbox')
  await press(/^Allow data upload/, 'checkbox')
  await write('Display name', 'sales')
  await write('SQLAlchemy URI', 'mysql://a:b@db/sales')
  await press('Connect')
  await waitForAssertion(() =>
    expect(calls.find(({ method }) => method === 'POST')?.body).toMatchObject({
      allow_ctas: false,
      allow_cvas: false,
      allow_dml: true,
      allow_file_upload: true,
    }),
  )
})

it('offers the size of the pool if the engine has one, and saves it', async () => {
  await openDialog({ supports_pool_size: false })
  expect(screen.queryByRole('textbox', { name: 'Connection pool size' })).toBeNull()
  cleanup()
  const calls = await openDialog({ supports_pool_size: true })
  await write('Display name', 'sales')
  await write('SQLAlchemy URI', 'mysql://a:b@db/sales')
  await write('Connection pool size', '200')
  await press('Connect')
  expect(await screen.findByText('Enter a whole number from 1 to 100')).toBeDefined()
  await write('Connection pool size', '20')
  await press('Connect')
  await waitForAssertion(() =>
    expect(calls.find(({ method }) => method === 'POST')?.body).toMatchObject({
      extra: '{"engine_params":{"pool_size":20}}',
    }),
  )
})
