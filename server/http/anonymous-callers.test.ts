import { afterEach, describe, expect, it, vi } from 'vitest'
import { OffendingQueries, MAX_STOPS_PER_USER } from '#server/processes/offending-queries.ts'
import { type DataFixture, openDataFixture } from '#testing/data-fixture.ts'

const NOW = Date.UTC(2024, 5, 15, 12)
const [OFFENDER, OTHER, PROXY] = ['192.0.2.1', '192.0.2.2', '10.0.0.9']
const BLOCKED = /^Your queries crashed this database engine 3 times/

let fixture: DataFixture
afterEach(() => fixture.close())

/** Starts a server whose data anonymous callers may read. Returns the reader of a status, or of the denial. */
async function open(environment: Readonly<Record<string, string>> = {}) {
  fixture = await openDataFixture(['CREATE TABLE sales AS SELECT 1 AS amount'], NOW, environment)
  const { roles } = fixture.context.store
  await roles.setPairs((await roles.byName('Public'))?.id ?? 0, [
    ['can_read', 'Chart'],
    ['all_datasource_access', 'all_datasource_access'],
  ])
  const columns = [{ column_name: 'amount', type: 'INTEGER' }]
  const { id } = await fixture.dataset({ table_name: 'sales', columns })
  let asked = 0
  return async (remoteAddress: string, headers: Readonly<Record<string, string>> = {}): Promise<unknown> => {
    // No two queries are equal, so that none is answered from the cache.
    const metric = { expressionType: 'SQL', sqlExpression: `SUM(amount) + ${++asked}`, label: 'n' }
    const answer = await fixture.app.inject({
      method: 'POST',
      url: '/api/v1/chart/data',
      remoteAddress,
      headers,
      payload: { datasource: { id, type: 'table' }, queries: [{ metrics: [metric] }] },
    })
    return answer.statusCode === 200 ? 200 : answer.json().errors[0].message
  }
}

/** Records so many crashes for the caller of this request that the queries of the caller are blocked. */
async function blockCallerOf(request: () => Promise<unknown>): Promise<void> {
  const checked = vi.spyOn(OffendingQueries.prototype, 'check')
  expect(await request()).toBe(200)
  const offending = checked.mock.contexts.at(-1) as OffendingQueries | undefined
  const author = checked.mock.lastCall?.[1] ?? null
  checked.mockRestore()
  for (let crashes = 0; crashes < MAX_STOPS_PER_USER; crashes++)
    offending?.add(`SELECT ${'x, '.repeat(crashes)}y`, author)
}

describe('anonymous callers whose queries crashed an engine', () => {
  it('are counted by address: others are not blocked, and no header gives them another address', async () => {
    const ask = await open()
    await blockCallerOf(() => ask(OFFENDER))
    expect(await ask(OFFENDER)).toMatch(BLOCKED)
    expect(await ask(OTHER)).toBe(200)
    for (const header of ['x-forwarded-for', 'x-real-ip', 'forwarded', 'cookie'])
      expect([header, await ask(OFFENDER, { [header]: header === 'cookie' ? 'session=made-up' : OTHER })]).toEqual([
        header,
        expect.stringMatching(BLOCKED),
      ])
  })

  it('are counted by the address that a trusted proxy reports, not by one that the caller adds', async () => {
    const ask = await open({ FACET_TRUST_PROXY: PROXY })
    const through = (addresses: string) => ask(PROXY, { 'x-forwarded-for': addresses })
    await blockCallerOf(() => through(OFFENDER))
    expect(await through(OFFENDER)).toMatch(BLOCKED)
    expect(await through(`${OTHER}, ${OFFENDER}`)).toMatch(BLOCKED)
    expect(await through(OTHER)).toBe(200)
    expect(await ask(OTHER, { 'x-forwarded-for': OFFENDER })).toBe(200)
  })
})
