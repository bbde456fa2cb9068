import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { queryClient } from '#client/session/query-client.ts'
import { choose, field, press, mockResponses, write } from '#testing/user-input.ts'
import { openSession } from '#testing/session.ts'
import { type DatasetEdit, type EditableDataset, savedData, startEdit } from './edit-draft.ts'
import { MetricsTab } from './MetricsTab.tsx'

const dataset = {
  id: 3,
  table_name: 'sales',
  metrics: [
    {
      id: 1,
      metric_name: 'revenue',
      expression: 'SUM(n)',
      warning_text: 'Without taxes',
      currency: '{"symbol":"USD","other":1}',
      extra: '{"certification":{"certified_by":"Ada","details":"checked"},"more":2}',
    },
  ],
  columns: [],
} as unknown as EditableDataset

function open() {
  openSession()
  queryClient.clear()
  mockResponses({ '/api/v1/dataset/3/lineage': { id: 3, result: { charts: [], metrics: [], columns: [] } } })
  let now: DatasetEdit = startEdit(dataset)
  function Editor() {
    const [edit, setEdit] = useState(now)
    now = edit
    return (
      <MetricsTab
        dataset={dataset}
        edit={edit}
        onChange={(change) => setEdit({ ...edit, ...change })}
        completions={[]}
        onReload={() => undefined}
      />
    )
  }
  render(
    <QueryClientProvider client={queryClient}>
      <Editor />
    </QueryClientProvider>,
  )
  return () => (savedData(3, now)['metrics'] as Record<string, unknown>[])[0]
}

it('shows certification, warning and currency of a metric in the list', () => {
  open()
  expect(screen.getByRole('img', { name: 'Certified by Ada: checked' })).toBeDefined()
  expect(screen.getByRole('img', { name: 'Without taxes' })).toBeDefined()
  expect(screen.getByText('$')).toBeDefined()
})

it('edits the currency and the warning, and preserves unknown keys', async () => {
  const saved = open()
  await press('Edit revenue')
  expect([field('Currency').value, field('Warning').value]).toEqual(['USD', 'Without taxes'])
  await write('Currency', 'EUR')
  await choose('Currency position', 'After the number')
  expect(JSON.parse(String(saved()?.['currency']))).toEqual({ symbol: 'EUR', other: 1, symbolPosition: 'suffix' })
  await write('Warning', 'With taxes')
  expect([saved()?.['warning_text'], JSON.parse(String(saved()?.['extra']))]).toEqual([
    null,
    {
      certification: { certified_by: 'Ada', details: 'checked' },
      more: 2,
      warning_markdown: 'With taxes',
    },
  ])
})

it('opens a new metric with the focus in its name, which is selected', async () => {
  open()
  await press('Add item')
  const name = field('Metric key')
  expect([name.value, document.activeElement === name]).toEqual(['new metric', true])
  expect([name.selectionStart, name.selectionEnd]).toEqual([0, 'new metric'.length])
  expect(screen.getByRole('button', { name: 'Close new metric' })).toBeDefined()
})
