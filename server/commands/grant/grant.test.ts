import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { makeTestApp, type TestApp } from '#testing/app.ts'
import { runCommand } from '../run-command.ts'
import type { Terminal } from '../terminal.ts'

let fixture: TestApp
let objects: Awaited<ReturnType<typeof createObjects>>

beforeAll(async () => {
  fixture = await makeTestApp()
  await fixture.user('admin', ['Admin'])
  await fixture.user('ana', ['Gamma'])
  objects = await createObjects()
})
afterAll(() => fixture.close())
afterEach(async () => {
  for (const { id } of (await store().grants.list({})).rows) await store().grants.remove(id, null)
})

const store = () => fixture.context.store

async function createObjects() {
  const database = await fixture.database({ database_name: 'shop' })
  await store().folders.create({ name: 'Sales' }, null)
  const dataset = await fixture.dataset({ table_name: 'prices', database_id: database.id, schema: 'public' })
  const chart = await fixture.chart({ slice_name: 'Prices', datasource_id: dataset.id })
  const board = await fixture.dashboard({ dashboard_title: 'Board', published: false, charts: [chart.id] })
  const twins = [
    await fixture.dashboard({ dashboard_title: 'Twin', published: false }),
    await fixture.dashboard({ dashboard_title: 'Twin', published: false }),
  ]
  const group = await store().groups.create({ name: 'Berlin', users: [], roles: [] }, null)
  const role = await store().roles.create({ name: 'Traders' }, null)
  return { database, dataset, board, twins, group, role }
}

async function run(args: readonly string[]) {
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

const facet = (line: string) => run(line.split(' '))
const list = async () => (await facet('grant list')).printed
const stored = async () => (await store().grants.list({})).rows.map(({ pair_key, level }) => `${pair_key}: ${level}`)

it('gives, changes and removes grants on each type of object', async () => {
  const { database, dataset, board, group, role } = objects
  const done = async (line: string) => {
    const { code, printed } = await facet(line)
    expect([code, printed.length], line).toEqual([0, 1])
    return printed[0]
  }
  expect(await done('grant set --dataset prices --group Berlin --level explore')).toBe(
    'create  grant: dataset prices, group Berlin: explore',
  )
  expect(await done('grant set --database shop --schema public --role Traders --level see')).toBe(
    'create  grant: schema public of database shop, role Traders: see',
  )
  await done(`grant set --dashboard ${board.id} --user ana --level edit`)
  await done('grant set --folder Sales --role Traders --level see')
  expect(await list()).toEqual([
    'dashboard Board, user ana: edit',
    'dataset prices, group Berlin: explore',
    'folder Sales, role Traders: see',
    'schema public of database shop, role Traders: see',
  ])
  expect(await done('grant set --dataset prices --group Berlin --level edit')).toBe(
    'change  grant: dataset prices, group Berlin: explore to edit',
  )
  expect(await done('grant remove --folder Sales --role Traders')).toBe('remove  grant: folder Sales, role Traders')
  const ana = (await store().users.byUsername('ana'))?.id
  expect((await stored()).toSorted()).toEqual(
    [
      `group ${group.id}, dataset ${dataset.id}: edit`,
      `role ${role.id}, database ${database.id} schema public: see`,
      `user ${ana}, dashboard ${board.id}: edit`,
    ].toSorted(),
  )
  expect(await store().roles.pairs(role.id)).toEqual([['schema_access', '[shop].[public]']])
})

it('opens the datasets of a dashboard, and the user can read it at the next request', async () => {
  const { board, dataset } = objects
  const user = await store().users.byUsername('ana')
  const client = await fixture.signedIn(user as never)
  expect((await client.get(`/api/v1/dashboard/${board.id}`)).statusCode).toBe(403)
  await facet('grant set --dashboard Board --user ana --level see')
  expect((await client.get(`/api/v1/dashboard/${board.id}`)).statusCode).toBe(200)
  const opened = await store().dashboardGrants.list({ where: { col: 'dashboard_id', op: 'eq', value: board.id } })
  expect(opened.rows.map(({ dataset_id }) => dataset_id)).toEqual([dataset.id])
  await facet('grant remove --dashboard Board --user ana')
  expect((await client.get(`/api/v1/dashboard/${board.id}`)).statusCode).toBe(403)
})

it('writes the same entries to the action log as the REST API', async () => {
  const admin = await store().users.byUsername('admin')
  const client = await fixture.signedIn(admin as never)
  const entries = async () => {
    const events = await store().events.list({ limit: 20 })
    return events
      .filter(({ entity_type }) => entity_type === 'grant')
      .slice(0, 3)
      .map(({ actor, action, before, after }) => {
        const fields = (json: string | null) => Object.keys(JSON.parse(json ?? '{}')).toSorted()
        return { actor, action, before: fields(before), after: fields(after) }
      })
  }
  const { dataset, group } = objects
  const made = await client.post('/api/v1/security/grants/', { dataset: dataset.id, group: group.id, level: 'see' })
  const { id } = made.json<{ id: number }>()
  await client.put(`/api/v1/security/grants/${id}`, { level: 'edit' })
  await client.delete(`/api/v1/security/grants/${id}`)
  const byRest = await entries()
  expect(byRest.map(({ action }) => action)).toEqual(['delete', 'update', 'create'])
  await facet('grant set --dataset prices --group Berlin --level see')
  await facet('grant set --dataset prices --group Berlin --level edit')
  await facet('grant remove --dataset prices --group Berlin')
  expect(await entries()).toEqual(byRest)
  expect(byRest[0]?.actor).toBe(admin?.id)
})

it('a dry run prints the change and does not make it', async () => {
  const dry = await facet('grant set --dataset prices --group Berlin --level see --dry-run')
  expect(dry.printed).toEqual(['create  grant: dataset prices, group Berlin: see'])
  expect(dry.output).toContain('Nothing was changed')
  expect(await stored()).toEqual([])
  await facet('grant set --dataset prices --group Berlin --level see')
  const removal = await facet('grant remove --dataset prices --group Berlin --dry-run')
  expect(removal.printed).toEqual(['remove  grant: dataset prices, group Berlin'])
  expect(await list()).toEqual(['dataset prices, group Berlin: see'])
  const same = await facet('grant set --dataset prices --group Berlin --level see')
  expect([same.code, same.printed, same.output]).toEqual([
    0,
    [],
    'Nothing to change: dataset prices, group Berlin has the level see.',
  ])
})

it('lists the grants on an object and to a subject, also as JSON', async () => {
  const { dataset, group, database } = objects
  for (const line of [
    'grant set --dataset prices --group Berlin --level see',
    'grant set --dataset prices --user ana --level edit',
    'grant set --database shop --group Berlin --level see',
    'grant set --database shop --schema public --group Berlin --level see',
  ])
    expect((await facet(line)).code, line).toBe(0)
  const listed = async (options: string) => (await facet(`grant list ${options}`)).printed
  expect((await facet('grant list --user ana')).printed).toEqual(['dataset prices, user ana: edit'])
  expect(await listed(`--dataset ${dataset.id}`)).toEqual([
    'dataset prices, group Berlin: see',
    'dataset prices, user ana: edit',
  ])
  expect(await listed('--database shop')).toHaveLength(2)
  expect(await listed('--database shop --schema public')).toEqual(['schema public of database shop, group Berlin: see'])
  const [json = ''] = await listed('--database shop --schema public --json')
  expect(JSON.parse(json)).toEqual([
    {
      id: expect.any(Number),
      level: 'see',
      object: { type: 'database', id: database.id, name: 'shop', schema: 'public' },
      subject: { type: 'group', id: group.id, name: 'Berlin' },
    },
  ])
})

it.each([
  ['set --dataset prices --group Berlin', 2, 'Give --level see, --level explore, --level edit.'],
  ['set --dataset prices --group Berlin --level own', 2, 'Give --level see'],
  ['set --group Berlin --level see', 2, 'Give --dashboard, --dataset, --database or --folder.'],
  ['set --dataset prices --level see', 2, 'Give --user, --group or --role.'],
  ['set --dataset prices --folder Sales --user ana --level see', 2, 'Give one of --dashboard'],
  ['set --dataset prices --user ana --role Gamma --level see', 2, 'Give one of --user'],
  ['set --dataset prices --schema public --user ana --level see', 2, '--schema needs its --database.'],
  ['set --dataset costs --user ana --level see', 1, 'The dataset costs does not exist.'],
  ['set --dashboard 999999 --user ana --level see', 1, 'The dashboard 999999 does not exist.'],
  ['set --dataset prices --user nobody --level see', 1, 'The user nobody does not exist.'],
  ['set --dataset prices --role Nobody --level see', 1, 'The role Nobody does not exist.'],
  ['remove --dataset prices --user ana', 1, 'There is no grant: dataset prices, user ana.'],
  ['set --dataset prices --user ana --level see --as ana', 1, 'ana is no administrator.'],
  ['set --dataset prices --user ana --level see --as nobody', 1, 'There is no active user nobody.'],
])('rejects grant %s', async (line, code, text) => {
  const answer = await facet(`grant ${line}`)
  expect([answer.code, answer.output]).toEqual([code, expect.stringContaining(text)])
  expect(await stored()).toEqual([])
})

it('requires an id if two objects have the name, and a schema of a valid length', async () => {
  const ids = objects.twins.map(({ id }) => id).toSorted((a, b) => a - b)
  const { code, output } = await facet('grant set --dashboard Twin --user ana --level see')
  expect(code).toBe(1)
  expect(output).toMatch(/^There are 2 dashboards Twin\. Give the id of one: \d+, \d+\.$/)
  expect(
    (output.match(/\d+, \d+/)?.[0] ?? '')
      .split(', ')
      .map(Number)
      .toSorted((a, b) => a - b),
  ).toEqual(ids)
  const schema = 'x'.repeat(1001)
  const long = await run(['grant', 'set', '--database', 'shop', '--schema', schema, '--user', 'ana', '--level', 'see'])
  expect([long.code, await stored()]).toEqual([2, []])
})
