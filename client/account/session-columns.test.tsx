import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { startSession } from '#client/session/session.ts'
import type { SessionResponse } from '#core/rest/me.ts'
import { Table } from '#ui/display/Table.tsx'
import { lastSeenText, sessionColumns } from './session-columns.tsx'

const NOON = Date.UTC(2024, 4, 1, 12)

const session = (values: Partial<SessionResponse>): SessionResponse => ({
  id: '0123456789abcdef',
  is_current: false,
  created_on: '2024-05-01T09:00:00.000000',
  last_seen: '2024-05-01T11:30:00.000000',
  expires_on: '2024-06-01T11:30:00.000000',
  user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  address: '192.0.2.0/24',
  ...values,
})

it.each([
  [{ is_current: true, last_seen: '2024-05-01T11:00:00.000000' }, 'Now'],
  [{}, 'Within an hour'],
  [{ last_seen: '2024-05-01T11:00:00.001000' }, 'Within an hour'],
  [{ last_seen: '2024-05-01T11:00:00.000000' }, '1 hour ago'],
  [{ last_seen: '2024-04-28T11:00:00.000000' }, '3 days ago'],
])('Seen %j: %s', (values, text) => {
  expect(lastSeenText(session(values), NOON)).toBe(text)
})

it('shows the device, the address and the start of each session, and marks the current one', () => {
  startSession({ getElementById: () => ({ textContent: '{"settings":{"locale":"en"}}' }) } as unknown as Document)
  const rows = [session({ is_current: true }), session({ id: 'b', user_agent: null, address: null })]
  const drawn = renderToStaticMarkup(
    <Table label="Sessions" rows={rows} rowKey={({ id }) => id} columns={sessionColumns(NOON)} />,
  )
  const [first = '', second = ''] = drawn.split('<tbody>')[1]?.split('<tr').slice(1) ?? []
  for (const text of ['Firefox on Linux', 'This device', '192.0.2.0/24', 'May 1, 2024', 'Now'])
    expect(first).toContain(text)
  expect(second).toContain('Unknown device')
  expect(second).toContain('Within an hour')
  expect(second).not.toContain('This device')
})
