import pg from 'pg'
import { citiesContext, type EntryPointTarget } from './data-entry-points.ts'
import type { HttpClient } from './http-client.ts'

const ROWS = [
  ['2024-01-01 00:00:00', 'north', 'northern A', '1'],
  ['2024-02-01 00:00:00', 'north', 'northern B', '20'],
  ['2024-01-01 00:00:00', 'south', 'southern A', '300'],
  ['2024-02-01 00:00:00', 'south', 'southern B', '4000'],
] as const

/** A server whose administrator creates the table. */
interface ConnectedServer {
  readonly admin: HttpClient
}

/** The same table in an engine, with its entities. */
export interface Cities {
  readonly database: number
  readonly schema: string
  readonly table: EntryPointTarget
  readonly virtual: EntryPointTarget
}

/** Creates the table in a PostgreSQL server, once for all connected products. */
export async function citiesInPostgres(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('CREATE TABLE cities (ds TIMESTAMP, region VARCHAR(9), city VARCHAR(19), n INTEGER)')
  for (const row of ROWS) await client.query('INSERT INTO cities VALUES ($1, $2, $3, $4)', [...row])
  await client.end()
}

async function createEntity(client: HttpClient, url: string, body: object): Promise<number> {
  const answer = await client.post(url, body)
  if (answer.statusCode !== 201) throw new Error(`${url} answered ${answer.statusCode}: ${answer.body}`)
  const { id, dataset_id } = answer.json()
  return id ?? dataset_id
}

async function target(
  client: HttpClient,
  database: number,
  dataset: number,
  extra: number,
  sql: string | null,
): Promise<EntryPointTarget> {
  const metrics = [{ metric_name: 'total', expression: 'SUM(n)' }]
  const changed = await client.put(`/api/v1/dataset/${dataset}`, { metrics })
  if (changed.statusCode !== 200) throw new Error(changed.body)
  const chart = await createEntity(client, '/api/v1/chart/', {
    slice_name: `Cities of ${dataset}`,
    viz_type: 'table',
    datasource_id: dataset,
    datasource_type: 'table',
    params: JSON.stringify({ groupby: ['city'], metrics: ['total'], query_mode: 'aggregate' }),
    query_context: JSON.stringify(citiesContext({ dataset })),
  })
  return { dataset, database: { id: database }, chart, other: { dataset: extra }, sql }
}

async function createRemaining(client: HttpClient, database: number, schema: string, dataset: number): Promise<Cities> {
  const sql = "SELECT * FROM cities WHERE city <> 'northern B'"
  const virtual = await createEntity(client, '/api/v1/dataset/', { database, schema, table_name: 'some cities', sql })
  const one = { database, schema, table_name: 'one', sql: 'SELECT 1 AS one' }
  const extra = await createEntity(client, '/api/v1/dataset/', one)
  return {
    database,
    schema,
    table: await target(client, database, dataset, extra, null),
    virtual: await target(client, database, virtual, extra, sql),
  }
}

/** Uploads the table as a file, which DuckDB stores. */
async function uploadCities({ admin }: ConnectedServer): Promise<Cities> {
  const { result } = (await admin.get('/api/v1/database/')).json()
  const database = result.find(({ database_name: name }: { database_name: string }) => name === 'Uploads').id
  const form = new FormData()
  const text = [['ds', 'region', 'city', 'n'], ...ROWS].map((row) => row.join(',')).join('\n')
  form.set('file', new File([text], 'cities.csv'))
  const dataset = await createEntity(admin, `/api/v1/database/${database}/upload/`, form)
  return createRemaining(admin, database, 'main', dataset)
}

/** Connects to the table of a PostgreSQL server. */
async function connectCities({ admin }: ConnectedServer, url: string): Promise<Cities> {
  const uri = url.replace('postgres://', 'postgresql://')
  const database = await createEntity(admin, '/api/v1/database/', { database_name: 'server', sqlalchemy_uri: uri })
  const dataset = await createEntity(admin, '/api/v1/dataset/', { database, schema: 'public', table_name: 'cities' })
  return createRemaining(admin, database, 'public', dataset)
}

/** How a product gets the cities, by engine name. Every listed engine needs an entry here. */
export const citiesOf: Readonly<Record<string, (server: ConnectedServer, postgresUrl: string) => Promise<Cities>>> = {
  duckdb: uploadCities,
  postgresql: connectCities,
}
