import { act, screen, within } from '@testing-library/react'
import { EditorView } from '@codemirror/view'
import { expect, it } from 'vitest'
import type { QueryStateJson } from '#core/rest/sqllab.ts'
import {
  button,
  type Call,
  choose,
  userInput,
  isOpen,
  press,
  waitForAssertion,
  write,
  writeCode,
} from '#testing/user-input.ts'
import { isFullSet } from '#testing/case-sample.ts'
import { editorOf, openSqlEditor } from '#testing/sql-editor-page.ts'
import { queryState, resultRows, statementResult, storedTab } from '#testing/sql-editor-server.ts'

interface Execution {
  readonly sql: string
  readonly client_id: string
  readonly queryLimit: number
  readonly start: number
}

const executions = (calls: readonly Call[]) =>
  calls.filter(({ path }) => path === '/api/v1/sqllab/execute/').map(({ body }) => body as Execution)

/** Renders the page with one tab; runs wait until `end` provides the outcome. */
async function open(sql = 'SELECT 1', answers: object = {}, switches: object = {}) {
  const server = openSqlEditor([storedTab({ sql })], {
    answers: {
      'POST /api/v1/sqllab/execute/': ({ body }: Call) => {
        const { client_id: id, sql: text } = body as Execution
        const run = queryState({ id, sql: text, state: 'running', endDttm: null, extra: { statements: [] } })
        server.queries.set(id, run)
        return Response.json({ query: { ...run, state: 'pending' } }, { status: 202 })
      },
      'GET /api/v1/sqllab/results/': resultRows([41, 7]),
      ...answers,
    },
    switches,
  })
  await editorOf('First')
  const end = (change: Partial<QueryStateJson>) => {
    const id = executions(server.calls).at(-1)?.client_id ?? ''
    server.queries.set(id, {
      ...(server.queries.get(id) as QueryStateJson),
      state: 'success',
      endDttm: 2500,
      ...change,
    })
  }
  return { ...server, end }
}

const cells = () => screen.getAllByRole('gridcell').map(({ textContent }) => textContent)

it('runs all statements, shows the waiting state, and then the rows', async () => {
  const { calls, tabs, end } = await open()
  await press('Run')
  await waitForAssertion(() => expect(executions(calls)).toHaveLength(1))
  const [run] = executions(calls)
  expect(run).toMatchObject({
    sql: 'SELECT 1',
    database_id: 1,
    schema: 'main',
    queryLimit: 1000,
    runAsync: true,
    start: 0,
  })
  expect(run?.client_id).toMatch(/^[A-Za-z0-9]{11}$/)
  expect(await screen.findByText('Running')).toBeDefined()
  end({ extra: { statements: [statementResult({ rows: 2 })] } })
  await waitForAssertion(() => expect(cells()).toEqual(['41', '7']))
  const results = within(screen.getByRole('region', { name: 'Results' }))
  for (const text of ['Finished', '1.5 s', '2 rows']) expect(results.getByText(text)).toBeDefined()
  // Screen readers hear the end; the running time is not announced.
  await waitForAssertion(() =>
    expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain('Finished'),
  )
  await waitForAssertion(() => expect(tabs.get(1)?.latest_query_id).toBe(run?.client_id))
})

it('Ctrl+Enter runs the selection, Shift+Enter the statement at the cursor', async () => {
  const text = 'SELECT 1;\nSELECT 2;'
  const { calls, end } = await open(text)
  const { element } = await editorOf('First')
  const view = EditorView.findFromDOM(element) as EditorView
  act(() => {
    view.focus()
    view.dispatch({ selection: { anchor: 10, head: 18 } })
  })
  expect(button('Run selection')).toBeDefined()
  await userInput().keyboard('{Control>}{Enter}{/Control}')
  await waitForAssertion(() => expect(executions(calls)).toHaveLength(1))
  expect(executions(calls)[0]).toMatchObject({ sql: 'SELECT 2', start: 10 })
  end({ extra: { statements: [statementResult()] } })
  await waitForAssertion(() => expect(cells()).toHaveLength(2))
  act(() => view.dispatch({ selection: { anchor: 3 } }))
  await userInput().keyboard('{Shift>}{Enter}{/Shift}')
  await waitForAssertion(() => expect(executions(calls)).toHaveLength(2))
  expect(executions(calls)[1]).toMatchObject({ sql: 'SELECT 1', start: 0 })
  expect(view.state.doc.toString()).toBe(text)
})

it.runIf(isFullSet)('Escape closes the search first and stops the run then', async () => {
  const { calls } = await open()
  const stops = () => calls.filter(({ path }) => path === '/api/v1/query/stop')
  await press('Run')
  await screen.findByText('Running')
  const { element } = await editorOf('First')
  act(() => element.focus())
  await userInput().keyboard('{Control>}f{/Control}')
  expect(await screen.findByRole('search', { name: 'Find and replace' })).toBeDefined()
  await userInput().keyboard('{Escape}')
  await waitForAssertion(() => expect(screen.queryByRole('search', { name: 'Find and replace' })).toBeNull())
  expect(stops()).toEqual([])
  await userInput().keyboard('{Escape}')
  await waitForAssertion(() => expect(stops()).toHaveLength(1))
  expect(stops()[0]?.body).toEqual({ client_id: executions(calls)[0]?.client_id })
})

it('the stop button stops the run and reports it', async () => {
  const { calls, end } = await open()
  await press('Run')
  await press(await screen.findByRole('button', { name: 'Stop' }).then(() => 'Stop'))
  await waitForAssertion(() => expect(calls.some(({ path }) => path === '/api/v1/query/stop')).toBe(true))
  end({
    state: 'stopped',
    extra: { statements: [statementResult({ state: 'stopped', rows: null, resultsKey: null })] },
  })
  expect(await screen.findByText('The statement was stopped')).toBeDefined()
  expect(button('Run')).toBeDefined()
})

it('sends the selected row limit, and marks a truncated result', async () => {
  const { calls, tabs, end } = await open()
  await choose('Row limit', '10,000 rows')
  await press('Run')
  await waitForAssertion(() => expect(executions(calls)[0]?.queryLimit).toBe(10_000))
  end({ extra: { statements: [statementResult({ rows: 10_000, limited: true })] } })
  expect(await screen.findByText(/limited to 10,000 rows/)).toBeDefined()
  await waitForAssertion(() => expect(tabs.get(1)?.query_limit).toBe(10_000))
})

it('several statements have a result each; after one that failed the others were not run', async () => {
  const text = 'SELECT 1;\nSELECT nope;\nSELECT 3'
  const { end } = await open(text)
  await press('Run')
  await screen.findByText('Running')
  const extra = { line: 2, column: 8, names: ['nope'], candidates: ['noon', 'no pe'] }
  const error = { message: 'no column nope', error_type: 'X', level: 'error', extra }
  end({
    state: 'failed',
    errorMessage: 'no column nope',
    extra: {
      statements: [
        statementResult(),
        statementResult({
          index: 1,
          sql: 'SELECT nope',
          start: 10,
          end: 21,
          state: 'failed',
          resultsKey: null,
          errors: [error],
        }),
        statementResult({
          index: 2,
          sql: 'SELECT 3',
          start: 23,
          end: 31,
          state: 'not_run',
          rows: null,
          resultsKey: null,
        }),
      ],
    },
  })
  const alert = await screen.findByRole('alert')
  expect(within(alert).getByText('Error at line 2, column 8')).toBeDefined()
  expect(within(alert).getByText('no column nope')).toBeDefined()
  const { element } = await editorOf('First')
  const marks = () =>
    [...element.querySelectorAll('.cm-wrong')].map((mark) => [mark.textContent, mark.getAttribute('title')])
  expect(marks()).toEqual([['nope', 'no column nope']])
  await press('Show in the editor')
  const { from, to } = (EditorView.findFromDOM(element) as EditorView).state.selection.main
  expect(text.slice(from, to)).toBe('nope')
  await press('Result 3', 'tab')
  expect(screen.getByText('This statement was not run')).toBeDefined()
  await press('Result 1', 'tab')
  await waitForAssertion(() => expect(cells()).toEqual(['41', '7']))
  await press('Result 2', 'tab')
  await press('Use "no pe"')
  expect((await editorOf('First')).text()).toBe('SELECT 1;\nSELECT "no pe";\nSELECT 3')
  await writeCode('SQL of First', 'SELECT 2')
  expect(marks()).toEqual([])
})

it('a request that starts no run is reported in the results', async () => {
  await open('SELECT 1', {
    'POST /api/v1/sqllab/execute/': Response.json(
      {
        errors: [
          {
            message: 'Only SELECT statements are allowed against this database.',
            error_type: 'DML_NOT_ALLOWED_ERROR',
            level: 'error',
            extra: {},
          },
        ],
      },
      { status: 400 },
    ),
  })
  await press('Run')
  expect(await screen.findByText('Only SELECT statements are allowed against this database.')).toBeDefined()
  expect(button('Run')).toBeDefined()
})

it('shows that the server cannot be reached, and sends the same run again', async () => {
  let isOnline = false
  const answer = ({ body }: Call) => {
    if (!isOnline) throw new TypeError('Failed to fetch')
    const { client_id: id, sql } = body as Execution
    return Response.json({ query: queryState({ id, sql }) })
  }
  const { calls } = await open('SELECT 1 AS n', { 'POST /api/v1/sqllab/execute/': answer }, { allow_ctas: true })
  await press('Options for the editor')
  await press('Create table as…', 'menuitem')
  await write('Name', 'ones')
  await press('Create')
  const alert = within(await screen.findByRole('alert'))
  expect(alert.getByText("Can't reach the server.")).toBeDefined()
  const results = within(screen.getByRole('region', { name: 'Results' }))
  expect(results.getByText('No response')).toBeDefined()
  expect(results.queryByText(/failed|Network error/i)).toBeNull()
  isOnline = true
  await press('Try again')
  await waitForAssertion(() => expect(executions(calls)).toHaveLength(2))
  const [first, second] = executions(calls)
  // The server starts the run of a client id only once.
  expect(second).toEqual(first)
  expect(second).toMatchObject({ sql: 'SELECT 1 AS n', tmp_table_name: 'ones' })
})

it('continues a run that has not ended when the page is opened', async () => {
  const running = queryState({
    id: 'abcdefghijk',
    state: 'running',
    endDttm: null,
    extra: { statements: [], position: null },
  })
  const server = openSqlEditor([storedTab({ latest_query_id: 'abcdefghijk' })], {
    answers: { 'GET /api/v1/sqllab/results/': resultRows([5]) },
  })
  server.queries.set(running.id, running)
  await editorOf('First')
  expect(await screen.findByText('Running')).toBeDefined()
  server.queries.set(running.id, queryState({ id: running.id }))
  await waitForAssertion(() => expect(cells()).toEqual(['5']))
})

it.runIf(isFullSet)('the position in the queue is shown', async () => {
  const { end } = await open()
  await press('Run')
  end({ state: 'pending', endDttm: null, extra: { statements: [], position: 3 } })
  expect(await screen.findByText('Position 3 in the queue')).toBeDefined()
})

it.runIf(isFullSet)('expired rows show a hint', async () => {
  const { end } = await open('SELECT 1', {
    'GET /api/v1/sqllab/results/': Response.json({ message: 'expired' }, { status: 410 }),
  })
  await press('Run')
  await screen.findByText('Running')
  end({ extra: { statements: [statementResult()] } })
  expect(await screen.findByText('These rows are no longer stored')).toBeDefined()
})

it('runs a statement with expired rows again on its database when the tab has none', async () => {
  const run = queryState({ id: 'abcdefghijk', dbId: 1 })
  const { calls, queries } = openSqlEditor([storedTab({ database_id: null, latest_query_id: run.id })], {
    answers: { 'GET /api/v1/sqllab/results/': () => Response.json({ message: 'expired' }, { status: 410 }) },
  })
  queries.set(run.id, run)
  await screen.findByText('These rows are no longer stored')
  await press('Run again')
  await waitForAssertion(() =>
    expect(executions(calls)).toEqual([expect.objectContaining({ sql: 'SELECT 1', database_id: 1 })]),
  )
})

it('offers SQL Lab only to users who may run SQL', async () => {
  const { reader } = await import('#testing/dashboard.ts')
  openSqlEditor([storedTab()], { user: reader(1, ['can_sqllab', 'Superset']) })
  await editorOf('First')
  expect(button('Run').getAttribute('aria-disabled')).toBe('true')
})

it('saves the rows as a table if the database allows it, and opens a chart of that table', async () => {
  const created = { 'POST /api/v1/dataset/': () => Response.json({ id: 12 }, { status: 201 }) }
  const { calls, end, went } = await open('SELECT 1 AS n', created, { allow_ctas: true })
  await press('Options for the editor')
  expect(screen.queryByRole('menuitem', { name: 'Create view as…' })).toBeNull()
  await press('Create table as…', 'menuitem')
  expect(isOpen('Create')).toBe(false)
  await write('Name', 'ones')
  await press('Create')
  await waitForAssertion(() => expect(executions(calls)).toHaveLength(1))
  expect(executions(calls)[0]).toMatchObject({
    sql: 'SELECT 1 AS n',
    select_as_cta: true,
    ctas_method: 'TABLE',
    tmp_table_name: 'ones',
  })
  const done = statementResult({ rows: null, resultsKey: null })
  end({ ctas: true, tempSchema: 'main', tempTable: 'ones', resultsKey: null, extra: { statements: [done] } })
  expect(await screen.findByText('Created main.ones')).toBeDefined()
  await press('Create chart')
  await waitForAssertion(() => expect(went).toEqual(['/explore?dataset_id=12']))
  const made = calls.find(({ method, path }) => method === 'POST' && path === '/api/v1/dataset/')
  expect(made?.body).toEqual({ database: 1, schema: 'main', table_name: 'ones' })
})

it('offers no table or view if the database does not allow it', async () => {
  await open()
  await press('Options for the editor')
  expect(await screen.findByRole('menuitem', { name: /^Format SQL/ })).toBeDefined()
  expect(screen.queryByRole('menuitem', { name: /^Create (table|view) as/ })).toBeNull()
})

it('shows how many rows a statement changed, and no result', async () => {
  const { calls, end } = await open('DELETE FROM ones')
  await press('Run')
  await waitForAssertion(() => expect(executions(calls)).toHaveLength(1))
  const done = statementResult({ rows: null, resultsKey: null, command: 'DELETE', changedRows: 1200 })
  end({ rows: null, resultsKey: null, extra: { statements: [done] } })
  expect(await screen.findByText('1,200 rows changed')).toBeDefined()
  expect(screen.queryByRole('grid')).toBeNull()
})

it.runIf(isFullSet)('shows that the database does not allow changes of data', async () => {
  const { calls, end } = await open('DELETE FROM ones')
  await press('Run')
  await waitForAssertion(() => expect(executions(calls)).toHaveLength(1))
  const message = 'Only SELECT statements are allowed against this database.'
  const errors = [{ message, error_type: 'DML_NOT_ALLOWED_ERROR', level: 'error', extra: {} }]
  const refused = statementResult({ state: 'failed', rows: null, resultsKey: null, errors })
  end({ state: 'failed', errorMessage: message, extra: { statements: [refused] } })
  expect(await screen.findByText('This database does not allow changes of data (DML)')).toBeDefined()
})
