import { act, screen, within } from '@testing-library/react'
import { EditorView } from '@codemirror/view'
import { beforeEach, expect, it } from 'vitest'
import { isFullSet } from '#testing/case-sample.ts'
import { reader } from '#testing/dashboard.ts'
import { editorOf, openSqlEditor } from '#testing/sql-editor-page.ts'
import { queryState, resultRows, storedTab } from '#testing/sql-editor-server.ts'
import { type Call, press, waitForAssertion, userInput } from '#testing/user-input.ts'

const PREVIEW = '/api/v1/sqllab/preview/'
const rowsOf = (...values: readonly number[]) => ({
  result: {
    columns: [{ name: 'n', column_name: 'n', type: 'INTEGER', type_generic: 0, is_dttm: false }],
    data: values.map((n) => ({ n })),
    limited: values.length === 2,
  },
  error: null,
})
const sent = (calls: readonly Call[]) =>
  calls.filter(({ path }) => path === PREVIEW).map(({ body }) => (body as { readonly sql: string }).sql)

beforeEach(() => localStorage.clear())

/** Renders the page with this SQL, with the cursor at its end; `answer` answers previews. */
async function open(sql: string, answer: unknown, more: Parameters<typeof openSqlEditor>[1] = {}) {
  const answers = { ...more.answers, [`POST ${PREVIEW}`]: answer }
  const { calls } = openSqlEditor([storedTab({ sql })], { ...more, answers })
  const { element } = await editorOf('First')
  const view = EditorView.findFromDOM(element) as EditorView
  act(() => {
    view.focus()
    view.dispatch({ selection: { anchor: sql.length } })
  })
  return { calls, view }
}

const cells = () => screen.queryAllByRole('gridcell').map(({ textContent }) => textContent)
/** Returns whether the rows of the preview are dimmed. */
const isOutdated = () => screen.getByRole('grid').closest('[data-outdated]') !== null

it('the statement at the cursor is previewed after a pause in typing, once', async () => {
  const { calls } = await open('SELECT 1; SELECT ', rowsOf(7, 8))
  expect(sent(calls)).toEqual([])
  await userInput().keyboard('42')
  await waitForAssertion(() => expect(cells()).toEqual(['7', '8']))
  expect(sent(calls)).toEqual(['SELECT 42'])
  expect(screen.getByRole('tab', { name: 'Preview' }).getAttribute('aria-selected')).toBe('true')
  expect(screen.getByText(/^First 2 rows · /)).toBeDefined()
})

it('a key cancels the preview in progress and dims the rows, and an error does not remove them', async () => {
  const answers: unknown[] = [
    rowsOf(1),
    new Promise(() => {}),
    { result: null, error: { message: 'syntax error', error_type: 'SYNTAX_ERROR', level: 'error', extra: {} } },
  ]
  const { calls } = await open('SELECT ', () => answers.shift())
  await userInput().keyboard('1')
  await waitForAssertion(() => expect(cells()).toEqual(['1']))
  expect(isOutdated()).toBe(false)
  await userInput().keyboard(' x')
  await waitForAssertion(() => expect(sent(calls)).toHaveLength(2))
  expect(isOutdated()).toBe(true)
  await userInput().keyboard(' y')
  await screen.findByText('syntax error', {}, { timeout: 20_000 })
  expect(sent(calls)).toEqual(['SELECT 1', 'SELECT 1 x', 'SELECT 1 x y'])
  expect([cells(), isOutdated()]).toEqual([['1'], true])
})

it('rows are removed when the user may no longer read them', async () => {
  const answers = [rowsOf(1), Response.json({ message: 'You do not have access' }, { status: 403 })]
  await open('SELECT ', () => answers.shift())
  await userInput().keyboard('1')
  await waitForAssertion(() => expect(cells()).toEqual(['1']))
  await userInput().keyboard('2')
  await screen.findByText('You do not have access', {}, { timeout: 20_000 })
  expect(cells()).toEqual([])
})

it('a preview without a response shows an error, keeps the earlier rows, and is sent again', async () => {
  const answers: unknown[] = [rowsOf(1), () => Promise.reject(new TypeError('Failed to fetch')), rowsOf(2)]
  const next = () => {
    const answer = answers.shift()
    return typeof answer === 'function' ? (answer as () => unknown)() : answer
  }
  const { calls } = await open('SELECT ', next)
  await userInput().keyboard('1')
  await waitForAssertion(() => expect(cells()).toEqual(['1']))
  await userInput().keyboard('2')
  const alert = within(await screen.findByRole('alert', {}, { timeout: 20_000 }))
  expect(alert.getByText("Can't reach the server.")).toBeDefined()
  expect([cells(), isOutdated()]).toEqual([['1'], true])
  await userInput().click(alert.getByRole('button', { name: 'Try again' }))
  await waitForAssertion(() => expect(cells()).toEqual(['2']))
  expect(sent(calls)).toEqual(['SELECT 1', 'SELECT 12', 'SELECT 12'])
  expect(screen.queryByRole('alert')).toBeNull()
})

it('statements that change data, and incomplete ones, are not sent', async () => {
  const { calls } = await open('DELETE FROM ', rowsOf(1))
  await userInput().keyboard('t')
  await screen.findByText('Only complete SELECT statements are previewed.', {}, { timeout: 20_000 })
  expect(sent(calls)).toEqual([])
})

it.runIf(isFullSet)('the switch turns it off for this user, who still previews CTEs by a click', async () => {
  const { calls } = await open('WITH a AS (SELECT 1) SELECT ', rowsOf(5))
  await press('Preview', 'tab')
  await press('Preview while typing', 'switch')
  expect(localStorage.getItem('facet.sqllab.preview-off')).toBe('1')
  await userInput().click(screen.getByRole('button', { name: 'Preview rows of a' }))
  await waitForAssertion(() => expect(cells()).toEqual(['5']))
  expect(screen.getByText(/^a · 1 row · /)).toBeDefined()
  act(() => screen.getByRole('textbox', { name: 'SQL of First' }).focus())
  await userInput().keyboard('1')
  await waitForAssertion(() => expect(isOutdated()).toBe(true))
  await new Promise((after) => setTimeout(after, 600))
  expect(sent(calls)).toEqual(['WITH a AS (SELECT 1)\nSELECT * FROM a'])
})

it('Alt+Enter previews the CTE at the cursor, also after the text has changed before it', async () => {
  const { calls, view } = await open('WITH a AS (SELECT 1), b AS (SELECT 2) SELECT 3', rowsOf(2))
  act(() => view.dispatch({ changes: { from: 0, insert: '/* x */ ' }, selection: { anchor: 40 } }))
  await userInput().keyboard('{Alt>}{Enter}{/Alt}')
  await waitForAssertion(() => expect(cells()).toEqual(['2']))
  await userInput().click(screen.getByRole('button', { name: 'Preview rows of a' }))
  await waitForAssertion(() => expect(sent(calls)).toHaveLength(2))
  expect(sent(calls)).toEqual([
    'WITH a AS (SELECT 1), b AS (SELECT 2)\nSELECT * FROM b',
    'WITH a AS (SELECT 1)\nSELECT * FROM a',
  ])
})

it.runIf(isFullSet)('a preview that falls due after a quick run does not cover its rows', async () => {
  const run = queryState({ id: 'run', sql: 'SELECT 12' })
  const { calls } = await open('SELECT 1', rowsOf(7), {
    answers: {
      'POST /api/v1/sqllab/execute/': ({ body }: Call) => {
        const id = (body as { readonly client_id: string }).client_id
        return { query: { ...run, id } }
      },
      'GET /api/v1/sqllab/results/': resultRows([12]),
    },
  })
  await userInput().keyboard('2{Control>}{Enter}{/Control}')
  await waitForAssertion(() => expect(cells()).toEqual(['12']))
  await new Promise((after) => setTimeout(after, 600))
  expect(sent(calls)).toEqual([])
  expect(cells()).toEqual(['12'])
})

it('users who may not run SQL see no preview', async () => {
  const user = reader(1, ['can_sqllab', 'Superset'])
  const { calls } = await open('WITH a AS (SELECT 1) SELECT ', rowsOf(1), { user })
  await userInput().keyboard('1')
  await new Promise((after) => setTimeout(after, 600))
  expect(screen.queryByRole('tab', { name: 'Preview' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Preview rows of a' })).toBeNull()
  expect(sent(calls)).toEqual([])
})
