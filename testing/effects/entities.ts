import { unzipSync } from 'fflate'
import { upload } from '#testing/bundle.ts'
import { type Caller, type Effects, type EffectWorld, q } from './effect.ts'
import { expectChange, expectThat } from './expect-that.ts'

const API = '/api/v1'

const chartOf = async (world: EffectWorld): Promise<number> => (await world.test.chart()).id
const boardOf = async (world: EffectWorld): Promise<number> => (await world.test.dashboard()).id
const idsOf = (answer: { json(): { result: readonly { id: number }[] } }): readonly number[] =>
  answer.json().result.map(({ id }) => id)

type Make = (world: EffectWorld) => Promise<number>

/** Favorites. */
function favorites(name: string, make: Make): Effects {
  const base = `${API}/${name}`
  const marked = async ({ admin }: EffectWorld, id: number): Promise<boolean> =>
    (await admin.get(`${base}/favorite_status/${q([id])}`)).json().result[0].value
  const mark = async (world: EffectWorld) => {
    const id = await make(world)
    const before = await marked(world, id)
    await world.admin.post(`${base}/${id}/favorites/`)
    expectChange([before, await marked(world, id)], [false, true])
    return id
  }
  return {
    [`GET ${base}/favorite_status`]: { beside: `POST ${base}/{id}/favorites`, act: async (w) => void (await mark(w)) },
    [`POST ${base}/{id}/favorites`]: { beside: `GET ${base}/favorite_status`, act: async (w) => void (await mark(w)) },
    [`DELETE ${base}/{id}/favorites`]: {
      beside: `GET ${base}/favorite_status`,
      act: async (world) => {
        const id = await mark(world)
        await world.admin.delete(`${base}/${id}/favorites/`)
        expectThat(!(await marked(world, id)), 'it is marked still')
      },
    },
  }
}

/** Bundles: an export contains the change, and an import creates the entities. */
function bundles(
  name: string,
  field: string,
  make: Make,
  next: (world: EffectWorld) => string | number = (world) => world.name('named anew'),
): Effects {
  const base = `${API}/${name}`
  const files = async ({ admin }: EffectWorld, id: number) => {
    const zip = unzipSync((await admin.get(`${base}/export/${q([id])}`)).rawPayload)
    return Object.values(zip)
      .map((bytes) => Buffer.from(bytes).toString())
      .join('\n')
  }
  return {
    [`GET ${base}/export`]: {
      beside: `PUT ${base}/{id}`,
      act: async (world) => {
        const id = await make(world)
        const value = next(world)
        const before = await files(world, id)
        await world.admin.put(`${base}/${id}`, { [field]: value })
        const told = [before.includes(`: ${value}`), (await files(world, id)).includes(`: ${value}`)] as const
        expectChange(told, [false, true])
      },
    },
    [`POST ${base}/import`]: {
      beside: `GET ${base}/{id}`,
      act: async (world) => {
        const id = await make(world)
        const zip = (await world.admin.get(`${base}/export/${q([id])}`)).rawPayload
        const told = async () => (await world.admin.get(`${base}/${id}`)).json().result[field] as unknown
        const before = await told()
        await world.admin.put(`${base}/${id}`, { [field]: next(world) })
        await upload(world.admin, name, zip, { overwrite: 'true' })
        expectThat((await told()) === before, 'the import did not bring it back')
      },
    },
  }
}

/** State stored under a key. */
function keyed(base: string, target: Make, body: (id: number, text: string) => object, says: string): Effects {
  const at = (id: number) => `${API}/${base.replace('{id}', String(id))}`
  const make = async (world: EffectWorld) => {
    const id = await target(world)
    const { key } = (await world.admin.post(at(id), body(id, '{"n":1}'))).json()
    const url = `${at(id)}/${key}`
    const told = async () => (await world.admin.get(url)).json()[says] as string
    expectThat((await told()) === '{"n":1}', 'what was kept is not told')
    return { id, url, told }
  }
  const change = async (world: EffectWorld) => {
    const { id, url, told } = await make(world)
    await world.admin.put(url, body(id, '{"n":2}'))
    expectThat((await told()) === '{"n":2}', 'what was changed is not told')
  }
  const key = `${API}/${base}/{key}`
  return {
    [`POST ${API}/${base}`]: { beside: `GET ${key}`, act: async (world) => void (await make(world)) },
    [`GET ${key}`]: { beside: `PUT ${key}`, act: change },
    [`PUT ${key}`]: { beside: `GET ${key}`, act: change },
    [`DELETE ${key}`]: {
      beside: `GET ${key}`,
      act: async (world) => {
        const { url } = await make(world)
        await world.admin.delete(url)
        expectThat((await world.admin.try(url)) === 404, 'it is kept still')
      },
    },
  }
}

/** Permalinks, which restore a state. */
function permalinks(post: string, get: string, target: Make, body: (id: number) => object): Effects {
  const act = async (world: EffectWorld) => {
    const id = await target(world)
    const { key } = (await world.admin.post(post.replace('{id}', String(id)), body(id))).json()
    const told = (await world.admin.get(get.replace('{key}', key))).body
    expectThat(told.includes('kept in the link'), told)
  }
  return { [`POST ${post}`]: { beside: `GET ${get}`, act }, [`GET ${get}`]: { beside: `POST ${post}`, act } }
}

const savedQuery: Make = async ({ admin, name, test }) => {
  const sent = { label: name('query'), sql: 'SELECT 1', db_id: (await test.database()).id }
  return (await admin.post(`${API}/saved_query/`, sent)).json().id as number
}

/** Filter sets of a dashboard. */
const sets = `${API}/dashboard/{id}/filtersets`
async function setOf(world: EffectWorld, admin: Caller) {
  const at = `${API}/dashboard/${await boardOf(world)}/filtersets`
  const sent = { name: world.name('set'), owner_type: 'Dashboard', json_metadata: '{}' }
  const { id } = (await admin.post(at, sent)).json<{ id: number }>()
  const names = async () => (await admin.get(at)).body
  expectThat((await names()).includes(sent.name), 'the new set is not told')
  return { at: `${at}/${id}`, names, name: sent.name }
}

/** Creates a chart on a dashboard. */
async function placed(world: EffectWorld) {
  const [board, dataset] = [await boardOf(world), await world.test.dataset()]
  const sent = {
    slice_name: world.name('placed'),
    viz_type: 'table',
    datasource_id: dataset.id,
    datasource_type: 'table',
  }
  const place = () => world.admin.post(`${API}/chart/`, { ...sent, dashboards: [board] })
  return { board, dataset: dataset.id, place }
}

export const entityEffects: Effects = {
  ...favorites('chart', chartOf),
  ...favorites('dashboard', boardOf),
  ...favorites('tag', async ({ admin, name }) => (await admin.post(`${API}/tag/`, { name: name('tag') })).json().id),
  ...bundles('chart', 'slice_name', chartOf),
  ...bundles('dashboard', 'dashboard_title', boardOf),
  ...bundles('dataset', 'table_name', async (world) => (await world.test.dataset()).id),
  // An existing database keeps its name.
  ...bundles(
    'database',
    'cache_timeout',
    async (world) => (await world.test.database({ database_name: world.name('bundled'), cache_timeout: 1 })).id,
    () => 4711,
  ),
  ...bundles('saved_query', 'label', savedQuery),
  ...keyed('dashboard/{id}/filter_state', boardOf, (_, value) => ({ value }), 'value'),
  ...keyed(
    'explore/form_data',
    async (world) => (await world.test.dataset()).id,
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
    async (world) => (await world.test.dataset()).id,
    (id) => ({ formData: { viz_type: 'table', datasource: `${id}__table`, title: 'kept in the link' } }),
  ),
  [`GET ${sets}`]: { beside: `POST ${sets}`, act: async (world) => void (await setOf(world, world.admin)) },
  [`POST ${sets}`]: { beside: `GET ${sets}`, act: async (world) => void (await setOf(world, world.admin)) },
  [`PUT ${sets}/{set}`]: {
    beside: `GET ${sets}`,
    act: async (world) => {
      const { at, names } = await setOf(world, world.admin)
      const next = world.name('set')
      await world.admin.put(at, { name: next })
      expectThat((await names()).includes(next), 'the new name is not told')
    },
  },
  [`DELETE ${sets}/{set}`]: {
    beside: `GET ${sets}`,
    act: async (world) => {
      const { at, names, name } = await setOf(world, world.admin)
      await world.admin.delete(at)
      expectThat(!(await names()).includes(name), 'the set is told still')
    },
  },
  [`POST ${API}/dashboard/{id}/copy`]: {
    beside: `GET ${API}/dashboard/{id}`,
    act: async (world) => {
      const { board, place } = await placed(world)
      const chart = (await place()).json().id as number
      const title = world.name('copy')
      const sent = { dashboard_title: title, css: '', json_metadata: '{"positions":{}}', duplicate_slices: false }
      const { id } = (await world.admin.post(`${API}/dashboard/${board}/copy/`, sent)).json().result
      const { result } = (await world.admin.get(`${API}/dashboard/${id}`)).json()
      expectThat(result.dashboard_title === title && id !== board, JSON.stringify(result).slice(0, 300))
      expectThat((await world.admin.try(`${API}/chart/${chart}`)) === 200, 'the chart of the original is gone')
    },
  },
  [`GET ${API}/dashboard/{id}/charts`]: {
    beside: `POST ${API}/chart/`,
    act: async (world) => {
      const { board, place } = await placed(world)
      const told = async () => idsOf(await world.admin.get(`${API}/dashboard/${board}/charts`))
      const before = await told()
      const { id } = (await place()).json<{ id: number }>()
      expectChange([before, await told()], [[], [id]])
    },
  },
  [`GET ${API}/dashboard/{id}/datasets`]: {
    beside: `POST ${API}/chart/`,
    act: async (world) => {
      const { board, place, dataset } = await placed(world)
      const told = async () => idsOf(await world.admin.get(`${API}/dashboard/${board}/datasets`))
      const before = await told()
      await place()
      expectChange([before, await told()], [[], [dataset]])
    },
  },
  [`GET ${API}/dashboard_grant/missing`]: {
    file: 'server/resources/dashboard_grant/grants.test.ts',
    title: 'that are missing are told by name, and given',
  },
}
