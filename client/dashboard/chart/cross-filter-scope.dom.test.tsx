import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { CrossFilterScope } from './CrossFilterScope.tsx'
import { useCrossFilter } from './use-cross-filter.ts'
import { createDashboardStore, DashboardContext } from '../state/store.ts'
import { dashboardChart, openDashboard, reader } from '#testing/dashboard.ts'
import { userInput, press, mockResponses, waitForAssertion } from '#testing/user-input.ts'

const pie = (id: number, over: object = {}) =>
  dashboardChart(id, { viz_type: 'pie', groupby: ['origin'], metric: 'count', ...over })

function shown(metadata: object, what: React.ReactNode, over: object = {}) {
  const charts = [pie(10, over), dashboardChart(11), dashboardChart(12)]
  const user = reader(1, ['can_read', 'Dashboard'], ['can_write', 'Dashboard'])
  const store = createDashboardStore(openDashboard(metadata, { charts, user }))
  render(<DashboardContext value={store}>{what}</DashboardContext>)
  return store
}

it('sets the scope of a chart in a tree, counts its charts, and saves it with the other metadata', async () => {
  let isClosed = false
  shown({ color_scheme: 'x' }, <CrossFilterScope chartId={10} title="Pie" onClose={() => (isClosed = true)} />)
  const touched = () => screen.getByRole('status').textContent
  expect(touched()).toContain('Applies to 2 charts')
  await press('charts of its own', 'radio')
  await press('Second', 'treeitem')
  expect(touched()).toBe('Applies to 1 chartChart 11')
  mockResponses({ 'PUT /api/v1/dashboard/5': Response.json({ message: 'Nobody is there' }, { status: 500 }) })
  await press('Save')
  await waitForAssertion(() => expect(screen.getByText(/The scope was not saved/)).toBeDefined())
  const calls = mockResponses({
    'PUT /api/v1/dashboard/5': ({ body }: { body: unknown }) => ({ result: body, version: 3 }),
  })
  await press('Save')
  await waitForAssertion(() => expect(isClosed).toBe(true))
  const [{ body } = { body: { json_metadata: '{}' } }] = calls
  const sent = JSON.parse((body as { json_metadata: string }).json_metadata) as Record<string, unknown>
  expect(sent).toMatchObject({
    color_scheme: 'x',
    chart_configuration: { 10: { id: 10, crossFilters: { scope: { rootPath: ['TAB-1'], excluded: [10] } } } },
  })
  expect(sent).not.toHaveProperty('cross_filters_enabled')
})

it('sets the scope of the dashboard, and keeps the scopes of single charts', async () => {
  let isClosed = false
  const own = { 10: { id: 10, crossFilters: { scope: { rootPath: ['TAB-1'], excluded: [10] } } } }
  shown({ chart_configuration: own }, <CrossFilterScope onClose={() => (isClosed = true)} />)
  expect(screen.getByRole('dialog', { name: 'Cross-filters of the dashboard' })).toBeDefined()
  expect(screen.queryByRole('radio', { name: 'charts of its own' })).toBeNull()
  expect(screen.getByRole('status').textContent).toContain('Applies to 3 charts')
  await press('Apply to specific panels', 'radio')
  await press('Second', 'treeitem')
  expect(screen.getByRole('status').textContent).toContain('Applies to 2 charts')
  const calls = mockResponses({
    'PUT /api/v1/dashboard/5': ({ body }: { body: unknown }) => ({ result: body, version: 3 }),
  })
  await press('Save')
  await waitForAssertion(() => expect(isClosed).toBe(true))
  const [{ body } = { body: { json_metadata: '{}' } }] = calls
  const sent = JSON.parse((body as { json_metadata: string }).json_metadata) as Record<string, unknown>
  expect(sent['chart_configuration']).toEqual(own)
  expect(sent['global_chart_configuration']).toEqual({ scope: { rootPath: ['TAB-1'], excluded: [] } })
})

function Emits() {
  return <output>{useCrossFilter(10).onSelect ? 'filters others' : 'filters nothing'}</output>
}

it.each([
  ['no scope is set', {}, {}, 'filters others'],
  ['the dashboard disables cross-filters', { cross_filters_enabled: false }, {}, 'filters nothing'],
  ['the chart disables them', {}, { emit_filter: false }, 'filters nothing'],
  [
    'the chart disables them and the dashboard enables them',
    { cross_filters_enabled: true },
    { emit_filter: false },
    'filters others',
  ],
])('whether a chart filters others: %s', async (_, metadata, form, says) => {
  shown(metadata, <Emits />, form)
  await userInput().tab()
  expect(screen.getByRole('status').textContent).toBe(says)
})
