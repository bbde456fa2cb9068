import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AccessMatrix, accessRoutes, CALLERS } from '#testing/access-matrix.ts'
import { sampleCases } from '#testing/case-sample.ts'
import { makeEarlierStore } from '#testing/earlier-store.ts'

/** The schema of an earlier version, from before `view_as`, temporary datasets, quotas and the flag defaults. */
const EARLIER = '038-scim'

let folder: string
/** With the setting that the earlier version had by default. */
let before: AccessMatrix
/** The same store, upgraded, without any setting. */
let upgraded: AccessMatrix

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'facet-upgrade-'))
  const [current, earlier] = [join(folder, 'current.db'), join(folder, 'earlier.db')]
  before = await AccessMatrix.open({
    environment: { FACET_FEATURE_DASHBOARD_RBAC: '0' },
    location: { file: join(folder, 'store.db') },
  })
  await restrictDashboard(before)
  copyFile(join(folder, 'store.db'), current)
  await makeEarlierStore(current, earlier, EARLIER)
  upgraded = await AccessMatrix.reopen({ location: { file: earlier } }, before)
})
afterAll(async () => {
  await before.close()
  await upgraded.close()
  rmSync(folder, { recursive: true })
})

/** Creates a published dashboard with a role, which the flag DASHBOARD_RBAC opens to this role and closes to others. */
async function restrictDashboard({ fixture }: AccessMatrix): Promise<void> {
  const { store } = fixture.context
  const role = (await store.roles.byName('sql_lab'))?.id ?? 0
  const dataset = (await fixture.dataset({ table_name: 'by_role' })).id
  const chart = (await fixture.chart({ datasource_id: dataset })).id
  const draft = { dashboard_title: 'For a role', published: true, charts: [chart], roles: [role] }
  const { id } = await fixture.dashboard(draft)
  await store.dashboardGrants.create({ dashboard_id: id, dataset_id: dataset }, null)
}

function copyFile(from: string, to: string): void {
  const database = new DatabaseSync(from)
  database.prepare('vacuum into ?').run(to)
  database.close()
}

/** The earlier schema had no quotas, so the upgraded store has none. */
const comparedRoutes = accessRoutes.filter((route) => !route.includes('/security/quotas'))

/** Routes whose bodies are about the calls before or the session. */
const INCOMPARABLE = /\/api\/v1\/(log|query)\b|recent|queries|sessions|csrf_token|me\/(tokens|quotas)/

/** Returns what must be the same. */
const comparable = (route: string, { statusCode, body, headers }: LightMyRequestResponse) => ({
  statusCode,
  error: headers['x-facet-error'],
  body: route.startsWith('GET /api/') && !INCOMPARABLE.test(route) ? body : undefined,
})

/** Maximum characters of a response in a failure. */
const MAX_SHOWN = 300

async function differences(routes: readonly string[]): Promise<readonly unknown[]> {
  const found: unknown[] = []
  for (const route of routes)
    for (const name of CALLERS) {
      const [old, now] = [
        comparable(route, await before.call(route, name)),
        comparable(route, await upgraded.call(route, name)),
      ]
      const [one, other] = [JSON.stringify(old), JSON.stringify(now)]
      if (one !== other) found.push([route, name, one.slice(0, MAX_SHOWN), other.slice(0, MAX_SHOWN)])
    }
  return found
}

describe('a store of an earlier version, after its upgrade', () => {
  it('leaves DASHBOARD_RBAC off, which is on in a new store', async () => {
    expect(upgraded.fixture.context.config.flags.DASHBOARD_RBAC).toBe(false)
    const fresh = await AccessMatrix.open()
    expect(fresh.fixture.context.config.flags.DASHBOARD_RBAC).toBe(true)
    await fresh.close()
  })

  it('allows each caller the same rights as before: the same bodies when reading', { timeout: 240_000 }, async () => {
    const reads = comparedRoutes.filter((route) => route.startsWith('GET'))
    expect(await differences(sampleCases(reads, 12))).toEqual([])
  })

  it('allows each caller the same rights as before: the same statuses of writes', { timeout: 240_000 }, async () => {
    const writes = comparedRoutes.filter((route) => !route.startsWith('GET'))
    expect(await differences(sampleCases(writes, 12))).toEqual([])
  })
})

describe('an upgraded store', () => {
  it.each([
    ['1', true],
    ['0', false],
  ])('follows the setting FACET_FEATURE_DASHBOARD_RBAC=%s', async (text, expected) => {
    const file = join(folder, `set-${text}.db`)
    copyFile(join(folder, 'earlier.db'), file)
    const environment = { FACET_FEATURE_DASHBOARD_RBAC: text }
    const matrix = await AccessMatrix.reopen({ location: { file }, environment }, before)
    expect(matrix.fixture.context.config.flags.DASHBOARD_RBAC).toBe(expected)
    await matrix.close()
  })
})
