import { expect, it } from 'vitest'
import { zip } from '../bundle.ts'
import { runQuery, dataOf, httpResponse, type EngineSide } from './fixture.ts'

const LONG = '9007199254740993'
const JSON_TYPE = { 'content-type': 'application/json' }
const FORM_TYPE = { 'content-type': 'application/x-www-form-urlencoded' }

const ids = (rows: readonly { id: number }[]): readonly number[] => rows.map(({ id }) => id)
const orderedQuery = (filter: string): string => `[{"columns":["id"],"orderby":[["id",true]],"filters":[${filter}]}]`

const UUIDS = { database: 1, dataset: 2, chart: 3 }
const uuid = (name: keyof typeof UUIDS, seed: number): string =>
  `${UUIDS[name]}1111111-1111-4111-8111-${String(seed).padStart(12, '0')}`

/** Returns a bundle of a chart whose filters contain an integer in YAML; each engine has its own bundle. */
function chartBundle(seed: number): Uint8Array {
  return zip({
    'metadata.yaml': 'version: 1.0.0\ntype: Slice\n',
    'databases/nowhere.yaml': `database_name: Nowhere ${seed}\nsqlalchemy_uri: duckdb:///nowhere.duckdb\nuuid: ${uuid('database', seed)}\nversion: 1.0.0\n`,
    'datasets/Nowhere/things.yaml': `table_name: things ${seed}\nuuid: ${uuid('dataset', seed)}\ndatabase_uuid: ${uuid('database', seed)}\nversion: 1.0.0\n`,
    'charts/Long.yaml': `slice_name: Long ${seed}
viz_type: table
uuid: ${uuid('chart', seed)}
dataset_uuid: ${uuid('dataset', seed)}
version: 1.0.0
params:
  adhoc_filters:
    - {expressionType: SIMPLE, clause: WHERE, subject: big, operator: '==', comparator: ${LONG}}
query_context: '{"datasource":{"id":1,"type":"table"},"queries":[{"columns":["id"],"filters":[{"col":"big","op":"==","val":${LONG}}]}]}'
`,
  })
}

/** Tests that integers beyond 2^53 sent as JSON numbers keep all their digits. */
export function testLongNumbers(side: () => EngineSide): void {
  it.each([
    [`{"col":"big","op":"==","val":${LONG}}`, [1]],
    [`{"col":"big","op":"!=","val":${LONG}}`, [2, 3, 5]],
    ['{"col":"big","op":">","val":9007199254740992}', [1]],
    ['{"col":"big","op":"<=","val":9007199254740992}', [2, 3, 5]],
    [`{"col":"big","op":"<","val":-9007199254740992}`, [5]],
    [`{"col":"big","op":"IN","val":[5, ${LONG}, null]}`, [1, 3, 4]],
    [`{"col":"big","op":"NOT IN","val":[ ${LONG} ]}`, [2, 3, 5]],
    [`{"col":{"sqlExpression":"big + 0","label":"b"},"op":"==","val":${LONG}}`, [1]],
    ['{"col":"num","op":">","val":99999999999999999999}', [3]],
    [`{"col":"s2","op":"==","val":${LONG}}`, []],
  ])('a filter keeps all digits of %s', async (filter, found) => {
    expect(ids(await dataOf(side(), orderedQuery(filter)))).toEqual(found)
  })

  it('HAVING keeps all digits', async () => {
    const metric = '{"expressionType":"SQL","sqlExpression":"MAX(big)","label":"most"}'
    const query = `[{"columns":["id"],"metrics":[${metric}],"extras":{"having":"MAX(big) > 9007199254740992"}}]`
    expect(await dataOf(side(), query)).toEqual([{ id: 1, most: LONG }])
  })

  it('results for numbers that differ only in the last digit are cached separately', async () => {
    const requested = (digits: string) =>
      runQuery(side(), orderedQuery(`{"col":"big","op":"==","val":${digits}}`), { force: false })
    const [one, other] = [await requested(LONG), await requested('9007199254740992')].map(
      (each) => each.json().result[0],
    )
    expect(one.cache_key).not.toBe(other.cache_key)
    expect([ids(one.data), ids(other.data)]).toEqual([[1], [2]])
  })

  const form = (): string =>
    `{"viz_type":"table","query_mode":"raw","all_columns":["id"],"datasource":"${side().items}__table","adhoc_filters":[` +
    `{"expressionType":"SIMPLE","clause":"WHERE","subject":"big","operator":"==","comparator":${LONG}}]}`

  it('a comparator of a form keeps all digits, in a body, a field and an address', async () => {
    const { admin } = side().product
    const url = '/superset/explore_json/?results=true'
    const body = await admin.call({ method: 'POST', url, headers: JSON_TYPE, payload: `{"form_data":${form()}}` })
    const fields = new URLSearchParams({ form_data: form() }).toString()
    const field = await admin.call({ method: 'POST', url, headers: FORM_TYPE, payload: fields })
    const address = await admin.get(`${url}&form_data=${encodeURIComponent(form())}`)
    for (const answer of [body, field, address]) expect(ids(httpResponse(answer).json().data)).toEqual([1])
  })

  it('a draft is stored as it was written', async () => {
    const { admin } = side().product
    const draft = { datasource_id: side().items, datasource_type: 'table', form_data: form() }
    const { key } = httpResponse(await admin.post('/api/v1/explore/form_data', draft), 201).json()
    expect((await admin.get(`/api/v1/explore/form_data/${key}`)).json()).toEqual({ form_data: form() })
  })

  it('a permalink keeps all digits', async () => {
    const { admin } = side().product
    const payload = `{"formData":${form()}}`
    const url = '/api/v1/explore/permalink'
    const { key } = httpResponse(await admin.call({ method: 'POST', url, headers: JSON_TYPE, payload }), 201).json()
    const { state } = (await admin.get(`${url}/${key}`)).json()
    expect(state.formData.adhoc_filters[0].comparator).toBe(LONG)
  })

  it('a saved chart keeps all digits', async () => {
    const { admin } = side().product
    const saved = { slice_name: 'Long', viz_type: 'table', datasource_id: side().items, datasource_type: 'table' }
    const query_context = `{"datasource":{"id":${side().items},"type":"table"},"queries":${orderedQuery(`{"col":"big","op":"==","val":${LONG}}`)}}`
    const { id } = httpResponse(
      await admin.post('/api/v1/chart/', { ...saved, params: form(), query_context }),
      201,
    ).json()
    expect(ids((await admin.get(`/api/v1/chart/${id}/data/`)).json().result[0].data)).toEqual([1])
    const known = httpResponse(await admin.get(`/superset/explore_json/?results=true&form_data={"slice_id":${id}}`))
    expect(ids(known.json().data)).toEqual([1])
  })

  it('a bundle keeps all digits', async () => {
    const { admin } = side().product
    const body = new FormData()
    body.set('formData', new File([new Uint8Array(chartBundle(side().items))], 'bundle.zip'))
    httpResponse(await admin.post('/api/v1/chart/import/', body))
    const q = `(filters:!((col:slice_name,opr:eq,value:'Long ${side().items}')))`
    const { id } = (await admin.get(`/api/v1/chart/?q=${encodeURIComponent(q)}`)).json().result[0]
    const { params, query_context } = (await admin.get(`/api/v1/chart/${id}`)).json().result
    expect(JSON.parse(params).adhoc_filters[0].comparator).toBe(LONG)
    expect(JSON.parse(query_context).queries[0].filters[0].val).toBe(LONG)
  })

  it('an address in rison keeps all digits', async () => {
    const { admin } = side().product
    const q = `(filters:!((col:table_name,opr:eq,value:${LONG})))`
    const { id } = httpResponse(
      await admin.post('/api/v1/dataset/', {
        database: side().cities.database,
        schema: side().cities.schema,
        table_name: LONG,
        sql: 'SELECT 1 AS one',
      }),
      201,
    ).json()
    const found = (await admin.get(`/api/v1/dataset/?q=${encodeURIComponent(q)}`)).json()
    expect(found.ids).toContain(id)
  })
}
