import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { cleanup, render, screen, within } from '@testing-library/react'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import RolesPage from '#client/pages/RolesPage.tsx'
import RowRulesPage from '#client/pages/RowRulesPage.tsx'
import GroupsPage from '#client/pages/GroupsPage.tsx'
import UsersPage from '#client/pages/UsersPage.tsx'
import { timestampText } from '#client/session/timestamps.ts'
import { queryClient } from '#client/session/query-client.ts'
import { reader } from '#testing/dashboard.ts'
import { openSession } from '#testing/session.ts'
import { choose, press, mockResponses, waitForAssertion, userInput, write } from '#testing/user-input.ts'
import { toast } from '#ui/overlay/toast.ts'

const all = { can_read: true, can_write: true, can_delete: true }
const ana = {
  id: 7,
  username: 'ana',
  first_name: 'Ana',
  last_name: 'Lee',
  email: 'ana@example.org',
  active: true,
  last_login: '2024-05-01T12:30:00.000000',
  has_password: true,
  roles: [{ id: 3, name: 'Gamma' }],
  groups: [{ id: 6, name: 'Sales team' }],
  version: 4,
  abilities: all,
}
const bob = { ...ana, id: 8, username: 'bob', first_name: 'Bob', last_name: '', last_login: null, has_password: false }
const USERS = '/api/v1/security/users'
const ROLES = '/api/v1/security/roles'
const gamma = { value: 3, text: 'Gamma' }

async function open(
  path: string,
  component: () => React.ReactNode,
  over: Parameters<typeof mockResponses>[0],
  session: Parameters<typeof openSession>[0] = {},
) {
  openSession(session)
  const calls = mockResponses({
    [`GET ${USERS}/_info`]: { permissions: ['can_read', 'can_write'] },
    [`GET ${USERS}/`]: { result: [ana, bob], count: 2 },
    [`GET ${USERS}/related/roles`]: { result: [gamma], count: 1 },
    [`GET ${ROLES}/_info`]: { permissions: ['can_read', 'can_write'] },
    [`GET ${ROLES}/related/users`]: { result: [{ value: 7, text: 'Ana Lee' }], count: 1 },
    [`GET ${ROLES}/object_permissions`]: { is_truncated: false, result: [] },
    'GET /api/v1/security/permissions-resources/': {
      count: 2,
      result: [
        { id: 1, permission: { name: 'can_csv' }, view_menu: { name: 'Superset' } },
        { id: 2, permission: { name: 'can_read' }, view_menu: { name: 'Chart' } },
      ],
    },
    ...over,
  })
  const root = createRootRoute()
  const page = createRoute({ getParentRoute: () => root, path, component })
  const router = createRouter({
    routeTree: root.addChildren([page]),
    history: createMemoryHistory({ initialEntries: [path] }),
  })
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
  return calls
}

const writes = (calls: ReturnType<typeof mockResponses>) =>
  calls
    .filter(({ method, path }) => method !== 'GET' && path !== '/api/v1/chart/data')
    .map(({ method, path, body }) => [method, path, body])

beforeEach(() => {
  queryClient.clear()
  toast.clear()
})

it('a user is edited where they are listed', async () => {
  const calls = await open('/users/list', UsersPage, { [`PUT ${USERS}/7`]: { id: 7, result: {} } })
  await screen.findByText('Ana Lee')
  expect(screen.getByText(timestampText(Date.UTC(2024, 4, 1, 12, 30)))).toBeDefined()
  expect(screen.getByText('No password yet')).toBeDefined()
  await userInput().click(screen.getAllByRole('button', { name: 'Edit' })[0] as HTMLElement)
  await screen.findByRole('dialog', { name: 'Edit user ana' })
  await write('First name', 'Anna')
  await write('Attributes', 'region')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true)
  await write('Attributes', 'region = north')
  await press('Save')
  await waitForAssertion(() => expect(screen.queryByRole('dialog')).toBeNull())
  const body = {
    username: 'ana',
    first_name: 'Anna',
    last_name: 'Lee',
    email: 'ana@example.org',
    active: true,
    roles: [3],
    attributes: { region: 'north' },
  }
  expect(writes(calls)).toEqual([['PUT', `${USERS}/7`, body]])
})

it('a sign-in link is created after a warning, and shown once', async () => {
  const url = 'https://facet.example.org/login/link/abc'
  const calls = await open('/users/list', UsersPage, {
    [`POST ${USERS}/7/sign_in_link`]: { result: { url, expires_on: '2024-05-02T12:30:00.000000' } },
  })
  await screen.findByText('Ana Lee')
  await press('Sign-in link for ana')
  await screen.findByText(/The password of ana stops working/)
  expect(writes(calls)).toEqual([])
  await press('Create link')
  expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'Link' })).value).toBe(url)
})

it('a user who owns objects is deleted only with a new owner, and the objects are listed before', async () => {
  const calls = await open('/users/list', UsersPage, {
    [`GET ${USERS}/7/owned`]: {
      count: 1,
      sole_count: 1,
      result: [{ type: 'dashboard', id: 2, name: 'Sales', other_owners: 0 }],
    },
    [`POST ${USERS}/7/hand_over`]: { message: 'OK', count: 1 },
    [`DELETE ${USERS}/7`]: { message: 'OK' },
  })
  await screen.findByText('Ana Lee')
  await press('Delete ana')
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete ana?' }))
  expect(await dialog.findByText('Dashboard: Sales')).toBeDefined()
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Delete' }).disabled).toBe(true)
  await userInput().click(dialog.getByRole('combobox', { name: /^New owner/ }))
  expect(screen.queryByRole('option', { name: 'ana' })).toBeNull()
  await userInput().click(await screen.findByRole('option', { name: 'bob' }))
  await press('Hand over and delete')
  await waitForAssertion(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(writes(calls)).toEqual([
    ['POST', `${USERS}/7/hand_over`, { to: 8 }],
    ['DELETE', `${USERS}/7`, undefined],
  ])
})

const role = {
  id: 3,
  name: 'Gamma',
  is_built_in: true,
  user_ids: [7],
  group_user_ids: [],
  permission_count: 1,
  permissions: [['can_read', 'Chart']],
  users: [{ id: 7, username: 'ana', first_name: 'Ana', last_name: 'Lee', active: true }],
  version: 1,
  abilities: all,
}

it('a built-in role is duplicated and the copy gets a permission that is found by its words', async () => {
  const calls = await open('/roles/list', RolesPage, {
    [`GET ${ROLES}/`]: { result: [role], count: 1 },
    [`GET ${ROLES}/3`]: { id: 3, result: role },
    [`POST ${ROLES}/`]: { id: 9, result: {} },
  })
  await screen.findByText('Gamma')
  await press('Duplicate Gamma')
  await screen.findByRole('dialog', { name: 'Add role' })
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe('Copy of Gamma')
  await userInput().type(screen.getByRole('searchbox', { name: 'Search permissions' }), 'as csv{Enter}')
  await userInput().click(await screen.findByRole('checkbox', { name: 'Export charts as CSV' }))
  await press('Save')
  await waitForAssertion(() => expect(screen.queryByRole('dialog')).toBeNull())
  const permissions = [
    ['can_read', 'Chart'],
    ['can_csv', 'Superset'],
  ]
  expect(writes(calls)).toEqual([['POST', `${ROLES}/`, { name: 'Copy of Gamma', permissions }]])
})

it('labels the counts in the list of roles on a phone', async () => {
  const { happyDOM } = window as unknown as { happyDOM: { setViewport: (size: object) => void } }
  const { innerWidth: width } = window
  happyDOM.setViewport({ width: 390 })
  onTestFinished(() => happyDOM.setViewport({ width }))
  await open('/roles/list', RolesPage, { [`GET ${ROLES}/`]: { result: [role], count: 1 } })
  expect(await screen.findByText('1 user')).toBeDefined()
  expect(screen.getByText('1 permission')).toBeDefined()
})

it('allows changes only of the users of a built-in role', async () => {
  await open('/roles/list', RolesPage, {
    [`GET ${ROLES}/`]: { result: [role], count: 1 },
    [`GET ${ROLES}/3`]: { id: 3, result: role },
  })
  await screen.findByText('Gamma')
  expect(screen.queryByRole('button', { name: 'Delete Gamma' })).toBeNull()
  await press('Edit')
  await screen.findByRole('dialog', { name: 'Edit role Gamma' })
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^Name/ }).disabled).toBe(true)
  await userInput().click(await screen.findByRole('button', { name: /^Charts/ }))
  expect((await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Read charts' })).disabled).toBe(true)
})

it('a rule whose clause does not run stays in its dialog with the reason', async () => {
  const RULES = '/api/v1/rowlevelsecurity'
  const rule = {
    id: 5,
    name: 'North',
    filter_type: 'Regular',
    group_key: null,
    clause: "region = 'north'",
    description: null,
    tables: [{ id: 1, schema: null, table_name: 'sales' }],
    roles: [{ id: 3, name: 'Gamma' }],
    version: 2,
    abilities: all,
  }
  const refused = () => Response.json({ message: { clause: ['sales: "m" not found'] } }, { status: 422 })
  const calls = await open('/rowlevelsecurity/list', RowRulesPage, {
    [`GET ${RULES}/_info`]: { permissions: ['can_read', 'can_write'] },
    [`GET ${RULES}/`]: { result: [rule], count: 1 },
    [`GET ${RULES}/related/tables`]: { result: [{ value: 1, text: 'sales' }], count: 1 },
    [`GET ${RULES}/related/roles`]: { result: [gamma], count: 1 },
    [`PUT ${RULES}/5`]: refused,
    'GET /api/v1/dataset/1': { id: 1, result: { id: 1, table_name: 'sales', columns: [], metrics: [] } },
    'POST /api/v1/chart/data': { result: [{ data: [{ rows: 12_340 }] }, { data: [{ rows: 3_000_000 }] }] },
  })
  await screen.findByText('North')
  await press('Edit')
  await screen.findByRole('dialog', { name: 'Edit rule North' })
  await screen.findByText('sales: the rule shows 12,340 of 3,000,000 rows')
  const counted = calls.find(({ path }) => path === '/api/v1/chart/data')?.body as { queries: { extras?: object }[] }
  expect(counted.queries.map(({ extras }) => extras)).toEqual([{ where: "(region = 'north')" }, undefined])
  await write('Group key', 'region')
  await press('Save')
  expect(await screen.findByText(/"m" not found/)).toBeDefined()
  expect(writes(calls)).toEqual([
    [
      'PUT',
      `${RULES}/5`,
      {
        name: 'North',
        filter_type: 'Regular',
        group_key: 'region',
        clause: "region = 'north'",
        description: null,
        tables: [1],
        roles: [3],
      },
    ],
  ])
})

const token = {
  id: 4,
  name: 'nightly export',
  scope: 'read',
  prefix: 'facet_AbCdEf',
  created_on: '2024-05-01T12:30:00.000000',
  expires_on: '2024-07-30T12:30:00.000000',
  last_used_on: null,
}

it('an administrator revokes a token of a user, and signs the user out everywhere after a confirmation', async () => {
  const calls = await open('/users/list', UsersPage, {
    [`GET ${USERS}/7/tokens`]: { count: 1, result: [{ ...token, role: null }], roles: [] },
    [`GET ${USERS}/7/sessions`]: { count: 0, result: [] },
    [`DELETE ${USERS}/7/tokens/4`]: { message: 'OK' },
    [`POST ${USERS}/7/sign_out_everywhere`]: { message: 'OK' },
  })
  await screen.findByText('Ana Lee')
  expect(screen.getAllByText('Sales team')).toHaveLength(2)
  await press('Tokens and sessions of ana')
  await screen.findByText('facet_AbCdEf…')
  await press('Revoke nightly export')
  await waitForAssertion(() => expect(writes(calls)).toHaveLength(1))
  await press('Sign out everywhere')
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Sign out everywhere' }))
  expect(writes(calls)).toHaveLength(1)
  await userInput().click(dialog.getByRole('button', { name: 'Sign out everywhere' }))
  await waitForAssertion(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(writes(calls)).toEqual([
    ['DELETE', `${USERS}/7/tokens/4`, undefined],
    ['POST', `${USERS}/7/sign_out_everywhere`, undefined],
  ])
})

it('administrators compare roles from their list; other users cannot', async () => {
  const listed = { id: 3, name: 'Gamma', is_built_in: true, user_ids: [], group_user_ids: [], permission_count: 2 }
  const rows = { [`GET ${ROLES}/`]: { result: [{ ...listed, abilities: all }], count: 1 } }
  await open('/roles/list', RolesPage, rows, { user: { ...reader(1), roles: { Admin: [] } } })
  await screen.findByText('Built in')
  await press('Compare Gamma with another role')
  expect(await screen.findByRole('dialog', { name: 'Compare roles' })).toBeDefined()
  cleanup()
  await open('/roles/list', RolesPage, rows)
  await screen.findByText('Built in')
  expect(screen.queryByRole('button', { name: /^Compare/ })).toBeNull()
})

it('administrators view as other active users and as roles; other users cannot', async () => {
  const left = { ...ana, id: 9, username: 'left', active: false }
  const self = { ...ana, id: 1, username: 'ada' }
  const rows = { [`GET ${USERS}/`]: { result: [ana, left, self], count: 3 } }
  const administrator = { ...reader(1), roles: { Admin: [] } }
  const names = () =>
    screen.queryAllByRole('button', { name: /^View as/ }).map((each) => each.getAttribute('aria-label'))
  await open('/users/list', UsersPage, rows, { user: administrator })
  await screen.findByText('ada')
  expect(names()).toEqual(['View as ana'])
  await press('View as ana')
  expect(await screen.findByRole('dialog', { name: 'View as ana' })).toBeDefined()
  cleanup()
  await open('/users/list', UsersPage, rows)
  await screen.findByText('ada')
  expect(names()).toEqual([])
  cleanup()
  const gammaRole = { id: 3, name: 'Gamma', is_built_in: true, permission_count: 1, user_ids: [], group_user_ids: [] }
  const roles = { [`GET ${ROLES}/`]: { result: [{ ...gammaRole, abilities: all }], count: 1 } }
  await open('/roles/list', RolesPage, roles, { user: administrator })
  await screen.findByText('Gamma')
  await press('View as Gamma')
  expect(await screen.findByRole('dialog', { name: 'View as Gamma' })).toBeDefined()
})

it('a group is edited with its roles and users', async () => {
  const GROUPS = '/api/v1/security/groups'
  const group = {
    id: 6,
    name: 'Sales',
    label: null,
    description: null,
    roles: [{ id: 3, name: 'Gamma' }],
    users: [{ id: 7, username: 'ana', first_name: 'Ana', last_name: 'Lee', active: true }],
    version: 2,
    abilities: all,
  }
  const calls = await open('/list_groups', GroupsPage, {
    [`GET ${GROUPS}/_info`]: { permissions: ['can_read', 'can_write'] },
    [`GET ${GROUPS}/`]: { result: [group], count: 1 },
    [`GET ${GROUPS}/related/roles`]: { result: [gamma], count: 1 },
    [`GET ${GROUPS}/related/users`]: { result: [{ value: 7, text: 'Ana Lee' }], count: 1 },
    [`PUT ${GROUPS}/6`]: { id: 6, result: {} },
  })
  await screen.findByText('Sales')
  await press('Edit')
  await screen.findByRole('dialog', { name: 'Edit group Sales' })
  await write('Label', 'The sales team')
  await press('Save')
  await waitForAssertion(() => expect(screen.queryByRole('dialog')).toBeNull())
  const body = { name: 'Sales', label: 'The sales team', description: null, roles: [3], users: [7] }
  expect(writes(calls)).toEqual([['PUT', `${GROUPS}/6`, body]])
})

it('a service account is marked, has no sign-in link, and gets a token that is shown once', async () => {
  const robot = { ...ana, username: 'robot', last_login: null, has_password: false, is_service: true }
  const text = `facet_${'A'.repeat(43)}`
  const calls = await open('/users/list', UsersPage, {
    [`GET ${USERS}/`]: { result: [robot, bob], count: 2 },
    [`GET ${USERS}/7/tokens`]: { count: 0, result: [], roles: [{ id: 3, name: 'Gamma' }] },
    [`POST ${USERS}/7/tokens`]: { id: 4, result: { id: 4, name: 'nightly', scope: 'read', role: null, token: text } },
  })
  expect(await screen.findByText('Service account')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Sign-in link for robot' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Sign-in link for bob' })).toBeDefined()
  await press('API tokens of robot')
  await screen.findByText('No API tokens')
  expect(screen.queryByRole('button', { name: 'Reset second factor' })).toBeNull()
  await press('API token')
  await write('Name', 'nightly')
  await press('Create token')
  expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'Token' })).value).toBe(text)
  expect(writes(calls)).toEqual([
    ['POST', `${USERS}/7/tokens`, { name: 'nightly', scope: 'read', expires_in_days: 90 }],
  ])
})

it('a new service account is created without a sign-in link', async () => {
  const calls = await open('/users/list', UsersPage, {
    [`POST ${USERS}/`]: { id: 9, result: { username: 'robot' } },
    [`GET ${USERS}/9/tokens`]: { count: 0, result: [], roles: [] },
  })
  await screen.findByText('Ana Lee')
  await press('User')
  await write('User name', 'robot')
  await write('First name', 'Nightly')
  await choose('Roles', 'Gamma')
  await press(/^Service account/, 'switch')
  await press('Save')
  await screen.findByRole('dialog', { name: 'API tokens of robot' })
  expect(writes(calls)[0]?.[2]).toMatchObject({ username: 'robot', is_service: true, roles: [3] })
})
