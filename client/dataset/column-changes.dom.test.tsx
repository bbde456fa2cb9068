import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { queryClient } from '#client/session/query-client.ts'
import { choose, readOptions, press, mockResponses, waitForAssertion } from '#testing/user-input.ts'
import { openSession } from '#testing/session.ts'
import { ToastRegion } from '#ui/overlay/ToastRegion.tsx'
import { ColumnChanges } from './ColumnChanges.tsx'

const lineage = {
  charts: [{ id: 4, slice_name: 'Delays', viz_type: 'table' }],
  dashboards: [],
  filters: [],
  columns: [{ name: 'region', charts: [4], dashboards: [], filters: [] }],
  metrics: [],
  datasets: [],
  undetermined_datasets: [],
  is_limited: false,
}
const done = {
  changes: { added: [], removed: ['city'], renamed: [{ from: 'region', to: 'area' }] },
  charts: [
    { id: 4, slice_name: 'Delays', columns: ['region'], is_rewritten: true },
    { id: 5, slice_name: 'Of others', columns: ['region'], is_rewritten: false },
  ],
  undo: [
    { resource: 'dataset', id: 3, revision: 11 },
    { resource: 'chart', id: 4, revision: 12 },
  ],
}

function open(isSourceChanged = false) {
  openSession()
  queryClient.clear()
  const calls = mockResponses({
    '/api/v1/dataset/3/lineage': { id: 3, result: lineage },
    'PUT /api/v1/dataset/3/refresh': done,
    'POST /api/v1/dataset/3/history/11/restore': { id: 3 },
    'POST /api/v1/chart/4/history/12/restore': { id: 4 },
  })
  const onRenamed = vi.fn<(renamed: object) => void>()
  const onUndone = vi.fn<() => void>()
  render(
    <QueryClientProvider client={queryClient}>
      <ColumnChanges
        datasetId={3}
        changes={{ added: ['area', 'place'], removed: ['region', 'city'], modified: ['price'] }}
        isSourceChanged={isSourceChanged}
        onRenamed={onRenamed}
        onUndone={onUndone}
      />
      <ToastRegion />
    </QueryClientProvider>,
  )
  return { calls, onRenamed, onUndone }
}

it('lists the changes with the charts of removed columns', async () => {
  open()
  expect(screen.getByText('Added columns: area, place')).toBeDefined()
  expect(screen.getByText('Columns of another type: price')).toBeDefined()
  expect((await screen.findByRole('link', { name: 'Delays' })).getAttribute('href')).toBe('/explore?slice_id=4')
  expect(screen.getByText('No chart that you may see uses this')).toBeDefined()
})

it('renames a column in the dataset and its charts and undoes it in one step', async () => {
  const { calls, onRenamed, onUndone } = open()
  await choose('region is now', 'area')
  expect(await readOptions('city is now')).toEqual(['place'])
  await press('Rename in the dataset and its charts')
  await waitForAssertion(() => expect(onRenamed.mock.calls).toEqual([[{ region: 'area' }]]))
  expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({ renamed: { region: 'area' } })
  expect(screen.getByText('Columns renamed in the dataset and 1 chart. Not changed: Of others')).toBeDefined()
  await press('Undo')
  await waitForAssertion(() => expect(onUndone).toHaveBeenCalledOnce())
  expect(calls.filter(({ method }) => method === 'POST').map(({ path }) => path)).toEqual([
    '/api/v1/dataset/3/history/11/restore',
    '/api/v1/chart/4/history/12/restore',
  ])
})

it('renames nothing while the source is not saved', () => {
  open(true)
  expect(screen.getByText('Save the source to rename columns in charts')).toBeDefined()
  expect(screen.queryByRole('combobox')).toBeNull()
})
