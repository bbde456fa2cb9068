import { type EffectsByOperation, type EffectFixture, risonParam } from './effect.ts'
import { expectChange, expectThat } from './expect-that.ts'

const API = '/api/v1'
const TAG = `${API}/tag`
const OLD = '/tagview/tags/{type}/{id}'

/** Creates a chart; the result reads its tags. */
async function chart(fixture: EffectFixture) {
  const { id } = await fixture.test.chart()
  const { admin } = fixture
  return {
    id,
    at: `${TAG}/chart/${id}/`,
    old: `/tagview/tags/chart/${id}/`,
    /** Returns its tag names, from the chart itself. */
    readBack: async (): Promise<readonly string[]> =>
      (await admin.get(`${API}/chart/${id}`)).json().result.tags.map(({ name }: { name: string }) => name),
    /** True if a list filtered by the tag contains it. */
    found: async (tag: string): Promise<boolean> => {
      const filters = [{ col: 'tags', opr: 'chart_tags', value: tag }]
      return (await admin.get(`${API}/chart/${risonParam({ filters })}`)).json().ids.includes(id)
    },
  }
}

const oldNames = async ({ admin }: EffectFixture, url: string): Promise<readonly string[]> =>
  (await admin.get(url)).json().map(({ name }: { name: string }) => name)

export const tagEffects: EffectsByOperation = {
  [`POST ${TAG}/{type}/{id}`]: {
    counterpart: `GET ${API}/chart/`,
    act: async (fixture) => {
      const { at, found } = await chart(fixture)
      const tag = fixture.name('tag')
      const before = await found(tag)
      await fixture.admin.post(at, { properties: { tags: [tag] } })
      expectChange([before, await found(tag)], [false, true])
    },
  },
  [`DELETE ${TAG}/{type}/{id}/{tag}`]: {
    counterpart: `GET ${API}/chart/`,
    act: async (fixture) => {
      const { at, found } = await chart(fixture)
      const tag = fixture.name('tag')
      await fixture.admin.post(at, { properties: { tags: [tag] } })
      const before = await found(tag)
      await fixture.admin.delete(`${at}${encodeURIComponent(tag)}/`)
      expectChange([before, await found(tag)], [true, false])
    },
  },
  [`POST ${TAG}/bulk_create`]: {
    counterpart: `GET ${API}/chart/{id}`,
    act: async (fixture) => {
      const { id, readBack } = await chart(fixture)
      const tag = fixture.name('tag')
      await fixture.admin.post(`${TAG}/bulk_create`, { tags: [{ name: tag, objects_to_tag: [['chart', id]] }] })
      expectChange([[], await readBack()], [[], [tag]])
    },
  },
  [`GET ${TAG}/get_objects`]: {
    counterpart: `POST ${TAG}/{type}/{id}`,
    act: async (fixture) => {
      const { id, at } = await chart(fixture)
      const tag = fixture.name('tag')
      const readBack = async () =>
        (await fixture.admin.get(`${TAG}/get_objects/?tags=${tag}`))
          .json()
          .result.map((each: { id: number }) => each.id)
      const before = await readBack()
      await fixture.admin.post(at, { properties: { tags: [tag] } })
      expectChange([before, await readBack()], [[], [id]])
    },
  },
  [`GET ${OLD}`]: {
    counterpart: `POST ${TAG}/{type}/{id}`,
    act: async (fixture) => {
      const { at, old } = await chart(fixture)
      const tag = fixture.name('tag')
      const before = await oldNames(fixture, old)
      await fixture.admin.post(at, { properties: { tags: [tag] } })
      expectChange([before, await oldNames(fixture, old)], [[], [tag]])
    },
  },
  [`POST ${OLD}`]: {
    counterpart: `GET ${API}/chart/{id}`,
    act: async (fixture) => {
      const { old, readBack } = await chart(fixture)
      const tag = fixture.name('tag')
      await fixture.admin.post(old, [tag])
      expectChange([[], await readBack()], [[], [tag]])
    },
  },
  [`DELETE ${OLD}`]: {
    counterpart: `GET ${API}/chart/{id}`,
    act: async (fixture) => {
      const { old, readBack } = await chart(fixture)
      const [one, two] = [fixture.name('tag'), fixture.name('tag')]
      await fixture.admin.post(old, [one, two])
      await fixture.admin.delete(old, { payload: [one] })
      expectChange([[one, two].toSorted(), await readBack()], [[one, two].toSorted(), [two]])
    },
  },
  'GET /tagview/tags/suggestions': {
    counterpart: `POST ${TAG}/{type}/{id}`,
    act: async (fixture) => {
      const { at } = await chart(fixture)
      const tag = fixture.name('tag')
      const before = (await oldNames(fixture, '/tagview/tags/suggestions/')).includes(tag)
      await fixture.admin.post(at, { properties: { tags: [tag] } })
      expectChange([before, (await oldNames(fixture, '/tagview/tags/suggestions/')).includes(tag)], [false, true])
    },
  },
  'GET /tagview/tagged_objects': {
    counterpart: `POST ${TAG}/{type}/{id}`,
    act: async (fixture) => {
      const { id, at } = await chart(fixture)
      const tag = fixture.name('tag')
      await fixture.admin.post(at, { properties: { tags: [tag] } })
      const [found] = (await fixture.admin.get(`/tagview/tagged_objects/?tags=${tag}`)).json()
      expectThat(found.id === id, JSON.stringify(found))
    },
  },
}
