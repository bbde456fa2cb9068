import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Chart } from '#core/entity/chart.ts'
import type { Dataset } from '#core/entity/dataset.ts'
import { type Client, makeTestApp, type TestApp } from '#testing/app.ts'

let fixture: TestApp
let admin: Client
let dataset: Dataset
let reader: Client
beforeAll(async () => {
  fixture = await makeTestApp()
  admin = await fixture.as('Admin')
  dataset = await fixture.dataset()
  const { roles } = fixture.context.store
  const { id } = await roles.create({ name: 'explores' }, null)
  await roles.setPairs(id, [
    ['can_explore', 'Superset'],
    ['can_read', 'Chart'],
    ['all_datasource_access', 'all_datasource_access'],
  ])
  reader = await fixture.as('explores')
})
afterAll(() => fixture.close())

const own = { clause: 'WHERE', expressionType: 'SIMPLE', subject: 'a', operator: '==', comparator: 1 }
const lent = { ...own, comparator: 2, isExtra: true }

const post = (client: Client, query: Record<string, string>, form: object) =>
  client.post(
    `/superset/explore/table/${dataset.id}/?${new URLSearchParams(query)}`,
    new URLSearchParams({ form_data: JSON.stringify(form) }).toString(),
    { headers: { 'content-type': 'application/x-www-form-urlencoded' } },
  )
const form = (more: object = {}) => ({ viz_type: 'pie', groupby: ['a'], adhoc_filters: [own, lent], ...more })
const chartOf = async (id: number) => (await admin.get(`/api/v1/chart/${id}`)).json<{ result: Chart }>().result

it('saves a form as a new chart without filters of the dashboard, and adds it to a new dashboard', async () => {
  const query = { action: 'saveas', slice_name: 'Kept', new_dashboard_name: 'Of old', goto_dash: 'true' }
  const answer = await post(admin, query, form({ slice_id: 999 }))
  const { slice, ...said } = answer.json()
  expect([answer.statusCode, said]).toEqual([
    200,
    {
      can_add: true,
      can_download: true,
      form_data: expect.objectContaining({ slice_id: slice.slice_id, viz_type: 'pie', adhoc_filters: [own] }),
      dashboard_id: expect.any(Number),
      dashboard_url: `/superset/dashboard/${said.dashboard_id}/`,
      dashboard: `/superset/dashboard/${said.dashboard_id}/`,
    },
  ])
  const { result } = (await admin.get(`/api/v1/chart/${slice.slice_id}`)).json()
  expect(result).toMatchObject({ slice_name: 'Kept', owners: [{ username: 'admin' }] })
  const params = JSON.parse(result.params)
  expect(params).toEqual({
    viz_type: 'pie',
    groupby: ['a'],
    adhoc_filters: [own],
    url_params: {},
    datasource: `${dataset.id}__table`,
  })
  const { result: board } = (await admin.get(`/api/v1/dashboard/${said.dashboard_id}`)).json()
  expect([board.dashboard_title, board.charts]).toEqual(['Of old', ['Kept']])
})

it('overwrites a chart, keeps its name and dashboards, and adds it to an existing dashboard', async () => {
  const { id } = await fixture.chart({ slice_name: 'Before', datasource_id: dataset.id, viz_type: 'table' })
  const first = await fixture.dashboard({ dashboard_title: 'One', charts: [id] })
  const second = await fixture.dashboard({ dashboard_title: 'Two' })
  const query = { action: 'overwrite', save_to_dashboard_id: String(second.id) }
  const answer = await post(admin, query, form({ slice_id: id }))
  expect([answer.statusCode, answer.json().dashboard_id, answer.json().slice.slice_id]).toEqual([200, second.id, id])
  expect(answer.json()).not.toHaveProperty('dashboard')
  const after = await chartOf(id)
  expect([after.slice_name, after.viz_type]).toEqual(['Before', 'pie'])
  const rows = (after as unknown as { dashboards: { id: number }[] }).dashboards
  expect(new Set(rows.map((each) => each.id))).toEqual(new Set([first.id, second.id]))
})

it('returns 403 to users without permission to create or change the chart, and saves nothing', async () => {
  const { id } = await fixture.chart({ slice_name: 'Closed', datasource_id: dataset.id })
  const said = async (client: Client, query: Record<string, string>, more: object = {}) => {
    const answer = await post(client, query, form(more))
    return [answer.statusCode, answer.json().message]
  }
  expect(await said(reader, { action: 'saveas', slice_name: 'Mine' })).toEqual([
    403,
    "You don't have the rights to create a chart",
  ])
  const alter = [403, "You don't have the rights to alter this chart"]
  expect(await said(reader, { action: 'overwrite' }, { slice_id: id })).toEqual(alter)
  const alpha = await fixture.as('Alpha')
  expect(await said(alpha, { action: 'overwrite' }, { slice_id: id })).toEqual(alter)
  expect((await chartOf(id)).viz_type).not.toBe('pie')
  const boards = await fixture.context.store.dashboards.count(true)
  const unnamed = await post(admin, { action: 'saveas', new_dashboard_name: 'Left over' }, form())
  expect([unnamed.statusCode, Object.keys(unnamed.json().message)]).toEqual([400, ['slice_name']])
  expect(await fixture.context.store.dashboards.count(true)).toBe(boards)
  expect(
    (await post(admin, { action: 'saveas', slice_name: 'A', save_to_dashboard_id: '98765' }, form())).statusCode,
  ).toBe(422)
  expect((await post(admin, { action: 'delete' }, form())).statusCode).toBe(400)
})

it('saves nothing by GET or without a CSRF token, and opens explore without an action', async () => {
  const count = await fixture.context.store.charts.count(true)
  const query = new URLSearchParams({ action: 'saveas', slice_name: 'Forged', form_data: JSON.stringify(form()) })
  expect((await admin.get(`/superset/explore/table/${dataset.id}/?${query}`)).statusCode).toBe(302)
  const headers = { 'x-csrftoken': '', 'content-type': 'application/x-www-form-urlencoded' }
  const forged = await admin.post(`/superset/explore/?${query}`, `form_data=${encodeURIComponent('{}')}`, { headers })
  expect(forged.statusCode).toBe(400)
  const answer = await post(admin, {}, { viz_type: 'pie' })
  const location = new URL(String(answer.headers.location), 'http://here')
  expect([answer.statusCode, location.pathname]).toEqual([302, '/explore'])
  expect(JSON.parse(location.searchParams.get('form_data') ?? '')).toMatchObject({
    viz_type: 'pie',
    datasource: `${dataset.id}__table`,
  })
  expect(await fixture.context.store.charts.count(true)).toBe(count)
})

it('A chart saved from another keeps its tags, for users who may tag and see that one', async () => {
  const { id } = await fixture.chart({ datasource_id: dataset.id })
  const given = await admin.post(`/api/v1/tag/chart/${id}/`, { properties: { tags: ['of old'] } })
  expect(given.statusCode).toBe(201)
  const { roles } = fixture.context.store
  const writer = async (name: string, more: readonly [string, string][]) => {
    const role = await roles.create({ name }, null)
    const pairs: readonly [string, string][] = [
      ['can_explore', 'Superset'],
      ['can_read', 'Chart'],
      ['can_write', 'Chart'],
      ['datasource_access', `[local].[${dataset.table_name}](id:${dataset.id})`],
    ]
    await roles.setPairs(role.id, [...pairs, ...more])
    return fixture.as(name)
  }
  const tagger = await writer('tags and writes', [['can_write', 'Tag']])
  const others = await writer('writes alone', [])
  const tagsOf = async (client: Client, origin: number) => {
    const saved = await post(client, { action: 'saveas', slice_name: 'From another' }, form({ slice_id: origin }))
    expect(saved.statusCode).toBe(200)
    const answer = await admin.get(`/api/v1/chart/${saved.json().slice.slice_id}`)
    return answer.json().result.tags.map(({ name }: { name: string }) => name)
  }
  expect(await tagsOf(admin, id)).toEqual(['of old'])
  expect(await tagsOf(tagger, id)).toEqual(['of old'])
  expect(await tagsOf(others, id)).toEqual([])
  // An id that the caller may not see has no effect, and the response does not reveal that it exists.
  const hidden = await fixture.chart()
  await admin.post(`/api/v1/tag/chart/${hidden.id}/`, { properties: { tags: ['hidden'] } })
  expect(await tagsOf(tagger, hidden.id)).toEqual([])
  expect(await tagsOf(tagger, 999_999)).toEqual([])
})
