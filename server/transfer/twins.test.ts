import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Client, makeTestApp, type TestApp } from '#testing/app.ts'
import { upload, zip } from '#testing/bundle.ts'

const DATASET = '20000000-0000-4000-8000-000000000001'

let fixture: TestApp
let admin: Client
beforeAll(async () => {
  fixture = await makeTestApp()
  admin = await fixture.as('Admin')
})
afterAll(() => fixture.close())

const bundle = async () => {
  const { uuid } = await fixture.database()
  return zip({
    'metadata.yaml': 'version: 1.0.0\ntype: SqlaTable\n',
    'datasets/local/survey.yaml': `
table_name: survey
uuid: ${DATASET}
version: 1.0.0
database_uuid: ${uuid}
columns:
  - {column_name: age, type: INTEGER}
  - {column_name: gender, type: INTEGER, description: Once, verbose_name: Kept}
  - {column_name: city, type: VARCHAR}
  - {column_name: gender, type: VARCHAR, description: Twice}
metrics:
  - {metric_name: count, expression: COUNT(1)}
  - {metric_name: count, expression: COUNT(*)}
`,
  })
}

it('a dataset with duplicate columns and metrics is imported without duplicates, also on overwrite and restore', async () => {
  const { store } = fixture.context
  const ids = []
  for (const again of ['', 'overwritten', 'deleted']) {
    if (again === 'deleted')
      await store.datasets.remove([(await store.datasets.getByUuid(DATASET))?.id as number], null)
    const answer = await upload(admin, 'dataset', await bundle(), again ? { overwrite: 'true' } : {})
    expect([answer.statusCode, answer.json()]).toEqual([200, { message: 'OK' }])
    const dataset = await store.datasets.getByUuid(DATASET)
    expect(dataset?.columns.map(({ column_name, type, description }) => [column_name, type, description])).toEqual([
      ['age', 'INTEGER', null],
      ['gender', 'VARCHAR', 'Twice'],
      ['city', 'VARCHAR', null],
    ])
    expect(dataset?.columns[1]?.verbose_name).toBe('Kept')
    expect(dataset?.metrics.map(({ expression }) => expression)).toEqual(['COUNT(*)'])
    ids.push(dataset?.columns.map(({ id }) => id))
  }
  expect(ids).toEqual([ids[0], ids[0], ids[0]])
})

it('an import removes the duplicate column of a stored dataset', async () => {
  const { store } = fixture.context
  const known = await store.datasets.getByUuid(DATASET)
  const twice = [{ column_name: 'gender' }, { column_name: 'gender' }]
  await store.datasets.update(known?.id as number, { columns: twice }, null)
  expect((await upload(admin, 'dataset', await bundle(), { overwrite: 'true' })).statusCode).toBe(200)
  expect((await store.datasets.getByUuid(DATASET))?.columns.map(({ column_name }) => column_name)).toEqual([
    'age',
    'gender',
    'city',
  ])
})
