import { contractEngines } from '#testing/engine-fixtures.ts'
import type { HttpResponse } from '../http-client.ts'
import { type Postgres, startPostgres } from '../postgres.ts'
import { type Cities, citiesInPostgres, citiesOf } from '../product-cities.ts'
import { type Product, startProduct, type Target } from '../product.ts'

/** The same five rows in every engine, with values that careless results get wrong. */
const ITEMS_SQL = `SELECT id, s2, big, CAST(num AS DECIMAL(32, 10)) AS num, CAST(ts AS TIMESTAMP) AS ts, CAST(dt AS DATE) AS dt,
  ymd, epoch, late, origin, distance
FROM (VALUES
  (1, 'a', 9007199254740993, '1234567890.1234567890', '2012-01-15 00:00:00', '2020-02-29', '2021-03-14 02:30:00', 1615689000, true, 'SFO', 100),
  (2, 'b', 9007199254740992, '2.5', '2012-01-20 00:00:00', '2020-02-29', '2021-03-14 02:30:01', 1615689001, false, 'SFO', 200),
  (3, NULL, 5, '99999999999999999999.9999999999', '2012-02-10 00:00:00', '2021-01-01', '2021-03-15 00:00:00', 1615766400, true, 'JFK', 300),
  (4, 'd', NULL, NULL, '2100-01-01 00:00:00', '2021-01-01', NULL, NULL, false, 'JFK', 400),
  (5, 'e', -9007199254740993, '10', NULL, '2021-01-02', '2021-03-16 00:00:00', 1615852800, true, 'LAX', 500)
) AS given(id, s2, big, num, ts, dt, ymd, epoch, late, origin, distance)`

const COLUMNS: Readonly<Record<string, object>> = {
  ymd: { is_dttm: true, python_date_format: '%Y-%m-%d %H:%M:%S' },
  epoch: { is_dttm: true, python_date_format: 'epoch_s' },
  origin: { verbose_name: 'From airport' },
}

/** Five hours ahead of the stored times. */
const OFFSET = 5

/** One engine of the product with the rows. */
export interface EngineSide {
  readonly product: Product
  readonly cities: Cities
  /** The dataset of the rows, and one whose times are shifted by `OFFSET`. */
  readonly items: number
  readonly moved: number
}

/** The product, its engines, and the function that ends everything. */
export interface ReferenceFixture {
  readonly product: Product
  readonly sides: Readonly<Record<string, EngineSide>>
  stop(): Promise<void>
}

/** Returns the response after checking its status. */
export function httpResponse(answer: HttpResponse, status = 200): HttpResponse {
  if (answer.statusCode !== status) throw new Error(`${answer.statusCode}: ${answer.body}`)
  return answer
}

/** Creates a dataset of this SQL; `columns` are settings of its columns by name. */
export async function datasetOf(
  { admin }: Product,
  { database, schema }: Cities,
  name: string,
  sql: string,
  { columns: said, ...more }: { readonly columns?: Readonly<Record<string, object>>; readonly [key: string]: unknown },
): Promise<number> {
  const made = httpResponse(await admin.post('/api/v1/dataset/', { database, schema, table_name: name, sql }), 201)
  const { id } = made.json()
  const known = httpResponse(await admin.get(`/api/v1/dataset/${id}`)).json().result.columns
  const columns = known.map((column: { id: number; column_name: string }) => ({
    id: column.id,
    column_name: column.column_name,
    ...said?.[column.column_name],
  }))
  httpResponse(await admin.put(`/api/v1/dataset/${id}`, { columns, ...more }))
  return id
}

/** Starts the product with a DuckDB file and a PostgreSQL server, with the rows in both. */
export async function openReferenceFixture(target: Target): Promise<ReferenceFixture> {
  const servers: Postgres[] = []
  const data = await startPostgres()
  servers.push(data)
  const [product] = await Promise.all([startProduct(target), citiesInPostgres(data.url)])
  const sides: Record<string, EngineSide> = {}
  for (const { name } of contractEngines) {
    const make = citiesOf[name]
    if (!make) throw new Error(`Say in testing/product-cities.ts how ${name} comes to the cities`)
    const cities = await make(product, data.url)
    const metrics = [{ metric_name: 'many', verbose_name: 'How many', expression: 'COUNT(*)' }]
    const said = { columns: COLUMNS, metrics, main_dttm_col: 'ts' }
    const itemsDataset = await datasetOf(product, cities, 'things', ITEMS_SQL, said)
    const moved = await datasetOf(product, cities, 'moved things', ITEMS_SQL, { ...said, offset: OFFSET })
    sides[name] = { product, cities, items: itemsDataset, moved }
  }
  return {
    product,
    sides,
    async stop() {
      await product.stop()
      for (const server of servers) await server.stop()
    },
  }
}

/** The number of rows. */
export const ROW_COUNT = { expressionType: 'SQL', sqlExpression: 'COUNT(*)', label: 'rows' } as const

/** Sends queries about a dataset; a text is sent unchanged, so that it may contain any number. */
export function runQuery(side: EngineSide, queries: object | string, more: object = {}, dataset = side.items) {
  const text = typeof queries === 'string' ? queries : JSON.stringify([queries].flat())
  const rest = JSON.stringify({ datasource: { id: dataset, type: 'table' }, ...more })
  const payload = `{"queries":${text},${rest.slice(1)}`
  const headers = { 'content-type': 'application/json' }
  return side.product.admin.call({ method: 'POST', url: '/api/v1/chart/data', headers, payload })
}

/** Returns the data of a single query. */
export async function dataOf(side: EngineSide, query: object | string, more: object = {}, dataset = side.items) {
  const answer = httpResponse(await runQuery(side, query, more, dataset))
  return answer.json().result[0].data
}
