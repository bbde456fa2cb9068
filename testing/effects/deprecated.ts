import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import { upload } from '#testing/bundle.ts'
import { type Change, type EffectsByOperation, type EffectFixture, type Proof, risonParam } from './effect.ts'
import { expectChange, expectThat } from './expect-that.ts'

const API = '/api/v1'
const FORM = { headers: { 'content-type': 'application/x-www-form-urlencoded' } }
const encodeForm = (fields: Readonly<Record<string, string>>) => new URLSearchParams(fields).toString()

const proof = (file: string, title: string): Proof => ({ file: `server/resources/${file}`, title })
const ofOld = proof('database/deprecated-routes.test.ts', 'Legacy URLs list schemas and tables, with %j at their end')
const ofOldAnew = proof('database/deprecated-routes.test.ts', 'shows changes of the database at once')

/** Returns the change of a list of own entities: whether it contains a created or favorite one, before and after. */
function changeOfUserList(
  address: (id: number) => string,
  kind: 'chart' | 'dashboard',
  way: 'made' | 'marked',
): Change {
  const title = kind === 'chart' ? 'slice_name' : 'dashboard_title'
  return {
    counterpart: way === 'made' ? `POST ${API}/${kind}/` : `POST ${API}/${kind}/{id}/favorites`,
    act: async (fixture) => {
      const { admin, test } = fixture
      const name = fixture.name('of one')
      const source = kind === 'chart' ? { datasource_id: (await test.dataset()).id, datasource_type: 'table' } : {}
      const readBack = async () => (await admin.get(address(admin.id))).body.includes(`"${name}"`)
      const make = async () =>
        (await admin.post(`${API}/${kind}/`, { [title]: name, ...source })).json<{ id: number }>().id
      const id = way === 'marked' ? await make() : 0
      const before = await readBack()
      if (way === 'made') await make()
      else await admin.post(`${API}/${kind}/${id}/favorites/`)
      expectChange([before, await readBack()], [false, true])
    },
  }
}

const lists: EffectsByOperation = Object.fromEntries(
  (
    [
      ['user_slices', 'chart', 'made'],
      ['created_slices', 'chart', 'made'],
      ['fave_slices', 'chart', 'marked'],
      ['created_dashboards', 'dashboard', 'made'],
      ['fave_dashboards', 'dashboard', 'marked'],
    ] as const
  ).flatMap(([name, kind, way]) => [
    [`GET /superset/${name}`, changeOfUserList(() => `/superset/${name}/`, kind, way)],
    [`GET /superset/${name}/{userId}`, changeOfUserList((id) => `/superset/${name}/${id}/`, kind, way)],
  ]),
)

/** Returns the change of a response about a dataset, before and after it was edited. */
function ofDataset(address: (id: number) => string): Change {
  return {
    counterpart: `PUT ${API}/dataset/{id}`,
    act: async (fixture) => {
      const { id } = await fixture.test.dataset()
      const text = fixture.name('described')
      const readBack = async () => (await fixture.admin.get(address(id))).body.includes(text)
      const before = await readBack()
      await fixture.admin.put(`${API}/dataset/${id}`, { description: text })
      expectChange([before, await readBack()], [false, true])
    },
  }
}

/** The columns of a source, before and after its table was reloaded. */
const source = proof('dataset/datasource.test.ts', 'lists its columns, also those of unsaved SQL')

/** Returns the change of a response about a chart, before and after it was edited. */
function ofChart(address: (id: number) => string): Change {
  return {
    counterpart: `PUT ${API}/chart/{id}`,
    act: async (fixture) => {
      const { id } = await fixture.test.chart()
      const readBack = async () => (await fixture.admin.get(address(id))).body.includes('spoken of')
      const before = await readBack()
      await fixture.admin.put(`${API}/chart/${id}`, {
        slice_name: 'spoken of',
        params: JSON.stringify({ viz_type: 'table', note: 'spoken of' }),
      })
      expectChange([before, await readBack()], [false, true])
    },
  }
}

/** Returns the change made by saving through a legacy form. */
function changeBySaving(path: (dataset: number) => string): Change {
  return {
    counterpart: `GET ${API}/chart/{id}`,
    act: async (fixture) => {
      const { id } = await fixture.test.dataset()
      const form_data = JSON.stringify({ viz_type: 'table', datasource: `${id}__table` })
      const url = `${path(id)}/?${encodeForm({ action: 'saveas', slice_name: 'saved of old' })}`
      const { slice } = (await fixture.admin.post(url, encodeForm({ form_data }), FORM)).json()
      const { result } = (await fixture.admin.get(`${API}/chart/${slice.slice_id}`)).json()
      expectThat(result.slice_name === 'saved of old', JSON.stringify(result).slice(0, 200))
    },
  }
}

async function createShortUrl({ admin }: EffectFixture): Promise<void> {
  const said = (await admin.post('/r/shortner/', encodeForm({ data: '/chart/list/' }), FORM)).body
  const { headers } = await admin.get(`/r/${said.split('/').at(-1)}`)
  expectThat(String(headers['location']).endsWith('/chart/list/'), `${said} leads to ${headers['location']}`)
}

async function annotation({ admin, name }: EffectFixture): Promise<void> {
  const { id } = (await admin.post(`${API}/annotation_layer/`, { name: name('layer') })).json()
  const readBack = async () => (await admin.get(`/superset/annotation_json/${id}`)).body.includes('of the layer')
  const before = await readBack()
  const sent = { short_descr: 'of the layer', start_dttm: '2024-01-01', end_dttm: '2024-01-02' }
  await admin.post(`${API}/annotation_layer/${id}/annotation/`, sent)
  expectChange([before, await readBack()], [false, true])
}

async function publishDashboard({ admin, test }: EffectFixture): Promise<void> {
  const { id } = await test.dashboard({ published: false })
  const old = `/superset/dashboard/${id}/published/`
  const readBack = async () => (await admin.get(old)).json().published as boolean
  const before = await readBack()
  await admin.post(old, 'published=true', FORM)
  expectChange([before, await readBack()], [false, true])
  await admin.put(`${API}/dashboard/${id}`, { published: false })
  expectThat(!(await readBack()), 'it is published still')
}

async function exportEverything(fixture: EffectFixture): Promise<Uint8Array> {
  return (await fixture.admin.get(`${API}/assets/export/`)).rawPayload
}

const textsOf = (zip: Uint8Array): string =>
  Object.values(unzipSync(zip))
    .map((bytes) => Buffer.from(bytes).toString())
    .join('\n')

export const deprecatedEffects: EffectsByOperation = {
  ...lists,
  'GET /superset/favstar/{class}/{id}/{act}': {
    counterpart: `GET ${API}/chart/favorite_status`,
    act: async ({ admin, test }) => {
      const { id } = await test.chart()
      const readBack = async () =>
        (await admin.get(`${API}/chart/favorite_status/${risonParam([id])}`)).json().result[0].value
      const before = await readBack()
      await admin.get(`/superset/favstar/slice/${id}/select/`)
      expectChange([before, await readBack()], [false, true])
    },
  },
  'GET /superset/dashboard/{id}/published': { counterpart: `PUT ${API}/dashboard/{id}`, act: publishDashboard },
  'POST /superset/dashboard/{id}/published': {
    counterpart: 'GET /superset/dashboard/{id}/published',
    act: publishDashboard,
  },
  'GET /superset/schemas/{id}': ofOld,
  'GET /superset/schemas/{id}/{force}': ofOld,
  'GET /superset/tables/{id}/{schema}': ofOldAnew,
  'GET /superset/tables/{id}/{schema}/{text}': ofOld,
  'GET /superset/tables/{id}/{schema}/{text}/{force}': ofOld,
  'GET /superset/extra_table_metadata/{id}/{table}/{schema}': ofOld,
  'GET /superset/select_star/{id}/{table}': ofOld,
  'GET /superset/select_star/{id}/{table}/{schema}': ofOld,
  'GET /superset/dashboard/p/{key}': {
    counterpart: `POST ${API}/dashboard/{id}/permalink`,
    act: async ({ admin, test }) => {
      const { id } = await test.dashboard()
      const { key } = (await admin.post(`${API}/dashboard/${id}/permalink`, { dataMask: {} })).json()
      const { headers } = await admin.get(`/superset/dashboard/p/${key}/`)
      expectThat(String(headers['location']).includes(`/dashboard/${id}?`), String(headers['location']))
    },
  },
  'POST /superset/copy_dash/{id}': {
    counterpart: `GET ${API}/dashboard/`,
    act: async (fixture) => {
      const { id } = await fixture.test.dashboard()
      const title = fixture.name('copied of old')
      const data = JSON.stringify({ dashboard_title: title, css: '', positions: {}, duplicate_slices: false })
      const readBack = async () =>
        (await fixture.admin.get(`${API}/dashboard/${risonParam({ page_size: 1000 })}`)).body.includes(title)
      const before = await readBack()
      await fixture.admin.post(`/superset/copy_dash/${id}/`, encodeForm({ data }), FORM)
      expectChange([before, await readBack()], [false, true])
    },
  },
  'GET /superset/annotation_json/{id}': {
    counterpart: `POST ${API}/annotation_layer/{layer}/annotation/`,
    act: annotation,
  },
  'GET /dynamic-plugins/api/read': {
    counterpart: `POST ${API}/dynamic_plugin/`,
    act: async ({ admin, name }) => {
      const key = name('read_rose').replaceAll(' ', '_')
      const readBack = async () => (await admin.get('/dynamic-plugins/api/read')).body.includes(key)
      const before = await readBack()
      const sent = { name: name('rose'), key, bundle_url: `/${key}.js`, integrity: `sha256-${'A'.repeat(43)}=` }
      await admin.post(`${API}/dynamic_plugin/`, sent)
      expectChange([before, await readBack()], [false, true])
    },
  },
  'GET /dynamic-plugins/files/{file}': {
    why: 'Modules are put into the home by an operator.',
    act: async ({ admin, test }) => {
      const before = await admin.try('/dynamic-plugins/files/rose.js')
      mkdirSync(join(test.home, 'plugins'), { recursive: true })
      writeFileSync(join(test.home, 'plugins', 'rose.js'), 'export {}')
      expectChange([before, (await admin.get('/dynamic-plugins/files/rose.js')).statusCode], [404, 200])
    },
  },
  'GET /datasource/get/{type}/{id}': ofDataset((id) => `/datasource/get/table/${id}/`),
  'POST /datasource/save': {
    counterpart: `GET ${API}/dataset/{id}`,
    act: async ({ admin, test, name }) => {
      const { id } = await test.dataset()
      const before = (await admin.get(`/datasource/get/table/${id}/`)).json()
      const description = name('saved')
      await admin.post('/datasource/save/', encodeForm({ data: JSON.stringify({ ...before, description }) }), FORM)
      expectThat(
        (await admin.get(`${API}/dataset/${id}`)).json().result.description === description,
        'it was not saved',
      )
    },
  },
  'GET /datasource/external_metadata/{type}/{id}': source,
  'GET /datasource/external_metadata_by_name': proof(
    'database/deprecated-routes.test.ts',
    'describes a table by name to users with access to it',
  ),
  'GET /superset/fetch_datasource_metadata': ofDataset(
    (id) => `/superset/fetch_datasource_metadata?datasourceKey=${id}__table`,
  ),
  'GET /superset/slice_json/{id}': proof(
    'chart/layers.test.ts',
    'returns layers in frames next to queries, with the responses of their URLs',
  ),
  'POST /superset/explore': changeBySaving(() => '/superset/explore'),
  'POST /superset/explore/{type}/{id}': changeBySaving((id) => `/superset/explore/table/${id}`),
  'POST /explore': changeBySaving(() => '/explore'),
  'POST /r/shortner': { counterpart: 'GET /r/{key}', act: createShortUrl },
  'GET /r/{key}': { counterpart: 'POST /r/shortner', act: createShortUrl },
  [`GET ${API}/explore/`]: ofChart((id) => `${API}/explore/?slice_id=${id}`),
  [`GET ${API}/form_data`]: ofChart((id) => `${API}/form_data/?slice_id=${id}`),
  [`GET ${API}/assets/export`]: {
    counterpart: `POST ${API}/dashboard/`,
    act: async (fixture) => {
      const title = fixture.name('among everything')
      const before = textsOf(await exportEverything(fixture)).includes(title)
      await fixture.admin.post(`${API}/dashboard/`, { dashboard_title: title })
      expectChange([before, textsOf(await exportEverything(fixture)).includes(title)], [false, true])
    },
  },
  [`POST ${API}/assets/import`]: {
    counterpart: `GET ${API}/dashboard/{id}`,
    act: async (fixture) => {
      const { admin, name } = fixture
      const title = name('brought back')
      const { id } = (await admin.post(`${API}/dashboard/`, { dashboard_title: title })).json()
      const zip = await exportEverything(fixture)
      await admin.put(`${API}/dashboard/${id}`, { dashboard_title: name('forgotten') })
      await upload(admin, 'assets', zip, {}, 'bundle')
      expectThat(
        (await admin.get(`${API}/dashboard/${id}`)).json().result.dashboard_title === title,
        'it did not come back',
      )
    },
  },
}
