import { unzipSync } from 'fflate'
import { upload } from '#testing/bundle.ts'
import { type Caller, type EffectsByOperation, type EffectFixture, risonParam } from './effect.ts'
import { expectChange, expectThat } from './expect-that.ts'

const API = '/api/v1'

const chartOf = async (fixture: EffectFixture): Promise<number> => (await fixture.test.chart()).id
const boardOf = async (fixture: EffectFixture): Promise<number> => (await fixture.test.dashboard()).id
const idsOf = (answer: { json(): { result: readonly { id: number }[] } }): readonly number[] =>
  answer.json().result.map(({ id }) => id)

type Make = (fixture: EffectFixture) => Promise<number>

/** Favorites. */
function favorites(name: string, make: Make): EffectsByOperation {
  const base = `${API}/${name}`
  const marked = async ({ admin }: EffectFixture, id: number): Promise<boolean> =>
    (await admin.get(`${base}/favorite_status/${risonParam([id])}`)).json().result[0].value
  const mark = async (fixture: EffectFixture) => {
    const id = await make(fixture)
    const before = await marked(fixture, id)
    await fixture.admin.post(`${base}/${id}/favorites/`)
    expectChange([before, await marked(fixture, id)], [false, true])
    return id
  }
  return {
    [`GET ${base}/favorite_status`]: {
      counterpart: `POST ${base}/{id}/favorites`,
      act: async (w) => void (await mark(w)),
    },
    [`POST ${base}/{id}/favorites`]: {
      counterpart: `GET ${base}/favorite_status`,
      act: async (w) => void (await mark(w)),
    },
    [`DELETE ${base}/{id}/favorites`]: {
      counterpart: `GET ${base}/favorite_status`,
      act: async (fixture) => {
        const id = await mark(fixture)
        await fixture.admin.delete(`${base}/${id}/favorites/`)
        expectThat(!(await marked(fixture, id)), 'it is marked still')
      },
    },
  }
}

/** Bundles: an export contains the change, and an import creates the entities. */
function bundles(
  name: string,
  field: string,
  make: Make,
  next: (fixture: EffectFixture) => string | number = (fixture) => fixture.name('named anew'),
): EffectsByOperation {
  const base = `${API}/${name}`
  const files = async ({ admin }: EffectFixture, id: number) => {
    const zip = unzipSync((await admin.get(`${base}/export/${risonParam([id])}`)).rawPayload)
    return Object.values(zip)
      .map((bytes) => Buffer.from(bytes).toString())
      .join('\n')
  }
  return {
    [`GET ${base}/export`]: {
      counterpart: `PUT ${base}/{id}`,
      act: async (fixture) => {
        const id = await make(fixture)
        const value = next(fixture)
        const before = await files(fixture, id)
        await fixture.admin.put(`${base}/${id}`, { [field]: value })
        const readBack = [before.includes(`: ${value}`), (await files(fixture, id)).includes(`: ${value}`)] as const
        expectChange(readBack, [false, true])
      },
    },
    [`POST ${base}/import`]: {
      counterpart: `GET ${base}/{id}`,
      act: async (fixture) => {
        const id = await make(fixture)
        const zip = (await fixture.admin.get(`${base}/export/${risonParam([id])}`)).rawPayload
        const readBack = async () => (await fixture.admin.get(`${base}/${id}`)).json().result[field] as unknown
        const before = await readBack()
        await fixture.admin.put(`${base}/${id}`, { [field]: next(fixture) })
        await upload(fixture.admin, name, zip, { overwrite: 'true' })
        expectThat((await readBack()) === before, 'the import did not bring it back')
      },
    },
  }
}

/** State stored under a key. */
function keyedStateEffect(
  base: string,
  target: Make,
  body: (id: number, text: string) => object,
  says: string,
): EffectsByOperation {
  const at = (id: number) => `${API}/${base.replace('{id}', String(id))}`
  const make = async (fixture: EffectFixture) => {
    const id = await target(fixture)
    const { key } = (await fixture.admin.post(at(id), body(id, '{"n":1}'))).json()
    const url = `${at(id)}/${key}`
    const readBack = async () => (await fixture.admin.get(url)).json()[says] as string
    expectThat((await readBack()) === '{"n":1}', 'what was kept is not told')
    return { id, url, readBack }
  }
  const change = async (fixture: EffectFixture) => {
    const { id, url, readBack } = await make(fixture)
    await fixture.admin.put(url, body(id, '{"n":2}'))
    expectThat((await readBack()) === '{"n":2}', 'what was changed is not told')
  }
  const key = `${API}/${base}/{key}`
  return {
    [`POST ${API}/${base}`]: { counterpart: `GET ${key}`, act: async (fixture) => void (await make(fixture)) },
    [`GET ${key}`]: { counterpart: `PUT ${key}`, act: change },
    [`PUT ${key}`]: { counterpart: `GET ${key}`, act: change },
    [`DELETE ${key}`]: {
      counterpart: `GET ${key}`,
      act: async (fixture) => {
        const { url } = await make(fixture)
        await fixture.admin.delete(url)
        expectThat((await fixture.admin.try(url)) === 404, 'it is kept still')
      },
    },
  }
}

/** Permalinks, which restore a state. */
function permalinks(post: string, get: string, target: Make, body: (id: number) => object): EffectsByOperation {
  const act = async (fixture: EffectFixture) => {
    const id = await target(fixture)
    const { key } = (await fixture.admin.post(post.replace('{id}', String(id)), body(id))).json()
    const readBack = (await fixture.admin.get(get.replace('{key}', key))).body
    expectThat(readBack.includes('kept in the link'), readBack)
  }
  return { [`POST ${post}`]: { counterpart: `GET ${get}`, act }, [`GET ${get}`]: { counterpart: `POST ${post}`, act } }
}

const savedQuery: Make = async ({ admin, name, test }) => {
  const sent = { label: name('query'), sql: 'SELECT 1', db_id: (await test.database()).id }
  return (await admin.post(`${API}/saved_query/`, sent)).json().id as number
}

/** Filter sets of a dashboard. */
const sets = `${API}/dashboard/{id}/filtersets`
async function setOf(fixture: EffectFixture, admin: Caller) {
  const at = `${API}/dashboard/${await boardOf(fixture)}/filtersets`
  const sent = { name: fixture.name('set'), owner_type: 'Dashboard', json_metadata: '{}' }
  const { id } = (await admin.post(at, sent)).json<{ id: number }>()
  const names = async () => (await admin.get(at)).body
  expectThat((await names()).includes(sent.name), 'the new set is not told')
  return { at: `${at}/${id}`, names, name: sent.name }
}

/** Creates a chart on a dashboard. */
async function createPlacedChart(fixture: EffectFixture) {
  const [board, dataset] = [await boardOf(fixture), await fixture.test.dataset()]
  const sent = {
    slice_name: fixture.name('placed'),
    viz_type: 'table',
    datasource_id: dataset.id,
    datasource_type: 'table',
  }
  const create = () => fixture.admin.post(`${API}/chart/`, { ...sent, dashboards: [board] })
  return { board, dataset: dataset.id, create }
}

const EMBEDDED = {
  file: 'server/resources/dashboard/embedded.test.ts',
  title: 'creates, reads by uuid, changes and removes them, and keeps the uuid',
}

export const entityEffects: EffectsByOperation = {
  ...favorites('chart', chartOf),
  ...favorites('dashboard', boardOf),
  ...favorites('tag', async ({ admin, name }) => (await admin.post(`${API}/tag/`, { name: name('tag') })).json().id),
  ...bundles('chart', 'slice_name', chartOf),
  ...bundles('dashboard', 'dashboard_title', boardOf),
  ...bundles('dataset', 'table_name', async (fixture) => (await fixture.test.dataset()).id),
  // An existing database keeps its name.
  ...bundles(
    'database',
    'cache_timeout',
    async (fixture) => (await fixture.test.database({ database_name: fixture.name('bundled'), cache_timeout: 1 })).id,
    () => 4711,
  ),
  ...bundles('saved_query', 'label', savedQuery),
  ...keyedStateEffect('dashboard/{id}/filter_state', boardOf, (_, value) => ({ value }), 'value'),
  ...keyedStateEffect(
    'explore/form_data',
    async (fixture) => (await fixture.test.dataset()).id,
    (id, form_data) => ({ datasource_id: id, datasource_type: 'table', form_data }),
    'form_data',
  ),
  ...permalinks(`${API}/dashboard/{id}/permalink`, `${API}/dashboard/permalink/{key}`, boardOf, () => ({
    dataMask: {},
    urlParams: [['a', 'kept in the link']],
  })),
  ...permalinks(
    `${API}/explore/permalink`,
    `${API}/explore/permalink/{key}`,
    async (fixture) => (await fixture.test.dataset()).id,
    (id) => ({ formData: { viz_type: 'table', datasource: `${id}__table`, title: 'kept in the link' } }),
  ),
  [`GET ${sets}`]: { counterpart: `POST ${sets}`, act: async (fixture) => void (await setOf(fixture, fixture.admin)) },
  [`POST ${sets}`]: { counterpart: `GET ${sets}`, act: async (fixture) => void (await setOf(fixture, fixture.admin)) },
  [`PUT ${sets}/{set}`]: {
    counterpart: `GET ${sets}`,
    act: async (fixture) => {
      const { at, names } = await setOf(fixture, fixture.admin)
      const next = fixture.name('set')
      await fixture.admin.put(at, { name: next })
      expectThat((await names()).includes(next), 'the new name is not told')
    },
  },
  [`DELETE ${sets}/{set}`]: {
    counterpart: `GET ${sets}`,
    act: async (fixture) => {
      const { at, names, name } = await setOf(fixture, fixture.admin)
      await fixture.admin.delete(at)
      expectThat(!(await names()).includes(name), 'the set is told still')
    },
  },
  [`GET ${API}/dashboard/{id}/embedded`]: EMBEDDED,
  [`POST ${API}/dashboard/{id}/embedded`]: EMBEDDED,
  [`PUT ${API}/dashboard/{id}/embedded`]: EMBEDDED,
  [`DELETE ${API}/dashboard/{id}/embedded`]: EMBEDDED,
  [`GET ${API}/embedded_dashboard/{uuid}`]: EMBEDDED,
  [`POST ${API}/dashboard/{id}/copy`]: {
    counterpart: `GET ${API}/dashboard/{id}`,
    act: async (fixture) => {
      const { board, create } = await createPlacedChart(fixture)
      const chart = (await create()).json().id as number
      const title = fixture.name('copy')
      const sent = { dashboard_title: title, css: '', json_metadata: '{"positions":{}}', duplicate_slices: false }
      const { id } = (await fixture.admin.post(`${API}/dashboard/${board}/copy/`, sent)).json().result
      const { result } = (await fixture.admin.get(`${API}/dashboard/${id}`)).json()
      expectThat(result.dashboard_title === title && id !== board, JSON.stringify(result).slice(0, 300))
      expectThat((await fixture.admin.try(`${API}/chart/${chart}`)) === 200, 'the chart of the original is gone')
    },
  },
  [`GET ${API}/dashboard/{id}/charts`]: {
    counterpart: `POST ${API}/chart/`,
    act: async (fixture) => {
      const { board, create } = await createPlacedChart(fixture)
      const readBack = async () => idsOf(await fixture.admin.get(`${API}/dashboard/${board}/charts`))
      const before = await readBack()
      const { id } = (await create()).json<{ id: number }>()
      expectChange([before, await readBack()], [[], [id]])
    },
  },
  [`GET ${API}/dashboard/{id}/datasets`]: {
    counterpart: `POST ${API}/chart/`,
    act: async (fixture) => {
      const { board, create, dataset } = await createPlacedChart(fixture)
      const readBack = async () => idsOf(await fixture.admin.get(`${API}/dashboard/${board}/datasets`))
      const before = await readBack()
      await create()
      expectChange([before, await readBack()], [[], [dataset]])
    },
  },
  [`GET ${API}/dashboard_grant/missing`]: {
    file: 'server/resources/dashboard_grant/grants.test.ts',
    title: 'missing grants are listed with dashboard and dataset, and can be created',
  },
  [`GET ${API}/dashboard_grant/by_role`]: {
    file: 'server/security/role-access-changes.test.ts',
    title: 'changes are returned to administrators only',
  },
}
