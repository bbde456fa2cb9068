import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '#client/session/query-client.ts'
import type { DatasetResponse } from '#core/rest/responses.ts'
import { reader } from '#testing/dashboard.ts'
import { choose, isOpen, readOptions, press, mockResponses, waitForAssertion } from '#testing/user-input.ts'
import { stubRequests } from '#testing/request-stub.ts'
import { openSession } from '#testing/session.ts'
import { PREVIEW } from '#testing/upload-preview.ts'
import { ToastRegion } from '#ui/overlay/ToastRegion.tsx'
import { ReplaceDataDialog } from './ReplaceDataDialog.tsx'

const VIEWS = ['CsvToDatabaseView', 'ExcelToDatabaseView', 'ColumnarToDatabaseView']
const FILE = new File(['area,city,price\neast,Ulm,1\n'], 'next.csv')

const dataset: DatasetResponse = {
  id: 3,
  table_name: 'sales',
  database: { id: 7, database_name: 'Uploads' },
  columns: [
    { column_name: 'region', type: 'VARCHAR', type_generic: 1, is_dttm: false },
    { column_name: 'town', type: 'VARCHAR', type_generic: 1, is_dttm: false },
    { column_name: 'price', type: 'DOUBLE', type_generic: 0, is_dttm: false },
    { column_name: 'twice', type: 'DOUBLE', type_generic: 0, is_dttm: false, expression: 'price * 2' },
  ],
}
const preview = {
  ...PREVIEW,
  column_count: 3,
  column_names: ['area', 'city', 'price'],
  columns: [
    { name: 'area', type: 'VARCHAR', isEitherOrder: false },
    { name: 'city', type: 'VARCHAR', isEitherOrder: false },
    { name: 'price', type: 'BIGINT', isEitherOrder: false },
  ],
  rows: [['east', 'Ulm', '1']],
}
const lineage = {
  charts: [{ id: 4, slice_name: 'Regions', viz_type: 'table' }],
  dashboards: [],
  filters: [],
  columns: [{ name: 'region', charts: [4], dashboards: [], filters: [] }],
  metrics: [],
  datasets: [],
  undetermined_datasets: [],
  is_limited: false,
}
const done = {
  message: 'OK',
  changes: { added: [], removed: [], renamed: [{ from: 'region', to: 'area' }] },
  charts: [{ id: 4, slice_name: 'Regions', columns: ['region'], is_rewritten: true }],
  undo: [{ resource: 'dataset', id: 3, revision: 11 }],
}

beforeEach(() => queryClient.clear())

async function open(databases: readonly object[] = [{ id: 7, database_name: 'Uploads', allow_file_upload: true }]) {
  openSession({ user: reader(1, ...VIEWS.map((view) => ['can_this_form_get', view] as const)) })
  stubRequests()
  const sent: { readonly path: string; readonly fields: Readonly<Record<string, unknown>> }[] = []
  const onReplaced = vi.fn<(renamed: object) => void>()
  mockResponses({
    '/api/v1/dataset/3/lineage': { id: 3, result: lineage },
    'POST /api/v1/dataset/3/history/11/restore': { id: 3 },
    '/api/v1/database/': ({ path, body }: { readonly path: string; readonly body: unknown }) => {
      if (path.endsWith('/upload_preview/')) return { result: preview }
      if (path.endsWith('replace_data/')) {
        const fields = body instanceof FormData ? Object.fromEntries(body) : (body as Record<string, unknown>)
        sent.push({ path, fields })
        return path.endsWith('/undo_replace_data/') ? { message: 'OK' } : done
      }
      return { result: databases, count: databases.length }
    },
  })
  const onClose = vi.fn<() => void>()
  render(
    <QueryClientProvider client={queryClient}>
      <ReplaceDataDialog dataset={dataset} onReplaced={onReplaced} onClose={onClose} />
      <ToastRegion />
    </QueryClientProvider>,
  )
  return { sent, onReplaced, onClose }
}

async function drop() {
  const zone = await screen.findByRole('group', { name: 'Drop a file here' })
  await waitFor(() => expect(isOpen('Choose a file')).toBe(true))
  fireEvent.drop(zone, { dataTransfer: { files: [FILE], types: ['Files'] } })
  await screen.findByRole('region', { name: 'Changed columns' })
}

it('lists changed columns with their charts, and offers new names without applying them', async () => {
  const { sent } = await open()
  await drop()
  expect(screen.getByText('Added columns: area, city')).toBeDefined()
  expect(screen.getByText('Column of another type: price (DOUBLE, now BIGINT)')).toBeDefined()
  expect((await screen.findByRole('link', { name: 'Regions' })).getAttribute('href')).toBe('/explore?slice_id=4')
  expect(screen.getByRole('button', { name: 'Use "area"' })).toBeDefined()
  expect(screen.getByRole('button', { name: 'Use "city"' })).toBeDefined()
  await waitFor(() => expect(isOpen('Replace data')).toBe(true))
  await press('Replace data')
  await waitForAssertion(() => expect(sent).toHaveLength(1))
  const listed = { table_name: 'sales', upload_key: expect.stringMatching(/^[0-9a-f]{32}$/) }
  expect(sent[0]?.fields).toMatchObject({ dataset_id: '3', renamed: '{}', ...listed })
})

it('replaces the data with renamed columns and undoes both in one step', async () => {
  const { sent, onReplaced, onClose } = await open()
  await drop()
  await press('Use "area"')
  expect(await readOptions('town is now')).toEqual(['city'])
  await choose('town is now', 'city')
  await waitFor(() => expect(isOpen('Replace data')).toBe(true))
  await press('Replace data')
  await waitForAssertion(() => expect(onReplaced.mock.calls).toEqual([[{ region: 'area', town: 'city' }]]))
  expect(onClose).toHaveBeenCalledOnce()
  expect(sent[0]?.path).toBe('/api/v1/database/7/replace_data/')
  expect(sent[0]?.fields).toMatchObject({ dataset_id: '3', renamed: '{"region":"area","town":"city"}' })
  expect(screen.getByText(/^The data of "sales" is replaced/)).toBeDefined()
  await press('Undo')
  await waitForAssertion(() => expect(onReplaced.mock.calls[1]).toEqual([{ area: 'region', city: 'town' }]))
  expect(sent[1]).toEqual({ path: '/api/v1/database/7/undo_replace_data/', fields: { dataset_id: 3 } })
})

it('accepts no file when the database allows no uploads', async () => {
  await open([{ id: 8, database_name: 'Other', allow_file_upload: true }])
  expect(await screen.findByText('The database of this dataset takes no uploads.')).toBeDefined()
  expect(isOpen('Choose a file')).toBe(false)
})
