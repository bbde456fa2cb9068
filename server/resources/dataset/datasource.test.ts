import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, makeTestApp, type TestApp } from '#testing/app.ts'

let fixture: TestApp
let admin: Client
let alpha: Client

beforeAll(async () => {
  fixture = await makeTestApp()
  admin = await fixture.as('Admin')
  alpha = await fixture.as('Alpha')
})
afterAll(() => fixture.close())

const save = (client: Client, data: unknown) => {
  const payload = new URLSearchParams({ data: typeof data === 'string' ? data : JSON.stringify(data) }).toString()
  return client.post('/datasource/save/', payload, {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
}

const saveParts = (client: Client, data: object) => {
  const payload = `--x\r\nContent-Disposition: form-data; name="data"\r\n\r\n${JSON.stringify(data)}\r\n--x--\r\n`
  return client.post('/datasource/save/', payload, { headers: { 'content-type': 'multipart/form-data; boundary=x' } })
}

const query = () =>
  fixture.dataset({ sql: 'SELECT 1 AS one, 2 AS two', table_name: `query ${Math.trunc(fixture.now)}` })

describe('a dataset by its legacy URLs', () => {
  it('E-DATASET-10 E-DATASET-33: returns the dataset as the body, with all fields of the editor', async () => {
    const { id } = await fixture.dataset({ table_name: 'trips' })
    const answer = await alpha.get(`/datasource/get/table/${id}/`)
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({
      type: 'table',
      table_name: 'trips',
      schema: null,
      sql: null,
      owners: [],
      metrics: [{ metric_name: 'count', expression: 'COUNT(*)' }],
      columns: [{ column_name: 'date' }, { column_name: 'delay' }, { column_name: 'origin' }],
      edit_url: `/dataset/${id}`,
      url: `/explore/?datasource_type=table&datasource_id=${id}`,
      is_managed_externally: false,
      health_check_message: null,
      extra: null,
    })
  })

  it('takes tags by id or as objects, and keeps them when saved without', async () => {
    const { id } = await fixture.dataset({ table_name: 'tagged by its form' })
    const made = async (name: string) => (await admin.post('/api/v1/tag/', { name })).json().id as number
    const [weekly, daily] = [await made('weekly'), await made('daily')]
    const tagsOf = async () =>
      ((await admin.get(`/datasource/get/table/${id}/`)).json().tags as { name: string }[]).map(({ name }) => name)
    expect(await tagsOf()).toEqual([])
    const saved = await save(admin, { id, tags: [weekly, { id: daily, name: 'daily' }] })
    expect([saved.statusCode, saved.json().tags]).toMatchObject([200, [{ name: 'daily' }, { name: 'weekly' }]])
    await save(admin, { id, description: 'Said' })
    expect(await tagsOf()).toEqual(['daily', 'weekly'])
    expect((await admin.get(`/api/v1/dataset/${id}`)).json().result.tags).toHaveLength(2)
    await save(admin, { id, tags: [weekly] })
    expect(await tagsOf()).toEqual(['weekly'])
    expect((await save(admin, { id, tags: [98_765] })).json().message).toEqual({ tags: ['Tags do not exist'] })
  })

  it('E-DATASET-34 E-DATASET-35: returns its warning, its restrictions and filter_select', async () => {
    const extra = '{"warning_markdown":"Late","disallow_adhoc_metrics":true}'
    const { id } = await fixture.dataset({ table_name: 'late trips', extra, filter_select_enabled: true })
    const answer = (await alpha.get(`/datasource/get/table/${id}/`)).json()
    expect(answer).toMatchObject({ id, type: 'table', extra, filter_select: true })
    expect(answer.columns.map((each: { column_name: string }) => each.column_name)).toEqual(['date', 'delay', 'origin'])
  })

  it('E-DATASET-30 E-DATASET-31 E-DATASET-32: returns all fields of columns and metrics, with certification and warnings', async () => {
    const extra = JSON.stringify({
      certification: { certified_by: 'Ada', details: 'checked' },
      warning_markdown: '*!*',
    })
    const column = {
      column_name: 'a',
      verbose_name: 'Door',
      type: 'INTEGER',
      is_dttm: false,
      groupby: false,
      filterable: true,
      expression: 'b + 1',
      description: 'Where they knock',
      advanced_data_type: 'port',
    }
    const metric = { metric_name: 'm', verbose_name: 'Sum', expression: 'SUM(a)', warning_text: 'Careful' }
    const { id } = await fixture.dataset({ columns: [{ ...column, extra }], metrics: [{ ...metric, extra }] })
    const { columns, metrics } = (await admin.get(`/datasource/get/table/${id}/`)).json()
    const certified = { certified_by: 'Ada', certification_details: 'checked', warning_markdown: '*!*' }
    expect(columns[0]).toMatchObject({ ...column, type_generic: 0, is_certified: true, ...certified })
    expect(JSON.parse(columns[0].extra)).toEqual(JSON.parse(extra))
    expect(metrics[0]).toMatchObject({ ...metric, label: 'Sum', is_certified: true, ...certified })
  })

  it('E-DATASET-12: lists it with the fields of the dataset dialog', async () => {
    const owner = alpha.user?.userId as number
    await fixture.dataset({ table_name: 'listed', schema: 'main', sql: 'SELECT 1 AS one', owners: [owner] })
    const q = '(filters:!((col:table_name,opr:ct,value:listed)),order_column:changed_on_delta_humanized,page_size:25)'
    const { count, result } = (await alpha.get(`/api/v1/dataset/?q=${encodeURIComponent(q)}`)).json()
    expect(count).toBe(1)
    expect(result[0]).toMatchObject({
      table_name: 'listed',
      kind: 'virtual',
      schema: 'main',
      database: { database_name: 'local' },
      owners: [{ id: owner, first_name: 'alpha', last_name: 'Test' }],
    })
  })

  it('E-DATASET-28: reads it also by its key', async () => {
    const { id } = await fixture.dataset({ table_name: 'keyed' })
    const answer = await admin.get(`/superset/fetch_datasource_metadata?datasourceKey=${id}__table`)
    expect([answer.statusCode, answer.json().table_name]).toEqual([200, 'keyed'])
    expect((await admin.get('/superset/fetch_datasource_metadata?datasourceKey=999999__table')).statusCode).toBe(404)
  })

  it('rejects users who may not read it, and an unknown type', async () => {
    const { id } = await fixture.dataset()
    expect((await (await fixture.as('Gamma')).get(`/datasource/get/table/${id}/`)).statusCode).toBe(404)
    expect((await fixture.nobody.get(`/datasource/get/table/${id}/`)).statusCode).toBe(401)
    expect((await admin.get('/datasource/get/table/999999/')).statusCode).toBe(404)
    expect((await admin.get(`/datasource/get/druid/${id}/`)).statusCode).toBe(400)
  })
})

describe('saving a dataset by its legacy URL', () => {
  it('E-DATASET-26, E-DATASET-27: takes the form field data and returns the saved dataset', async () => {
    const owner = alpha.user?.userId as number
    const { id, columns, metrics } = await fixture.dataset({ owners: [owner], table_name: 'mine' })
    const data = {
      id,
      type: 'table',
      description: 'Trips of a day',
      offset: 2,
      filter_select: true,
      owners: [owner],
      columns: [
        { id: columns[0]?.id, column_name: 'date', is_dttm: true, extra: '{"warning_markdown":"zone?"}' },
        { column_name: 'late', expression: 'delay > 15', extra: '{}' },
      ],
      metrics: [{ id: metrics[0]?.id, metric_name: 'count', expression: 'COUNT(*)', verbose_name: 'Trips' }],
    }
    const answer = await save(alpha, data)
    expect(answer.statusCode).toBe(200)
    const saved = answer.json()
    expect(saved).toMatchObject({ id, description: 'Trips of a day', offset: 2, filter_select: true, type: 'table' })
    expect(saved.owners.map((each: { id: number }) => each.id)).toEqual([owner])
    expect(saved.columns.map((each: { column_name: string }) => each.column_name)).toEqual(['date', 'late'])
    expect(saved.columns[0]).toMatchObject({ id: columns[0]?.id, warning_markdown: 'zone?' })
    expect(saved.metrics[0].verbose_name).toBe('Trips')
    const { version, ...read } = (await alpha.get(`/datasource/get/table/${id}/`)).json()
    expect(read).toEqual({ ...saved, version: undefined })
    expect(version).toBeGreaterThan(1)
  })

  it('takes the field from a multipart form as well', async () => {
    const { id } = await fixture.dataset()
    expect((await saveParts(admin, { id, type: 'table', description: 'By parts' })).json().description).toBe('By parts')
  })

  it('E-DATASET-24: accepts it from owners and administrators', async () => {
    const { id } = await fixture.dataset()
    expect((await save(alpha, { id, type: 'table', description: 'x' })).statusCode).toBe(403)
    expect((await save(admin, { id, type: 'table', description: 'x' })).statusCode).toBe(200)
    expect((await save(fixture.nobody, { id })).statusCode).toBe(401)
  })

  it('E-DATASET-23: returns 403 for externally managed datasets, also to administrators', async () => {
    const { id } = await fixture.dataset({ is_managed_externally: true })
    const answer = await save(admin, { id, type: 'table', description: 'x' })
    expect([answer.statusCode, answer.json().message]).toEqual([403, expect.stringMatching(/managed externally/)])
  })

  it('names duplicates, and leaves the dataset unchanged', async () => {
    const { id } = await fixture.dataset()
    const twice = ['a', 'b', 'a', 'b', 'c'].map((column_name) => ({ column_name }))
    const answer = await save(admin, { id, columns: twice })
    expect([answer.statusCode, answer.json().message]).toEqual([422, { columns: ['Duplicate column name(s): a,b'] }])
    expect((await admin.get(`/datasource/get/table/${id}/`)).json().columns).toHaveLength(3)
  })

  it.each([['no JSON'], ['[]'], ['{"type":"table"}']])('rejects %s', async (text) => {
    expect((await save(admin, text)).statusCode).toBe(400)
  })

  it('keeps the changes of another user when it sends the version it has read', async () => {
    const { id, version } = await fixture.dataset()
    const payload = new URLSearchParams({ data: JSON.stringify({ id, description: 'second' }) }).toString()
    const headers = { 'content-type': 'application/x-www-form-urlencoded', 'if-match': `"${version}"` }
    expect((await admin.post('/datasource/save', payload, { headers })).statusCode).toBe(200)
    expect((await admin.post('/datasource/save', payload, { headers })).statusCode).toBe(412)
  })
})

describe('the source of a dataset', () => {
  it('lists its columns, also those of unsaved SQL', async () => {
    const { id } = await query()
    const names = async (address: string) => {
      const answer = await admin.get(`/datasource/external_metadata/table/${id}/${address}`)
      return answer.json().map((each: { name: string; type: string }) => [each.name, each.type])
    }
    expect(await names('')).toEqual([
      ['one', 'INTEGER'],
      ['two', 'INTEGER'],
    ])
    expect(await names(`?sql=${encodeURIComponent("SELECT DATE '2024-05-01' AS day")}`)).toEqual([['day', 'DATE']])
  })

  it('rejects SQL of owners without access to the database', async () => {
    const gamma = await fixture.as('Gamma')
    const { id } = await fixture.dataset({ sql: 'SELECT 1 AS one', owners: [gamma.user?.userId as number] })
    const ask = (address: string) => gamma.get(`/datasource/external_metadata/table/${id}/${address}`)
    expect((await ask('')).json()).toEqual([expect.objectContaining({ name: 'one', is_dttm: false })])
    expect((await ask('?sql=SELECT%201%20AS%20x')).statusCode).toBe(403)
  })
})
