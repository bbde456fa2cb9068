import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { render, screen, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import CssTemplatesPage from '#client/pages/CssTemplatesPage.tsx'
import { queryClient } from '#client/session/query-client.ts'
import { userInput, isOpen, press, mockResponses, waitForAssertion, write, writeCode } from '#testing/user-input.ts'
import { openSession } from '#testing/session.ts'
import { toast } from '#ui/overlay/toast.ts'

const quiet = {
  id: 3,
  template_name: 'Quiet',
  css: '.dashboard { color: grey }',
  created_by: { id: 1, first_name: 'Ada', last_name: 'Lovelace' },
  changed_on_delta_humanized: 'a day ago',
}

const all = { can_write: true, can_delete: true }

/** Renders the page with these rows for a user with these permissions. */
async function open(
  rows: readonly object[],
  permissions: readonly string[],
  over: Parameters<typeof mockResponses>[0] = {},
) {
  openSession()
  const calls = mockResponses({
    'GET /api/v1/css_template/_info': { permissions },
    'GET /api/v1/css_template/': { result: rows, count: rows.length },
    'POST /api/v1/css_template/': { id: 4, result: {} },
    'PUT /api/v1/css_template/3': { result: {} },
    'DELETE /api/v1/css_template/3': { message: 'OK' },
    ...over,
  })
  const root = createRootRoute()
  const page = createRoute({ getParentRoute: () => root, path: '/css_template/list', component: CssTemplatesPage })
  const router = createRouter({
    routeTree: root.addChildren([page]),
    history: createMemoryHistory({ initialEntries: ['/css_template/list'] }),
  })
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
  await screen.findByRole('heading', { name: 'CSS templates' })
  return calls
}

const writes = (calls: ReturnType<typeof mockResponses>) =>
  calls.filter(({ method }) => method !== 'GET').map(({ method, path, body }) => [method, path, body])

beforeEach(() => {
  queryClient.clear()
  toast.clear()
})

it('edits name and CSS of a template, and reports rules that dashboards ignore', async () => {
  const calls = await open([], ['can_read', 'can_write'])
  const empty = (await screen.findByText('No CSS templates yet')).parentElement as HTMLElement
  await userInput().click(within(empty).getByRole('button', { name: 'CSS template' }))
  await screen.findByRole('dialog', { name: 'Add CSS template' })
  expect(isOpen('Save')).toBe(false)
  await write('Name', 'Loud')
  await writeCode('CSS', '.dashboard { color: red; position: fixed }')
  expect(await screen.findByText('1 part is left out:')).toBeDefined()
  await press('Save')
  await waitForAssertion(() => expect(screen.queryByRole('dialog')).toBeNull())
  const body = { template_name: 'Loud', css: '.dashboard { color: red; position: fixed }' }
  expect(writes(calls)).toEqual([['POST', '/api/v1/css_template/', body]])
})

it('R-GENERIC-14: a failed template shows an error and stays in its dialog', async () => {
  const refused = () => Response.json({ message: 'The disk is full' }, { status: 500 })
  await open([quiet], ['can_read', 'can_write'], { 'POST /api/v1/css_template/': refused })
  await press('CSS template')
  await write('Name', 'Loud')
  await press('Save')
  expect(await screen.findByText('An error occurred while creating CSS templates: The disk is full')).toBeDefined()
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe('Loud')
})

it('a template is changed where it is listed', async () => {
  const calls = await open([{ ...quiet, abilities: all }], ['can_read', 'can_write'])
  await screen.findByText('Quiet')
  expect(screen.getByText('Ada Lovelace')).toBeDefined()
  await press('Edit')
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit CSS template properties' }))
  expect((await dialog.findByRole('textbox', { name: 'CSS' })).textContent).toBe('.dashboard { color: grey }')
  await writeCode('CSS', 'p { margin: 0 }')
  await press('Save')
  await waitForAssertion(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(writes(calls)).toEqual([['PUT', '/api/v1/css_template/3', { template_name: 'Quiet', css: 'p { margin: 0 }' }]])
})

it('R-DELETE-03: a template is deleted with a message, and can be restored', async () => {
  const calls = await open([{ ...quiet, abilities: all }], ['can_read', 'can_write'])
  await userInput().click(await screen.findByRole('button', { name: 'Delete Quiet' }))
  await waitForAssertion(() => expect(toast.first()?.text).toBe('Deleted: Quiet'))
  expect(writes(calls)).toEqual([['DELETE', '/api/v1/css_template/3', undefined]])
})

it('R-DELETE-04: reports a template that cannot be deleted', async () => {
  const refused = () => Response.json({ message: 'Forbidden' }, { status: 403 })
  await open([{ ...quiet, abilities: all }], ['can_read', 'can_write'], { 'DELETE /api/v1/css_template/3': refused })
  await userInput().click(await screen.findByRole('button', { name: 'Delete Quiet' }))
  await waitForAssertion(() => expect(toast.first()?.text).toBe('There was an issue deleting: Quiet: Forbidden'))
})

it('shows no actions to add, change or delete to read-only users', async () => {
  await open([{ ...quiet, abilities: { can_write: false, can_delete: false } }], ['can_read'])
  await userInput().click(await screen.findByText('Quiet'))
  expect(screen.queryByRole('dialog')).toBeNull()
  await waitForAssertion(() => expect(screen.queryByRole('button', { name: 'CSS template' })).toBeNull())
  expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Delete Quiet' })).toBeNull()
})

it('Enter in an empty form saves nothing and names the required field', async () => {
  const calls = await open([quiet], ['can_read', 'can_write'])
  await press('CSS template')
  const name = await screen.findByRole('textbox', { name: /^Name/ })
  await userInput().type(name, '{Enter}')
  await waitForAssertion(() => expect(within(screen.getByRole('dialog')).getByText('Required')).toBeDefined())
  expect(name.getAttribute('aria-invalid')).toBe('true')
  await userInput().type(name, 'Calm')
  expect(screen.queryByText('Required')).toBeNull()
  expect(writes(calls)).toEqual([])
})
