import { type Effects, type EffectWorld, q } from './effect.ts'
import { expectChange, expectThat } from './expect-that.ts'

const API = '/api/v1'
const TAG = `${API}/tag`
const OLD = '/tagview/tags/{type}/{id}'

/** Creates a chart; the result reads its tags. */
async function chart(world: EffectWorld) {
  const { id } = await world.test.chart()
  const { admin } = world
  return {
    id,
    at: `${TAG}/chart/${id}/`,
    old: `/tagview/tags/chart/${id}/`,
    /** Returns its tag names, from the chart itself. */
    told: async (): Promise<readonly string[]> =>
      (await admin.get(`${API}/chart/${id}`)).json().result.tags.map(({ name }: { name: string }) => name),
    /** True if a list filtered by the tag contains it. */
    found: async (tag: string): Promise<boolean> => {
      const filters = [{ col: 'tags', opr: 'chart_tags', value: tag }]
      return (await admin.get(`${API}/chart/${q({ filters })}`)).json().ids.includes(id)
    },
  }
}

const oldNames = async ({ admin }: EffectWorld, url: string): Promise<readonly string[]> =>
  (await admin.get(url)).json().map(({ name }: { name: string }) => name)

export const tagEffects: Effects = {
  [`POST ${TAG}/{type}/{id}`]: {
    beside: `GET ${API}/chart/`,
    act: async (world) => {
      const { at, found } = await chart(world)
      const tag = world.name('tag')
      const before = await found(tag)
      await world.admin.post(at, { properties: { tags: [tag] } })
      expectChange([before, await found(tag)], [false, true])
    },
  },
  [`DELETE ${TAG}/{type}/{id}/{tag}`]: {
    beside: `GET ${API}/chart/`,
    act: async (world) => {
      const { at, found } = await chart(world)
      const tag = world.name('tag')
      await world.admin.post(at, { properties: { tags: [tag] } })
      const before = await found(tag)
      await world.admin.delete(`${at}${encodeURIComponent(tag)}/`)
      expectChange([before, await found(tag)], [true, false])
    },
  },
  [`POST ${TAG}/bulk_create`]: {
    beside: `GET ${API}/chart/{id}`,
    act: async (world) => {
      const { id, told } = await chart(world)
      const tag = world.name('tag')
      await world.admin.post(`${TAG}/bulk_create`, { tags: [{ name: tag, objects_to_tag: [['chart', id]] }] })
      expectChange([[], await told()], [[], [tag]])
    },
  },
  [`GET ${TAG}/get_objects`]: {
    beside: `POST ${TAG}/{type}/{id}`,
    act: async (world) => {
      const { id, at } = await chart(world)
      const tag = world.name('tag')
      const told = async () =>
        (await world.admin.get(`${TAG}/get_objects/?tags=${tag}`)).json().result.map((each: { id: number }) => each.id)
      const before = await told()
      await world.admin.post(at, { properties: { tags: [tag] } })
      expectChange([before, await told()], [[], [id]])
    },
  },
  [`GET ${OLD}`]: {
    beside: `POST ${TAG}/{type}/{id}`,
    act: async (world) => {
      const { at, old } = await chart(world)
      const tag = world.name('tag')
      const before = await oldNames(world, old)
      await world.admin.post(at, { properties: { tags: [tag] } })
      expectChange([before, await oldNames(world, old)], [[], [tag]])
    },
  },
  [`POST ${OLD}`]: {
    beside: `GET ${API}/chart/{id}`,
    act: async (world) => {
      const { old, told } = await chart(world)
      const tag = world.name('tag')
      await world.admin.post(old, [tag])
      expectChange([[], await told()], [[], [tag]])
    },
  },
  [`DELETE ${OLD}`]: {
    beside: `GET ${API}/chart/{id}`,
    act: async (world) => {
      const { old, told } = await chart(world)
      const [one, two] = [world.name('tag'), world.name('tag')]
      await world.admin.post(old, [one, two])
      await world.admin.delete(old, { payload: [one] })
      expectChange([[one, two].toSorted(), await told()], [[one, two].toSorted(), [two]])
    },
  },
  'GET /tagview/tags/suggestions': {
    beside: `POST ${TAG}/{type}/{id}`,
    act: async (world) => {
      const { at } = await chart(world)
      const tag = world.name('tag')
      const before = (await oldNames(world, '/tagview/tags/suggestions/')).includes(tag)
      await world.admin.post(at, { properties: { tags: [tag] } })
      expectChange([before, (await oldNames(world, '/tagview/tags/suggestions/')).includes(tag)], [false, true])
    },
  },
  'GET /tagview/tagged_objects': {
    beside: `POST ${TAG}/{type}/{id}`,
    act: async (world) => {
      const { id, at } = await chart(world)
      const tag = world.name('tag')
      await world.admin.post(at, { properties: { tags: [tag] } })
      const [found] = (await world.admin.get(`/tagview/tagged_objects/?tags=${tag}`)).json()
      expectThat(found.id === id, JSON.stringify(found))
    },
  },
}
