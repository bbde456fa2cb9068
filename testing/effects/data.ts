import { uploadCsv } from '#testing/csv-upload.ts'
import { type Change, type EffectsByOperation, type EffectFixture, type Proof, risonParam } from './effect.ts'
import { expectChange, expectThat } from './expect-that.ts'

const API = '/api/v1'
const SMALL = 'server/resources/small-calls.test.ts'
const UPLOAD = `POST ${API}/database/{id}/upload`

/** Creates a new table with a dataset; `say` replaces its rows. */
async function table(fixture: EffectFixture) {
  const database = await fixture.test.database({ database_name: 'uploads', allow_file_upload: true })
  const name = fixture.name('t').replaceAll(' ', '_')
  const say = async (csv: string): Promise<number> => {
    const fields = { table_name: name, already_exists: 'replace' }
    const answer = await uploadCsv(fixture.admin, database.id, csv, fields)
    return answer.json().dataset_id as number
  }
  return { database: database.id, name, say, id: await say('n\n1\n2\n') }
}

const queryContextOf = (id: number, more: object = {}) => ({
  datasource: { id, type: 'table' },
  queries: [{ columns: ['n'], metrics: [], orderby: [['n', true]], row_limit: 10, ...more }],
})

/** Returns the change of a response that depends on rows, before and after the table was reloaded. */
function rows(read: (fixture: EffectFixture, of: Awaited<ReturnType<typeof table>>) => Promise<unknown>): Change {
  return {
    counterpart: UPLOAD,
    act: async (fixture) => {
      const of = await table(fixture)
      const before = JSON.stringify(await read(fixture, of))
      await of.say('n\n7316549\n')
      const after = JSON.stringify(await read(fixture, of))
      expectThat(!before.includes('7316549') && after.includes('7316549'), `${before}, then ${after}`)
    },
  }
}

/** Returns the change in the tables of a database, before and after a new one was created. */
function newTable(
  read: (fixture: EffectFixture, database: number, name: string) => Promise<string | number>,
  readBack: (said: string | number, name: string) => boolean = (said, name) => String(said).includes(name),
): Change {
  return {
    counterpart: UPLOAD,
    act: async (fixture) => {
      const { id } = await fixture.test.database({ database_name: 'uploads', allow_file_upload: true })
      const name = fixture.name('u').replaceAll(' ', '_')
      const before = readBack(await read(fixture, id, name), name)
      await uploadCsv(fixture.admin, id, 'n\n1\n', { table_name: name })
      expectChange([before, readBack(await read(fixture, id, name), name)], [false, true])
    },
  }
}

/** Returns the change of a response about one table, which does not exist before. */
const ofTable = (address: (database: number, name: string) => string): Change =>
  newTable(
    async ({ admin }, database, name) => {
      const url = address(database, name)
      const status = await admin.try(url)
      if (status === 200) await admin.get(url)
      return status
    },
    (status) => status === 200,
  )

const body = async (call: Promise<{ readonly body: string }>): Promise<string> => (await call).body
const proofInSmall = (title: string): Proof => ({ file: SMALL, title })
const proofInResource = (file: string, title: string): Proof => ({ file: `server/resources/${file}`, title })

const UPLOADS = proofInResource(
  'database/upload-access.test.ts',
  'the user %s gets %j into a database that allows uploads, %j into another',
)
const COLUMNS = proofInResource('database/upload-formats.test.ts', 'lists the columns of a file without a database')

const RUNNING = proofInResource(
  'database/running-upload-routes.test.ts',
  'continues under a key after a lost connection, and is listed only to its user',
)

const WARM = proofInSmall('caches the result of a chart; also by its dataset and by the legacy URL')
const form = (name: string, id: number) => ({
  viz_type: 'table',
  query_mode: 'raw',
  all_columns: [name],
  datasource: `${id}__table`,
})
const JSON_FORM = { headers: { 'content-type': 'application/x-www-form-urlencoded' } }
const formBody = (id: number) => new URLSearchParams({ form_data: JSON.stringify(form('n', id)) }).toString()
const formQuery = (id: number) => `?form_data=${encodeURIComponent(JSON.stringify(form('n', id)))}`

async function savedOn(fixture: EffectFixture, id: number): Promise<number> {
  const sent = {
    slice_name: fixture.name('saved'),
    viz_type: 'table',
    datasource_id: id,
    datasource_type: 'table',
    params: JSON.stringify(form('n', id)),
    query_context: JSON.stringify(queryContextOf(id)),
  }
  return (await fixture.admin.post(`${API}/chart/`, sent)).json().id as number
}

const MASKS = {
  file: 'server/resources/dataset/masks.test.ts',
  title: 'accepts masks from administrators, with a version, and records them',
}

export const dataEffects: EffectsByOperation = {
  [`GET ${API}/example_load/`]: {
    file: 'server/http/pages.test.ts',
    title: 'tell signed-in users that the example data are being loaded, whose progress they can read',
  },
  [`POST ${API}/chart/data`]: rows((w, { id }) => body(w.admin.post(`${API}/chart/data`, queryContextOf(id)))),
  [`POST ${API}/chart/data/batch`]: rows((w, { id }) =>
    body(w.admin.post(`${API}/chart/data/batch`, { items: [{ id: 'a', query_context: queryContextOf(id) }] })),
  ),
  [`GET ${API}/chart/{id}/data`]: rows(async (w, { id }) => {
    return body(w.admin.get(`${API}/chart/${await savedOn(w, id)}/data/`))
  }),
  [`GET ${API}/chart/data/{key}`]: proofInResource(
    'async_event/async-event.test.ts',
    'X-EVENT-01 X-EVENT-12 X-EVENT-03: the event of a job has the URL of its result, which is then cached',
  ),
  [`PUT ${API}/chart/warm_up_cache`]: WARM,
  [`PUT ${API}/dataset/warm_up_cache`]: WARM,
  'GET /superset/warm_up_cache': WARM,
  [`POST ${API}/cachekey/invalidate`]: proofInSmall('clears the results of a dataset by its uid or its names'),
  [`GET ${API}/dataset/{id}/samples`]: rows((w, { id }) => body(w.admin.get(`${API}/dataset/${id}/samples`))),
  'POST /datasource/samples': rows((w, { id }) =>
    body(w.admin.post(`/datasource/samples?datasource_type=table&datasource_id=${id}`, {})),
  ),
  [`GET ${API}/datasource/{type}/{id}/column/{column}/values`]: rows((w, { id }) =>
    body(w.admin.get(`${API}/datasource/table/${id}/column/n/values/`)),
  ),
  'GET /superset/filter/{type}/{id}/{column}': rows((w, { id }) =>
    body(w.admin.get(`/superset/filter/table/${id}/n/`)),
  ),
  'GET /superset/explore_json': rows((w, { id }) => body(w.admin.get(`/superset/explore_json/${formQuery(id)}`))),
  'GET /superset/explore_json/{type}/{id}': rows((w, { id }) =>
    body(w.admin.get(`/superset/explore_json/table/${id}/${formQuery(id)}`)),
  ),
  'POST /superset/explore_json': rows((w, { id }) =>
    body(w.admin.post('/superset/explore_json/', formBody(id), JSON_FORM)),
  ),
  'POST /superset/explore_json/{type}/{id}': rows((w, { id }) =>
    body(w.admin.post(`/superset/explore_json/table/${id}/`, formBody(id), JSON_FORM)),
  ),
  'GET /superset/explore_json/data/{key}': proofInResource(
    'async_event/async-event.test.ts',
    'the key of a job is also valid at the legacy URL, which returns the form of the chart',
  ),
  [`POST ${API}/query`]: rows((w, { id }) => {
    const sent = new URLSearchParams({ query_context: JSON.stringify(queryContextOf(id)) }).toString()
    return body(w.admin.post(`${API}/query/`, sent, JSON_FORM))
  }),
  'POST /superset/sql_json': rows(async (w, { database, name }) =>
    body(w.admin.post('/superset/sql_json/', { database_id: database, sql: `SELECT n FROM ${name}` })),
  ),
  [`POST ${API}/sqllab/execute`]: rows(async (w, { database, name }) =>
    body(w.admin.post(`${API}/sqllab/execute/`, { database_id: database, sql: `SELECT n FROM ${name}` })),
  ),
  [UPLOAD]: {
    ...rows((w, { id }) => body(w.admin.post(`${API}/chart/data`, queryContextOf(id)))),
    counterpart: `POST ${API}/chart/data`,
  },
  [`POST ${API}/database/{id}/replace_data`]: proofInResource(
    'database/replace-data.test.ts',
    'changes rows and columns, and writes renamed columns into the dataset and its charts',
  ),
  [`POST ${API}/database/{id}/undo_replace_data`]: proofInResource(
    'database/replace-data.test.ts',
    'restores rows, columns and charts by undo',
  ),
  [`POST ${API}/database/{id}/upload_preview`]: proofInResource(
    'database/upload-preview.test.ts',
    'reports ambiguous dates, and reads them in the given order',
  ),
  ...Object.fromEntries(
    ['csv', 'excel', 'columnar'].flatMap((type) => [
      [`POST ${API}/database/{id}/${type}_upload`, UPLOADS],
      [`POST ${API}/database/{id}/${type}_metadata`, COLUMNS],
      [`POST ${API}/database/${type}_metadata`, COLUMNS],
      [
        `POST /${type}todatabaseview/form`,
        proofInResource('database/upload-formats.test.ts', 'loads by the form of the reference'),
      ],
    ]),
  ),
  [`GET ${API}/database/uploads`]: RUNNING,
  [`DELETE ${API}/database/uploads/{key}`]: proofInResource(
    'database/running-upload-routes.test.ts',
    'its key stops an upload before or while it loads, and the response says so',
  ),
  [`POST ${API}/database/{id}/upload_metadata`]: COLUMNS,
  [`POST ${API}/database/upload_metadata`]: COLUMNS,
  [`POST ${API}/dataset/duplicate`]: proofInSmall('duplicate a virtual dataset with columns, metrics and tags'),
  [`POST ${API}/dataset/get_or_create`]: proofInSmall('get or create the dataset of a table'),
  [`GET ${API}/dataset/{id}/masks`]: MASKS,
  [`PUT ${API}/dataset/{id}/masks`]: MASKS,
  [`PUT ${API}/dataset/{id}/refresh`]: {
    counterpart: `GET ${API}/dataset/{id}`,
    act: async (fixture) => {
      const { id, say } = await table(fixture)
      const columns = async () =>
        (await fixture.admin.get(`${API}/dataset/${id}`))
          .json()
          .result.columns.map((each: { column_name: string }) => each.column_name)
      await fixture.admin.put(`${API}/dataset/${id}`, { columns: [{ column_name: 'n', type: 'BIGINT' }] })
      await say('n,more\n1,2\n')
      await fixture.admin.put(`${API}/dataset/${id}/refresh`)
      expectThat((await columns()).includes('more'), 'the new column did not come')
    },
  },
  [`POST ${API}/dataset/join`]: {
    counterpart: UPLOAD,
    act: async (fixture) => {
      const { id, say } = await table(fixture)
      const datasets = [{ dataset_id: id }, { dataset_id: id, keys: [{ column: 'n', with: 0, with_column: 'n' }] }]
      const count = async () => (await fixture.admin.post(`${API}/dataset/join/`, { datasets })).json().result.rows
      await say('n\n1\n')
      const before = await count()
      await say('n\n1\n2\n3\n')
      expectChange([before, await count()], [1, 3])
    },
  },
  [`GET ${API}/dataset/columns`]: {
    counterpart: `PUT ${API}/dataset/{id}`,
    act: async (fixture) => {
      const count = async () =>
        (await fixture.admin.get(`${API}/dataset/columns/?q=(filter:sought_column)`)).json().result.length
      const before = await count()
      const { id } = await fixture.test.dataset()
      const columns = [{ column_name: 'sought_column', expression: '1' }]
      await fixture.admin.put(`${API}/dataset/${id}`, { columns })
      expectChange([before, await count()], [0, 1])
    },
  },
  [`GET ${API}/dataset/{id}/lineage`]: {
    counterpart: `POST ${API}/chart/`,
    act: async (fixture) => {
      const { id } = await fixture.test.dataset()
      const count = async () => (await fixture.admin.get(`${API}/dataset/${id}/lineage`)).json().result.charts.length
      const before = await count()
      const sent = { slice_name: fixture.name('on it'), datasource_id: id, datasource_type: 'table', viz_type: 'table' }
      await fixture.admin.post(`${API}/chart/`, sent)
      expectChange([before, await count()], [0, 1])
    },
  },
  [`GET ${API}/dataset/{id}/related_objects`]: {
    counterpart: `POST ${API}/chart/`,
    act: async (fixture) => {
      const { id } = await fixture.test.dataset()
      const count = async () => (await fixture.admin.get(`${API}/dataset/${id}/related_objects`)).json().charts.count
      const before = await count()
      const sent = { slice_name: fixture.name('on it'), datasource_id: id, datasource_type: 'table', viz_type: 'table' }
      await fixture.admin.post(`${API}/chart/`, sent)
      expectChange([before, await count()], [0, 1])
    },
  },
  ...Object.fromEntries(
    (['column', 'metric'] as const).map((part) => [
      `DELETE ${API}/dataset/{id}/${part}/{part}`,
      {
        counterpart: `GET ${API}/dataset/{id}`,
        act: async (fixture: EffectFixture) => {
          const { id } = await fixture.test.dataset()
          const parts = async () => (await fixture.admin.get(`${API}/dataset/${id}`)).json().result[`${part}s`]
          const [first, ...others] = await parts()
          await fixture.admin.delete(`${API}/dataset/${id}/${part}/${first.id}`)
          expectThat((await parts()).length === others.length, `the ${part} is there still`)
        },
      },
    ]),
  ),
  [`GET ${API}/database/{id}/schemas`]: proofInResource(
    'database/deprecated-routes.test.ts',
    'shows changes of the database at once',
  ),
  [`GET ${API}/database/{id}/tables`]: newTable((w, id) =>
    body(w.admin.get(`${API}/database/${id}/tables/${risonParam({ schema_name: 'main', force: true })}`)),
  ),
  [`GET ${API}/database/{id}/table/{table}`]: ofTable((id, name) => `${API}/database/${id}/table/${name}/`),
  [`GET ${API}/database/{id}/table/{table}/{schema}`]: ofTable(
    (id, name) => `${API}/database/${id}/table/${name}/main/`,
  ),
  [`GET ${API}/database/{id}/table_extra/{table}`]: ofTable((id, name) => `${API}/database/${id}/table_extra/${name}/`),
  [`GET ${API}/database/{id}/table_extra/{table}/{schema}`]: ofTable(
    (id, name) => `${API}/database/${id}/table_extra/${name}/main/`,
  ),
  [`GET ${API}/database/{id}/select_star/{table}`]: ofTable((id, name) => `${API}/database/${id}/select_star/${name}/`),
  [`GET ${API}/database/{id}/select_star/{table}/{schema}`]: ofTable(
    (id, name) => `${API}/database/${id}/select_star/${name}/main/`,
  ),
  [`GET ${API}/database/{id}/table_metadata`]: ofTable(
    (id, name) => `${API}/database/${id}/table_metadata/?name=${name}`,
  ),
  [`GET ${API}/database/{id}/table_metadata/extra`]: ofTable(
    (id, name) => `${API}/database/${id}/table_metadata/extra/?name=${name}`,
  ),
  [`POST ${API}/database/{id}/validate_sql`]: newTable(
    async (w, id, name) =>
      (await w.admin.post(`${API}/database/${id}/validate_sql/`, { sql: `SELECT n FROM ${name}` })).json().result
        .length,
    (mistakes) => mistakes === 0,
  ),
  [`GET ${API}/database/{id}/connection`]: {
    counterpart: `PUT ${API}/database/{id}`,
    act: async (fixture) => {
      const { id } = await fixture.test.database({ database_name: fixture.name('connected') })
      const uri = `duckdb:///${fixture.name('moved').replaceAll(' ', '_')}.duckdb`
      const readBack = async () => (await fixture.admin.get(`${API}/database/${id}/connection`)).body.includes(uri)
      const before = await readBack()
      await fixture.admin.put(`${API}/database/${id}`, { sqlalchemy_uri: uri })
      expectChange([before, await readBack()], [false, true])
    },
  },
  [`DELETE ${API}/database/{id}/ssh_tunnel`]: {
    file: 'server/resources/database/ssh-tunnel.test.ts',
    title: 'removes a tunnel with the secrets that were sent through it',
  },
  [`GET ${API}/database/{id}/related_objects`]: {
    counterpart: `POST ${API}/chart/`,
    act: async (fixture) => {
      const { id } = await fixture.test.database({ database_name: fixture.name('related') })
      const dataset = await fixture.test.dataset({ database_id: id })
      const count = async () => (await fixture.admin.get(`${API}/database/${id}/related_objects/`)).json().charts.count
      const before = await count()
      const sent = {
        slice_name: fixture.name('on it'),
        viz_type: 'table',
        datasource_id: dataset.id,
        datasource_type: 'table',
      }
      await fixture.admin.post(`${API}/chart/`, sent)
      expectChange([before, await count()], [0, 1])
    },
  },
  [`GET ${API}/database/{id}/schemas_access_for_file_upload`]: proofInSmall(
    'list the schemas of a database that allows uploads',
  ),
  'GET /superset/schemas_access_for_file_upload': {
    counterpart: `PUT ${API}/database/{id}`,
    act: async (fixture) => {
      const extra = JSON.stringify({ schemas_allowed_for_file_upload: ['one', 'two'] })
      const { id } = await fixture.test.database({
        database_name: fixture.name('takes'),
        extra,
        allow_file_upload: true,
      })
      const readBack = () => body(fixture.admin.get(`/superset/schemas_access_for_file_upload/?db_id=${id}`))
      const before = await readBack()
      await fixture.admin.put(`${API}/database/${id}`, { allow_file_upload: false })
      expectChange([before.includes('two'), (await readBack()).includes('two')], [true, false])
    },
  },
  [`GET ${API}/database/{id}/function_names`]: proofInResource(
    'database/allowed-functions.test.ts',
    'accepts a function while an administrator allows it',
  ),
  [`GET ${API}/database/available`]: {
    why: 'The engines are those of the product.',
    act: async ({ admin }) => void (await admin.get(`${API}/database/available/`)),
  },
  [`POST ${API}/database/test_connection`]: {
    file: 'server/resources/database/connect.test.ts',
    title: 'B-CONN-01: a connection is tested by parameters and by URI, and a failure is reported',
  },
  [`POST ${API}/database/validate_parameters`]: {
    file: 'server/resources/database/connect.test.ts',
    title: 'B-CONN-03: returns OK for valid parameters',
  },
}
