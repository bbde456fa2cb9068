import { expect, it } from 'vitest'
import { actorText, changesText, entityText, logEntryJson } from './log-entry-text.ts'

const json = JSON.stringify({
  type: 'row_rule',
  id: 7,
  before: { clause: 'a = 1' },
  after: { clause: 'a = 2', roles: [1] },
})

it('names who acted, and as which user or role an administrator did', () => {
  const user = { id: 1, username: 'ada', first_name: 'Ada', last_name: 'Lee' }
  const acted = (view_as: Parameters<typeof actorText>[0]['view_as']) =>
    actorText({ user, user_id: 1, view_as, is_service: false })
  expect(acted(null)).toBe('Ada Lee')
  expect(acted({ type: 'user', id: 7, name: 'ana' })).toBe('Ada Lee as ana')
  expect(acted({ type: 'role', id: 3, name: null })).toBe('Ada Lee as the role 3')
  expect(actorText({ user: null, user_id: null, view_as: null, is_service: false })).toBe('The application')
})

it('names the entity and its changed fields', () => {
  expect([entityText({ json }), changesText({ json })]).toEqual(['row rule 7', 'Clause: a = 1 → a = 2, Roles changed'])
})

it('shows nothing for an entry without details, and shortens long changes', () => {
  expect([entityText({ json: 'no json' }), changesText({ json: 'no json' })]).toEqual(['', ''])
  const long = JSON.stringify({ type: 'chart', id: 1, before: null, after: { description: 'x'.repeat(400) } })
  expect(changesText({ json: long })).toHaveLength(301)
})

it('names a created or deleted entity instead of its fields; its JSON is separate', () => {
  const fields = { slice_name: 'Orders by weekday', params: '{"viz_type":"pie"}' }
  const created = JSON.stringify({ type: 'chart', id: 7, before: null, after: fields })
  const before = { dashboard_title: 'Sales', deleted_at: null }
  const deleted = JSON.stringify({ type: 'dashboard', id: 7, before, after: { deleted_at: 1714564800000 } })
  expect([created, deleted].map((each) => changesText({ json: each }))).toEqual(['“Orders by weekday”', '“Sales”'])
  expect(logEntryJson({ json: created })).toContain('\n    "slice_name": "Orders by weekday"')
})

it('an entry that only names its entity has no JSON', () => {
  expect(logEntryJson({ json: JSON.stringify({ type: 'chart', id: 7, before: null, after: null }) })).toBe('')
})

it('names nested fields only, and shows the plain details of an action', () => {
  const update = { type: 'chart', id: 7, before: { params: '{"a":1}' }, after: { params: '{"a":2}' } }
  expect(changesText({ json: JSON.stringify(update) })).toBe('Settings changed')
  expect(changesText({ json: JSON.stringify({ source: 'dashboard', ts: 5, extra: {} }) })).toBe(
    'Source: dashboard, Ts: 5',
  )
})

it('names the user, the application, or the id of a deleted user', () => {
  const ada = { id: 1, username: 'ada', first_name: 'Ada', last_name: 'Lovelace' }
  expect([
    actorText({ user: ada, user_id: 1, view_as: null, is_service: false }),
    actorText({ user: null, user_id: 4, view_as: null, is_service: false }),
    actorText({ user: null, user_id: null, view_as: null, is_service: false }),
  ]).toEqual(['Ada Lovelace', 'Deleted user 4', 'The application'])
})

it('lists the added and removed permissions and members of a role', () => {
  const text = (before: object, after: object) =>
    changesText({ json: JSON.stringify({ type: 'role', id: 7, before, after }) })
  const [charts, csv] = [
    ['can_read', 'Chart'],
    ['can_csv', 'Superset'],
  ]
  expect(text({ permissions: [charts] }, { permissions: [csv] })).toBe(
    'Permissions added: Export charts as CSV; Permissions removed: Read charts',
  )
  expect(text({ users: ['bob'] }, { users: [] })).toBe('Users removed: bob')
  const many = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
  expect(text({ users: [] }, { users: many })).toBe('Users added: a, b, c, d, e and 2 more')
  // Ids of the log itself have no names.
  expect(text({ users: [1] }, { users: [2] })).toBe('Users changed')
})
