import { act, fireEvent, screen, within } from '@testing-library/react'
import { EditorView } from '@codemirror/view'
import { expect, it, vi } from 'vitest'
import { acceptCompletion } from '#testing/accept-completion.ts'
import { isFullSet } from '#testing/case-sample.ts'
import { box, button, userInput, press, waitForAssertion, write } from '#testing/user-input.ts'
import { editorOf, openSqlEditor } from '#testing/sql-editor-page.ts'
import { resultRows, storedTab, tablesPage } from '#testing/sql-editor-server.ts'
import { reader } from '#testing/dashboard.ts'
import { session } from '#client/session/session.ts'
import { toast } from '#ui/overlay/toast.ts'

/** Waits until completion knows the tables. */
const knowsTables = () => screen.findByRole('button', { name: 'flights' })

/** Renders the page with this SQL, with the cursor at its end. */
async function open(sql = 'SELECT 1', answers: object = {}, options: { readonly readOnly?: string } = {}) {
  const server = openSqlEditor([storedTab({ sql })], { answers: { ...answers }, ...options })
  const editor = await editorOf('First')
  const view = EditorView.findFromDOM(editor.element) as EditorView
  act(() => {
    view.focus()
    view.dispatch({ selection: { anchor: sql.length } })
  })
  return { ...server, ...editor, view }
}

it('completion offers the columns of the tables that the statement selects from', async () => {
  const { calls, view, text } = await open('SELECT f.dela FROM flights f')
  await waitForAssertion(() =>
    expect(calls.some(({ path }) => path === '/api/v1/database/1/table/flights/main/')).toBe(true),
  )
  await waitForAssertion(() => expect(calls.some(({ path }) => path.endsWith('/function_names/'))).toBe(true))
  act(() => view.dispatch({ selection: { anchor: 13 } }))
  await userInput().keyboard('{Control>} {/Control}')
  const option = await screen.findByRole('option', { hidden: true })
  expect(option.textContent).toBe('delayBIGINT')
  await acceptCompletion(view.contentDOM)
  await waitForAssertion(() => expect(text()).toBe('SELECT f.delay FROM flights f'))
})

it('Escape closes the list of completions and nothing else', async () => {
  const { view, calls } = await open('SELECT * FROM fl')
  await knowsTables()
  await userInput().keyboard('{Control>} {/Control}')
  await screen.findAllByRole('option', { hidden: true })
  await userInput().keyboard('{Escape}')
  await waitForAssertion(() => expect(screen.queryByRole('option', { hidden: true })).toBeNull())
  expect(view.hasFocus).toBe(true)
  expect(calls.some(({ path }) => path === '/api/v1/query/stop')).toBe(false)
})

it.runIf(isFullSet)('a run closes the list of completions', async () => {
  const { view } = await open('SELECT * FROM fl')
  await knowsTables()
  for (const keys of ['{Control>}{Enter}{/Control}', '{Shift>}{Enter}{/Shift}']) {
    await userInput().keyboard('{Control>} {/Control}')
    await screen.findAllByRole('option', { hidden: true })
    await userInput().keyboard(keys)
    await waitForAssertion(() => expect(screen.queryByRole('option', { hidden: true })).toBeNull())
    expect(view.hasFocus).toBe(true)
  }
})

it('SQL is formatted by the server in one step of undo', async () => {
  const { calls, text, view } = await open('select 1', { 'POST /api/v1/sqllab/format_sql/': { result: 'SELECT\n  1' } })
  await press('Options for the editor')
  await press(/^Format SQL/, 'menuitem')
  await waitForAssertion(() => expect(text()).toBe('SELECT\n  1'))
  expect(calls.find(({ path }) => path.endsWith('/format_sql/'))?.body).toEqual({ sql: 'select 1', database_id: 1 })
  act(() => view.focus())
  await userInput().keyboard('{Control>}z{/Control}')
  await waitForAssertion(() => expect(text()).toBe('select 1'))
})

it('shortcuts of disabled controls say why nothing can be saved', async () => {
  const readOnly = 'Nothing can be changed here.'
  const { calls, view } = await open('select 1', {}, { readOnly })
  for (const keys of [
    { key: 'F', code: 'KeyF', keyCode: 70, shiftKey: true },
    { key: 's', code: 'KeyS', keyCode: 83 },
  ]) {
    fireEvent.keyDown(view.contentDOM, { ...keys, ctrlKey: true })
    expect(toast.first()?.text).toBe(readOnly)
    toast.clear()
  }
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(calls.some(({ path }) => path.endsWith('/format_sql/'))).toBe(false)
})

it.runIf(isFullSet)('a comment is toggled by the menu and by its key', async () => {
  const { text, view } = await open()
  await press('Options for the editor')
  await press(/^Toggle comment/, 'menuitem')
  await waitForAssertion(() => expect(text()).toBe('-- SELECT 1'))
  act(() => view.focus())
  await userInput().keyboard('{Control>}/{/Control}')
  await waitForAssertion(() => expect(text()).toBe('SELECT 1'))
})

it.runIf(isFullSet)('a phrase is found, replaced once and everywhere', async () => {
  const { text } = await open('one two ONE one')
  await userInput().keyboard('{Control>}f{/Control}')
  const panel = within(await screen.findByRole('search', { name: 'Find and replace' }))
  await write('Find', 'one')
  expect(panel.getByRole('status').textContent).toBe('1 of 3')
  await userInput().keyboard('{Enter}')
  expect(panel.getByRole('status').textContent).toBe('2 of 3')
  await write('Replace with', 'x')
  await userInput().click(panel.getByRole('button', { name: 'Replace' }))
  await waitForAssertion(() => expect(text()).toBe('one two x one'))
  await userInput().click(panel.getByRole('button', { name: 'Match case' }))
  await userInput().click(panel.getByRole('button', { name: 'Replace all' }))
  await waitForAssertion(() => expect(text()).toBe('x two x x'))
  expect(panel.getByRole('status').textContent).toBe('No matches')
  await press('Close find and replace')
  await waitForAssertion(() => expect(screen.queryByRole('search', { name: 'Find and replace' })).toBeNull())
})

it('? lists the keys outside of the text', async () => {
  const { text, view } = await open()
  await userInput().keyboard('?')
  await waitForAssertion(() => expect(text()).toBe('SELECT 1?'))
  act(() => {
    view.contentDOM.blur()
    screen.getByRole('tab', { name: 'First' }).focus()
  })
  await userInput().keyboard('?')
  const dialog = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
  expect(within(dialog).getByText('Run the statement at the cursor')).toBeDefined()
})

it('tables and views are listed, searched and refreshed', async () => {
  const { calls } = await open()
  const browser = within(screen.getByRole('complementary', { name: 'Schema browser' }))
  const names = () => browser.getAllByRole('button', { expanded: false }).map(({ textContent }) => textContent)
  await waitForAssertion(() => expect(names()).toEqual(expect.arrayContaining(['flights', 'late flights'])))
  await userInput().type(browser.getByRole('searchbox', { name: 'Search tables' }), 'LATE')
  await waitForAssertion(() => expect(browser.queryByRole('button', { name: 'flights' })).toBeNull())
  expect(browser.getByRole('button', { name: 'View late flights' })).toBeDefined()
  await press('Refresh the tables')
  await waitForAssertion(() => expect(calls.some(({ query }) => query.get('q')?.includes('force:!t'))).toBe(true))
})

const many = Array.from({ length: 1000 }, (_, index) => ({
  value: `t${String(index).padStart(3, '0')}`,
  type: 'table',
}))
const manyTables = { 'GET /api/v1/database/1/tables/': tablesPage(many) }

it('of many tables, a page is listed with the number of all; more are loaded, and a search finds the others', async () => {
  const { calls } = await open('SELECT 1', manyTables)
  const sidebar = screen.getByRole('complementary', { name: 'Schema browser' })
  const browser = within(sidebar)
  // Computing the accessible names of hundreds of buttons takes seconds.
  const names = () =>
    [...sidebar.querySelectorAll('button')]
      .map(({ textContent }) => textContent)
      .filter((text) => /^t\d{3}$/.test(text))
  await waitForAssertion(() => expect(names()).toHaveLength(200))
  expect(browser.getByText('200 of 1,000')).toBeDefined()
  await userInput().click(browser.getByText('Show more'))
  await waitForAssertion(() => expect(names()).toHaveLength(400))
  expect(browser.getByText('400 of 1,000')).toBeDefined()
  await userInput().type(browser.getByRole('searchbox', { name: 'Search tables' }), 'T99')
  await waitForAssertion(() => expect(names()).toEqual(many.slice(990).map(({ value }) => value)))
  expect(browser.queryByText('Show more')).toBeNull()
  // Pages are read once, and the text is sent after typing has paused.
  const read = calls.filter(({ path }) => path === '/api/v1/database/1/tables/').map(({ query }) => query.get('q'))
  expect(read.filter((q) => q?.includes('page:0'))).toHaveLength(2)
})

it('of many tables, completion searches those that match the typed word', async () => {
  const { view, text, calls } = await open('SELECT * FROM t87', manyTables)
  await screen.findByText('t000')
  await userInput().keyboard('5')
  await waitForAssertion(() =>
    expect(screen.getAllByRole('option', { hidden: true }).map(({ textContent }) => textContent)).toContain(
      't875table',
    ),
  )
  await acceptCompletion(view.contentDOM)
  await waitForAssertion(() => expect(text()).toBe('SELECT * FROM t875'))
  // The columns of a table that is not listed are known as well.
  await waitForAssertion(() =>
    expect(calls.some(({ path }) => path === '/api/v1/database/1/table/t875/main/')).toBe(true),
  )
})

it('a table shows its columns with types; pressing one writes its name at the cursor', async () => {
  const { text } = await open('SELECT ')
  await userInput().click(await screen.findByRole('button', { name: 'flights' }))
  const columns = within(await screen.findByRole('list', { name: 'Columns of flights' }))
  expect(columns.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'originVARCHAR(3)',
    'delayBIGINT',
  ])
  expect(screen.getByText('About 3,000,000 rows')).toBeDefined()
  await userInput().click(columns.getByRole('button', { name: /^origin/ }))
  await waitForAssertion(() => expect(text()).toBe('SELECT origin'))
})

it('a SELECT of a table is copied, and its first 50 rows are shown', async () => {
  vi.stubGlobal('isSecureContext', true)
  const { calls } = await open('SELECT 1', {
    'GET /api/v1/database/1/select_star/flights/main/': { result: 'SELECT origin FROM flights' },
    'POST /api/v1/sqllab/execute/': resultRows(['ORD'], { name: 'one', type: 'VARCHAR', type_generic: 1 }),
  })
  await press(await screen.findByRole('button', { name: 'Options for flights' }).then(() => 'Options for flights'))
  await press('Copy SELECT', 'menuitem')
  await waitForAssertion(() => expect(toast.first()?.text).toBe('Copied'))
  expect(await navigator.clipboard.readText()).toBe('SELECT\n  "origin",\n  "delay"\nFROM "flights"')
  await press('Options for flights')
  await press('Preview 50 rows', 'menuitem')
  const dialog = within(await screen.findByRole('dialog', { name: 'Preview of flights' }))
  expect((await dialog.findByRole('gridcell')).textContent).toBe('ORD')
  const run = calls.find(({ path }) => path === '/api/v1/sqllab/execute/')?.body
  expect(run).toMatchObject({ sql: 'SELECT origin FROM flights', queryLimit: 50, runAsync: false, schema: 'main' })
})

it.runIf(isFullSet)('the definition of a table is shown to be copied', async () => {
  vi.stubGlobal('isSecureContext', true)
  await open('SELECT 1')
  await screen.findByRole('button', { name: 'Options for flights' })
  await press('Options for flights')
  await press('Show CREATE statement', 'menuitem')
  const dialog = within(await screen.findByRole('dialog', { name: 'Definition of flights' }))
  await userInput().click(await dialog.findByRole('button', { name: 'Copy' }))
  await expect
    .poll(() => navigator.clipboard.readText(), { timeout: 20_000 })
    .toBe('CREATE TABLE flights (origin VARCHAR)')
})

it.runIf(isFullSet)('reports a hidden definition, and leaves out a hidden row estimate', async () => {
  await open('SELECT 1', {
    'GET /api/v1/database/1/table/flights/main/': {
      name: 'flights',
      columns: [{ name: 'origin', type: 'VARCHAR' }],
      rowEstimate: null,
      createStatement: null,
    },
  })
  await userInput().click(await screen.findByRole('button', { name: 'flights' }))
  await screen.findByRole('list', { name: 'Columns of flights' })
  expect(screen.queryByText(/^About/)).toBeNull()
  await press('Options for flights')
  await press('Show CREATE statement', 'menuitem')
  expect(await screen.findByText('No definition available')).toBeDefined()
})

it('another schema is found among 10,000 and chosen for the tab, and its tables are listed', async () => {
  const names = Array.from({ length: 10_000 }, (_, index) => `s${index}`)
  const { calls, tabs } = await open('SELECT 1', { 'GET /api/v1/database/1/schemas/': { result: ['main', ...names] } })
  await userInput().click(box('Schema'))
  await screen.findByRole('option', { name: 's0' })
  expect(screen.getAllByRole('option').length).toBeLessThan(40)
  await userInput().type(screen.getByRole('combobox', { name: 'Search' }), 's987')
  await waitForAssertion(() => expect(screen.getAllByRole('option')).toHaveLength(11))
  await userInput().click(screen.getByRole('option', { name: 's9876' }))
  await waitForAssertion(() => expect(tabs.get(1)?.schema).toBe('s9876'))
  await waitForAssertion(() =>
    expect(calls.some(({ path, query }) => path.endsWith('/tables/') && query.get('q')?.includes('s9876'))).toBe(true),
  )
})

it('the width of the schema browser is remembered', async () => {
  await open()
  act(() => screen.getByRole('separator', { name: 'Width of the schema browser' }).focus())
  await userInput().keyboard('{ArrowRight}')
  expect(JSON.parse(window.localStorage.getItem(`facet.sqllab.panes.${session().user.userId}`) ?? '{}')).toMatchObject({
    browser: 288,
  })
})

it('Ctrl+Enter runs from anywhere on the page', async () => {
  const { calls } = await open('SELECT 1', {
    'POST /api/v1/sqllab/execute/': Response.json({ message: 'Stop here' }, { status: 400 }),
  })
  act(() => button('New tab').focus())
  await userInput().keyboard('{Control>}{Enter}{/Control}')
  await waitForAssertion(() => expect(calls.some(({ path }) => path === '/api/v1/sqllab/execute/')).toBe(true))
  expect(screen.getAllByRole('tab', { name: /First|Untitled/ })).toHaveLength(1)
})

it('the cost of each statement is estimated if the database and the role allow it; otherwise an error gives the reason', async () => {
  const estimator = reader(
    1,
    ['can_sqllab', 'Superset'],
    ['can_sql_json', 'Superset'],
    ['can_estimate_query_cost', 'SQL Lab'],
  )
  const costs: unknown[] = [
    { result: [{ 'Total cost': '0.01', Rows: '1' }, { 'Total cost': '58319.5' }] },
    Response.json({ errors: [{ message: 'The database has no cost estimate' }] }, { status: 400 }),
  ]
  const { calls } = openSqlEditor([storedTab({ sql: 'SELECT 1; SELECT * FROM flights' })], {
    answers: { 'POST /api/v1/sqllab/estimate/': () => costs.shift() },
    switches: { allows_cost_estimate: true },
    user: estimator,
  })
  await editorOf('First')
  await press('Estimate cost')
  const table = await screen.findByRole('table', { name: 'Cost by statement' })
  const lines = within(table).getAllByRole('row')
  expect(lines.map(({ textContent }) => textContent)).toEqual([
    'StatementTotal costRows',
    'SELECT 10.011',
    'SELECT * FROM flights58,319.5',
  ])
  expect(calls.find(({ path }) => path.endsWith('/estimate/'))?.body).toMatchObject({
    database_id: 1,
    sql: 'SELECT 1; SELECT * FROM flights',
  })
  await press('Close')
  await press('Estimate cost')
  expect(await screen.findByText('The database has no cost estimate')).toBeDefined()
})

it.each([
  ['the database estimates no cost', { allows_cost_estimate: false }, true],
  ['the role does not allow it', { allows_cost_estimate: true }, false],
])('offers no cost where %s', async (_, switches, isAllowed) => {
  const more = isAllowed ? [['can_estimate_query_cost', 'SQL Lab'] as const] : []
  const user = reader(1, ['can_sqllab', 'Superset'], ['can_sql_json', 'Superset'], ...more)
  openSqlEditor([storedTab({ sql: 'SELECT 1' })], { switches, user })
  await editorOf('First')
  expect(button('Run')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Estimate cost' })).toBeNull()
})

it('the plan of the statement at the cursor is a list of steps, the costliest marked; a hidden plan gives the reason', async () => {
  const scan = { name: 'seq scan', detail: 'Table: flights', cost: null, rows: 3000, isCostliest: true, children: [] }
  const root = { name: 'order by', detail: '', cost: 1.5, rows: null, isCostliest: false, children: [scan] }
  const plans: unknown[] = [
    { result: root },
    Response.json({ errors: [{ message: 'Row rules apply to you' }] }, { status: 403 }),
  ]
  const { calls } = await open('SELECT 1; SELECT * FROM flights', {
    'POST /api/v1/sqllab/explain/': () => plans.shift(),
  })
  const show = async () => {
    await press('Options for the editor')
    await press(/^Show the query plan/, 'menuitem')
  }
  await show()
  const steps = await screen.findByRole('list', { name: 'Steps of the plan' })
  expect(steps.textContent).toBe('order byCost 1.5seq scanCostliest step3,000 rowsTable: flights')
  expect(calls.find(({ path }) => path.endsWith('/explain/'))?.body).toMatchObject({
    database_id: 1,
    sql: 'SELECT * FROM flights',
  })
  await press('Close')
  await show()
  expect(await screen.findByText('Row rules apply to you')).toBeDefined()
})

it('administrators share the schema of the browser', async () => {
  const path = '/api/v1/security/grants/'
  const user = { ...reader(1), roles: { Admin: [['can_sqllab', 'Superset']] as const } }
  const { calls } = openSqlEditor([storedTab({ sql: 'SELECT 1' })], {
    user,
    answers: { [`GET ${path}`]: { count: 0, result: [] }, [`GET ${path}subjects`]: { result: [] } },
  })
  await screen.findByRole('button', { name: 'Share the schema main' })
  await press('Share the schema main')
  const dialog = await screen.findByRole('dialog', { name: 'Share examples' })
  expect(await within(dialog).findByRole('combobox', { name: /^Schema/ })).toMatchObject({ textContent: 'main' })
  expect(calls.find((call) => call.path === path)?.query.get('database')).toBe('1')
})

it('users who are not administrators have no button to share a schema', async () => {
  await open()
  await screen.findByRole('button', { name: 'Refresh the tables' })
  expect(screen.queryByRole('button', { name: 'Share the schema main' })).toBeNull()
})
