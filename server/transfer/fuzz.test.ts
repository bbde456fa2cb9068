import fc from 'fast-check'
import { strFromU8, strToU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { stringify } from 'yaml'
import { ApiError } from '#core/rest/api-error.ts'
import { type Client, makeTestApp, type TestApp } from '#testing/app.ts'
import { upload, zip } from '#testing/bundle.ts'
import { readYaml } from './yaml.ts'
import { readUpload } from './read-upload.ts'

const SEED = 20240501
const DATABASE = '10000000-0000-4000-8000-000000000001'
const DATASET = '20000000-0000-4000-8000-000000000001'
const CHART = '30000000-0000-4000-8000-000000000001'
const QUERY = '40000000-0000-4000-8000-000000000001'
const DASHBOARD = '50000000-0000-4000-8000-000000000001'

type Json = Record<string, unknown>

/** A bundle with every type of file, each with all its fields. */
const whole: Readonly<Record<string, Json>> = {
  'metadata.yaml': { version: '1.0.0', timestamp: '2024-05-01T12:00:00+00:00' },
  'tags.yaml': { tags: [{ tag_name: 'moved', description: 'From elsewhere' }] },
  'databases/d.yaml': {
    database_name: 'd',
    sqlalchemy_uri: 'duckdb:///d.duckdb',
    extra: { schemas_allowed_for_csv_upload: ['main'] },
    ssh_tunnel: { server_address: 'a', server_port: 22, username: 'u' },
    uuid: DATABASE,
    version: '1.0.0',
  },
  'queries/q.yaml': {
    label: 'Q',
    sql: 'SELECT 1',
    schema: null,
    database_uuid: DATABASE,
    uuid: QUERY,
    version: '1.0.0',
  },
  'datasets/t.yaml': {
    table_name: 't',
    sql: null,
    params: { a: 1 },
    template_params: { b: 2 },
    columns: [{ column_name: 'c', type: 'VARCHAR', extra: { warning_markdown: 'w' } }],
    metrics: [{ metric_name: 'm', expression: 'COUNT(*)', d3format: null }],
    uuid: DATASET,
    database_uuid: DATABASE,
    version: '1.0.0',
  },
  'charts/c.yaml': {
    slice_name: 'C',
    viz_type: 'table',
    params: { metrics: ['m'], annotation_layers: [{ name: 'l', annotationType: 'FORMULA', value: 'x' }] },
    query_context: '{"queries": [{"metrics": ["m"]}]}',
    cache_timeout: null,
    tags: ['moved'],
    uuid: CHART,
    dataset_uuid: DATASET,
    version: '1.0.0',
  },
  'dashboards/b.yaml': {
    dashboard_title: 'B',
    slug: 'fuzzed',
    css: '',
    position: {
      ROOT_ID: { type: 'ROOT', id: 'ROOT_ID', children: ['GRID_ID'] },
      GRID_ID: { type: 'GRID', id: 'GRID_ID', children: ['ROW-1'] },
      'ROW-1': { type: 'ROW', id: 'ROW-1', children: ['CHART-1'], meta: {} },
      'CHART-1': {
        type: 'CHART',
        id: 'CHART-1',
        children: [],
        meta: { chartId: 7, uuid: CHART, width: 4, height: 50 },
      },
    },
    metadata: {
      native_filter_configuration: [
        {
          id: 'F',
          filterType: 'filter_select',
          targets: [{ datasetUuid: DATASET, column: { name: 'c' } }],
          defaultDataMask: { filterState: { value: ['x'] } },
          cascadeParentIds: [],
          scope: { rootPath: ['ROOT_ID'], excluded: [7] },
          chartsInScope: [7],
        },
      ],
      filter_scopes: { 7: { c: { scope: ['ROOT_ID'], immune: [] } } },
      default_filters: '{"7": {"c": ["x"]}}',
      timed_refresh_immune_slices: [7],
      expanded_slices: { 7: true },
      chart_configuration: { 7: { id: 7, crossFilters: { scope: 'global', chartsInScope: [] } } },
    },
    uuid: DASHBOARD,
    version: '1.0.0',
  },
}

/** Returns every position in a value, as the keys that lead there. */
function pathsIn(value: unknown, at: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [at]
  return [at, ...Object.entries(value).flatMap(([name, each]) => pathsIn(each, [...at, name]))]
}

function withAt(value: unknown, [name, ...rest]: readonly string[], put: unknown): unknown {
  if (name === undefined) return put
  const copy: Json = Array.isArray(value) ? ([...(value as unknown[])] as unknown as Json) : { ...(value as Json) }
  copy[name] = withAt(copy[name], rest, put)
  return copy
}

const edgeCaseText = fc.constantFrom(
  '',
  '\0',
  '\u{1F600}',
  'é',
  '__proto__',
  'constructor',
  '1e400',
  '~',
  '!!binary x',
  '{',
  'a'.repeat(300),
)
const odd = fc.oneof(
  edgeCaseText,
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom<unknown>(null, true, -1, 1e300, 2 ** 53, [], {}, [[]], [null], { a: null }, new Date(0)),
)
const paths = Object.entries(whole).flatMap(([path, file]) => pathsIn(file).map((at) => [path, at] as const))
const changes = fc.array(fc.record({ path: fc.constantFrom(...paths), put: odd }), { minLength: 1, maxLength: 3 })

let fixture: TestApp
let admin: Client
beforeAll(async () => {
  fixture = await makeTestApp()
  admin = await fixture.as('Admin')
})
afterAll(() => fixture.close())

const texts = (files: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(files).map(([path, file]) => [path, stringify(file)]))

async function everything(): Promise<unknown> {
  const { databases, datasets, charts, dashboards, savedQueries, tags } = fixture.context.store
  const kinds = [databases, datasets, charts, dashboards, savedQueries, tags]
  return Promise.all(kinds.map(async (kind) => (await kind.list({})).rows))
}

/** Returns the files of an export of everything, without timestamps. */
async function contents(): Promise<Record<string, string>> {
  const { statusCode, rawPayload } = await admin.get('/api/v1/assets/export/')
  expect(statusCode).toBe(200)
  return Object.fromEntries(Object.entries(unzipSync(rawPayload)).map(([path, bytes]) => [path, strFromU8(bytes)]))
}

describe('a bundle with random changes', () => {
  it('imports it or rejects it with a reason; a rejected one changes nothing, and an imported one exports as the same files', {
    timeout: 240_000,
  }, async () => {
    const asIs = await upload(admin, 'assets', zip(texts(whole)), {}, 'bundle')
    expect([asIs.statusCode, asIs.json().message]).toEqual([200, 'OK'])
    const statuses = new Set<number>()
    for (const made of fc.sample(changes, {
      numRuns: Number(process.env.FUZZ_RUNS ?? 200),
      seed: Number(process.env.FUZZ_SEED ?? SEED),
    })) {
      const files: Record<string, unknown> = { ...whole }
      for (const { path, put } of made) files[path[0]] = withAt(files[path[0]], path[1], put)
      const before = await everything()
      const answer = await upload(admin, 'assets', zip(texts(files)), {}, 'bundle')
      const errorText = `${JSON.stringify(made)}: ${answer.statusCode} ${answer.body}`
      expect(answer.statusCode, errorText).toBeLessThan(500)
      statuses.add(answer.statusCode)
      if (answer.statusCode === 200) {
        const out = await contents()
        const back = await upload(admin, 'assets', zip(out, ''), {}, 'bundle')
        expect([back.statusCode, back.json().message], `${errorText}, and back: ${back.body}`).toEqual([200, 'OK'])
        expect(await contents(), errorText).toEqual(out)
        continue
      }
      expect(
        Object.keys(answer.json()).some((name) => name === 'errors' || name === 'message'),
        errorText,
      ).toBe(true)
      expect(await everything(), errorText).toEqual(before)
    }
    expect(statuses.has(200)).toBe(true)
    expect(statuses.size).toBeGreaterThan(1)
  })
})

/** Returns the outcome of reading: success, or an error of the catalogue. Any other error is rethrown. */
function outcome(read: () => unknown): 'read' | 'refused' {
  try {
    read()
    return 'read'
  } catch (error) {
    if (error instanceof ApiError && error.row.status < 500) return 'refused'
    throw error
  }
}

const words = fc.constantFrom(
  'a',
  ': ',
  '- ',
  '\n',
  '  ',
  '\t',
  '&a ',
  '*a',
  '<<: ',
  '{',
  '}',
  '[',
  ']',
  ',',
  "'",
  '"',
  '|\n',
  '>-\n',
  '#',
  '!!',
  '!!set',
  '!!omap',
  '? ',
  '---\n',
  '...\n',
  '%YAML 1.1\n',
  '0x1F',
  '1e999',
  '.nan',
  '~',
  '\0',
  '\u2028',
  '9'.repeat(30),
  '__proto__',
)

describe('reading', () => {
  it('a ZIP file with changed, missing or repeated bytes is read or rejected', () => {
    const bytes = zip(texts(whole))
    const change = fc.record({
      // The directory is at the end, where changes do the most damage.
      at: fc.oneof(fc.nat(bytes.length - 1), fc.integer({ min: bytes.length - 900, max: bytes.length - 1 })),
      how: fc.constantFrom('put', 'cut', 'twice', 'end'),
      byte: fc.oneof(fc.nat(255), fc.constantFrom(0, 255)),
    })
    const seen = new Set<string>()
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 4 }), (all) => {
        let now = bytes.slice()
        for (const { at, how, byte } of all) {
          if (how === 'put') now[at] = byte
          else if (how === 'cut') now = new Uint8Array([...now.slice(0, at), ...now.slice(at + 7)])
          else if (how === 'twice') now = new Uint8Array([...now.slice(0, at), ...now.slice(Math.max(0, at - 40))])
          else now = now.slice(0, at)
        }
        seen.add(outcome(() => readUpload(now, 'assets')))
      }),
      { numRuns: 600, seed: SEED },
    )
    expect(seen).toEqual(new Set(['read', 'refused']))
  })

  it('random YAML is read, rejected, or no YAML', () => {
    const before = Object.keys(Object.prototype)
    fc.assert(
      fc.property(fc.array(words, { maxLength: 40 }), (all) => void outcome(() => readYaml(all.join('')))),
      { numRuns: 3000, seed: SEED },
    )
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        outcome(() => readUpload(strToU8(text), 'dataset'))
        outcome(() => readUpload(strToU8(text), 'dashboard'))
      }),
      { numRuns: 500, seed: SEED },
    )
    expect(Object.keys(Object.prototype)).toEqual(before)
  })
})
