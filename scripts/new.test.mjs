import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runTool } from './check/steps.mjs'
import { createProjectCopy } from './mutate/tree.mjs'
import { makeFiles, usage } from './new/make.mjs'
import { root } from '#testing/tree.ts'

/** The files that reference an entity type, besides its resource. */
const ENTITY_FILES = ['core/entity/entities.ts', 'server/resources/index.ts', 'server/store/migrations/index.ts']

/** One plug-in of each type, with the other files that reference it. */
const KINDS = /** @type {const} */ ([
  ['chart', 'wind_rose', ['charts/index.ts']],
  ['control', 'wind_force', ['controls/index.ts']],
  ['filter', 'filter_wind', ['filters/index.ts']],
  ['engine', 'windmill', ['server/engines/index.ts']],
  ['resource', 'wind_note', ENTITY_FILES],
])

/** Queries the server in the copy over HTTP with the query of the new chart, and calls the new resource. */
const PROBE = `import { afterAll, beforeAll, expect, it } from 'vitest'
import { propsFor } from '#charts/chart.ts'
import { chartType, toQueryContext } from '#charts/index.ts'
import { toProps } from '#charts/wind_rose/props.ts'
import { type DataFixture, openDataFixture } from '#testing/data-fixture.ts'

let fixture: DataFixture
let headers: Record<string, string>
beforeAll(async () => {
  const rows = "CREATE TABLE t AS SELECT * FROM (VALUES ('ORD'), ('ORD'), ('ATL')) AS v(origin)"
  fixture = await openDataFixture([rows], Date.UTC(2024, 0, 1))
  headers = { authorization: \`Bearer \${await fixture.token('admin', 'Admin')}\` }
})
afterAll(() => fixture.close())
const send = async (url: string, payload?: object) => {
  const answer = await fixture.app.inject({ method: payload ? 'POST' : 'GET', url, headers, ...(payload ? { payload } : {}) })
  return { status: answer.statusCode, json: answer.json() }
}

it('wind: the engine runs the query of the chart, and the chart draws the result', async () => {
  const columns = [{ column_name: 'origin', type: 'VARCHAR' }]
  const metrics = [{ metric_name: 'count', expression: 'COUNT(*)' }]
  const { id } = await fixture.dataset({ table_name: 't', columns, metrics })
  const chart = chartType('wind_rose')
  if (!chart) throw new Error('there is no such chart')
  const form = { ...chart.examples[0], viz_type: 'wind_rose' }
  const { status, json } = await send('/api/v1/chart/data', toQueryContext(chart, form, { id, type: 'table' }))
  expect([status, json.result?.[0]?.data]).toEqual([200, [{ origin: 'ORD', count: 2 }, { origin: 'ATL', count: 1 }]])
  const tables = [
    {
      columns: [
        { name: 'origin', type: 1, values: json.result[0].data.map((row: { origin: string }) => row.origin) },
        { name: 'count', type: 0, values: json.result[0].data.map((row: { count: number }) => row.count) },
      ],
      rowCount: 2,
    },
  ] as const
  const details = { verbose_map: {}, column_formats: {} }
  const props = propsFor(chart, toProps, { form, tables, entries: [], dataset: details, labelColors: {} })
  expect(JSON.stringify(props)).toContain('"share":0.5')
})

it('wind: a row of the resource is created, stored and shown', async () => {
  const made = await send('/api/v1/wind_note/', { name: 'Mistral', description: 'from the north' })
  expect(made.status).toBe(201)
  const shown = await send(\`/api/v1/wind_note/\${made.json.id}\`)
  expect(shown.json.result).toMatchObject({ name: 'Mistral', description: 'from the north', version: 1 })
})
`

/** @type {string} */
let copy
/** @type {Map<string, string[]>} what each has changed, by kind */
const changed = new Map()

/** @param {string[]} args */
const git = (...args) =>
  execFileSync('git', ['-c', 'user.name=test', '-c', 'user.email=test@example.org', ...args], {
    cwd: copy,
    encoding: 'utf8',
  })
const commit = () => {
  git('add', '--all')
  git('commit', '--quiet', '--message', 'state')
}
/** @returns {string[]} files that differ from the last commit, without new ones */
const differing = () => git('diff', '--name-only').split('\n').filter(Boolean)

beforeAll(async () => {
  copy = createProjectCopy(root, new Map())
  rmSync(join(copy, '.mutate'), { recursive: true })
  git('init', '--quiet')
  commit()
  for (const [kind, name] of KINDS) {
    const { problem } = await makeFiles(copy, kind, name)
    if (problem) throw new Error(problem)
    changed.set(kind, differing())
    commit()
  }
}, 240_000)
afterAll(() => rmSync(copy, { recursive: true, force: true }))

it.each(KINDS)('a new %s changes only the lists of its type', (kind, _, lists) => {
  expect(changed.get(kind)).toEqual(lists)
})

describe('rejects an invalid name and writes nothing', () => {
  it.each([
    ['curtain', 'x', 'The type curtain does not exist. npm run new chart|control|filter|engine|resource NAME'],
    ['constructor', 'x', 'The type constructor does not exist. npm run new chart|control|filter|engine|resource NAME'],
    ['chart', 'pie', 'The chart pie exists: charts/pie.'],
    [
      'chart',
      'Wind-Rose',
      'Wind-Rose is not a valid name of a chart: lower-case letters, digits and single underscores',
    ],
    ['chart', '../etc', '../etc is not a valid name of a chart'],
    ['chart', 'switch', 'switch is a reserved word'],
    ['chart', 'text', 'text is used in '],
    ['filter', 'country', 'country is not a valid name of a filter: filter_ and lower-case letters'],
    ['engine', 'postgresql', 'postgresql is used in server/engines/index.ts'],
    ['resource', 'user', 'user is used: core/entity/user.ts exists.'],
  ])('%s %s', async (kind, name, words) => {
    const { problem, text } = await makeFiles(copy, kind, name)
    expect([problem?.slice(0, words.length), text]).toEqual([words, ''])
    expect(git('status', '--porcelain')).toBe('')
  })
})

it('prints the created files and the next steps, or the problem', () => {
  const run = (/** @type {string[]} */ ...args) =>
    spawnSync(process.execPath, ['scripts/new.mjs', ...args], { cwd: copy, encoding: 'utf8' })
  const made = run('chart', 'wind_vane')
  expect([made.status, made.stderr]).toEqual([0, ''])
  for (const words of [
    'charts/wind_vane/View.tsx',
    'charts/index.ts',
    'npx vitest run charts/index',
    'adding-a-chart.md',
  ])
    expect(made.stdout).toContain(words)
  git('checkout', '--quiet', '.')
  git('clean', '--quiet', '--force', '-d', 'charts')
  expect(run('chart', 'pie')).toMatchObject({ status: 1, stdout: '', stderr: 'The chart pie exists: charts/pie.\n' })
  expect(run('chart')).toMatchObject({ status: 1, stdout: '', stderr: `${usage}\n` })
})

it('created files pass the format, lint and type checks', async () => {
  const files = git('diff', '--name-only', 'HEAD~5').split('\n').filter(Boolean)
  expect(files.length).toBeGreaterThan(25)
  expect(await runTool(copy, 'biome', ['format', ...files])).toMatchObject({ code: 0 })
  const code = files.filter((file) => /\.tsx?$/.test(file))
  // Like the lint step: the types of each file with its own project, without those of all other files.
  const linted = await runTool(copy, 'oxlint', ['--type-aware', '--type-check', '--deny-warnings', ...code])
  expect(linted.code, linted.output).toBe(0)
}, 240_000)

/** @param {string[]} args @returns {Promise<{ failed: string[], passed: string[] }>} titles of tests run in the copy */
async function tests(...args) {
  const report = join(copy, 'report.json')
  const { output } = await runTool(copy, 'vitest', ['run', '--reporter=json', `--outputFile=${report}`, ...args], {
    VITEST: undefined,
    VITEST_POOL_ID: undefined,
    VITEST_WORKER_ID: undefined,
    // The contracts of the normal set: the extended set adds minutes of random cases for each engine.
    FACET_TEST_SET: undefined,
    CI: '1',
  })
  /** @typedef {{ fullName: string, status: string, failureMessages: string[] }} One */
  /** @type {{ testResults: { name: string, status: string, message: string, assertionResults: One[] }[] }} */
  const { testResults } = JSON.parse(readFileSync(report, 'utf8') || output)
  const all = testResults.flatMap(({ assertionResults }) => assertionResults)
  const unread = testResults.filter(({ status, assertionResults }) => status === 'failed' && !assertionResults.length)
  return {
    failed: [
      ...all
        .filter(({ status }) => status === 'failed')
        .map(({ fullName, failureMessages }) => `${fullName}: ${failureMessages.join()}`),
      ...unread.map(({ name, message }) => `${name}: ${message}`),
    ],
    passed: all.filter(({ status }) => status === 'passed').map(({ fullName }) => fullName),
  }
}

it('created parts pass the contract tests of their list, and work over HTTP', async () => {
  writeFileSync(join(copy, 'server/wind.test.ts'), PROBE)
  const lists = ['charts/index', 'charts/controls', 'controls/index', 'filters/contract', 'server/resources/contract']
  const pictures = ['charts/views.dom', 'charts/limits.dom', 'charts/tooltips.dom', 'charts/reference-controls']
  const contracts = [...[...lists, ...pictures].map((list) => `${list}.test`), 'server/engines/contract']
  const { failed, passed } = await tests('-t', 'wind|Superset', ...contracts, 'server/wind.test.ts')
  expect(failed).toEqual([])
  const of = (/** @type {string} */ name) => passed.filter((title) => title.includes(name)).length
  expect(Object.fromEntries([...KINDS.map(([, name]) => name), 'wind:'].map((name) => [name, of(name) > 1]))).toEqual({
    wind_rose: true,
    wind_force: true,
    filter_wind: true,
    windmill: true,
    wind_note: true,
    'wind:': true,
  })
}, 240_000)

it('created tests pass', async () => {
  const own = KINDS.slice(0, 4).map(([, name]) => `/${name}/`)
  const { failed, passed } = await tests(...own)
  expect(failed).toEqual([])
  expect(passed.length).toBeGreaterThan(9)
}, 240_000)

it('the chart of the tutorial compiles, passes lint and keeps the contract', async () => {
  const page = readFileSync(join(root, 'docs/develop/adding-a-chart.md'), 'utf8')
  const blocks = [...page.matchAll(/^### \d\. `([\w.]+)`.*\n\n```tsx?\n([^]*?)^```/gm)]
  const files = blocks.map(([, file = '']) => `charts/wind_rose/${file}`)
  expect(files.map((file) => file.split('/')[2])).toEqual([
    'controls.ts',
    'query.ts',
    'props.ts',
    'View.tsx',
    'index.ts',
  ])
  const deleted = /and delete (.+?)\.\n/.exec(page)?.[1] ?? ''
  for (const [, file = ''] of deleted.matchAll(/`([\w.]+)`/g)) rmSync(join(copy, 'charts/wind_rose', file))
  for (const [at, file] of files.entries()) writeFileSync(join(copy, file), blocks[at]?.[2] ?? '')
  expect(await runTool(copy, 'biome', ['format', ...files])).toMatchObject({ code: 0 })
  const linted = await runTool(copy, 'oxlint', ['--type-aware', '--type-check', '--deny-warnings', ...files])
  expect(linted.code, linted.output).toBe(0)
  const contracts = [
    'charts/index.test',
    'charts/controls.test',
    'charts/views.dom.test',
    'charts/invalid-parts.dom.test',
  ]
  const { failed, passed } = await tests('-t', 'wind_rose', ...contracts)
  expect([failed, passed.length > 5]).toEqual([[], true])
}, 240_000)
