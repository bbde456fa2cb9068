import { readFileSync, writeFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { AccessMatrix, accessRoutes, CALLERS, type CallerName, HIDDEN_FROM, SECRET } from '#testing/access-matrix.ts'
import { sampleCases } from '#testing/case-sample.ts'

/**
 * Every mounted route and its status for each caller; a route without a row fails. `UPDATE_ACCESS=1` writes the table
 * anew: review each changed cell, because it says who may call what.
 */
const TABLE = new URL('route-access.tsv', import.meta.url).pathname

const isUpdate = process.env['UPDATE_ACCESS'] === '1'

/** Every route is called by anonymous callers and by a third of the others; the next route by another third. */
const ALWAYS: readonly CallerName[] = ['anonymous']
const others = CALLERS.filter((name) => !ALWAYS.includes(name))
const callersOf = (index: number): readonly CallerName[] =>
  isUpdate ? CALLERS : [...ALWAYS, ...sampleCases(others, 3, index)]

/** Replaces the cells of callers that are not called. */
function withoutUncalled(line: string, index: number): string {
  const called = callersOf(index)
  return line
    .split('\t')
    .map((cell, at) => (at === 0 || called.includes(CALLERS[at - 1] as CallerName) ? cell : '-'))
    .join('\t')
}

/** Writes that need no CSRF token; each route says why (`csrfExempt`). */
const WITHOUT_TOKEN: readonly string[] = [
  'POST /api/v1/chart/data',
  'POST /api/v1/chart/data/batch',
  'POST /api/v1/query',
  'POST /api/v1/security/login',
  'POST /api/v1/security/refresh',
  'POST /datasource/samples',
  'POST /login/saml/:provider/callback',
  'POST /superset/explore_json',
  'POST /superset/explore_json/:type/:id',
  'POST /superset/log',
]

let matrix: AccessMatrix
beforeAll(async () => {
  matrix = await AccessMatrix.open()
})
afterAll(() => matrix.close())

it('returns the listed status to each caller of each mounted route, and rejections reveal no name', {
  timeout: 240_000,
}, async () => {
  const rows: string[] = []
  const revealed: unknown[] = []
  for (const [index, route] of accessRoutes.entries()) {
    const cells: (number | '-')[] = []
    for (const name of CALLERS) {
      if (!callersOf(index).includes(name)) {
        cells.push('-')
        continue
      }
      const { statusCode, body } = await matrix.call(route, name)
      cells.push(statusCode)
      const isHidden = HIDDEN_FROM.includes(name) || statusCode === 401 || statusCode === 403
      if (isHidden && body.includes(SECRET)) revealed.push([route, name, statusCode])
    }
    rows.push([route, ...cells].join('\t'))
  }
  const head = ['route', ...CALLERS].join('\t')
  if (isUpdate) writeFileSync(TABLE, `${[head, ...rows].join('\n')}\n`)
  expect(revealed).toEqual([])
  const [expectedHead, ...expected] = readFileSync(TABLE, 'utf8').trimEnd().split('\n')
  expect(expectedHead).toBe(head)
  expect(rows).toEqual(expected.map(withoutUncalled))
})

it('rejects each write of a session without a CSRF token, except for the listed routes', async () => {
  const accepted: string[] = []
  for (const route of accessRoutes) {
    if (route.startsWith('GET')) continue
    const { statusCode, headers } = await matrix.callWithoutToken(route)
    if (statusCode !== 400 || headers['x-facet-error'] !== 'csrf-missing') accepted.push(route)
  }
  expect(accepted.toSorted()).toEqual(WITHOUT_TOKEN)
})
