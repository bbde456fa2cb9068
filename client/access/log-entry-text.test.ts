import { expect, it } from 'vitest'
import { actorText, changesText, entityText } from './log-entry-text.ts'

const json = JSON.stringify({
  type: 'row_rule',
  id: 7,
  before: { clause: 'a = 1' },
  after: { clause: 'a = 2', roles: [1] },
})

it('names the entity and its changed fields', () => {
  expect([entityText({ json }), changesText({ json })]).toEqual(['row rule 7', 'clause: a = 2, roles: [1]'])
})

it('shows nothing for an entry without details, and shortens long changes', () => {
  expect([entityText({ json: 'no json' }), changesText({ json: 'no json' })]).toEqual(['', ''])
  const long = JSON.stringify({ type: 'chart', id: 1, before: null, after: { params: 'x'.repeat(400) } })
  expect(changesText({ json: long })).toHaveLength(301)
})

it('names the user, the application, or the id of a user who is deleted', () => {
  const ada = { id: 1, username: 'ada', first_name: 'Ada', last_name: 'Lovelace' }
  expect([
    actorText({ user: ada, user_id: 1 }),
    actorText({ user: null, user_id: 4 }),
    actorText({ user: null, user_id: null }),
  ]).toEqual(['Ada Lovelace', 'Deleted user 4', 'The application'])
})
