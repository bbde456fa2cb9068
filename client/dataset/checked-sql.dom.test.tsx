import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { findCodeEditor, press, mockResponses, waitForAssertion, writeCode } from '#testing/user-input.ts'
import { CalculatedTab } from './CalculatedTab.tsx'
import { type EditableDataset, startEdit } from './edit-draft.ts'
import type { DatasetTabProps } from './edit-tab.ts'
import { MetricsTab } from './MetricsTab.tsx'
import { SourceTab } from './SourceTab.tsx'
import { createQueryClient } from '#client/session/query-client.ts'

const dataset: EditableDataset = {
  id: 3,
  table_name: 'sales',
  sql: 'SELECT revenu FROM sales',
  columns: [{ column_name: 'twice', expression: 'revenu * 2', type_generic: 0, is_dttm: false }],
  metrics: [{ metric_name: 'total', expression: 'SUM(revenu)' }],
}
const DATA = '/api/v1/chart/data'
const SOURCE = '/datasource/external_metadata/table/3/'

const mistake = { kind: 'column', name: 'revenu', candidates: ['revenue'] }
const message = 'There is no column revenu'
const errors = [{ message, error_type: 'GENERIC_DB_ENGINE_ERROR', level: 'error', extra: { mistake } }]

/** Renders a tab of the editor, with a server that rejects the misspelled column name. */
function open(Tab: (props: DatasetTabProps) => React.ReactNode) {
  const answer = ({ body, query }: { body: unknown; query: URLSearchParams }) => {
    const isWrong = /revenu\b/.test(JSON.stringify(body) + (query.get('sql') ?? ''))
    return isWrong ? Response.json({ message, errors }, { status: 400 }) : { result: [] }
  }
  const calls = mockResponses({ [DATA]: answer, [SOURCE]: answer })
  function Editor() {
    const [edit, setEdit] = useState(startEdit(dataset))
    const onChange = (change: object) => setEdit({ ...edit, ...change })
    return <Tab dataset={dataset} edit={edit} onChange={onChange} completions={[]} onReload={() => undefined} />
  }
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Editor />
    </QueryClientProvider>,
  )
  return calls
}
const wrong = (name: string) =>
  [...screen.getByRole('textbox', { name }).querySelectorAll('.cm-wrong')].map(({ textContent }) => textContent)

it.each([
  ['a metric', MetricsTab, 'Edit total', 'SQL expression', 'SUM(revenue)'],
  ['a calculated column', CalculatedTab, 'Edit twice', 'SQL expression', 'revenue * 2'],
] as const)(
  'a wrong name in %s is reported and underlined in its field, and a click corrects it',
  async (_, Tab, edit, name, right) => {
    const calls = open(Tab)
    await press(edit)
    const editor = await findCodeEditor(name)
    await press('Check')
    expect(await screen.findByText(message)).toBeDefined()
    await waitForAssertion(() => expect(wrong(name)).toEqual(['revenu']))
    await press('Use "revenue"')
    expect(await screen.findByText('The database accepts this SQL')).toBeDefined()
    expect(editor.text()).toBe(right)
    expect(wrong(name)).toEqual([])
    expect(screen.queryByText(message)).toBeNull()
    expect(calls.map(({ body }) => JSON.stringify(body).includes('1 = 0'))).toEqual([true, true])
  },
)

it('SQL of a dataset is corrected once it may be changed, and the error is cleared with the text', async () => {
  const calls = open(SourceTab)
  await findCodeEditor('SQL')
  await press('Check')
  expect(await screen.findByText(message)).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Use "revenue"' })).toBeNull()
  await press('Unlock to change the source', 'switch')
  await press('Use "revenue"')
  expect(await screen.findByText('The database accepts this SQL')).toBeDefined()
  expect(calls.map(({ query }) => query.get('sql'))).toEqual([dataset.sql, 'SELECT revenue FROM sales'])
  await writeCode('SQL', 'SELECT 1')
  expect(screen.queryByText('The database accepts this SQL')).toBeNull()
})
