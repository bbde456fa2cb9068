import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type Client, makeTestApp, type TestApp } from '#testing/app.ts'

let fixture: TestApp
let owner: Client
let dashboard: number

beforeAll(async () => {
  fixture = await makeTestApp()
  owner = await fixture.as('Gamma')
})
afterAll(() => fixture.close())

const before = { color_scheme: 'bnbColors', refresh_frequency: 30, unheard_of: [1] }

beforeEach(async () => {
  const owners = [owner.user?.userId as number]
  dashboard = (await fixture.dashboard({ owners, json_metadata: JSON.stringify(before) })).id
})

const save = (metadata: object) =>
  owner.put(`/api/v1/dashboard/${dashboard}`, { json_metadata: JSON.stringify(metadata) })
const stored = async () =>
  JSON.parse((await owner.get(`/api/v1/dashboard/${dashboard}`)).json().result.json_metadata) as object

const filters = [
  {
    id: 'NATIVE_FILTER-a',
    type: 'NATIVE_FILTER',
    filterType: 'filter_select',
    name: 'Region',
    targets: [{ datasetId: 3, column: { name: 'region' } }],
    scope: { rootPath: ['ROOT_ID'], excluded: [] },
  },
]

it('D-NATIVE-16 D-NATIVE-17: native filters are saved in the metadata, and returned as stored', async () => {
  const sent = { ...before, native_filter_configuration: filters }
  const answer = await save(sent)
  expect(answer.statusCode).toBe(200)
  const { json_metadata } = answer.json().result
  expect(JSON.parse(json_metadata)).toEqual(await stored())
  expect(JSON.parse(json_metadata)).toMatchObject(sent)
})

it('D-CROSS-03: the scope of cross-filters is saved in the metadata', async () => {
  const chart_configuration = { 7: { id: 7, crossFilters: { scope: { rootPath: ['ROOT_ID'], excluded: [7] } } } }
  expect((await save({ ...before, chart_configuration })).statusCode).toBe(200)
  expect(await stored()).toMatchObject({ ...before, chart_configuration })
})
