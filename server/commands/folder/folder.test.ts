import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { destinationOf } from '#server/engines/connection-destination.ts'
import { decryptSecret, encryptSecret } from '#server/security/secret-box.ts'
import { expectationFailure, readExpectations } from '#server/transfer/expectations.ts'
import { type DataFixture, openDataFixture } from '#testing/data-fixture.ts'
import { runCommand } from '../run-command.ts'
import type { Terminal } from '../terminal.ts'

const NOON = Date.UTC(2024, 4, 1, 12)
const SALES = "CREATE TABLE sales AS SELECT * FROM (VALUES ('France', 30), ('Chile', 12)) AS t(country, amount)"

let fixture: DataFixture
let other: DataFixture
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'facet folder '))
  fixture = await openDataFixture([SALES], NOON)
  other = await openDataFixture([SALES], NOON)
  await fixture.token('admin')
  await other.token('admin')
  const { store } = fixture.context
  const dataset = await fixture.dataset({
    table_name: 'sales',
    columns: [
      { column_name: 'country', type: 'VARCHAR' },
      { column_name: 'amount', type: 'INTEGER' },
    ],
    metrics: [{ metric_name: 'total', expression: 'SUM(amount)' }],
  })
  const chart = await store.charts.create(
    {
      slice_name: 'By country',
      viz_type: 'table',
      datasource_id: dataset.id,
      datasource_type: 'table',
      params: JSON.stringify({ viz_type: 'table', groupby: ['country'], metrics: ['total'], query_mode: 'aggregate' }),
    },
    null,
  )
  const position = {
    DASHBOARD_VERSION_KEY: 'v2',
    ROOT_ID: { type: 'ROOT', id: 'ROOT_ID', children: ['GRID_ID'] },
    GRID_ID: { type: 'GRID', id: 'GRID_ID', children: ['ROW-1'], parents: ['ROOT_ID'] },
    'ROW-1': { type: 'ROW', id: 'ROW-1', children: ['CHART-1'], parents: ['ROOT_ID', 'GRID_ID'], meta: {} },
    'CHART-1': {
      type: 'CHART',
      id: 'CHART-1',
      children: [],
      parents: ['ROOT_ID', 'GRID_ID', 'ROW-1'],
      meta: { chartId: chart.id, width: 4, height: 50 },
    },
  }
  await store.dashboards.create(
    { dashboard_title: 'Sales', published: true, charts: [chart.id], position_json: JSON.stringify(position) },
    null,
  )
  const word = await store.tags.create({ name: 'of the board', description: 'Read weekly' }, null)
  await store.tags.change('chart', chart.id, { add: [word.id] }, null)
  await store.tags.change('dataset', dataset.id, { add: [word.id] }, null)
  // The other installation has other free ids.
  await other.dataset({ table_name: 'another' })
})
afterAll(async () => {
  await fixture.close()
  await other.close()
  rmSync(folder, { recursive: true, force: true })
})

async function facet({ context }: DataFixture, ...args: string[]) {
  const [printed, lines] = [[] as string[], [] as string[]]
  const terminal = {
    print: (line: string) => void printed.push(line),
    printMessage: (line: string) => void lines.push(line),
  } as Terminal
  const openStore = async () => ({ ...context.store, close: async () => {} })
  const code = await runCommand(args, { terminal, now: () => NOON, settings: context.config, openStore })
  return { code, printed, output: lines.join('\n') }
}

function texts(root: string): Readonly<Record<string, string>> {
  const paths = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.yaml'))
  return Object.fromEntries(paths.toSorted().map((path) => [path, readFileSync(join(root, path), 'utf8')]))
}

it('An export follows no link out of its folder', async () => {
  const [into, outside] = [join(folder, 'linked'), join(folder, 'outside')]
  mkdirSync(into)
  mkdirSync(outside)
  writeFileSync(join(into, 'metadata.yaml'), 'version: 1.0.0\n')
  symlinkSync(outside, join(into, 'charts'))
  const { code, output: printed } = await facet(fixture, 'export', into)
  expect([code, printed]).toEqual([1, expect.stringContaining('charts in')])
  expect(readdirSync(outside)).toEqual([])
  rmSync(into, { recursive: true })
  rmSync(outside, { recursive: true })
})

describe('a folder of files', () => {
  it('writes the folder, does not touch unchanged files and removes files of deleted entities', async () => {
    const first = await facet(fixture, 'export', folder)
    const paths = Object.keys(texts(folder))
    expect([first.code, first.printed]).toEqual([0, paths.map((path) => `write   ${path}`)])
    expect(paths.map((path) => path.replace(/[0-9a-f]{8}(?=\.yaml)/, 'uuid'))).toEqual([
      'charts/By_country_uuid.yaml',
      'dashboards/Sales_uuid.yaml',
      'databases/examples.yaml',
      'datasets/examples/sales_uuid.yaml',
      'metadata.yaml',
      'tags.yaml',
    ])
    expect((await facet(fixture, 'export', folder)).printed).toEqual([])
    const { store } = fixture.context
    const extra = await store.dashboards.create({ dashboard_title: 'For a day' }, null)
    expect((await facet(fixture, 'export', folder)).printed).toEqual([
      expect.stringMatching(/^write {3}dashboards\/For_a_day_/),
    ])
    await store.dashboards.remove([extra.id], null)
    expect((await facet(fixture, 'export', folder)).printed).toEqual([
      expect.stringMatching(/^remove {2}dashboards\/For_a_day_/),
    ])
  })

  it('rejects an export into a folder with other files', async () => {
    const taken = mkdtempSync(join(tmpdir(), 'facet taken '))
    writeFileSync(join(taken, 'letter.txt'), 'Dear')
    expect(await facet(fixture, 'export', taken)).toMatchObject({ code: 1, printed: [] })
    expect(readdirSync(taken)).toEqual(['letter.txt'])
    rmSync(taken, { recursive: true })
  })

  it('creates the same entities in another installation; applying it again changes nothing', async () => {
    const dry = await facet(other, 'apply', folder, '--dry-run')
    expect([dry.code, dry.printed.map((line) => line.split(/\s+/)[0])]).toEqual([
      0,
      ['create', 'create', 'create', 'create'],
    ])
    expect(await other.context.store.charts.count(true)).toBe(0)
    expect((await facet(other, 'apply', folder)).printed).toEqual(dry.printed)
    const charts = (await other.context.store.charts.list({})).rows
    expect(charts.map(({ slice_name, version }) => [slice_name, version])).toEqual([['By country', 1]])
    const again = await facet(other, 'apply', folder)
    expect([again.code, again.printed]).toEqual([0, []])
    expect((await other.context.store.charts.list({})).rows).toEqual(charts)
    const back = mkdtempSync(join(tmpdir(), 'facet back '))
    await facet(other, 'export', back)
    const own = Object.keys(texts(folder)).filter((path) => !path.startsWith('databases/'))
    const [mine, theirs] = [texts(folder), texts(back)]
    for (const path of own) expect([path, theirs[path.replace('examples/', 'examples_2/')]]).toEqual([path, mine[path]])
    rmSync(back, { recursive: true })
  })

  it('applies it completely or not at all, and names the wrong file', async () => {
    const path = Object.keys(texts(folder)).find((each) => each.startsWith('charts/')) ?? ''
    const text = texts(folder)[path] as string
    writeFileSync(join(folder, path), text.replace('By country', 'Another name').replace(/^viz_type: .*\n/m, ''))
    const dashboard = Object.keys(texts(folder)).find((each) => each.startsWith('dashboards/')) ?? ''
    const before = texts(folder)[dashboard] as string
    writeFileSync(join(folder, dashboard), before.replace('Sales', 'Sales anew'))
    const { code, output: printed } = await facet(other, 'apply', folder)
    expect([code, printed]).toEqual([
      1,
      `Nothing was changed:\n  ${path}: {"viz_type":["Missing data for required field."]}`,
    ])
    expect((await other.context.store.dashboards.list({})).rows.map((row) => row.dashboard_title)).toEqual(['Sales'])
    writeFileSync(join(folder, path), text)
    expect((await facet(other, 'apply', folder)).printed).toEqual([`change  ${dashboard} (dashboard_title)`])
    writeFileSync(join(folder, dashboard), before)
  })

  it('runs the tests of charts, and reports failures with the rows found', async () => {
    mkdirSync(join(folder, 'tests'), { recursive: true })
    const test = (text: string) => writeFileSync(join(folder, 'tests/sales.yaml'), text)
    test(`
tests:
- {name: all countries, chart: By country, rows: [2, 2], at_least: 12}
- {chart: By country, metric: total, where: {country: France}, between: [30, 30]}
`)
    const good = await facet(fixture, 'test', folder)
    expect(good).toEqual({
      code: 0,
      printed: ['ok     tests/sales.yaml: all countries', 'ok     tests/sales.yaml: By country total'],
      output: '2 tests passed.',
    })
    test(`
tests:
- {chart: By country, metric: total, where: {country: Chile}, between: [13, 20]}
- {chart: Nowhere}
- {chart: By country, metric: totl, at_most: 1}
`)
    expect(await facet(fixture, 'test', folder)).toEqual({
      code: 1,
      printed: [
        'FAILED tests/sales.yaml: By country total: total is 12, and not between 13 and 20',
        'FAILED tests/sales.yaml: Nowhere: there is no chart Nowhere',
        'FAILED tests/sales.yaml: By country totl: no column totl; there are country, total',
      ],
      output: '3 of 3 tests failed.',
    })
    expect((await facet(fixture, 'apply', folder)).code).toBe(0)
  })
})

describe('expectations of rows', () => {
  const rows = [
    { at: 'a', n: 5, m: null },
    { at: 'b', n: 7, m: 2 },
  ]
  it.each([
    [{ between: [5, 7] as [number, number] }, undefined],
    [{ between: [6, 7] as [number, number] }, 'n is 5, and not between 6 and 7'],
    [{ at_most: 6 }, 'n is 7, and not at most 6'],
    [{ metric: 'm', at_least: 1 }, 'm is null, and not at least 1'],
    [{ metric: 'm', where: { at: 'a' }, equals: null }, undefined],
    [{ rows: [3, 4] as [number, number] }, '2 rows, and not 3 to 4'],
    [{ where: { at: 'c' } }, '0 rows, and not 1 to any number'],
    [{ where: { at: 'c' }, rows: [0, 0] as [number, number], at_least: 1 }, undefined],
  ])('the expectation %j of two rows', (expected, why) => {
    expect(expectationFailure(expected, rows)).toBe(why)
  })

  it('reads them strictly', () => {
    expect(() => readExpectations('tests/a.yaml', 'tests: [{chart: A, betwen: [1, 2]}]')).toThrow(
      expect.objectContaining({ fields: { 'tests/a.yaml': ['tests.0: Unrecognized key: "betwen"'] } }),
    )
    expect(() => readExpectations('tests/a.yaml', ': no')).toThrow('Some fields are not valid')
  })
})

it('apply --passwords replaces a password that no key decrypts', async () => {
  const uri = 'postgresql://ada:XXXXXXXXXX@lost.example/sales'
  const uuid = '89898989-8888-4888-8888-888888888888'
  const secrets = encryptSecret('a lost key', JSON.stringify({ password: 'lost', destination: destinationOf(uri) }))
  const { store, config } = fixture.context
  const draft = { uuid, database_name: 'Lost', backend: 'postgresql', sqlalchemy_uri: uri, secrets }
  await store.databases.create(draft, null)
  const [into, passwords] = [join(folder, 'lost'), join(folder, 'passwords.yaml')]
  mkdirSync(join(into, 'databases'), { recursive: true })
  writeFileSync(join(into, 'metadata.yaml'), 'version: 1.0.0\n')
  const file = `database_name: Lost\nsqlalchemy_uri: ${uri}\nuuid: ${uuid}\nversion: 1.0.0\n`
  writeFileSync(join(into, 'databases/lost.yaml'), file)
  writeFileSync(passwords, 'databases/lost.yaml: open sesame\n')
  const { code, output } = await facet(fixture, 'apply', into, '--passwords', passwords)
  expect([code, output]).toEqual([0, expect.any(String)])
  const stored = await store.databases.getByUuid(uuid)
  expect(JSON.parse(decryptSecret(config.secretKey, stored?.secrets ?? ''))).toMatchObject({ password: 'open sesame' })
})
