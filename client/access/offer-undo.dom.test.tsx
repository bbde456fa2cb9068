import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { queryClient } from '#client/session/query-client.ts'
import { openSession } from '#testing/session.ts'
import { type Call, press, mockResponses, waitForAssertion, userInput, write } from '#testing/user-input.ts'
import { ToastRegion } from '#ui/overlay/ToastRegion.tsx'
import { toast } from '#ui/overlay/toast.ts'
import { RoleDialog } from './RoleDialog.tsx'
import { RowRuleDialog } from './RowRuleDialog.tsx'
import { ShareDialog } from './ShareDialog.tsx'

const show = (element: React.ReactNode, answers: Parameters<typeof mockResponses>[0]) => {
  openSession()
  const calls = mockResponses(answers)
  render(
    <QueryClientProvider client={queryClient}>
      {element}
      <ToastRegion />
    </QueryClientProvider>,
  )
  return calls
}
const writes = (calls: readonly Call[]) =>
  calls
    .filter(({ method, path }) => method !== 'GET' && path !== '/api/v1/chart/data')
    .map(({ method, path, body, headers }) => [method, path, body, headers.get('if-match')])

beforeEach(() => {
  queryClient.clear()
  toast.clear()
})

const RULE = '/api/v1/rowlevelsecurity/5'
const rule = {
  id: 5,
  name: 'North',
  filter_type: 'Regular',
  group_key: null,
  clause: 'n = 1',
  description: null,
  tables: [{ id: 1, schema: null, table_name: 'sales' }],
  roles: [{ id: 3, name: 'Gamma' }],
  version: 2,
} as never
const ruleBody = {
  name: 'North',
  filter_type: 'Regular',
  group_key: null,
  clause: 'n = 1',
  description: null,
  tables: [1],
  roles: [3],
}

it('undoes a saved row rule at the version of the save', async () => {
  let version = 2
  const calls = show(<RowRuleDialog rule={rule} onClose={() => undefined} />, {
    'GET /api/v1/rowlevelsecurity/related/tables': { result: [], count: 0 },
    'GET /api/v1/rowlevelsecurity/related/roles': { result: [], count: 0 },
    'POST /api/v1/chart/data': { result: [{ data: [{ rows: 1 }] }, { data: [{ rows: 2 }] }] },
    [`PUT ${RULE}`]: () => ({ id: 5, result: {}, version: ++version }),
  })
  await write('Group key', 'region')
  await press('Save')
  await screen.findByText('Rule saved: North')
  await press('Undo')
  await waitForAssertion(() => expect(writes(calls)).toHaveLength(2))
  expect(writes(calls)).toEqual([
    ['PUT', RULE, { ...ruleBody, group_key: 'region' }, '"2"'],
    ['PUT', RULE, ruleBody, '"3"'],
  ])
})

it('undoes saved permissions of a role at the version of the save, and shows why that fails', async () => {
  const ROLE = '/api/v1/security/roles/9'
  const role = { id: 9, name: 'Analysts', permissions: [['can_read', 'Chart']], users: [], version: 4 }
  const conflict = () => Response.json({ message: 'This was changed by someone else' }, { status: 412 })
  let saves = 0
  const calls = show(<RoleDialog role={role as never} onClose={() => undefined} />, {
    [`GET ${ROLE}`]: { id: 9, result: role },
    'GET /api/v1/security/roles/related/users': { result: [], count: 0 },
    'GET /api/v1/security/roles/object_permissions': { is_truncated: false, result: [] },
    'GET /api/v1/security/permissions-resources/': { count: 0, result: [] },
    'GET /api/v1/security/quotas/': { count: 0, result: [] },
    [`PUT ${ROLE}`]: () => (++saves === 1 ? { id: 9, result: {}, version: 5 } : conflict()),
  })
  await screen.findByRole('textbox', { name: 'Name' })
  await write('Name', 'Readers')
  await press('Save')
  await screen.findByText('Permissions of Readers saved')
  await press('Undo')
  expect(await screen.findByText(/changed by someone else/)).toBeDefined()
  const permissions = [['can_read', 'Chart']]
  expect(writes(calls)).toEqual([
    ['PUT', ROLE, { name: 'Readers', permissions }, '"4"'],
    ['PUT', ROLE, { name: 'Analysts', permissions }, '"5"'],
  ])
})

const ROOT = '/api/v1/security/grants'
const grant = {
  id: 11,
  object: { type: 'dashboard', id: 5, schema: null, name: 'Sales' },
  subject: { type: 'user', id: 8, name: 'Bob Ray' },
  level: 'see',
  created_by: null,
  created_on: '2024-05-01T12:00:00',
  version: 4,
}
const openShare = (over: Parameters<typeof mockResponses>[0]) =>
  show(<ShareDialog object={{ type: 'dashboard', id: 5 }} title="Sales" onClose={() => undefined} />, {
    [`GET ${ROOT}/`]: { count: 1, result: [grant] },
    [`GET ${ROOT}/subjects`]: { result: [{ type: 'user', id: 7, name: 'Ana Lee' }] },
    [`GET ${ROOT}/requests`]: { count: 0, result: [] },
    ...over,
  })

it('undoes a changed level at the version of the change', async () => {
  const calls = openShare({ [`PUT ${ROOT}/11`]: { id: 11, result: { ...grant, level: 'edit', version: 5 } } })
  await screen.findByText('Bob Ray')
  await press('Level of Bob Ray', 'combobox')
  await userInput().click(await screen.findByRole('option', { name: 'Can edit' }))
  await screen.findByText('Level of Bob Ray changed')
  await press('Undo')
  await waitForAssertion(() => expect(writes(calls)).toHaveLength(2))
  expect(writes(calls)).toEqual([
    ['PUT', `${ROOT}/11`, { level: 'edit' }, '"4"'],
    ['PUT', `${ROOT}/11`, { level: 'see' }, '"5"'],
  ])
})

it('undoes the removal of a grant by a grant of the same level', async () => {
  const calls = openShare({ [`DELETE ${ROOT}/11`]: { message: 'OK' }, [`POST ${ROOT}/`]: { id: 12, result: grant } })
  await screen.findByText('Bob Ray')
  await press('Stop sharing with Bob Ray')
  await screen.findByText('No longer shared with Bob Ray')
  await press('Undo')
  await waitForAssertion(() => expect(writes(calls)).toHaveLength(2))
  expect(writes(calls)).toEqual([
    ['DELETE', `${ROOT}/11`, undefined, null],
    ['POST', `${ROOT}/`, { dashboard: 5, user: 8, level: 'see' }, null],
  ])
})

it('undoes a new grant unless it was changed since', async () => {
  const calls = openShare({
    [`POST ${ROOT}/`]: { id: 12, result: { ...grant, id: 12, version: 1 } },
    [`DELETE ${ROOT}/12`]: { message: 'OK' },
  })
  await screen.findByText('Bob Ray')
  screen.getByRole('combobox', { name: /^People, groups and roles/ }).focus()
  await userInput().keyboard('ana')
  await screen.findByRole('option', { name: /Ana Lee/ })
  await userInput().keyboard('{Enter}')
  await press('Share')
  await screen.findByText('Shared with Ana Lee')
  await press('Undo')
  await waitForAssertion(() => expect(writes(calls)).toHaveLength(2))
  expect(writes(calls)[1]).toEqual(['DELETE', `${ROOT}/12`, undefined, '"1"'])
})
