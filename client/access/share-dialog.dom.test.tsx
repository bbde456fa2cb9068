import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { queryClient } from '#client/session/query-client.ts'
import type { ReadReason } from '#core/rest/grant.ts'
import { toast } from '#ui/overlay/toast.ts'
import { openSession } from '#testing/session.ts'
import { type Call, press, mockResponses, waitForAssertion, userInput, write } from '#testing/user-input.ts'
import { AccessContacts, RequestAccess } from './RequestAccess.tsx'
import { ShareDialog } from './ShareDialog.tsx'
import { reasonText } from './reason-text.ts'

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
const subjects = [
  { type: 'user', id: 7, name: 'Ana Lee' },
  { type: 'group', id: 3, name: 'Berlin' },
]
const request = {
  id: 21,
  created_on: '2024-05-01T12:00:00',
  user: { id: 9, name: 'Eve Poe' },
  object: { type: 'dashboard', id: 5, name: 'Sales' },
  note: 'For the report',
}

const show = (element: React.ReactNode, answers: Parameters<typeof mockResponses>[0]) => {
  openSession()
  const calls = mockResponses(answers)
  render(<QueryClientProvider client={queryClient}>{element}</QueryClientProvider>)
  return calls
}
const open = (over: Parameters<typeof mockResponses>[0] = {}) =>
  show(<ShareDialog object={{ type: 'dashboard', id: 5 }} title="Sales" onClose={() => {}} />, {
    [`GET ${ROOT}/`]: { count: 1, result: [grant] },
    [`GET ${ROOT}/subjects`]: ({ query }: Call) => ({
      result: subjects.filter(({ name }) => name.toLowerCase().includes(query.get('text') ?? '')),
    }),
    [`GET ${ROOT}/requests`]: { count: 0, result: [] },
    ...over,
  })
const writes = (calls: ReturnType<typeof mockResponses>) =>
  calls.filter(({ method }) => method !== 'GET').map(({ method, path, body }) => [method, path, body])

beforeEach(() => {
  queryClient.clear()
  toast.clear()
})

it('lists the changes of the grants, and undoes each by its type', async () => {
  const made = { made_on: '2024-05-01T12:30:00', made_by: { id: 1, name: 'Ada Ant' }, can_undo: true, grant }
  const of = (id: number, action: string, before: string | null, after: string | null) =>
    ({ ...made, id, action, level_before: before, level_after: after }) as const
  const changes = [
    of(33, 'delete', 'edit', null),
    of(32, 'update', 'see', 'edit'),
    { ...of(31, 'create', null, 'see'), made_by: null },
    { ...of(30, 'create', null, 'edit'), can_undo: false },
  ]
  const calls = open({
    [`GET ${ROOT}/changes`]: { is_truncated: true, result: changes },
    [`POST ${ROOT}/`]: { id: 12, result: grant },
    [`PUT ${ROOT}/11`]: { id: 11, result: grant },
    [`DELETE ${ROOT}/11`]: { message: 'OK' },
  })
  await press('Changes')
  const table = await screen.findByRole('table', { name: 'Changes' })
  expect(await within(table).findByText('The application')).toBeDefined()
  expect(screen.getByText(/Older changes/)).toBeDefined()
  expect(within(table).getAllByRole('button')).toHaveLength(3)
  await press('Undo: No longer shared with Bob Ray')
  await waitForAssertion(() => expect(writes(calls)).toHaveLength(1))
  await press('Undo: Level of Bob Ray: Can see → Can edit')
  await waitForAssertion(() => expect(writes(calls)).toHaveLength(2))
  await press('Undo: Shared with Bob Ray: Can see')
  await waitForAssertion(() => expect(writes(calls)).toHaveLength(3))
  expect(writes(calls)).toEqual([
    ['POST', `${ROOT}/`, { dashboard: 5, user: 8, level: 'edit' }],
    ['PUT', `${ROOT}/11`, { level: 'see' }],
    ['DELETE', `${ROOT}/11`, undefined],
  ])
  expect(calls.filter(({ headers }) => headers.get('if-match') === '"4"')).toHaveLength(2)
})

it('shares a dashboard with a person and a group, at a level, by the keyboard', async () => {
  const calls = open({ [`POST ${ROOT}/`]: { id: 12, result: grant } })
  await screen.findByText('Bob Ray')
  screen.getByRole('combobox', { name: /^People, groups and roles/ }).focus()
  await userInput().keyboard('ana')
  await screen.findByRole('option', { name: /Ana Lee/ })
  await userInput().keyboard('{Enter}ber')
  await screen.findByRole('option', { name: /Berlin/ })
  await userInput().keyboard('{Enter}')
  await press('Share')
  await waitForAssertion(() =>
    expect(writes(calls)).toEqual([
      ['POST', `${ROOT}/`, { dashboard: 5, user: 7, level: 'see' }],
      ['POST', `${ROOT}/`, { dashboard: 5, group: 3, level: 'see' }],
    ]),
  )
})

it('changes the level of a grant at its version, and removes it', async () => {
  const calls = open({ [`PUT ${ROOT}/11`]: { id: 11, result: grant }, [`DELETE ${ROOT}/11`]: { message: 'OK' } })
  await screen.findByText('Bob Ray')
  await press('Level of Bob Ray', 'combobox')
  await userInput().click(await screen.findByRole('option', { name: 'Can edit' }))
  await waitForAssertion(() => expect(writes(calls)).toEqual([['PUT', `${ROOT}/11`, { level: 'edit' }]]))
  await press('Stop sharing with Bob Ray')
  await waitForAssertion(() => expect(writes(calls).at(-1)).toEqual(['DELETE', `${ROOT}/11`, undefined]))
})

it('lists who has access and why when its section is opened', async () => {
  const reasons = [{ by: 'ownership' }, { by: 'grant', level: 'edit', group: 'Berlin' }]
  open({
    [`GET ${ROOT}/readers`]: {
      count: 1,
      is_public: false,
      result: [{ user: { id: 7, name: 'Ana Lee', username: 'ana' }, reasons }],
    },
  })
  await press('Who has access, and why')
  const table = within(await screen.findByRole('table', { name: 'Who has access' }))
  expect(await table.findByText('is an owner; may edit, by a grant (group Berlin)')).toBeDefined()
})

it('grants and dismisses requests for access', async () => {
  const calls = open({
    [`GET ${ROOT}/requests`]: { count: 1, result: [request] },
    [`POST ${ROOT}/requests/21/close`]: { message: 'OK' },
  })
  await screen.findByRole('button', { name: 'Grant Eve Poe access' })
  await press('Grant Eve Poe access')
  await waitForAssertion(() => expect(writes(calls)).toEqual([['POST', `${ROOT}/requests/21/close`, { level: 'see' }]]))
  await press('Dismiss the request of Eve Poe')
  await waitForAssertion(() => expect(writes(calls).at(-1)).toEqual(['POST', `${ROOT}/requests/21/close`, {}]))
})

it('shares one schema or all schemas of a database, and lists the grants of both', async () => {
  const object = { type: 'database', id: 2, schema: null, name: 'shop' }
  const onSchema = { ...grant, id: 12, object: { ...object, type: 'schema', schema: 'sales' } }
  const calls = show(
    <ShareDialog object={{ type: 'database', id: 2 }} schema="sales" title="shop" onClose={() => {}} />,
    {
      [`GET ${ROOT}/`]: { count: 2, result: [onSchema, { ...grant, object }] },
      [`GET ${ROOT}/subjects`]: { result: subjects },
      [`POST ${ROOT}/`]: { id: 13, result: grant },
      [`DELETE ${ROOT}/12`]: { message: 'OK' },
      'GET /api/v1/database/2/schemas/': { result: ['sales', 'staff'] },
    },
  )
  const table = within(await screen.findByRole('table', { name: 'Shared with' }))
  expect([await table.findByText('sales'), table.getByText('The whole database')]).toHaveLength(2)
  const choosePerson = async () => {
    await userInput().click(screen.getByRole('combobox', { name: /^People, groups and roles/ }))
    await userInput().click(await screen.findByRole('option', { name: /Ana Lee/ }))
    await userInput().keyboard('{Escape}')
    await press('Share')
  }
  await choosePerson()
  const body = { database: 2, user: 7, level: 'see' }
  await waitForAssertion(() => expect(writes(calls)).toEqual([['POST', `${ROOT}/`, { ...body, schema: 'sales' }]]))
  await press(/^Clear/)
  await choosePerson()
  await waitForAssertion(() => expect(writes(calls).at(-1)).toEqual(['POST', `${ROOT}/`, body]))
  await press('Stop sharing with Bob Ray (sales)')
  await waitForAssertion(() => expect(writes(calls).at(-1)).toEqual(['DELETE', `${ROOT}/12`, undefined]))
  expect(calls.some(({ path }) => path === `${ROOT}/requests` || path === `${ROOT}/readers`)).toBe(false)
})

it('requests access with a note, and shows what happens next', async () => {
  const calls = show(<RequestAccess object={{ type: 'dashboard', id: 'sales' }} />, {
    [`POST ${ROOT}/requests`]: { message: 'OK' },
  })
  await write('Note for the owners', 'For the report')
  await press('Request access')
  await screen.findByText(/^The owners see your request/)
  expect(writes(calls)).toEqual([['POST', `${ROOT}/requests`, { dashboard: 'sales', note: 'For the report' }]])
})

it('names the administrators who can grant access', async () => {
  show(<AccessContacts />, { [`GET ${ROOT}/contacts`]: { result: ['Ana Lee', 'Bob Ray'] } })
  expect(await screen.findByText('Ask one of the administrators: Ana Lee, Bob Ray.')).toBeDefined()
})

it.each<[ReadReason, string]>([
  [{ by: 'admin' }, 'is an administrator'],
  [{ by: 'permission', role: 'Sales', permission: 'Read dataset x' }, 'Read dataset x (role Sales)'],
  [{ by: 'grant', level: 'see' }, 'may see, by a grant'],
  [{ by: 'grant', level: 'explore', group: '' }, 'may explore, by a grant (a group)'],
  [{ by: 'grant', level: 'see', role: '' }, 'may see, by a grant (a role)'],
  [
    { by: 'dashboard', role: 'Sales', group: 'Berlin', dashboard: { id: 1, name: 'Board' } },
    'by dashboard Board (role Sales by group Berlin)',
  ],
  [{ by: 'published' }, 'it is published'],
])('says why: %j', (reason, text) => {
  expect(reasonText(reason)).toBe(text)
})
