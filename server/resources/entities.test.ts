import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { printRison } from '#core/rest/rison.ts'
import type * as ownedFields from '#core/entity/owned-fields.ts'
import type * as fields from '#core/entity/field.ts'
import type * as trail from '#server/store/migrations/index.ts'
import { type Client, makeTestApp, type TestApp } from '#testing/app.ts'
import type { CurrentUser } from '#core/access/current-user.ts'
import { exportBundle } from '#server/transfer/export.ts'
import { importBundle } from '#server/transfer/import.ts'
import { documentOf } from './openapi/document.ts'
import { resources } from './index.ts'

// One line adds a field to all owned entities and one migration adds its columns: no other code knows it.
vi.mock('#core/entity/owned-fields.ts', async (original) => {
  const { ownedFields: owned, ...others } = await original<typeof ownedFields>()
  const { nullableText } = await vi.importActual<typeof fields>('#core/entity/field.ts')
  return {
    ...others,
    ownedFields: (...given: Parameters<typeof owned>) => ({
      ...owned(...given),
      nickname: nullableText({ folded: true, sorted: true, filter: 'text' }),
    }),
  }
})
vi.mock('#server/store/migrations/index.ts', async (original) => {
  const { migrations } = await original<typeof trail>()
  const up: (typeof migrations)[string]['up'] = async (db) => {
    for (const table of ['charts', 'dashboards', 'datasets', 'databases']) {
      await db.schema.alterTable(table).addColumn('nickname', 'text').execute()
      await db.schema.alterTable(table).addColumn('nickname_folded', 'text').execute()
    }
  }
  return { migrations: { ...migrations, '999-nickname': { up } } }
})

let fixture: TestApp
let admin: Client
beforeAll(async () => {
  fixture = await makeTestApp()
  admin = await fixture.as('Admin')
})
afterAll(() => fixture.close())

const KINDS = ['chart', 'dashboard', 'dataset', 'database'] as const
type Kind = (typeof KINDS)[number]

let count = 0
const made: Readonly<Record<Kind, () => Promise<{ readonly id: number }>>> = {
  chart: () => fixture.chart(),
  dashboard: () => fixture.dashboard(),
  dataset: () => fixture.dataset(),
  database: () =>
    fixture.context.store.databases.create(
      { database_name: `named ${++count}`, backend: 'duckdb', sqlalchemy_uri: 'duckdb:///named.duckdb' },
      null,
    ),
}

const uuid = (digit: string) => '00000000-0000-4000-8000-000000000000'.replaceAll('0', digit)

const FILES: Readonly<Record<string, string>> = {
  'databases/a.yaml': `database_name: Named\nsqlalchemy_uri: duckdb:///named.duckdb\nnickname: Nick\nuuid: ${uuid('1')}\nversion: 1.0.0\n`,
  'datasets/a.yaml': `table_name: sales\nnickname: Nick\nuuid: ${uuid('2')}\ndatabase_uuid: ${uuid('1')}\nversion: 1.0.0\n`,
  'charts/a.yaml': `slice_name: C\nviz_type: table\nnickname: Nick\nuuid: ${uuid('3')}\ndataset_uuid: ${uuid('2')}\nversion: 1.0.0\n`,
  'dashboards/a.yaml': `dashboard_title: D\nnickname: Nick\nuuid: ${uuid('5')}\nversion: 1.0.0\n`,
}
const TYPES: Readonly<Record<Kind, string>> = {
  database: 'Database',
  dataset: 'SqlaTable',
  chart: 'Slice',
  dashboard: 'Dashboard',
}
const brought: Readonly<Record<Kind, string>> = {
  database: uuid('1'),
  dataset: uuid('2'),
  chart: uuid('3'),
  dashboard: uuid('5'),
}

const listed = async (kind: Kind, q: object): Promise<readonly Record<string, unknown>[]> =>
  (await admin.get(`/api/v1/${kind}/?q=${encodeURIComponent(printRison(q))}`)).json().result

describe.each(KINDS)('a field that is added to a %s', (kind) => {
  it('writes, reads and lists the field, and filters and sorts by it', async () => {
    const ids = [(await made[kind]()).id, (await made[kind]()).id]
    for (const [index, id] of ids.entries()) {
      const answer = await admin.put(`/api/v1/${kind}/${id}`, { nickname: `${kind} ${index}` })
      expect([answer.statusCode, answer.json().result.nickname]).toEqual([200, `${kind} ${index}`])
    }
    expect((await admin.get(`/api/v1/${kind}/${ids[0]}`)).json().result.nickname).toBe(`${kind} 0`)
    const filters = [{ col: 'nickname', opr: 'ct', value: kind.toUpperCase() }]
    const rows = await listed(kind, { filters, order_column: 'nickname', order_direction: 'desc' })
    expect(rows.map(({ nickname }) => nickname)).toEqual([`${kind} 1`, `${kind} 0`])
    const wrong = await admin.put(`/api/v1/${kind}/${ids[0]}`, { nickname: {} })
    expect([wrong.statusCode, wrong.json().message]).toEqual([400, { nickname: ['Not a valid string.'] }])
  })

  it('adds the field to the document and to _info', async () => {
    const document = JSON.parse(JSON.stringify(documentOf(resources.filter(({ name }) => name === kind))))
    const path = document.paths[`/api/v1/${kind}/{id}`]
    expect(path.put.requestBody.content['application/json'].schema.properties.nickname).toMatchObject({
      type: 'string',
    })
    expect(path.get.responses[200].content['application/json'].schema.properties.result.properties).toHaveProperty(
      'nickname',
    )
    const info = (await admin.get(`/api/v1/${kind}/_info`)).json()
    expect(info.edit_columns.map(({ name }: { readonly name: string }) => name)).toContain('nickname')
  })

  it('imports and exports the field with bundles', async () => {
    // Read here: the upload worker has its own modules, without the mock.
    const files = new Map(Object.entries({ ...FILES, 'metadata.yaml': `version: 1.0.0\ntype: ${TYPES[kind]}\n` }))
    await importBundle(fixture.context.store, files, null, { overwrite: true })
    const [row] = await listed(kind, { filters: [{ col: 'uuid', opr: 'eq', value: brought[kind] }] })
    expect(row?.['nickname']).toBe('Nick')
    const at = { at: 0, user: admin.user as CurrentUser, rules: {} }
    const out = await exportBundle({ store: fixture.context.store, ...at }, kind, [Number(row?.['id'])])
    const file = [...out].find(([path]) => path.startsWith(`${kind}s/`))
    expect(file?.[1]['nickname']).toBe('Nick')
  })
})
