import { readFileSync, writeFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { AccessMatrix, accessRoutes, CALLERS, HIDDEN_FROM, SECRET } from '#testing/access-matrix.ts'

/**
 * Every mounted route and its status for each caller; a route without a row fails. `UPDATE_ACCESS=1` writes the table
 * anew: review each changed cell, because it says who may call what.
 */
const TABLE = new URL('route-access.tsv', import.meta.url).pathname

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

it('answers each caller of each mounted route with the status of its row, and rejections reveal no name', {
  timeout: 240_000,
}, async () => {
  const rows: string[] = []
  const revealed: unknown[] = []
  for (const route of accessRoutes) {
    const cells: number[] = []
    for (const name of CALLERS) {
      const { statusCode, body } = await matrix.call(route, name)
      cells.push(statusCode)
      const isHidden = HIDDEN_FROM.includes(name) || statusCode === 401 || statusCode === 403
      if (isHidden && body.includes(SECRET)) revealed.push([route, name, statusCode])
    }
    rows.push([route, ...cells].join('\t'))
  }
  const table = `${[['route', ...CALLERS].join('\t'), ...rows].join('\n')}\n`
  if (process.env['UPDATE_ACCESS'] === '1') writeFileSync(TABLE, table)
  expect(revealed).toEqual([])
  expect(table.split('\n')).toEqual(readFileSync(TABLE, 'utf8').split('\n'))
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
