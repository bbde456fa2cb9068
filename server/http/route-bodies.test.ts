import { readFileSync, writeFileSync } from 'node:fs'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { resources } from '#server/resources/index.ts'
import { AccessMatrix, accessRoutes, CALLERS, HIDDEN_FROM, SECRET } from '#testing/access-matrix.ts'
import { sampleCases } from '#testing/case-sample.ts'

/**
 * The counts that each reading route, facet and search returns to each caller: `count` and the number of results, `-`
 * without both. Routes without any count have no row.
 * `UPDATE_ACCESS=1 FACET_TEST_SET=all` writes the table anew: review each changed cell, because a caller who may not
 * see an entity must not count it.
 */
const TABLE = new URL('route-counts.tsv', import.meta.url).pathname

/** Routes whose bodies are about the calls before, in the log or in caches, and about the session. */
const ABOUT_CALLS = /\/api\/v1\/(log|me\/sessions|query)\b|recent|queries|csrf_token/

/** Routes that list parts of the product, whose number says nothing of rights. */
const ABOUT_PRODUCT = /\/(security\/(permissions|resources|permissions-resources)|menu|advanced_data_type|me\/quotas)\b/

/** Lists of the users and roles that a caller may choose, who are named to all who may write such objects. */
const CHOICES = /\/related\/(owners|created_by|changed_by|roles)$/

/** The facets of lists: the values of related objects and of columns, and searches for the secret word. */
const facets = [
  ...resources.flatMap(({ name, listing }) => [
    ...Object.keys(listing.related).map((column) => `GET /api/v1/${name}/related/${column}`),
    ...listing.distinct.map((column) => `GET /api/v1/${name}/distinct/${column}`),
  ]),
  ...[
    ['chart', 'slice_name,opr:chart_all_text'],
    ['dashboard', 'dashboard_title,opr:title_or_slug'],
    ['dataset', 'table_name,opr:ct'],
    ['folder', 'name,opr:ct'],
    ['security/users', 'username,opr:user_all_text'],
  ].map(([name, search]) => `GET /api/v1/${name}/?q=(filters:!((col:${search},value:${SECRET})))`),
]

const reads = [
  ...accessRoutes.filter((route) => route.startsWith('GET /api/') && !ABOUT_CALLS.test(route)),
  ...facets.filter((route) => !ABOUT_CALLS.test(route) && !route.includes('/:')),
]

let full: AccessMatrix
let bare: AccessMatrix
beforeAll(async () => {
  full = await AccessMatrix.open()
  bare = await AccessMatrix.openWithoutSecrets(full)
})
afterAll(async () => {
  await full.close()
  await bare.close()
})

/**
 * Returns what must not differ. An id in the path that exists may be answered with 403 in place of 404, as in the
 * reference: the body then names nothing but this id.
 */
function comparable(route: string, { statusCode, body, headers }: LightMyRequestResponse): object {
  if (route.includes('/:') && (statusCode === 403 || statusCode === 404))
    return { isDenied: true, names: body.includes(SECRET) }
  return { statusCode, body, error: headers['x-facet-error'] }
}

function countsOf({ body, statusCode }: LightMyRequestResponse): string {
  if (statusCode !== 200 || !/^[[{]/.test(body)) return '-'
  const json = JSON.parse(body) as { readonly count?: unknown; readonly result?: unknown }
  const parts = [
    typeof json.count === 'number' ? `count ${json.count}` : [],
    Array.isArray(json.result) ? `results ${json.result.length}` : [],
  ].flat()
  return parts.length === 0 ? '-' : parts.join(', ')
}

it('bodies are the same to callers from whom entities are hidden, with and without these entities', {
  timeout: 240_000,
}, async () => {
  const different: unknown[] = []
  for (const route of sampleCases(
    reads.filter((each) => !CHOICES.test(each)),
    6,
  ))
    for (const name of HIDDEN_FROM) {
      const hidden = comparable(route, await full.call(route, name))
      const absent = comparable(route, await bare.call(route, name))
      if (JSON.stringify(hidden) !== JSON.stringify(absent))
        different.push([route, name, JSON.stringify(hidden), JSON.stringify(absent)])
    }
  expect(different).toEqual([])
})

it('counts of lists, facets and related objects are those of the table, for each caller', {
  timeout: 240_000,
}, async () => {
  const rows: string[] = []
  const routes = new Set(
    sampleCases(
      reads.filter((each) => !ABOUT_PRODUCT.test(each)),
      6,
    ),
  )
  for (const route of routes) {
    const cells: string[] = []
    for (const name of CALLERS) cells.push(countsOf(await full.call(route, name)))
    if (cells.some((cell) => cell !== '-')) rows.push([route, ...cells].join('\t'))
  }
  const head = ['route', ...CALLERS].join('\t')
  if (process.env['UPDATE_ACCESS'] === '1') writeFileSync(TABLE, `${[head, ...rows].join('\n')}\n`)
  const [first, ...stored] = readFileSync(TABLE, 'utf8').trimEnd().split('\n')
  expect([first, ...stored.filter((row) => routes.has(row.split('\t')[0] ?? ''))]).toEqual([head, ...rows])
})
