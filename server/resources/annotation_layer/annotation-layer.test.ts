import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DataFixture, openDataFixture } from '#testing/data-fixture.ts'

const NOW = Date.UTC(2024, 5, 15)
const LAYERS = '/api/v1/annotation_layer'
let fixture: DataFixture
let admin: string
let gamma: string

beforeAll(async () => {
  fixture = await openDataFixture(['CREATE TABLE t (a INTEGER)'], NOW)
  admin = await fixture.token('admin', 'Admin')
  gamma = await fixture.token('gamma', 'Gamma')
})
afterAll(() => fixture.close())

async function call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: object, token = admin) {
  const response = await fixture.app.inject({
    method,
    url,
    headers: { authorization: `Bearer ${token}` },
    ...(body ? { payload: body } : {}),
  })
  return { status: response.statusCode, json: response.body === '' ? undefined : response.json() }
}

const q = (value: object) => `q=${encodeURIComponent(JSON.stringify(value))}`
const wedding = { short_descr: 'Wedding', start_dttm: '2024-05-01', end_dttm: '2024-05-02T12:30:00' }

async function layer(name: string): Promise<number> {
  return (await call('POST', `${LAYERS}/`, { name, descr: null })).json.id
}

describe('annotation layers', () => {
  it('creates, lists, reads, changes and deletes layers', async () => {
    const made = await call('POST', `${LAYERS}/`, { name: 'Holidays', descr: 'Days off' })
    expect(made).toMatchObject({ status: 201, json: { result: { name: 'Holidays', descr: 'Days off' } } })
    const { id } = made.json
    const list = await call('GET', `${LAYERS}/?${q({ order_column: 'name', order_direction: 'asc' })}`)
    expect(list.json).toMatchObject({ count: 1, ids: [id], list_title: 'List Annotation Layer' })
    expect(list.json.result[0]).toMatchObject({
      id,
      name: 'Holidays',
      descr: 'Days off',
      created_by: { first_name: 'admin', last_name: 'Test' },
      changed_on_delta_humanized: 'now',
    })
    expect((await call('PUT', `${LAYERS}/${id}`, { name: 'Feasts' })).json).toMatchObject({
      id,
      result: { name: 'Feasts' },
    })
    expect((await call('GET', `${LAYERS}/${id}`)).json.result).toMatchObject({ name: 'Feasts', descr: 'Days off' })
    expect(await call('DELETE', `${LAYERS}/${id}`)).toEqual({ status: 200, json: { message: 'OK' } })
    expect((await call('GET', `${LAYERS}/${id}`)).status).toBe(404)
  })

  it('requires a unique name that is not empty', async () => {
    const id = await layer('Once')
    expect(await call('POST', `${LAYERS}/`, { name: 'Once' })).toMatchObject({
      status: 422,
      json: { message: { name: ['Name must be unique'] } },
    })
    expect((await call('PUT', `${LAYERS}/${id}`, { name: 'Once' })).status).toBe(200)
    expect(await call('POST', `${LAYERS}/`, { name: '' })).toMatchObject({ status: 400 })
    expect(await call('POST', `${LAYERS}/`, { name: 'a'.repeat(251) })).toMatchObject({ status: 400 })
    expect(await call('POST', `${LAYERS}/`, {})).toMatchObject({ status: 400 })
  })

  it('finds layers by name and description', async () => {
    await call('POST', `${LAYERS}/`, { name: 'Strikes', descr: 'Ground staff' })
    const found = async (value: string) => {
      const filters = [{ col: 'name', opr: 'annotation_layer_all_text', value }]
      return (await call('GET', `${LAYERS}/?${q({ filters })}`)).json.result.map(({ name }: { name: string }) => name)
    }
    expect(await found('strik')).toEqual(['Strikes'])
    expect(await found('GROUND')).toEqual(['Strikes'])
    expect(await found('nothing')).toEqual([])
  })

  it('keeps layers that have annotations, and deletes several layers together', async () => {
    const [first, second] = [await layer('Full'), await layer('Empty')]
    const annotation = (await call('POST', `${LAYERS}/${first}/annotation/`, wedding)).json.id
    const both = `${LAYERS}/?q=!(${first},${second})`
    expect(await call('DELETE', both)).toEqual({
      status: 422,
      json: { message: 'Annotation layer has associated annotations.' },
    })
    await call('DELETE', `${LAYERS}/${first}/annotation/${annotation}`)
    expect(await call('DELETE', both)).toEqual({ status: 200, json: { message: 'Deleted 2 annotation layers' } })
  })

  it('need their read and write permissions at every URL', async () => {
    const id = await layer('Hush')
    await call('POST', `${LAYERS}/${id}/annotation/`, wedding)
    for (const url of [
      `${LAYERS}/`,
      `${LAYERS}/_info`,
      `${LAYERS}/${id}`,
      `${LAYERS}/related/created_by`,
      `${LAYERS}/${id}/annotation/`,
      `/superset/annotation_json/${id}`,
    ]) {
      const { status, json } = await call('GET', url, undefined, gamma)
      expect([url, status, /Hush|Wedding/.test(JSON.stringify(json))]).toEqual([url, 403, false])
    }
    expect((await call('POST', `${LAYERS}/`, { name: 'No' }, gamma)).status).toBe(403)
    const alpha = await fixture.token('alpha', 'Alpha')
    expect((await call('GET', `${LAYERS}/`, undefined, alpha)).status).toBe(200)
  })
})

describe('annotations', () => {
  it('creates, lists, reads, moves and deletes annotations', async () => {
    const [id, other] = [await layer('Family'), await layer('Friends')]
    const base = `${LAYERS}/${id}/annotation`
    const made = await call('POST', `${base}/`, { ...wedding, json_metadata: '{"a":1}' })
    expect(made).toMatchObject({ status: 201, json: { result: wedding } })
    const one = `${base}/${made.json.id}`
    expect((await call('GET', `${base}/`)).json).toMatchObject({
      count: 1,
      result: [
        {
          short_descr: 'Wedding',
          long_descr: null,
          start_dttm: '2024-05-01T00:00:00',
          end_dttm: '2024-05-02T12:30:00',
        },
      ],
    })
    expect((await call('GET', one)).json.result).toMatchObject({
      json_metadata: '{"a":1}',
      layer: { id, name: 'Family' },
    })
    expect((await call('PUT', one, { long_descr: 'Of a cousin', layer: other })).status).toBe(200)
    expect((await call('GET', one)).status).toBe(404)
    const moved = `${LAYERS}/${other}/annotation/${made.json.id}`
    expect((await call('GET', moved)).json.result).toMatchObject({ short_descr: 'Wedding', long_descr: 'Of a cousin' })
    expect((await call('DELETE', moved)).status).toBe(200)
    expect((await call('GET', moved)).status).toBe(404)
  })

  it.each([
    [{ ...wedding, short_descr: undefined }, 400, { short_descr: ['Missing data for required field.'] }],
    [{ ...wedding, start_dttm: 'soon' }, 400, { start_dttm: ['Not a valid datetime.'] }],
    [{ ...wedding, json_metadata: '{' }, 400, { json_metadata: ['JSON not valid'] }],
    [{ ...wedding, start_dttm: '2024-06-01' }, 422, { start_dttm: ['End date must be after start date'] }],
  ])('rejects %j', async (body, status, message) => {
    const id = await layer(`Refused ${JSON.stringify(message)}`)
    expect(await call('POST', `${LAYERS}/${id}/annotation/`, body)).toEqual({ status, json: { message } })
  })

  it('need an existing layer, and a short description that is unique in it', async () => {
    const id = await layer('Unique')
    expect(await call('POST', `${LAYERS}/99999/annotation/`, wedding)).toEqual({
      status: 400,
      json: { message: { layer: ['Annotation layer not found.'] } },
    })
    await call('POST', `${LAYERS}/${id}/annotation/`, wedding)
    expect(await call('POST', `${LAYERS}/${id}/annotation/`, wedding)).toEqual({
      status: 422,
      json: { message: { short_descr: ['Short description must be unique for this layer'] } },
    })
  })

  it('finds annotations by both descriptions within their layer, and deletes several together', async () => {
    const [id, other] = [await layer('Search'), await layer('Elsewhere')]
    const base = `${LAYERS}/${id}/annotation`
    const first = (await call('POST', `${base}/`, { ...wedding, long_descr: 'Church bells' })).json.id
    const second = (await call('POST', `${base}/`, { ...wedding, short_descr: 'Party' })).json.id
    await call('POST', `${LAYERS}/${other}/annotation/`, { ...wedding, long_descr: 'Church bells' })
    const filters = [{ col: 'short_descr', opr: 'annotation_all_text', value: 'church' }]
    expect((await call('GET', `${base}/?${q({ filters })}`)).json.ids).toEqual([first])
    expect(await call('DELETE', `${base}/?q=!(${first},${second})`)).toEqual({
      status: 200,
      json: { message: 'Deleted 2 annotations' },
    })
  })
})

describe('the legacy URL of a layer', () => {
  it('returns the annotations that overlap the time range of the form data', async () => {
    const id = await layer('Legacy')
    const base = `${LAYERS}/${id}/annotation/`
    await call('POST', base, wedding)
    await call('POST', base, { short_descr: 'Later', start_dttm: '2024-06-01', end_dttm: '2024-06-01' })
    const requested = async (form: object) => {
      const response = await call(
        'GET',
        `/superset/annotation_json/${id}?form_data=${encodeURIComponent(JSON.stringify(form))}`,
      )
      return response.json.data.map(({ short_descr }: { short_descr: string }) => short_descr)
    }
    expect(await requested({ time_range: '2024-05-02 : 2024-05-10' })).toEqual(['Wedding'])
    expect(await requested({ time_range: '2024-05-03 : 2024-06-10' })).toEqual(['Later'])
    expect(await requested({ time_range: 'No filter' })).toEqual(['Wedding', 'Later'])
    expect(await requested({})).toEqual(['Wedding', 'Later'])
    expect(
      await requested({ extra_filters: [{ col: '__time_range', op: '==', val: '2024-06-01 : 2024-06-02' }] }),
    ).toEqual(['Later'])
    const plain = await call('GET', `/superset/annotation_json/${id}`)
    expect(plain.json.data[0]).toMatchObject({
      layer_id: id,
      start_dttm: Date.UTC(2024, 4, 1),
      end_dttm: Date.UTC(2024, 4, 2, 12, 30),
      short_descr: 'Wedding',
      long_descr: null,
    })
    expect((await call('GET', '/superset/annotation_json/99999')).status).toBe(404)
  })
})
