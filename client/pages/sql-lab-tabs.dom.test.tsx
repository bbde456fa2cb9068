import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { isFullSet } from '#testing/case-sample.ts'
import { type Call, choose, userInput, press, waitForAssertion, write, writeCode } from '#testing/user-input.ts'
import { editorOf, openSqlEditor, tabLabels } from '#testing/sql-editor-page.ts'
import { reader } from '#testing/dashboard.ts'
import { storedTab } from '#testing/sql-editor-server.ts'
import { toast } from '#ui/overlay/toast.ts'

const puts = (calls: readonly Call[]) => calls.filter(({ method }) => method === 'PUT')

it('an editor without tabs opens one on the first database, and the server stores it', async () => {
  const { tabs } = openSqlEditor()
  await editorOf('Untitled query')
  await waitForAssertion(() => expect(tabs.get(1)).toMatchObject({ label: 'Untitled query', database_id: 1, sql: '' }))
  await waitForAssertion(() => expect(tabs.get(1)?.schema).toBe('main'))
})

it('saves input with its version, and shows it after a reload', async () => {
  const { calls, tabs } = openSqlEditor([storedTab()])
  expect((await editorOf('First')).text()).toBe('SELECT 1')
  await writeCode('SQL of First', 'SELECT 2')
  await waitForAssertion(() => expect(tabs.get(1)?.sql).toBe('SELECT 2'))
  expect(puts(calls)[0]?.headers.get('if-match')).toBe('"1"')
  await writeCode('SQL of First', 'SELECT 3')
  await waitForAssertion(() => expect(tabs.get(1)?.sql).toBe('SELECT 3'))
  expect(puts(calls).map(({ headers }) => headers.get('if-match'))).toEqual(['"1"', '"2"'])
  await waitForAssertion(() => expect(screen.getByText('Saved')).toBeDefined())
})

it('tabs are created, renamed and duplicated on the server too', async () => {
  const { tabs } = openSqlEditor([storedTab()])
  await editorOf('First')
  await press('New tab')
  await editorOf('Untitled query')
  await press('Options for the tab')
  await press('Rename', 'menuitem')
  await write('Name', 'Late flights')
  await press('Rename')
  expect(tabLabels()).toEqual(['First', 'Late flights'])
  await waitForAssertion(() => expect(tabs.get(2)?.label).toBe('Late flights'))
  await press('First', 'tab')
  await press('Options for the tab')
  await press('Duplicate', 'menuitem')
  expect(tabLabels()).toEqual(['First', 'Copy of First', 'Late flights'])
  await waitForAssertion(() =>
    expect(tabs.get(3)).toMatchObject({ label: 'Copy of First', sql: 'SELECT 1', database_id: 1 }),
  )
})

it('new tabs are created one after another, and the server activates the visible one', async () => {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const created: string[] = []
  const { calls } = openSqlEditor([storedTab()], {
    answers: {
      'POST /tabstateview/': async (call: Call) => {
        if (call.path.endsWith('/activate')) return 'OK'
        created.push(call.path)
        await held
        return { id: created.length + 1 }
      },
    },
  })
  await editorOf('First')
  await press('New tab')
  await press('New tab')
  await press('First', 'tab')
  await waitForAssertion(() => expect(created).toHaveLength(1))
  release()
  await waitForAssertion(() => expect(created).toHaveLength(2))
  const activations = () => calls.filter(({ path }) => path.endsWith('/activate')).map(({ path }) => path)
  await waitForAssertion(() => expect(activations().at(-1)).toBe('/tabstateview/1/activate'))
  expect(calls.findLastIndex(({ path }) => path.endsWith('/activate'))).toBe(
    calls.findLastIndex(({ method }) => method === 'POST'),
  )
})

it.runIf(isFullSet)('confirms before Escape discards the new name of a tab', async () => {
  openSqlEditor([storedTab()])
  await editorOf('First')
  await press('Options for the tab')
  await press('Rename', 'menuitem')
  await write('Name', 'Late flights')
  await userInput().keyboard('{Escape}')
  expect(screen.getByText('There are unsaved changes.')).toBeDefined()
  await press('Yes, cancel')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(tabLabels()).toEqual(['First'])
})

it('a closed tab is deleted on the server, and undo restores it at its position', async () => {
  const { tabs } = openSqlEditor([storedTab(), storedTab({ label: 'Second', sql: 'SELECT 2' })])
  await editorOf('First')
  await press('Close First')
  expect(tabLabels()).toEqual(['Second'])
  expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'Second' }))
  await waitForAssertion(() => expect(tabs.get(1)?.isDeleted).toBe(true))
  const message = toast.first()
  expect(message?.text).toBe('Closed: First')
  message?.action?.onPress()
  await waitForAssertion(() => expect(tabLabels()).toEqual(['First', 'Second']))
  expect((await editorOf('First')).text()).toBe('SELECT 1')
  await waitForAssertion(() => expect(tabs.get(1)?.isDeleted).toBe(false))
})

it('a tab of another user or a deleted one shows an error, and can be retried', async () => {
  let isThere = false
  const answer = () => {
    if (!isThere) return Response.json({ message: 'Not found' }, { status: 404 })
    return { id: 1, label: 'First', sql: 'SELECT 1', database_id: 1, schema: 'main', latest_query: null }
  }
  openSqlEditor([storedTab()], { answers: { 'GET /tabstateview/1': answer } })
  expect(within(await screen.findByRole('alert')).getByText('The tab could not be read')).toBeDefined()
  isThere = true
  await press('Try again')
  expect((await editorOf('First')).text()).toBe('SELECT 1')
})

async function overtaken() {
  const server = openSqlEditor([storedTab()])
  await editorOf('First')
  const tab = server.tabs.get(1)
  if (tab) Object.assign(tab, { sql: 'SELECT theirs', version: 5 })
  await writeCode('SQL of First', 'SELECT mine')
  expect(await screen.findByText(/saved later in another window/)).toBeDefined()
  expect(tab?.sql).toBe('SELECT theirs')
  expect((await editorOf('First')).text()).toBe('SELECT mine')
  return server
}

it('reports a tab that another window has saved later, and moves local changes to a new tab', async () => {
  const { tabs } = await overtaken()
  await press('Keep mine in a new tab')
  await waitForAssertion(() => expect(tabLabels()).toEqual(['First', 'First 2']))
  expect((await editorOf('First 2')).text()).toBe('SELECT mine')
  await waitForAssertion(() => expect(tabs.get(2)).toMatchObject({ label: 'First 2', sql: 'SELECT mine' }))
  expect(tabs.get(1)?.sql).toBe('SELECT theirs')
  await press('First', 'tab')
  expect((await editorOf('First')).text()).toBe('SELECT theirs')
  expect(screen.queryByText(/saved later in another window/)).toBeNull()
})

it.runIf(isFullSet)('a tab that another window has saved later is overwritten when that is chosen', async () => {
  const { tabs } = await overtaken()
  await press('Overwrite the other')
  await waitForAssertion(() => expect(tabs.get(1)?.sql).toBe('SELECT mine'))
  await waitForAssertion(() => expect(screen.queryByText(/saved later in another window/)).toBeNull())
})

it('reports a tab that cannot be saved, keeps its text and saves it later', async () => {
  let isDown = true
  const { tabs, calls } = openSqlEditor([storedTab()], {
    answers: {
      'PUT /tabstateview/1': () =>
        isDown ? Response.json({ message: 'Down' }, { status: 503 }) : Response.json(1, { headers: { etag: '"9"' } }),
    },
  })
  await editorOf('First')
  await writeCode('SQL of First', 'SELECT 2')
  expect(await screen.findByText(/could not be saved on the server/)).toBeDefined()
  expect(tabs.get(1)?.sql).toBe('SELECT 1')
  isDown = false
  await writeCode('SQL of First', 'SELECT 3')
  await waitForAssertion(() => expect(screen.getByText('Saved')).toBeDefined())
  const [body] = puts(calls)
    .slice(-1)
    .map((call) => call.body as URLSearchParams)
  expect(body?.get('sql')).toBe('"SELECT 3"')
})

const leave = () => {
  const event = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(event)
  return event.defaultPrevented
}

it('confirms before the page is left while the text of a tab is on this page only', async () => {
  await overtaken()
  expect(leave()).toBe(true)
  await press('Overwrite the other')
  await waitForAssertion(() => expect(screen.queryByText(/saved later in another window/)).toBeNull())
  expect(leave()).toBe(false)
})

it.runIf(isFullSet)(
  'confirms before the page is closed while a text is unsaved that is too long to be sent then',
  async () => {
    let save = () => {}
    const saved = new Promise<void>((resolve) => (save = resolve))
    const put = () => saved.then(() => ({ id: 1 }))
    openSqlEditor([storedTab()], { answers: { 'PUT /tabstateview/': put } })
    await editorOf('First')
    await writeCode('SQL of First', `SELECT '${'x'.repeat(16_000)}'`)
    expect(leave()).toBe(true)
    save()
    await waitForAssertion(() => expect(leave()).toBe(false))
    await writeCode('SQL of First', 'SELECT 2')
    expect(leave()).toBe(false)
  },
)

it('each tab has its own text and undo history', async () => {
  openSqlEditor([storedTab(), storedTab({ label: 'Second', sql: 'SELECT 2' })])
  await editorOf('First')
  await writeCode('SQL of First', 'SELECT 9')
  await press('Second', 'tab')
  expect((await editorOf('Second')).text()).toBe('SELECT 2')
  await press('First', 'tab')
  const first = await editorOf('First')
  expect(first.text()).toBe('SELECT 9')
  await userInput().click(first.element)
  await userInput().keyboard('{Control>}z{/Control}')
  await waitForAssertion(() => expect(first.text()).toBe('SELECT 1'))
})

it('SQL that a form posted opens in a tab with its database and source, and does not run', async () => {
  const dataset = { id: 3, name: 'flights', schema: 'main', databaseId: 1, columns: ['origin'] }
  const requestedQuery = { datasourceKey: '3__table', sql: 'SELECT origin FROM flights', databaseId: 1, dataset }
  const { calls, tabs } = openSqlEditor([storedTab()], { requestedQuery })
  expect((await editorOf('flights')).text()).toBe('SELECT origin FROM flights')
  expect(tabLabels()).toEqual(['First', 'flights'])
  expect(screen.getByRole('link', { name: 'flights' }).getAttribute('href')).toBe('/explore?dataset_id=3')
  await waitForAssertion(() => expect(tabs.get(2)).toMatchObject({ sql: 'SELECT origin FROM flights', database_id: 1 }))
  expect(tabs.get(2)?.datasource_key).toBe('3__table')
  expect(calls.some(({ path }) => path.includes('execute'))).toBe(false)
})

it('the source of a tab is shown after a reload until it is dismissed', async () => {
  const { tabs } = openSqlEditor([storedTab({ datasource_key: '3__table' })])
  await editorOf('First')
  expect(screen.getByRole('link', { name: 'flights' }).getAttribute('href')).toBe('/explore?dataset_id=3')
  await press('Dismiss')
  expect(screen.queryByRole('link', { name: 'flights' })).toBeNull()
  await waitForAssertion(() => expect(tabs.get(1)?.datasource_key).toBeNull())
})

it('SQL of an unknown or unreadable dataset is retained and reported', async () => {
  const requestedQuery = { datasourceKey: '9__table', sql: 'SELECT 7', databaseId: null, dataset: null }
  const { tabs } = openSqlEditor([], { requestedQuery })
  expect((await editorOf('Untitled query')).text()).toBe('SELECT 7')
  expect(screen.getByText(/unknown, or you cannot read it/)).toBeDefined()
  await waitForAssertion(() => expect(tabs.get(1)?.sql).toBe('SELECT 7'))
})

it.each([
  ['/sqllab?savedQueryId=5', 'Saved', 'SELECT saved'],
  ['/sqllab?queryId=8', 'Ran', 'SELECT ran'],
  ['/sqllab?permalinkKey=abc', 'Shared', 'SELECT shared'],
  ['/sqllab?dbid=1&sql=SELECT%20given', 'Untitled query', 'SELECT given'],
])('%s opens its SQL in a tab, which is stored', async (url, label, sql) => {
  const database = { id: 1, database_name: 'examples' }
  const { tabs } = openSqlEditor([], {
    url,
    answers: {
      'GET /api/v1/saved_query/5': { id: 5, result: { label: 'Saved', sql: 'SELECT saved', schema: 'main', database } },
      'GET /api/v1/query/8': { id: 8, result: { tab_name: 'Ran', sql: 'SELECT ran', schema: 'main', database } },
      'GET /api/v1/sqllab/permalink/abc': { name: 'Shared', sql: 'SELECT shared', dbId: 1, schema: 'main' },
    },
  })
  expect((await editorOf(label)).text()).toBe(sql)
  await waitForAssertion(() => expect(tabs.get(1)?.sql).toBe(sql))
})

it('stores no changes of tabs and runs no SQL while an administrator views as another user', async () => {
  const viewAs = { type: 'user', id: 7, name: 'Ada', administrator: { id: 1, username: 'admin' }, until: 0 } as const
  const user = { ...reader(7, ['can_sqllab', 'Superset'], ['can_sql_json', 'Superset']), viewAs }
  const { calls, tabs } = openSqlEditor([storedTab(), storedTab({ label: 'Second' })], { user })
  await editorOf('First')
  await writeCode('SQL of First', 'SELECT 2')
  await press('Second', 'tab')
  expect((await editorOf('Second')).text()).toBe('SELECT 1')
  await press('New tab')
  await editorOf('Untitled query')
  await press('Close Untitled query')
  toast.clear()
  await press('First', 'tab')
  await press('Close First')
  expect(tabLabels()).toEqual(['Second'])
  toast.first()?.action?.onPress()
  await waitForAssertion(() => expect(tabLabels()).toEqual(['First', 'Second']))
  expect((await editorOf('First')).text()).toBe('SELECT 2')
  toast.clear()
  expect(screen.getByText('Not saved')).toBeDefined()
  await press('First', 'tab')
  await userInput().keyboard('{Control>}{Enter}{/Control}')
  await waitForAssertion(() => expect(toast.first()?.text).toMatch(/^You view Facet as Ada, where no SQL can be run/))
  // The page leaves like one that is closed, which sends what is not saved.
  window.dispatchEvent(new Event('pagehide'))
  expect(calls.filter(({ method }) => method !== 'GET').map(({ path }) => path)).toEqual([])
  expect(tabs.get(1)?.sql).toBe('SELECT 1')
})

it('the limit of a tab that another client has set is among those offered', async () => {
  openSqlEditor([storedTab({ query_limit: 250 })])
  await editorOf('First')
  await choose('Row limit', '250 rows')
  expect(screen.getByRole('combobox', { name: /^Row limit/ }).textContent).toContain('250')
})
