import { QueryClientProvider } from '@tanstack/react-query'
import { completionStatus } from '@codemirror/autocomplete'
import { EditorView } from '@codemirror/view'
import { render, screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '#client/session/query-client.ts'
import { acceptCompletion } from '#testing/accept-completion.ts'
import { reader } from '#testing/dashboard.ts'
import { openSession } from '#testing/session.ts'
import { mockResponses, waitForAssertion, userInput } from '#testing/user-input.ts'
import { RowRuleDialog } from './RowRuleDialog.tsx'

const NAMES = '/api/v1/security/users/attribute_names'
const rule = {
  id: 5,
  name: 'North',
  filter_type: 'Regular' as const,
  group_key: null,
  clause: '',
  description: null,
  tables: [{ id: 1, schema: null, table_name: 'sales' }],
  roles: [{ id: 3, name: 'Gamma' }],
  version: 2,
}
const dataset = {
  table_name: 'sales',
  database: { id: 2, database_name: 'shop', backend: 'duckdb' },
  columns: [
    { column_name: 'delay', type: 'BIGINT' },
    { column_name: 'delay class', type: 'VARCHAR', expression: 'CASE WHEN delay > 5 THEN 1 END' },
    { column_name: 'Team', type: 'VARCHAR' },
  ],
  metrics: [],
}

async function open(roles: Readonly<Record<string, never[]>> = { Admin: [] }) {
  openSession({ user: { ...reader(1), roles } })
  const onClose = vi.fn<() => void>()
  const calls = mockResponses({
    'GET /api/v1/dataset/1': { id: 1, result: dataset },
    'GET /api/v1/database/2/function_names/': { function_names: ['lower'] },
    [`GET ${NAMES}`]: { count: 1, result: ['region'] },
    'GET /api/v1/rowlevelsecurity/related/tables': { count: 0, result: [] },
    'GET /api/v1/rowlevelsecurity/related/roles': { count: 0, result: [] },
    'POST /api/v1/chart/data': { result: [{ data: [{ rows: 1 }] }, { data: [{ rows: 2 }] }] },
  })
  render(
    <QueryClientProvider client={queryClient}>
      <RowRuleDialog rule={rule as never} onClose={onClose} />
    </QueryClientProvider>,
  )
  const area = () => screen.getByRole('textbox', { name: 'Clause' })
  await waitForAssertion(() => expect(area().tagName).toBe('DIV'))
  await waitForAssertion(() => expect(calls.some(({ path }) => path === '/api/v1/dataset/1')).toBe(true))
  const view = EditorView.findFromDOM(area()) as EditorView
  const options = () => screen.queryAllByRole('option', { hidden: true }).map(({ textContent }) => textContent)
  return { area, view, options, calls, onClose }
}

beforeEach(() => queryClient.clear())

it('completes columns of the datasets and attributes of users by keyboard', async () => {
  const { area, view, options } = await open()
  const hand = userInput()
  await hand.click(area())
  await hand.keyboard('del')
  await waitForAssertion(() => expect(options()[0]).toBe('delayBIGINT'))
  expect(options()).not.toContain('delay classVARCHAR')
  await acceptCompletion(area())
  await waitForAssertion(() => expect(view.state.doc.toString()).toBe('delay'))
  await hand.keyboard(' IN regio')
  await waitForAssertion(() => expect(options()).toContain('regionuser attribute'))
  await acceptCompletion(area())
  await waitForAssertion(() => expect(view.state.doc.toString()).toBe("delay IN {{ attribute('region') | where_in }}"))
})

it('closes the list of completions by the first Escape, and the dialog by the next', async () => {
  const { area, view, onClose } = await open()
  const hand = userInput()
  await hand.click(area())
  await hand.keyboard('{Control>} {/Control}')
  await waitForAssertion(() => expect(completionStatus(view.state)).toBe('active'))
  await hand.keyboard('{Escape}')
  await waitForAssertion(() => expect(completionStatus(view.state)).toBe(null))
  expect(screen.getByRole('dialog', { name: 'Edit rule North' })).toBeDefined()
  expect(onClose).not.toHaveBeenCalled()
  await hand.keyboard('{Escape}')
  await waitForAssertion(() => expect(onClose).toHaveBeenCalledOnce())
})

it('Tab leaves the editor, and only an administrator requests the names of attributes', async () => {
  const { area, calls } = await open({ Editor: [] })
  const hand = userInput()
  await hand.click(area())
  await hand.tab()
  expect(document.activeElement).not.toBe(area())
  expect(calls.some(({ path }) => path === NAMES)).toBe(false)
})

it('says in the form that views are not filtered, next to the datasets of the rule', async () => {
  await open()
  const field = screen.getByRole('combobox', { name: 'Datasets' })
  const text = document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent
  expect(text).toBe('At least one. Views and partitions of its table are not filtered: add their datasets too')
})
