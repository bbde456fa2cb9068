import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { queryClient } from '#client/session/query-client.ts'
import { openSession } from '#testing/session.ts'
import { press, mockResponses, userInput } from '#testing/user-input.ts'
import { CompareRolesDialog } from './CompareRolesDialog.tsx'

const ROLES = '/api/v1/security/roles'
const none = { left: [], right: [], left_count: 0, right_count: 0, common_count: 0 }
const comparison = {
  left: { id: 3, name: 'North' },
  right: { id: 4, name: 'Admin' },
  permissions: { ...none, left: [['can_csv', 'Superset']], left_count: 1 },
  grants: none,
  rules: none,
  masks: none,
}
const roles = [
  { id: 3, name: 'North' },
  { id: 4, name: 'Admin' },
]

function open(over: Parameters<typeof mockResponses>[0] = {}) {
  openSession()
  const calls = mockResponses({
    [`GET ${ROLES}/`]: { count: 2, result: roles },
    [`GET ${ROLES}/3/compare/4`]: { result: comparison },
    ...over,
  })
  render(
    <QueryClientProvider client={queryClient}>
      <CompareRolesDialog role={{ id: 3, name: 'North' }} onClose={() => {}} />
    </QueryClientProvider>,
  )
  return calls
}

async function choose(name: string) {
  await press(/^Other role/, 'combobox')
  await userInput().click(await screen.findByRole('option', { name }))
}

beforeEach(() => queryClient.clear())

it('compares two selected roles as text and describes the rights of administrators', async () => {
  const calls = open()
  expect(screen.queryByText(/^Permissions/)).toBeNull()
  await choose('Admin')
  const table = within(await screen.findByRole('table', { name: 'Permissions' }))
  expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Difference',
    'Detail',
    'North',
    'Admin',
  ])
  const [, row] = table.getAllByRole('row')
  expect(row?.textContent).toMatch(/^Export charts as CSV.*YesNo$/)
  expect(screen.getByText(/^Users with the role Admin may do everything/)).toBeDefined()
  expect(screen.getAllByText('No differences')).toHaveLength(3)
  expect(calls.filter(({ path }) => path.includes('compare'))).toHaveLength(1)
})

it('requests another role if both are the same, and shows why a comparison failed', async () => {
  const calls = open({ [`GET ${ROLES}/3/compare/4`]: () => Response.json({ message: 'Forbidden' }, { status: 403 }) })
  await choose('North')
  await screen.findByText('Select two different roles.')
  expect(calls.some(({ path }) => path.includes('compare'))).toBe(false)
  await choose('Admin')
  expect(await screen.findByText(/^The roles cannot be compared: /)).toBeDefined()
})
