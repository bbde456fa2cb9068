import { QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { DatasetResponse } from '#core/rest/responses.ts'
import type { DatasetFolder } from '#core/rest/dataset-folders.ts'
import { createDropSlotRegistry, DropSlotRegistryContext } from '#controls/shared/drop-slot-registry.tsx'
import { press, userInput } from '#testing/user-input.ts'
import { openSession } from '#testing/session.ts'
import { actions, createExploreStore, ExploreContext } from '../state/store.ts'
import { SourcePanel } from './SourcePanel.tsx'
import { createQueryClient } from '#client/session/query-client.ts'

const dataset: DatasetResponse = {
  id: 3,
  version: 1,
  table_name: 'sales',
  columns: [{ column_name: 'revenue', type: 'DOUBLE', type_generic: 0, is_dttm: false, groupby: true }],
  metrics: [{ metric_name: 'count', expression: 'COUNT(*)' }],
}

/** Renders the dataset panel of a pie chart; `samples` is the number of cached sample rows. */
function open(samples?: number, shown: DatasetResponse = dataset) {
  openSession()
  const client = createQueryClient()
  if (samples !== undefined) client.setQueryData(['dataset-rows', 3, 1], { rowcount: samples })
  const form = { viz_type: 'pie', datasource: '3__table' }
  const store = createExploreStore({ slice: null, dataset: shown, form, title: '' })
  render(
    <QueryClientProvider client={client}>
      <ExploreContext value={store}>
        <DropSlotRegistryContext value={createDropSlotRegistry()}>
          <SourcePanel />
        </DropSlotRegistryContext>
      </ExploreContext>
    </QueryClientProvider>,
  )
  return store
}

const head = () => within(screen.getByRole('complementary', { name: 'Chart source' }))

it('a pressed number becomes the metric', async () => {
  const store = open()
  await press('Add revenue to the chart')
  expect(store.getState().form['metric']).toMatchObject({ label: 'SUM(revenue)' })
})

it('shows the row count next to the name once it is known', () => {
  const store = open(1000)
  expect(head().queryByText(/rows?$/)).toBeNull()
  act(() => actions.counted(store, dataset, 1_234_567))
  expect(head().getByText('1,234,567 rows')).toBeDefined()
})

it('samples that are all rows count them', () => {
  open(1)
  expect(head().getByText('1 row')).toBeDefined()
})

it('groups metrics and columns by the folders of the dataset, and finds them by search', async () => {
  const part = (type: 'column' | 'metric', name: string) => ({ type, uuid: name, name })
  const folder = (name: string, ...children: DatasetFolder['children']): DatasetFolder => ({
    type: 'folder',
    uuid: name,
    name,
    description: null,
    children,
  })
  const folders = [
    folder('Money', part('metric', 'count'), folder('Details', part('column', 'revenue'))),
    folder('Empty'),
  ]
  const column = { type: 'VARCHAR', type_generic: 1, is_dttm: false, groupby: true } as const
  const columns = [...(dataset.columns ?? []), { ...column, column_name: 'city' }]
  const store = open(undefined, { ...dataset, folders, columns })
  const titles = () => screen.getAllByRole('heading').map(({ tagName, textContent }) => `${tagName} ${textContent}`)
  expect(titles()).toEqual(['H2 Money', 'H3 Details', 'H2 Metrics', 'H2 Columns'])
  const section = (name: string) => within(screen.getByRole('button', { name }).closest('section') as HTMLElement)
  expect(section('Columns').queryByText('revenue')).toBeNull()
  expect(section('Columns').getByText('city')).toBeDefined()
  await press('Add revenue to the chart')
  expect(store.getState().form['metric']).toMatchObject({ label: 'SUM(revenue)' })
  await userInput().type(screen.getByRole('searchbox', { name: 'Search Metrics & Columns' }), 'city')
  expect(titles()).toEqual(['H2 Metrics', 'H2 Columns'])
})
