import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { PropertiesDialog } from './PropertiesDialog.tsx'
import { undo } from '../state/edit.ts'
import type { CurrentUser } from '#core/access/current-user.ts'
import { categoricalSchemes } from '#core/color/categorical.ts'
import type { TagReference } from '#core/rest/responses.ts'
import { createDashboardStore, DashboardContext } from '../state/store.ts'
import { dashboardResponse, openDashboard, reader } from '#testing/dashboard.ts'
import {
  type MockResponses,
  choose,
  field,
  userInput,
  press,
  mockResponses,
  waitForAssertion,
  write,
} from '#testing/user-input.ts'
import { openSession } from '#testing/session.ts'
import { createQueryClient } from '#client/session/query-client.ts'

const writer = reader(1, ['can_read', 'Dashboard'], ['can_write', 'Dashboard'])
const stored = (over: object = {}) => ({ id: 5, result: dashboardResponse({ version: 3, ...over }) })
const said = { shared_label_colors: { a: '#111' }, native_filter_configuration: [], of_tomorrow: [1] }

interface Of {
  readonly metadata?: object
  readonly user?: CurrentUser
  readonly tags?: readonly TagReference[]
}

function open(wantsEdit: boolean, answers: MockResponses, { metadata = said, user = writer, tags = [] }: Of = {}) {
  openSession({ user })
  const calls = mockResponses({ '/api/v1/dashboard/related': { result: [], count: 0 }, ...answers })
  const dashboard = dashboardResponse({ json_metadata: JSON.stringify(metadata), tags })
  const store = createDashboardStore(openDashboard({}, { user, wantsEdit, dashboard }))
  const onClose = vi.fn<() => void>()
  render(
    <QueryClientProvider client={createQueryClient()}>
      <DashboardContext value={store}>
        <PropertiesDialog onClose={onClose} />
      </DashboardContext>
    </QueryClientProvider>,
  )
  return {
    store,
    onClose,
    calls,
    written: () => calls.filter(({ method }) => method === 'PUT').map(({ body }) => body),
  }
}

it('I-08: saves only changed properties, and keeps metadata without a field', async () => {
  const { onClose, written } = open(false, { '/api/v1/dashboard/5': stored() })
  await write('Title', 'Trips')
  await choose('Auto-refresh', 'Every 1m')
  await press('Save')
  await waitForAssertion(() => expect(onClose).toHaveBeenCalled())
  const [body] = written() as { dashboard_title: string; json_metadata: string }[]
  expect(Object.keys(body ?? {})).toEqual(['dashboard_title', 'json_metadata'])
  expect(JSON.parse(body?.json_metadata ?? '')).toEqual({ ...said, refresh_frequency: 60 })
})

it('Enter saves, except with an invalid field or in a field that handles Enter', async () => {
  const { onClose, written } = open(false, { '/api/v1/dashboard/5': stored() })
  await press('Advanced')
  await userInput().type(field('Label to pin'), 'Boys{Enter}')
  expect(field('Label to pin').value).toBe('')
  await userInput().clear(field('Title'))
  await userInput().type(field('Title'), '{Enter}')
  expect(written()).toEqual([])
  await userInput().type(field('Title'), 'Trips{Enter}')
  await waitForAssertion(() => expect(onClose).toHaveBeenCalled())
  expect(written()).toMatchObject([{ dashboard_title: 'Trips' }])
})

it('edit mode applies all changes as one unsaved and undoable change', async () => {
  const { store, onClose, written } = open(true, {})
  await write('Title', 'Trips')
  await write('URL slug', 'trips')
  await press(/^Published/, 'switch')
  await press('Apply')
  expect(onClose).toHaveBeenCalled()
  expect(store.getState().info).toMatchObject({ title: 'Trips', slug: 'trips', published: false })
  expect(store.getState().hasUnsavedChanges).toBe(true)
  expect(written()).toEqual([])
  undo(store)
  expect(store.getState().info).toMatchObject({ title: 'Flights', slug: null, published: true })
  expect(store.getState().hasUnsavedChanges).toBe(false)
})

it('Escape confirms before input is discarded, and closes at once without input', async () => {
  const { onClose } = open(false, {})
  await userInput().keyboard('{Escape}')
  expect(onClose).toHaveBeenCalledOnce()
  onClose.mockClear()
  await write('Title', 'Trips')
  await userInput().keyboard('{Escape}')
  expect(onClose).not.toHaveBeenCalled()
  expect(screen.getByText('There are unsaved changes.')).toBeDefined()
  await press('Keep editing')
  expect(field('Title')).toHaveProperty('value', 'Trips')
  await userInput().keyboard('{Escape}')
  await press('Yes, cancel')
  expect(onClose).toHaveBeenCalledOnce()
})

it("names the user who saved meanwhile, and keeps that user's changes of other fields", async () => {
  const theirs = { changed_by: { id: 2, first_name: 'Ada', last_name: 'L' }, changed_on_delta_humanized: 'now' }
  const metadata = JSON.stringify({ ...said, refresh_frequency: 30, theirs: true })
  let isFirst = true
  const put = () => {
    if (!isFirst) return { id: 5, result: {}, version: 4 }
    isFirst = false
    return Response.json({ message: 'Someone else', extra: { code: 'version-conflict' } }, { status: 412 })
  }
  const { onClose, written } = open(false, {
    'PUT /api/v1/dashboard/5': put,
    '/api/v1/dashboard/5': stored({ ...theirs, json_metadata: metadata }),
  })
  await choose('Auto-refresh', 'Every 1m')
  await press('Save')
  await waitForAssertion(() => expect(screen.getByText(/Saved by Ada L, now/)).toBeDefined())
  await press('Overwrite theirs')
  await waitForAssertion(() => expect(onClose).toHaveBeenCalled())
  const [, body] = written() as { json_metadata: string }[]
  expect(JSON.parse(body?.json_metadata ?? '')).toEqual({ ...said, refresh_frequency: 60, theirs: true })
})

it('I-37: sets one of the color schemes for all charts', async () => {
  const { store } = open(true, {})
  await choose('Color scheme', categoricalSchemes[1]?.label ?? '')
  await press('Apply')
  expect(store.getState().info.metadata).toMatchObject({ of_tomorrow: [1], color_scheme: categoricalSchemes[1]?.id })
})

it('I-37: removes a color scheme', async () => {
  const { store } = open(true, {}, { metadata: { ...said, color_scheme: 'supersetColors' } })
  await choose('Color scheme', 'That of each chart')
  await press('Apply')
  expect(store.getState().info.metadata).toMatchObject({ of_tomorrow: [1] })
  expect(store.getState().info.metadata?.['color_scheme']).toBeUndefined()
})

it('I-37: pins a color to a label, and removes it', async () => {
  const { store } = open(true, {})
  await press('Advanced')
  await write('Label to pin', 'Boys')
  await press('Pin a color')
  expect(field('Label to pin').value).toBe('')
  await press('Apply')
  expect(store.getState().info.metadata).toMatchObject({ ...said, label_colors: { Boys: '#3258bb' } })
  await press('Reset color of Boys')
  await press('Apply')
  expect(store.getState().info.metadata).toEqual({ ...said, label_colors: {} })
})

it('adds an existing tag and a new one, which is created on save, and removes one', async () => {
  const tagging = reader(1, ['can_read', 'Dashboard'], ['can_write', 'Dashboard'], ['can_write', 'Tag'])
  const tags = [{ id: 9, name: 'weekly' }]
  const { onClose, calls } = open(
    false,
    {
      'GET /api/v1/dashboard/5': stored({ tags }),
      'PUT /api/v1/dashboard/5': { id: 5, result: {}, version: 4 },
      'GET /api/v1/dashboard/related/tags': { result: [{ value: 7, text: 'sales' }], count: 1 },
      'POST /api/v1/tag/': { id: 11, result: {} },
    },
    { user: tagging, tags },
  )
  const tagField = await screen.findByRole('combobox', { name: /^Tags/ })
  await userInput().click(tagField)
  await userInput().click(await screen.findByRole('option', { name: 'sales' }))
  await userInput().click(screen.getByRole('option', { name: 'weekly' }))
  await userInput().type(tagField, 'brand new')
  await userInput().click(await screen.findByRole('option', { name: /brand new/ }))
  await userInput().keyboard('{Escape}')
  await press('Save')
  await waitForAssertion(() => expect(onClose).toHaveBeenCalled())
  const written = calls.filter(({ method }) => method !== 'GET').map(({ method, path, body }) => [method, path, body])
  expect(written).toEqual([
    ['POST', '/api/v1/tag/', { name: 'brand new' }],
    ['PUT', '/api/v1/dashboard/5', { tags: [7, 11] }],
  ])
})
