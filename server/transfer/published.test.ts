import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { isObject } from '#core/rest/json.ts'
import { upload, zip } from '#testing/bundle.ts'
import type { Client } from '#testing/app.ts'
import { sampleCases } from '#testing/case-sample.ts'
import { type DataFixture, openDataFixture } from '#testing/data-fixture.ts'
import { type PublishedBundle, publishedBundles } from '#testing/published-bundles.ts'

type Json = Record<string, unknown>

/** The files of a bundle by the uuid of their entity. */
type ByUuid = Readonly<Record<string, Json>>

const NOON = Date.UTC(2024, 4, 1, 12)
const TYPES: Readonly<Record<string, string>> = { STRING: 'VARCHAR', FLOAT64: 'DOUBLE', 'DOUBLE PRECISION': 'DOUBLE' }

/** Tables as described by the datasets of the bundles. */
const statements = [...tablesOf(publishedBundles)]

function tablesOf(bundles: readonly PublishedBundle[]): Set<string> {
  const found = new Set(['CREATE SCHEMA public'])
  for (const { files } of bundles) {
    for (const [path, text] of Object.entries(files)) {
      if (!path.startsWith('datasets/')) continue
      const { schema, table_name, columns } = parse(text) as {
        schema: string | null
        table_name: string
        columns: { column_name: string; type: string; expression: string | null }[]
      }
      const own = columns
        .filter(({ expression }) => !expression)
        .map(({ column_name, type }) => `"${column_name}" ${TYPES[type] ?? type}`)
      found.add(`CREATE TABLE IF NOT EXISTS ${schema ? `${schema}.` : ''}"${table_name}" (${own.join()})`)
    }
  }
  return found
}

/** Creates an installation with `before` earlier entities, so that ids differ. */
async function install(before: number): Promise<{ fixture: DataFixture; admin: Client }> {
  const fixture = await openDataFixture(statements, NOON)
  const token = await fixture.token('admin')
  const { store } = fixture.context
  const dataset = await fixture.dataset({ table_name: 'unicode_test' })
  for (let made = 0; made < before; made++) {
    const draft = { slice_name: 'Another', viz_type: 'table', datasource_id: dataset.id, datasource_type: 'table' }
    await store.charts.create(draft, null)
    await store.datasets.create({ table_name: `another_${made}`, database_id: fixture.database.id }, null)
  }
  // The examples database is part of each bundle, with its fixed uuid.
  await store.databases.remove([fixture.database.id], null)
  const headers = { authorization: `Bearer ${token}` }
  const call =
    (method: 'GET' | 'POST') =>
    (url: string, payload?: unknown, more: { headers?: object } = {}) =>
      fixture.app.inject({
        method,
        url,
        headers: { ...headers, ...more.headers },
        ...(payload === undefined ? {} : { payload: payload as object }),
      })
  return { fixture, admin: { get: (url: string) => call('GET')(url), post: call('POST') } as unknown as Client }
}

type Installation = Awaited<ReturnType<typeof install>>

async function bringIn({ fixture, admin }: Installation, files: Readonly<Record<string, string>>): Promise<number> {
  const answer = await upload(admin, 'dashboard', zip(files), { overwrite: 'true' })
  expect(answer.statusCode, answer.body).toBe(200)
  const path = Object.keys(files).find((each) => each.startsWith('dashboards/')) as string
  const { uuid } = parse(files[path] as string) as { uuid: string }
  return (await fixture.context.store.dashboards.getByUuid(uuid))?.id as number
}

async function takeOut({ admin }: Installation, id: number): Promise<Readonly<Record<string, string>>> {
  const answer = await admin.get(`/api/v1/dashboard/export/?q=!(${id})`)
  expect(answer.statusCode).toBe(200)
  const files = Object.entries(unzipSync(answer.rawPayload))
  return Object.fromEntries(files.map(([path, bytes]) => [path.slice(path.indexOf('/') + 1), strFromU8(bytes)]))
}

function byUuid(files: Readonly<Record<string, string>>): ByUuid {
  const read = Object.values(files).map((text) => parse(text) as Json)
  return Object.fromEntries(read.flatMap((file) => (file['uuid'] ? [[file['uuid'], file]] : [])))
}

/** Returns the paths at which two values differ, with both; list items by index, columns and metrics by name. */
function differences(before: unknown, after: unknown, at = ''): [path: string, before: unknown, after: unknown][] {
  if (Array.isArray(before) && Array.isArray(after) && before.length === after.length)
    return before.flatMap((each, index) => differences(each, after[index], `${at}[]`))
  if (isObject(before) && isObject(after)) {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
    return names.flatMap((name) => differences(before[name], after[name], at === '' ? name : `${at}.${name}`))
  }
  return JSON.stringify(before) === JSON.stringify(after) ? [] : [[at, before, after]]
}

/**
 * All allowed differences between a file and its export: ids of another installation become ours, and absent values
 * become those of a new row. Everything else must be equal.
 */
const WRITTEN: readonly (readonly [path: RegExp, may: (before: unknown, after: unknown) => boolean])[] = [
  // Ids.
  [/^params\.datasource$/, (_, after) => /^\d+__table$/.test(String(after))],
  [/^params\.slice_id$/, (_, after) => after === undefined],
  [/^position\.CHART-.+\.meta\.chartId$/, (_, after) => typeof after === 'number' || after === undefined],
  [/^metadata\.native_filter_configuration\[\]\.chartsInScope$/, (_, after) => Array.isArray(after)],
  [/^metadata\.filter_scopes\.\d+$/, () => true],
  [/^metadata\.default_filters$/, () => true],
  // Keys that an older version did not have.
  [/^(description|certified_by|certification_details|query_context|css|slug)$/, addsNull],
  [/^(columns|metrics)\[\]\.(advanced_data_type|extra|currency)$/, addsNull],
  [/^metadata$/, (before, after) => before === undefined && JSON.stringify(after) === '{}'],
  // Default of a new row, not written to files.
  [/^published$/, (before, after) => before === true && after === undefined],
  [/^folders$/, (before, after) => before === null && after === undefined],
  [/^(normalize_columns|always_filter_main_dttm)$/, (before, after) => before === false && after === undefined],
  [/^(catalog|metrics\[\]\.currency)$/, (before, after) => before === null && after === undefined],
  // Unset booleans, and empty texts.
  [/^columns\[\]\.is_active$/, (before, after) => before === null && after === true],
  [/^columns\[\]\.is_dttm$/, (before, after) => before === null && after === false],
  [/^(columns\[\]\.expression|sql)$/, (before, after) => before === '' && after === null],
  // The examples database is the local one.
  [/^sqlalchemy_uri$/, (_, after) => after === 'duckdb:///examples.duckdb'],
  [
    /^(cache_timeout|allow_run_async|allow_ctas|allow_cvas|allow_dml|allow_csv_upload)$/,
    (before) => before === undefined,
  ],
]

function addsNull(before: unknown, after: unknown): boolean {
  return before === undefined && after === null
}

/** Returns the dashboard with chart names in place of ids. */
function withNames(file: Json): unknown {
  const names = new Map<string, string>()
  for (const box of Object.values(file['position'] as Json)) {
    const meta = isObject(box) && isObject(box['meta']) ? box['meta'] : {}
    if (meta['chartId'] !== undefined) names.set(JSON.stringify(meta['chartId']), String(meta['uuid']))
  }
  const { default_filters: text, filter_scopes: scopes } = (file['metadata'] ?? {}) as Json
  const keyed = (value: unknown) =>
    isObject(value) ? Object.fromEntries(Object.entries(value).map(([id, each]) => [names.get(id) ?? id, each])) : value
  return { default_filters: keyed(typeof text === 'string' ? JSON.parse(text) : text), filter_scopes: keyed(scopes) }
}

/** Returns the filters of the dashboard without the ids in their scopes. */
function filtersOf(file: Json): unknown[] {
  const { native_filter_configuration: filters } = (file['metadata'] ?? {}) as Json
  return (Array.isArray(filters) ? (filters as Json[]) : []).map(({ chartsInScope: _scope, ...filter }) => filter)
}

function isQuestion(file: Json): boolean {
  return 'slice_name' in file && file['viz_type'] !== 'filter_box'
}

/** Returns the SQL of every chart of a dashboard by its uuid, or its error; filter boxes have one query per item. */
async function sqlOf({ fixture, admin }: Installation, files: ByUuid): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {}
  for (const { uuid, slice_name } of Object.values(files).filter(isQuestion)) {
    const chart = await fixture.context.store.charts.getByUuid(uuid as string)
    const form = JSON.stringify({ slice_id: chart?.id, viz_type: chart?.viz_type })
    const answer = await admin.post(`/superset/explore_json/?query=true&form_data=${encodeURIComponent(form)}`, {})
    const { query, error } = answer.json<{ query?: string; error?: string }>()
    found[`${String(slice_name)} ${String(uuid)}`] = query ?? error
  }
  return found
}

describe.each(sampleCases(publishedBundles, 3).map((bundle) => [bundle.name, bundle.files] as const))(
  'the bundle %s',
  (_, files) => {
    let here: Installation
    let there: Installation
    beforeAll(async () => {
      here = await install(3)
      there = await install(17)
    })
    afterAll(async () => {
      await here.fixture.close()
      await there.fixture.close()
    })

    it('exports it with all imported fields except generated ones, and with mapped scopes', async () => {
      const out = byUuid(await takeOut(here, await bringIn(here, files)))
      const said = byUuid(files)
      expect(Object.keys(out).toSorted()).toEqual(Object.keys(said).toSorted())
      for (const [uuid, file] of Object.entries(said)) {
        const left = differences(file, out[uuid]).filter(
          ([path, before, after]) => !WRITTEN.some(([where, may]) => where.test(path) && may(before, after)),
        )
        expect(left).toEqual([])
      }
      const [dashboard] = Object.values(said).filter((file) => 'dashboard_title' in file) as [Json]
      const reported = out[dashboard['uuid'] as string] as Json
      expect(withNames(reported)).toEqual(withNames(dashboard))
      expect(filtersOf(reported)).toEqual(filtersOf(dashboard))
      const placed = Object.values(reported['position'] as Json).flatMap((box) =>
        isObject(box) && box['type'] === 'CHART' ? [(box['meta'] as Json)['chartId']] : [],
      )
      const { native_filter_configuration: filters = [] } = (reported['metadata'] ?? {}) as Json
      for (const { chartsInScope } of filters as { chartsInScope: number[] }[])
        expect(new Set(chartsInScope)).toEqual(new Set(placed))
    })

    it('imports it into another installation, which runs the same SQL and exports the same files', async () => {
      const first = await takeOut(here, await bringIn(here, files))
      const second = await takeOut(there, await bringIn(there, first))
      const [mine, theirs] = [byUuid(first), byUuid(second)]
      for (const [uuid, file] of Object.entries(mine)) {
        const left = differences(file, theirs[uuid]).filter(
          ([path]) => !/chartId|chartsInScope|^params\.datasource$|default_filters|filter_scopes/.test(path),
        )
        expect(left).toEqual([])
      }
      const requested = await sqlOf(here, mine)
      expect(Object.entries(requested).filter(([, sql]) => !/^(SELECT|WITH)\s/.test(String(sql)))).toEqual([])
      expect(await sqlOf(there, theirs)).toEqual(requested)
      expect(await takeOut(there, await bringIn(there, second))).toEqual(second)
    })

    it('changes nothing if any one of its files is invalid', async () => {
      const id = await bringIn(here, files)
      const everything = async () => [await takeOut(here, id), await totals(here)]
      const before = await everything()
      for (const path of Object.keys(files).filter((each) => each !== 'metadata.yaml')) {
        const text = files[path] as string
        const renamed = Object.entries(files).map(([at, each]) => [at, each.replace(/^css: .*$/m, 'css: a {}')])
        const wrong = { ...Object.fromEntries(renamed), [path]: text.replace(/^uuid: .*$/m, 'uuid: nobody') }
        const answer = await upload(here.admin, 'dashboard', zip(wrong), { overwrite: 'true' })
        expect([answer.statusCode, answer.json().errors[0].extra[path]]).toEqual([422, { uuid: ['Not a valid UUID.'] }])
      }
      expect(await everything()).toEqual(before)
    })
  },
)

async function totals({ fixture }: Installation): Promise<readonly number[]> {
  const { databases, datasets, charts, dashboards } = fixture.context.store
  return Promise.all([databases, datasets, charts, dashboards].map((kind) => kind.count(true)))
}
