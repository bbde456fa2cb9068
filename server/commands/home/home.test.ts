import { once } from 'node:events'
import { createServer } from 'node:net'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Store } from '#server/store/store.ts'
import { type DataFixture, openDataFixture } from '#testing/data-fixture.ts'
import { runCommand } from '../run-command.ts'
import type { Terminal } from '../terminal.ts'

const NOON = Date.UTC(2024, 4, 1, 12)

let fixture: DataFixture
let folder: string
let secretKey: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'facet home '))
  fixture = await openDataFixture(['CREATE TABLE sales AS SELECT 1 AS amount'], NOON)
  secretKey = readFileSync(join(fixture.home, 'secret-key'), 'utf8')
  const dataset = await fixture.dataset({ table_name: 'sales' })
  const { charts } = fixture.context.store
  const chart = { viz_type: 'table', datasource_type: 'table', datasource_id: dataset.id }
  await charts.create({ ...chart, slice_name: 'Sound' }, null)
})
afterAll(async () => {
  await fixture.close()
  rmSync(folder, { recursive: true, force: true })
})

async function facet(args: string, more: object = {}) {
  const [printed, lines] = [[] as string[], [] as string[]]
  const terminal = {
    print: (line: string) => void printed.push(line),
    printMessage: (line: string) => void lines.push(line),
  } as Terminal
  const openStore = async (): Promise<Store> => ({ ...fixture.context.store, close: async () => {} })
  const settings = { ...fixture.context.config, ...more }
  const code = await runCommand(args.split('|'), { terminal, now: () => NOON, settings, openStore })
  return { code, printed, output: lines.join('\n') }
}

it('backs up an open store completely, and restores it after moving the previous home', async () => {
  const backup = join(folder, 'backup')
  mkdirSync(join(fixture.home, 'databases/scratch'), { recursive: true })
  writeFileSync(join(fixture.home, 'databases/scratch/half'), 'left by an engine')
  expect(await facet(`backup|${backup}`)).toMatchObject({ code: 0, printed: [] })
  expect(readdirSync(backup).toSorted()).toEqual(['databases', 'facet.db', 'home-id', 'secret-key'])
  expect(readdirSync(join(backup, 'databases'))).toEqual(['examples.duckdb'])
  expect((await facet(`backup|${backup}`)).output).toBe(`${backup} is not empty. Name an empty or a new folder.`)

  const empty = await facet(`restore|${backup}`, { home: join(folder, 'an empty home') })
  expect([empty.code, empty.output]).toEqual([0, `Restored ${backup} into ${join(folder, 'an empty home')}.`])
  expect(readdirSync(join(folder, 'an empty home')).filter((name) => name.startsWith('before-'))).toEqual([])

  const home = join(folder, 'another home')
  mkdirSync(join(home, 'cache'), { recursive: true })
  writeFileSync(join(home, 'facet.db'), 'older')
  writeFileSync(join(home, 'facet.db-wal'), 'older still')
  expect((await facet(`restore|${backup}`, { home })).code).toBe(0)
  expect(readdirSync(home).toSorted()).toEqual([
    'before-restore-20240501T120000Z',
    'databases',
    'facet.db',
    'home-id',
    'secret-key',
  ])
  expect(readdirSync(join(home, 'before-restore-20240501T120000Z')).toSorted()).toEqual(['facet.db', 'facet.db-wal'])
  expect(readFileSync(join(home, 'secret-key'), 'utf8')).toBe(secretKey)
  expect(readFileSync(join(home, 'facet.db')).subarray(0, 15).toString()).toBe('SQLite format 3')
})

it('a restored home has the id of the backup, or its own if the backup has none', async () => {
  const backup = join(folder, 'backup with id')
  const home = join(folder, 'home with id')
  const idOf = (place: string) => readFileSync(join(place, 'home-id'), 'utf8')
  mkdirSync(home)
  writeFileSync(join(home, 'home-id'), 'mine')
  expect((await facet(`backup|${backup}`)).code).toBe(0)
  expect((await facet(`restore|${backup}`, { home })).code).toBe(0)
  expect(idOf(home)).toBe(idOf(fixture.home))
  expect(idOf(join(home, 'before-restore-20240501T120000Z'))).toBe('mine')

  rmSync(join(home, 'before-restore-20240501T120000Z'), { recursive: true })
  rmSync(join(backup, 'home-id'))
  expect((await facet(`restore|${backup}`, { home })).code).toBe(0)
  expect(idOf(home)).toBe(idOf(fixture.home))
})

it('an invalid or damaged backup is not restored, nor any into the home of a running server', async () => {
  const home = join(folder, 'kept home')
  mkdirSync(home)
  writeFileSync(join(home, 'facet.db'), 'mine')
  const wrong = join(folder, 'wrong')
  mkdirSync(wrong)
  expect((await facet(`restore|${wrong}`, { home })).output).toBe(`${wrong} is not a backup: it has no facet.db.`)
  writeFileSync(join(wrong, 'facet.db'), 'no store')
  expect((await facet(`restore|${wrong}`, { home })).output).toMatch(/is damaged: file is not a database/)
  expect(readFileSync(join(home, 'facet.db'), 'utf8')).toBe('mine')
  const otherHome = { home, databaseUrl: 'postgresql://db/facet' }
  expect((await facet(`backup|${join(folder, 'none')}`, otherHome)).output).toMatch(
    /^The metadata is in the PostgreSQL/,
  )
  expect(existsSync(join(folder, 'none'))).toBe(false)
})

it('An incomplete backup leaves the home unchanged; the home is no backup of itself', async () => {
  const { home } = fixture
  const before = readdirSync(home).toSorted()
  expect((await facet(`restore|${home}`, { home })).output).toContain('is part of FACET_HOME')
  expect((await facet(`backup|${join(home, 'databases', 'copy')}`, { home })).output).toContain('is part of FACET_HOME')
  expect(readdirSync(home).toSorted()).toEqual(before)

  const broken = join(folder, 'broken')
  expect((await facet(`backup|${broken}`)).code).toBe(0)
  // A socket cannot be copied.
  const server = createServer().listen(join(broken, 'databases', 'socket'))
  await once(server, 'listening')
  const other = join(folder, 'other home')
  mkdirSync(other)
  writeFileSync(join(other, 'facet.db'), 'mine')
  await facet(`restore|${broken}`, { home: other }).catch(() => undefined)
  expect([readdirSync(other), readFileSync(join(other, 'facet.db'), 'utf8')]).toEqual([['facet.db'], 'mine'])
  server.close()
})

it('The doctor reports a chart without its dataset and a database that does not respond, and no more', async () => {
  const well = await facet('doctor')
  expect([well.code, well.output]).toEqual([0, ''])
  expect(well.printed).toEqual(
    expect.arrayContaining([
      `ok     ${join(fixture.home, 'facet.db')} is intact`,
      'ok     The database examples responds',
      'ok     1 charts on 1 datasets',
      'ok     0 dashboards',
    ]),
  )
  const { store } = fixture.context
  const removed = await fixture.dataset({ table_name: 'gone' })
  const chart = { slice_name: 'Lost', viz_type: 'no_such_kind', datasource_type: 'table', datasource_id: removed.id }
  const { id } = await store.charts.create(chart, null)
  await store.datasets.remove([removed.id], null)
  const uri = 'postgresql://127.0.0.1:1/nowhere'
  await store.databases.create({ database_name: 'far', backend: 'postgresql', sqlalchemy_uri: uri }, null)
  const ill = await facet('doctor')
  expect([ill.code, ill.output]).toEqual([1, '2 checks failed.'])
  expect(ill.printed.filter((line) => !line.startsWith('ok'))).toEqual([
    'note   No server runs on this home',
    expect.stringMatching(/^FAILED The database far does not respond: /),
    `FAILED The chart Lost (${id}) uses a dataset that does not exist`,
    'note   Unknown chart types: no_such_kind',
  ])
})

it('The doctor lists what dashboard roles would open and close if they have no effect', async () => {
  const { store } = fixture.context
  const role = await store.roles.create({ name: 'Board members' }, null)
  const dataset = await fixture.dataset({ table_name: 'plans' })
  const chart = { slice_name: 'Plans', viz_type: 'table', datasource_type: 'table', datasource_id: dataset.id }
  const charts = [(await store.charts.create(chart, null)).id]
  const draft = { dashboard_title: 'Board', published: true, charts, roles: [role.id] }
  const board = await store.dashboards.create(draft, null)
  await store.dashboardGrants.create({ dashboard_id: board.id, dataset_id: dataset.id }, null)
  const on = (await facet('doctor')).printed
  expect(on).toContain('ok     Dashboards with roles are open to these roles (DASHBOARD_RBAC is on)')
  await store.settings.set('flag defaults', '{"DASHBOARD_RBAC":false}')
  const off = (await facet('doctor')).printed
  expect(off.filter((line) => line.includes('DASHBOARD_RBAC'))).toEqual([
    'ok     DASHBOARD_RBAC is off in this installation',
    'note   With DASHBOARD_RBAC, the role Board members would also see: dashboards Board; charts Plans; datasets plans',
    'note   With DASHBOARD_RBAC, the dashboard Board would be open only to its owners, to grants, and to Board members',
  ])
  await store.settings.remove('flag defaults')
  await store.dashboards.remove(board.id, null)
  await store.charts.remove(charts[0] ?? 0, null)
})

it('loads the examples again only on request', async () => {
  const { settings } = fixture.context.store
  await settings.set('examples loaded', 'yes')
  expect(await facet('examples')).toEqual({
    code: 0,
    printed: [],
    output: 'The examples are already loaded; --again replaces them.',
  })
})

it('doctor --changes lists the saved charts whose numbers change, with the reason', async () => {
  const { charts } = fixture.context.store
  const [dataset] = (await fixture.context.store.datasets.list({})).rows
  const base = { datasource_type: 'table', datasource_id: dataset?.id ?? 0 } as const
  const made = [
    { slice_name: 'Compared', viz_type: 'line', params: '{"time_compare":["1 year ago"]}' },
    { slice_name: 'Shares', viz_type: 'table', params: '{"percent_metrics":["count"]}' },
    { slice_name: 'Same', viz_type: 'table', params: '{"groupby":["amount"]}' },
  ]
  const ids = []
  for (const each of made) ids.push((await charts.create({ ...base, ...each }, null)).id)
  const { code, printed, output } = await facet('doctor|--changes')
  expect(code).toBe(0)
  expect(output).toMatch(/^2 changes\.\n.*SQL, templates, files or values.*"Numbers that change" in CHANGELOG\.md\.$/)
  expect(printed.map((line) => [line.split(' (')[0], /\[([\w-]+)\]$/.exec(line)?.[1]])).toEqual([
    ['Compared', 'whole-partners'],
    ['Shares', 'table-share-base'],
  ])
  for (const id of ids) await charts.remove(id, null)
})

it('The doctor names the columns and metrics that charts use and their dataset lacks', async () => {
  const { charts } = fixture.context.store
  const column = { column_name: 'amount', type: 'INTEGER' }
  const metric = { metric_name: 'total', expression: 'SUM(amount)' }
  const dataset = await fixture.dataset({ table_name: 'parts', columns: [column], metrics: [metric] })
  const sum = (column_name: string) => ({ expressionType: 'SIMPLE', aggregate: 'SUM', column: { column_name } })
  const filter = { expressionType: 'SIMPLE', clause: 'WHERE', operator: '==', comparator: '1' }
  const forms: Readonly<Record<string, [viz_type: string, form: object]>> = {
    Sound: ['table', { groupby: ['amount'], metrics: ['total', sum('amount')], query_mode: 'aggregate' }],
    Columns: ['table', { groupby: ['amount', 'city'], metrics: ['total'], query_mode: 'aggregate' }],
    Metrics: ['table', { groupby: ['amount'], metrics: ['p90_delay', sum('delay')], query_mode: 'aggregate' }],
    Raw: ['table', { all_columns: ['amount', 'town'], query_mode: 'raw' }],
    Filters: ['pie', { groupby: ['amount'], metric: 'total', adhoc_filters: [{ ...filter, subject: 'state' }] }],
    Axis: ['echarts_timeseries_bar', { x_axis: 'month', metrics: ['total'] }],
    Old: ['big_number_total', { metric: 'count' }],
    Written: ['big_number_total', { metric: { expressionType: 'SQL', sqlExpression: 'SUM(gone)', label: 'gone' } }],
    Broken: ['table', { groupby: 7, metrics: { x: 1 } }],
  }
  const ids = []
  for (const [slice_name, [viz_type, form]] of Object.entries(forms)) {
    const draft = { slice_name, viz_type, datasource_type: 'table', datasource_id: dataset.id } as const
    ids.push((await charts.create({ ...draft, params: JSON.stringify(form) }, null)).id)
  }
  const { code, printed } = await facet('doctor')
  expect(code).toBe(1)
  const found = printed.filter((line) => line.includes('uses columns or metrics that its dataset does not have'))
  expect(
    found.map((line) => line.replace(/ \(\d+\) uses columns or metrics that its dataset does not have/, '')),
  ).toEqual([
    'FAILED The chart Columns: column city',
    'FAILED The chart Metrics: metric p90_delay, column delay',
    'FAILED The chart Raw: column town',
    'FAILED The chart Filters: column state',
    'FAILED The chart Axis: column month',
    'FAILED The chart Old: metric count',
  ])
  for (const id of ids) await charts.remove(id, null)
})

it('The doctor names a database whose file does not exist yet', async () => {
  const { databases } = fixture.context.store
  const draft = { database_name: 'empty', backend: 'duckdb', sqlalchemy_uri: 'duckdb:///not-there.duckdb' }
  const { id } = await databases.create(draft, null)
  expect((await facet('doctor')).printed).toEqual(
    expect.arrayContaining([
      'ok     The database empty responds',
      'note   The file not-there.duckdb does not exist; the first upload into the database creates it.',
    ]),
  )
  await databases.remove(id, null)
})
