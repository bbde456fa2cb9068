import { screen, within } from '@testing-library/react'
import { createElement } from 'react'
import { expect, it, vi } from 'vitest'
import { addChartView } from '#client/views.ts'
import type { StatementState } from '#core/rest/sqllab.ts'
import {
  type MockResponses,
  type Call,
  choose,
  userInput,
  press,
  waitForAssertion,
  write,
} from '#testing/user-input.ts'
import { isFullSet } from '#testing/case-sample.ts'
import { editorOf, openSqlEditor } from '#testing/sql-editor-page.ts'
import { queryState, resultRows, statementResult, storedTab } from '#testing/sql-editor-server.ts'
import { toast } from '#ui/overlay/toast.ts'

/** Renders the page with the result of a run. */
async function open(
  answers: MockResponses = {},
  values: readonly unknown[] = [30, 4, 100],
  over: Partial<StatementState> = {},
) {
  const run = queryState({
    id: 'abcdefghijk',
    extra: { statements: [statementResult({ sql: 'SELECT one;', rows: values.length, ...over })] },
  })
  const server = openSqlEditor([storedTab({ latest_query_id: run.id })], {
    answers: { 'GET /api/v1/sqllab/results/': resultRows(values), ...answers },
  })
  server.queries.set(run.id, run)
  await editorOf('First')
  if (values.length > 0) await screen.findAllByRole('gridcell')
  return server
}

const cells = () => screen.getAllByRole('gridcell').map(({ textContent }) => textContent)
const posts = (calls: readonly Call[], path: string) =>
  calls.filter((call) => call.method === 'POST' && call.path === path).map(({ body }) => body)

it('rows are sorted as numbers, searched, and copied in the format of spreadsheets', async () => {
  vi.stubGlobal('isSecureContext', true)
  await open()
  const head = screen.getByRole('columnheader')
  expect(head.getAttribute('title')).toBe('one · INTEGER')
  await userInput().click(head)
  await waitForAssertion(() => expect(cells()).toEqual(['100', '30', '4']))
  await userInput().type(screen.getByRole('searchbox', { name: 'Search the rows' }), '0')
  await waitForAssertion(() => expect(cells()).toEqual(['100', '30']))
  expect(screen.getByText('2 of 3 rows')).toBeDefined()
  await press('Copy to clipboard')
  await press('As TSV', 'menuitem')
  expect(await navigator.clipboard.readText()).toBe('one\n100\n30')
  await press('Copy to clipboard')
  await press('As Markdown', 'menuitem')
  expect(await navigator.clipboard.readText()).toBe('| one |\n| ---: |\n| 100 |\n| 30 |')
})

it('withdrawn rows are offered by running their statement again, not by another attempt', async () => {
  const errors = [{ message: 'The rows of this query are hidden', error_type: 'RESULTS_BACKEND_ERROR' }]
  const head = { status: 403, headers: { 'x-facet-error': 'result-withdrawn' } }
  const { calls } = await open({ 'GET /api/v1/sqllab/results/': () => Response.json({ errors }, head) }, [])
  expect(await screen.findByText('The rows of this query are hidden')).toBeDefined()
  expect(screen.queryByText('Try again')).toBeNull()
  await press('Run again')
  await waitForAssertion(() =>
    expect(posts(calls, '/api/v1/sqllab/execute/')).toEqual([expect.objectContaining({ sql: 'SELECT one;' })]),
  )
})

it.runIf(isFullSet)('a row is copied from the dialog of a cell', async () => {
  vi.stubGlobal('isSecureContext', true)
  await open({}, [30, 4])
  await userInput().pointer({ keys: '[MouseRight]', target: screen.getByRole('gridcell', { name: '4' }) })
  await press('Copy row')
  await press('As Markdown', 'menuitem')
  expect(await navigator.clipboard.readText()).toBe('| one |\n| ---: |\n| 4 |')
})

it('a column is profiled over the loaded rows, without a query', async () => {
  const { calls } = await open({}, [30, 4, null, 4])
  await press('Column profile')
  const dialog = within(await screen.findByRole('dialog', { name: 'Column profile' }))
  expect(dialog.getByText('Computed over all 4 rows of the result.')).toBeDefined()
  expect(dialog.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual(['1', '2', '4', '30'])
  const bars = within(dialog.getByRole('list', { name: 'Histogram' })).getAllByRole('listitem')
  expect(bars.map(({ textContent }) => textContent).at(0)).toBe('4 to 6.62')
  expect(posts(calls, '/api/v1/sqllab/execute/')).toEqual([])
})

it.runIf(isFullSet)('draws a chart of the loaded rows in another tab without a query', async () => {
  for (const kind of ['echarts_timeseries_bar', 'pie'])
    addChartView(kind, {
      View: (props) => createElement('img', { alt: `${kind} of ${String(props['cells'])}` }),
      toProps: ({ tables }) => ({ cells: JSON.stringify(tables[0]?.columns.map(({ values }) => values)) }),
    })
  const { calls } = await open({}, [30, 4, 30])
  await press('Chart preview', 'tab')
  expect(await screen.findByText('Drawn from all 3 rows of the result')).toBeDefined()
  const chart = within(screen.getByRole('region', { name: 'Chart preview' }))
  expect(await chart.findByRole('img', { name: 'echarts_timeseries_bar of [[4,30],[1,2]]' })).toBeDefined()
  await choose('Chart type', 'Pie chart')
  expect(await chart.findByRole('img', { name: 'pie of [[4,30],[1,2]]' })).toBeDefined()
  await choose('Aggregate', 'SUM')
  expect(await chart.findByRole('img', { name: 'pie of [[4,30],[4,60]]' })).toBeDefined()
  expect(posts(calls, '/api/v1/sqllab/execute/')).toEqual([])
  expect(calls.filter(({ path }) => path.startsWith('/api/v1/sqllab/results/'))).toHaveLength(1)
})

it.runIf(isFullSet)('a profile of a limited result shows a hint', async () => {
  await open({}, [30, 4], { limited: true })
  await press('Column profile')
  expect(await screen.findByText('Computed over the 2 loaded rows. The result was limited to them.')).toBeDefined()
})

it('rows are downloaded by links of the server in each format', async () => {
  const links: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    links.push(this.getAttribute('href') ?? '')
  })
  await open()
  for (const format of ['CSV', 'Excel', 'Parquet', 'JSON']) {
    await press('Download the rows')
    await press(format, 'menuitem')
  }
  const formats = links.map((link) => new URL(link, 'http://localhost'))
  expect(formats.map(({ pathname }) => pathname)).toEqual(Array(4).fill('/api/v1/sqllab/export/abcdefghijk/'))
  expect(formats.map(({ searchParams }) => searchParams.get('format'))).toEqual(['csv', 'xlsx', 'parquet', 'json'])
  expect(formats.map(({ searchParams }) => searchParams.get('statement'))).toEqual(['0', '0', '0', '0'])
})

it('a limited result exports all rows in the background: progress, link and cancel, also after a reload', async () => {
  const links: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    links.push(this.getAttribute('href') ?? '')
  })
  const item = {
    id: 'e1',
    client_id: 'abcdefghijk',
    statement: 0,
    format: 'csv',
    state: 'running',
    rows: 250_000,
    bytes: 2_000_000,
    row_limit: 1_000_000,
    limited: false,
    url: null,
    other_server: null,
    file_name: 'First.csv',
    created_on: 0,
    expires_on: Date.UTC(2024, 4, 2, 12),
    error: null,
  }
  const other = { ...item, id: 'e2', client_id: 'another' }
  let items: object[] = []
  const { calls } = await open(
    {
      'GET /api/v1/sqllab/exports/': () => ({ result: items }),
      'POST /api/v1/sqllab/exports/': () => {
        items = [other, item]
        return Response.json({ result: item }, { status: 202 })
      },
      'DELETE /api/v1/sqllab/exports/e1': () => {
        items = [other]
        return { message: 'OK' }
      },
    },
    [30, 4],
    { limited: true },
  )
  await press('Download the rows')
  await press('All rows as CSV', 'menuitem')
  await waitForAssertion(() =>
    expect(posts(calls, '/api/v1/sqllab/exports/')).toEqual([
      { client_id: 'abcdefghijk', statement: 0, format: 'csv' },
    ]),
  )
  const list = await screen.findByRole('list', { name: 'Exports' })
  expect(within(list).getAllByRole('listitem')).toHaveLength(1)
  expect(within(list).getByText('Exporting First.csv: 250,000 rows, 2 MB')).toBeDefined()
  expect(within(list).getByRole('progressbar').getAttribute('aria-valuenow')).toBe('25')

  items = [other, { ...item, state: 'success', rows: 1_000_000, bytes: 8_000_000, limited: true, url: '/file' }]
  expect(
    await screen.findByText('First.csv: limited to 1,000,000 rows, 8 MB, until 2024-05-02 12:00 UTC', undefined, {
      timeout: 20_000,
    }),
  ).toBeDefined()
  await press('Download First.csv')
  expect(links).toEqual(['/api/v1/sqllab/exports/e1/file'])
  await press('Remove the file')
  await waitForAssertion(() => expect(screen.queryByRole('list', { name: 'Exports' })).toBeNull())
})

it.runIf(isFullSet)('an export whose file is on another server names it, and offers no link', async () => {
  const file = { id: 'e1', client_id: 'abcdefghijk', statement: 0, state: 'success', file_name: 'First.csv' }
  const item = { ...file, rows: 1, bytes: 2, limited: false, error: null, expires_on: 0, other_server: 'host-2:/home' }
  await open({ 'GET /api/v1/sqllab/exports/': { result: [item] } }, [30], { limited: true })
  expect(await screen.findByText('The file is on another server: host-2:/home')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Download First.csv' })).toBeNull()
})

it.runIf(isFullSet)('a failed export shows the reason, and is not offered if all rows are loaded', async () => {
  const failed = { id: 'e1', client_id: 'abcdefghijk', statement: 0, state: 'failed', file_name: 'First.csv' }
  const { calls } = await open(
    { 'GET /api/v1/sqllab/exports/': { result: [{ ...failed, rows: 0, bytes: 0, error: 'No access' }] } },
    [30],
    { limited: true },
  )
  expect(await screen.findByText('First.csv could not be exported: No access')).toBeDefined()
  expect(calls.filter(({ path }) => path === '/api/v1/sqllab/exports/')).toHaveLength(1)
  document.body.replaceChildren()
  const whole = await open({}, [30])
  await press('Download the rows')
  expect(screen.queryByRole('menuitem', { name: 'All rows as CSV' })).toBeNull()
  expect(whole.calls.filter(({ path }) => path === '/api/v1/sqllab/exports/')).toEqual([])
})

it('a chart is created on a temporary dataset of the statement, without running it', async () => {
  const { calls, went } = await open({ 'POST /api/v1/dataset/': { id: 12 } })
  await press('Create chart')
  await waitForAssertion(() => expect(went).toEqual(['/explore?dataset_id=12']))
  expect(posts(calls, '/api/v1/dataset/')).toEqual([
    {
      database: 1,
      schema: 'main',
      table_name: expect.stringMatching(/^First \d{4}-/),
      sql: 'SELECT one',
      is_temporary: true,
    },
  ])
  expect(posts(calls, '/api/v1/sqllab/execute/')).toEqual([])
})

it('explains why a dataset cannot be created', async () => {
  const { went } = await open({ 'POST /api/v1/dataset/': Response.json({ message: 'No way' }, { status: 422 }) })
  await press('Create chart')
  await waitForAssertion(() => expect(toast.first()?.text).toBe('An error occurred while creating datasets: No way'))
  expect(went).toEqual([])
})

it('a statement is saved as a new dataset under a name', async () => {
  const { calls } = await open({ 'POST /api/v1/dataset/': { id: 12 } })
  await press('Save as dataset')
  const dialog = within(await screen.findByRole('dialog', { name: 'Save as dataset' }))
  await write('Dataset name', 'Late flights')
  await userInput().click(dialog.getByRole('button', { name: 'Save' }))
  await waitForAssertion(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(posts(calls, '/api/v1/dataset/')).toEqual([
    { database: 1, schema: 'main', table_name: 'Late flights', sql: 'SELECT one' },
  ])
})

it('a statement replaces the SQL only of a dataset that the user may edit', async () => {
  const may = (can_write: boolean) => ({ can_read: true, can_write, can_delete: can_write })
  const { calls } = await open({
    'GET /api/v1/dataset/': {
      count: 2,
      result: [
        { id: 3, table_name: 'mine', abilities: may(true) },
        { id: 4, table_name: 'theirs', abilities: may(false) },
      ],
    },
    'PUT /api/v1/dataset/3': { id: 3, result: {} },
  })
  await press('Save as dataset')
  await userInput().click(await screen.findByRole('radio', { name: 'Overwrite a dataset' }))
  await userInput().click(screen.getByRole('combobox', { name: /^Dataset/ }))
  expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual(['mine'])
  await userInput().click(screen.getByRole('option', { name: 'mine' }))
  await press('Overwrite')
  await waitForAssertion(() => expect(screen.queryByRole('dialog')).toBeNull())
  const puts = calls.filter(({ method, path }) => method === 'PUT' && path.startsWith('/api/v1/dataset/'))
  expect(puts.map(({ path, body }) => [path, body])).toEqual([
    ['/api/v1/dataset/3', { database_id: 1, schema: 'main', sql: 'SELECT one' }],
    ['/api/v1/dataset/3/refresh', undefined],
  ])
})

it('a query is saved, and updated when it is saved again', async () => {
  const { calls, tabs } = await open({
    'POST /api/v1/saved_query/': { id: 9 },
    'PUT /api/v1/saved_query/9': { id: 9, result: {} },
    'GET /api/v1/saved_query/9': { id: 9, result: { id: 9, label: 'Late', description: 'In June', tags: [] } },
  })
  await press('Save query')
  await write('Name', 'Late')
  await write('Description', 'In June')
  await press('Save')
  await waitForAssertion(() => expect(screen.queryByRole('dialog')).toBeNull())
  const fields = { label: 'Late', db_id: 1, schema: 'main', sql: 'SELECT 1', template_parameters: null }
  expect(posts(calls, '/api/v1/saved_query/')).toEqual([{ ...fields, description: 'In June' }])
  expect(screen.getByRole('tab', { name: 'Late' })).toBeDefined()
  await waitForAssertion(() => expect(tabs.get(1)).toMatchObject({ label: 'Late', saved_query_id: 9 }))
  await press('Save query')
  expect((await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Description' })).value).toBe('In June')
  await press('Update')
  const updates = () => calls.filter(({ method, path }) => method === 'PUT' && path === '/api/v1/saved_query/9')
  // An unchanged description and tags are not sent.
  await waitForAssertion(() => expect(updates().map(({ body }) => body)).toEqual([fields]))
  await press('Save query')
  await screen.findByRole('textbox', { name: 'Description' })
  await write('Description', 'In July')
  await press('Update')
  await waitForAssertion(() => expect(updates()[1]?.body).toEqual({ ...fields, description: 'In July' }))
})

it('a query is shared by a link that is copied', async () => {
  vi.stubGlobal('isSecureContext', true)
  const { calls } = await open({ 'POST /api/v1/sqllab/permalink': { key: 'k', url: '/sqllab/p/k' } })
  await press('Share')
  await waitForAssertion(() => expect(toast.first()?.text).toBe('Link Copied!'))
  expect(await navigator.clipboard.readText()).toBe(new URL('/sqllab/p/k', window.location.href).href)
  expect(posts(calls, '/api/v1/sqllab/permalink')).toEqual([
    { dbId: 1, name: 'First', schema: 'main', sql: 'SELECT 1', templateParams: null },
  ])
})

it('the full value of a cell is shown with JSON laid out', async () => {
  await open({}, ['{"a":[1]}'])
  const cell = screen.getByRole('gridcell')
  await userInput().pointer({ keys: '[MouseRight]', target: cell })
  const dialog = await screen.findByRole('dialog', { name: 'one' })
  expect(dialog.querySelector('pre')?.textContent).toBe('{\n  "a": [\n    1\n  ]\n}')
})

it('a statement without rows shows a hint', async () => {
  await open({}, [])
  expect(await screen.findByText('The statement returned no rows')).toBeDefined()
})

it('earlier runs are searched and opened in a new tab', async () => {
  const row = {
    id: 8,
    sql: 'SELECT late',
    status: 'failed',
    rows: null,
    schema: 'main',
    tab_name: 'June',
    start_time: 1000,
    end_time: 3000,
  }
  const { calls } = await open({
    'GET /api/v1/query/': { count: 1, ids: [8], result: [{ ...row, database: { id: 1, database_name: 'examples' } }] },
  })
  await press('Query history', 'tab')
  const table = within(await screen.findByRole('table', { name: 'Query history' }))
  expect(await table.findByText('Failed')).toBeDefined()
  expect(table.getByText('2.0 s')).toBeDefined()
  await userInput().type(screen.getByRole('searchbox', { name: 'Search the history' }), 'late{Enter}')
  const requested = () => calls.findLast(({ path }) => path === '/api/v1/query/')?.query.get('q')
  await waitForAssertion(() => expect(requested()).toContain('(col:sql,opr:ct,value:late)'))
  await choose('Status', 'Time limit')
  await waitForAssertion(() => expect(requested()).toContain('(col:status,opr:eq,value:timed_out)'))
  await choose('Started', 'Last week')
  await waitForAssertion(() => expect(requested()).toMatch(/\(col:start_time,opr:gt,value:\d+\)/))
  const tools = within(screen.getByRole('tabpanel', { name: 'Query history' }))
  await userInput().click(tools.getByRole('combobox', { name: 'Database' }))
  await userInput().click(screen.getByRole('option', { name: 'examples' }))
  await waitForAssertion(() => expect(requested()).toContain('(col:database,opr:rel_o_m,value:1)'))
  expect(requested()).toContain('(col:status,opr:eq,value:timed_out)')
  await userInput().click(await table.findByRole('button', { name: 'SELECT late' }))
  expect((await editorOf('June')).text()).toBe('SELECT late')
})

it('saved queries are opened in a new tab with their template parameters', async () => {
  const row = {
    id: 5,
    label: 'Late',
    sql: 'SELECT {{ year }}',
    schema: 'main',
    database: { id: 1, database_name: 'examples' },
    description: 'In June',
    tags: [{ id: 3, name: 'weekly' }],
  }
  const { calls } = await open({
    'GET /api/v1/saved_query/': { count: 1, ids: [5], result: [row] },
    'GET /api/v1/saved_query/5': { id: 5, result: { ...row, template_parameters: '{"year":"2020"}' } },
    'POST /api/v1/saved_query/': { id: 9 },
  })
  await press('Saved queries', 'tab')
  const table = within(await screen.findByRole('table', { name: 'Saved queries' }))
  expect(await table.findByText('In June')).toBeDefined()
  expect(table.getByText('weekly')).toBeDefined()
  await userInput().click(await screen.findByRole('button', { name: 'Late' }))
  expect((await editorOf('Late')).text()).toBe('SELECT {{ year }}')
  expect(screen.getByLabelText<HTMLInputElement>('year').value).toBe('2020')
  await press('Save query')
  await press('Save as new')
  const saved = () => posts(calls, '/api/v1/saved_query/')
  await waitForAssertion(() => expect(saved()).toMatchObject([{ template_parameters: '{"year":"2020"}' }]))
})
