import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { OwnQuotas } from '#client/account/OwnQuotas.tsx'
import { queryClient } from '#client/session/query-client.ts'
import type { RoleResponse, UserResponse } from '#core/rest/responses.ts'
import { openSession } from '#testing/session.ts'
import { press, mockResponses, waitForAssertion, userInput } from '#testing/user-input.ts'
import { RoleDialog } from './RoleDialog.tsx'
import { UserDialog } from './UserDialog.tsx'

const ROOT = '/api/v1/security/quotas'
const none = { max_queries: null, max_rows: null, max_exports: null, max_upload_bytes: null }
const gamma = {
  id: 3,
  name: 'Gamma',
  is_built_in: true,
  permissions: [],
  users: [],
  groups: [],
  user_ids: [],
  group_user_ids: [],
  permission_count: 0,
  version: 2,
} as unknown as RoleResponse
const ana = {
  id: 7,
  username: 'ana',
  first_name: 'Ana',
  last_name: 'Lee',
  email: 'ana@example.org',
  active: true,
  roles: [{ id: 3, name: 'Gamma' }],
  attributes: {},
  version: 4,
} as unknown as UserResponse
const stored = { id: 5, subject: { type: 'user', id: 7, name: 'ana' }, ...none, max_rows: 10_000, version: 6 }
const effective = [
  { measure: 'max_queries', value: null, source: null, used: null },
  { measure: 'max_rows', value: 10_000, source: { type: 'user', id: 7, name: 'ana' }, used: null },
  { measure: 'max_exports', value: 20, source: { type: 'role', id: 3, name: 'Gamma' }, used: 4 },
  { measure: 'max_upload_bytes', value: 5_000_000, source: { type: 'role', id: 3, name: 'Gamma' }, used: 1_500_000 },
]

function open(content: React.ReactNode, answers: Parameters<typeof mockResponses>[0]) {
  openSession()
  const calls = mockResponses({
    'GET /api/v1/security/roles/3': { id: 3, result: gamma },
    'GET /api/v1/security/permissions-resources/': { count: 0, result: [] },
    'GET /api/v1/security/roles/object_permissions': { is_truncated: false, result: [] },
    [`GET ${ROOT}/effective`]: { result: effective },
    ...answers,
  })
  render(<QueryClientProvider client={queryClient}>{content}</QueryClientProvider>)
  return calls
}

const writesOf = (calls: ReturnType<typeof mockResponses>) =>
  calls
    .filter(({ method }) => method !== 'GET')
    .map(({ method, path, body, headers }) => [method, path, body, headers.get('if-match')])

async function write(label: string, text: string): Promise<void> {
  const input = screen.getByRole('spinbutton', { name: label })
  await userInput().clear(input)
  if (text !== '') await userInput().type(input, text)
}

const nothing = () => {}
const userDialog = <UserDialog user={ana} onCreated={nothing} onClose={nothing} />

beforeEach(() => queryClient.clear())

it('shows the effective quota of a user and its source, and stores only the quota', async () => {
  const calls = open(userDialog, {
    [`GET ${ROOT}/`]: { count: 1, result: [stored] },
    [`PUT ${ROOT}/5`]: { id: 5, result: stored },
  })
  await screen.findByText('Applies: 10,000, by this quota')
  expect(screen.getByText('Applies: no quota')).toBeDefined()
  expect(screen.getByText('Applies: 20, by the role Gamma. Used: 4')).toBeDefined()
  expect(screen.getByText('Applies: 5 MB, by the role Gamma. Used: 1.5 MB')).toBeDefined()
  expect(screen.getByRole<HTMLInputElement>('spinbutton', { name: 'Rows of a result' }).value).toBe('10,000')
  await write('Exports per hour', '50')
  await write('Uploads in 24 hours', '2.5')
  await press('Save')
  const body = { max_queries: null, max_rows: 10_000, max_exports: 50, max_upload_bytes: 2_500_000 }
  await waitForAssertion(() => expect(writesOf(calls)).toEqual([['PUT', `${ROOT}/5`, body, '"6"']]))
})

it('removes the quota of a user when its last value is cleared', async () => {
  const calls = open(userDialog, {
    [`GET ${ROOT}/`]: { count: 1, result: [stored] },
    [`DELETE ${ROOT}/5`]: { message: 'OK' },
  })
  await screen.findByText('Applies: 10,000, by this quota')
  await write('Rows of a result', '')
  await press('Save')
  await waitForAssertion(() => expect(writesOf(calls)).toEqual([['DELETE', `${ROOT}/5`, undefined, '"6"']]))
})

it('reports that another administrator has changed the quota', async () => {
  open(userDialog, {
    [`GET ${ROOT}/`]: { count: 1, result: [stored] },
    [`PUT ${ROOT}/5`]: () => Response.json({ message: 'This was changed by someone else' }, { status: 412 }),
  })
  await screen.findByText('Applies: 10,000, by this quota')
  await write('Queries at a time', '3')
  await press('Save')
  expect(await screen.findByText('This was changed by someone else')).toBeDefined()
})

it('creates the quota of a built-in role', async () => {
  const calls = open(<RoleDialog role={gamma} onClose={nothing} />, {
    [`GET ${ROOT}/`]: { count: 0, result: [] },
    [`POST ${ROOT}/`]: { id: 9, result: stored },
  })
  await screen.findByText('For each user of the role. The most generous role of a user counts.')
  await waitForAssertion(() =>
    expect(screen.getByRole<HTMLInputElement>('spinbutton', { name: 'Queries at a time' }).disabled).toBe(false),
  )
  await write('Queries at a time', '2')
  await press('Save')
  const body = { role: 3, max_queries: 2, max_rows: null, max_exports: null, max_upload_bytes: null }
  await waitForAssertion(() => expect(writesOf(calls)).toEqual([['POST', `${ROOT}/`, body, null]]))
})

it('offers no quota for the role of administrators', async () => {
  open(<RoleDialog role={gamma} onClose={nothing} />, {
    'GET /api/v1/security/roles/3': { id: 3, result: { ...gamma, name: 'Admin' } },
  })
  await screen.findByRole('dialog', { name: 'Edit role Admin' })
  expect(screen.queryByText('Quotas')).toBeNull()
})

it('the account lists the quotas that apply, and what was used', async () => {
  open(<OwnQuotas />, { 'GET /api/v1/me/quotas': { result: effective } })
  await screen.findByText('Uploads in 24 hours')
  const cells = screen.getAllByRole('row').map((row) => row.textContent)
  expect(cells.slice(1)).toEqual(['Rows of a result10,000', 'Exports per hour204', 'Uploads in 24 hours5 MB1.5 MB'])
  expect(screen.queryByText('Queries at a time')).toBeNull()
})

it('the account page shows that there are no quotas', async () => {
  const free = effective.map((each) => ({ ...each, value: null, source: null }))
  open(<OwnQuotas />, { 'GET /api/v1/me/quotas': { result: free } })
  expect(await screen.findByText('You have no quotas')).toBeDefined()
})
