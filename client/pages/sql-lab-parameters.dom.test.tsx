import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { userInput, press, waitForAssertion } from '#testing/user-input.ts'
import { editorOf, openSqlEditor } from '#testing/sql-editor-page.ts'
import { queryState, storedTab } from '#testing/sql-editor-server.ts'

const form = () => within(screen.getByRole('group', { name: 'Query parameters' }))

it('parameters of the text are fields, stored with the tab and sent with a run', async () => {
  const { calls, tabs } = openSqlEditor([storedTab({ sql: 'SELECT {{ year }}, {{ current_user_id() }}' })], {
    answers: { 'POST /api/v1/sqllab/execute/': { query: queryState({ id: 'abcdefghijk' }) } },
  })
  await editorOf('First')

  expect(form().getAllByRole('textbox')).toEqual([form().getByLabelText('year')])
  await userInput().type(form().getByLabelText('year'), '2020')
  await waitForAssertion(() => expect(tabs.get(1)?.template_params).toBe('{"year":"2020"}'))
  await press('Run')
  const sent = () => calls.find(({ path }) => path === '/api/v1/sqllab/execute/')?.body
  await waitForAssertion(() => expect(sent()).toMatchObject({ templateParams: '{"year":"2020"}' }))
})

it('text that is no JSON is reported and not stored', async () => {
  const { tabs } = openSqlEditor([storedTab({ sql: 'SELECT {{ year }}', template_params: '{"year":1}' })])
  await editorOf('First')
  await press('Edit as JSON')
  const field = await screen.findByLabelText('Parameters as JSON')
  await userInput().clear(field)
  await userInput().type(field, '{{"year":')
  expect(screen.getByText(/^The parameters are not valid JSON:/)).toBeDefined()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Apply' }).disabled).toBe(true)
  await userInput().type(field, '2}')
  await press('Apply')
  await waitForAssertion(() => expect(tabs.get(1)?.template_params).toBe('{"year":2}'))
})

it('confirms before Escape discards typed parameters', async () => {
  openSqlEditor([storedTab({ sql: 'SELECT {{ year }}', template_params: '{"year":1}' })])
  await editorOf('First')
  await press('Edit as JSON')
  await userInput().type(await screen.findByLabelText('Parameters as JSON'), ' ')
  await userInput().keyboard('{Escape}')
  expect(screen.getByText('There are unsaved changes.')).toBeDefined()
  await press('Yes, cancel')
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('invalid JSON of a tab is reported, and a text without parameters has no form', async () => {
  openSqlEditor([storedTab({ template_params: '{bad' })])
  await editorOf('First')
  expect(await screen.findByText(/^The parameters are not valid JSON:/)).toBeDefined()
  expect(screen.queryByRole('group', { name: 'Query parameters' })).toBeNull()
})
