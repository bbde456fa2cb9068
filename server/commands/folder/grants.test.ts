import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import type { GrantPair } from '#core/entity/grant.ts'
import { readYaml } from '#server/transfer/yaml.ts'
import { makeTestApp, type TestApp } from '#testing/app.ts'
import { runCommand } from '../run-command.ts'
import type { Terminal } from '../terminal.ts'

let fixture: TestApp
let objects: Awaited<ReturnType<typeof createObjects>>
let folder: string

beforeAll(async () => {
  fixture = await makeTestApp()
  await fixture.user('admin', ['Admin'])
  await fixture.user('ana', ['Gamma'])
  objects = await createObjects()
})
afterAll(() => fixture.close())
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'facet grants '))
  await grantAll()
})
afterEach(async () => {
  await removeAll()
  rmSync(folder, { recursive: true, force: true })
})

const store = () => fixture.context.store

async function createObjects() {
  const database = await fixture.database({ database_name: 'shop' })
  const salesFolder = await store().folders.create({ name: 'Sales' }, null)
  const unused = await store().folders.create({ name: 'Empty' }, null)
  const dataset = await fixture.dataset({ table_name: 'prices', database_id: database.id, schema: 'public' })
  const chart = await fixture.chart({ slice_name: 'Prices', datasource_id: dataset.id })
  const draft = { dashboard_title: 'Board', published: false, folder_id: salesFolder.id, charts: [chart.id] }
  const board = await fixture.dashboard(draft)
  const group = await store().groups.create({ name: 'Berlin', users: [], roles: [] }, null)
  const role = await store().roles.create({ name: 'Traders' }, null)
  return { database, salesFolder, unused, dataset, board, group, role }
}

async function grantAll() {
  const { database, salesFolder, unused, dataset, board, group, role } = objects
  const user = (await store().users.byUsername('ana'))?.id ?? 0
  const pairs: readonly (GrantPair & { readonly level: 'see' | 'explore' | 'edit' })[] = [
    { dashboard_id: board.id, user_id: user, level: 'edit' },
    { dataset_id: dataset.id, group_id: group.id, level: 'explore' },
    { database_id: database.id, schema: 'public', role_id: role.id, level: 'see' },
    { database_id: database.id, group_id: group.id, level: 'see' },
    { folder_id: salesFolder.id, role_id: role.id, level: 'see' },
    { folder_id: unused.id, role_id: role.id, level: 'see' },
  ]
  for (const pair of pairs) await store().grants.create(pair, null)
}

async function removeAll() {
  for (const { id } of (await store().grants.list({})).rows) await store().grants.remove(id, null)
}

async function facet(...args: string[]) {
  const [printed, lines] = [[] as string[], [] as string[]]
  const terminal = {
    print: (line: string) => void printed.push(line),
    printMessage: (line: string) => void lines.push(line),
  } as Terminal
  const { context } = fixture
  const openStore = async () => ({ ...context.store, close: async () => {} })
  const code = await runCommand(args, { terminal, now: () => 0, settings: context.config, openStore })
  return { code, printed, output: lines.join('\n') }
}

const grantLines = ({ printed }: { readonly printed: readonly string[] }) =>
  printed.filter((line) => line.includes('grant: '))
const file = () => join(folder, 'grants.yaml')
const writeGrants = (grants: readonly object[]) => writeFileSync(file(), JSON.stringify({ grants }))
const onDataset = (more: object) => ({ dataset: objects.dataset.uuid, ...more })
const stored = async () => (await store().grants.list({})).rows.map(({ pair_key, level }) => `${pair_key}: ${level}`)

it('export writes the grants on exported objects, if they are requested', async () => {
  await facet('export', folder)
  expect(() => readFileSync(file())).toThrow('ENOENT')
  const { board, database, dataset, salesFolder } = objects
  expect((await facet('export', folder, '--grants')).printed).toEqual(['write   grants.yaml'])
  const { grants } = readYaml(readFileSync(file(), 'utf8')) as { grants: object[] }
  expect(grants).toHaveLength(5)
  expect(grants).toEqual(
    expect.arrayContaining([
      { dashboard: board.uuid, name: 'Board', user: 'ana', level: 'edit' },
      { dataset: dataset.uuid, name: 'prices', group: 'Berlin', level: 'explore' },
      { database: database.uuid, name: 'shop', schema: 'public', role: 'Traders', level: 'see' },
      { database: database.uuid, name: 'shop', group: 'Berlin', level: 'see' },
      { folder: salesFolder.uuid, name: 'Sales', role: 'Traders', level: 'see' },
    ]),
  )
  expect((await facet('export', folder, '--grants')).printed).toEqual([])
})

it('apply creates the missing grants once, with the permissions of roles, and a dry run does not', async () => {
  await facet('export', folder, '--grants')
  const before = (await stored()).filter((each) => !each.includes(`folder ${objects.unused.id}:`))
  await removeAll()
  const dry = await facet('apply', folder, '--dry-run')
  expect(grantLines(dry).toSorted()).toEqual([
    'create  grant: dashboard Board, user ana: edit',
    'create  grant: database shop, group Berlin: see',
    'create  grant: dataset prices, group Berlin: explore',
    'create  grant: folder Sales, role Traders: see',
    'create  grant: schema public of database shop, role Traders: see',
  ])
  expect(dry.output).toContain('5 grants of grants.yaml: 5 would change.')
  expect(await stored()).toEqual([])
  expect(grantLines(await facet('apply', folder))).toEqual(grantLines(dry))
  expect((await stored()).toSorted()).toEqual(before.toSorted())
  expect(await store().roles.pairs(objects.role.id)).toEqual([['schema_access', '[shop].[public]']])
  const { dataset, board } = objects
  const opened = await store().dashboardGrants.list({ where: { col: 'dashboard_id', op: 'eq', value: board.id } })
  expect(opened.rows.map(({ dataset_id }) => dataset_id)).toEqual([dataset.id])
  expect((await facet('apply', folder)).printed).toEqual([])
})

it('apply changes the level of a grant, removes one by the level none, and does not change others', async () => {
  await facet('export', folder)
  writeGrants([
    onDataset({ group: 'Berlin', level: 'edit' }),
    { dashboard: objects.board.uuid, user: 'ana', level: 'none' },
    onDataset({ user: 'ana', level: 'none' }),
  ])
  const others = (await stored()).length - 1
  expect(grantLines(await facet('apply', folder))).toEqual([
    'change  grant: dataset prices, group Berlin: explore to edit',
    'remove  grant: dashboard Board, user ana',
  ])
  expect(await stored()).toHaveLength(others)
  expect(await stored()).toContain(`group ${objects.group.id}, dataset ${objects.dataset.id}: edit`)
})

it.each([
  [[{ group: 'Nobody', level: 'see' }], '"grants":{"0":', 'The group Nobody does not exist'],
  [[{ user: 'nobody', level: 'see' }], '"grants":{"0":', 'The user nobody does not exist'],
  [[{ role: 'Nobody', level: 'see' }], '"grants":{"0":', 'The role Nobody does not exist'],
  [[{ user: 'ana', level: 'own' }], '"grants":{"0":', ''],
  [[{ user: 'ana', group: 'Berlin', level: 'see' }], '"grants":{"0":', 'Name one user, group or role.'],
  [[{ user: 'ana', schema: 'public', level: 'see' }], '"grants":{"0":', 'A schema needs its database.'],
  [
    [{ user: 'ana', database: 'u', level: 'see' }],
    '"grants":{"0":',
    'Name one dashboard, dataset, database or folder.',
  ],
  [
    [
      { user: 'ana', level: 'see' },
      { user: 'ana', level: 'edit' },
    ],
    '"grants":{"1":',
    'Given twice',
  ],
])('apply rejects %j, and changes nothing', async (entries, path, text) => {
  await facet('export', folder)
  writeGrants(entries.map(onDataset))
  const before = await stored()
  const { code, output } = await facet('apply', folder)
  expect([code, output]).toEqual([1, expect.stringContaining('Nothing was changed:\n  grants.yaml: ')])
  expect(output).toContain(path)
  expect(output).toContain(text)
  expect(await stored()).toEqual(before)
})

it('lets only administrators export and apply grants', async () => {
  await facet('export', folder, '--grants')
  const message = 'Only administrators export and apply grants'
  for (const command of ['apply', 'export --grants']) {
    const [name = '', ...more] = command.split(' ')
    const { code, output } = await facet(name, folder, ...more, '--as', 'ana')
    expect([code, output]).toEqual([1, expect.stringContaining(message)])
  }
})
