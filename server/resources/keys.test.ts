import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, makeTestApp, type TestApp } from '#testing/app.ts'
import { findMismatch, operationsOf } from '#testing/document-calls.ts'

let fixture: TestApp
let admin: Client
const ids: Record<string, number> = {}
beforeAll(async () => {
  fixture = await makeTestApp()
  admin = await fixture.as('Admin')
  const owners = [admin.user?.userId as number]
  const dataset = await fixture.dataset({
    owners,
    columns: [{ column_name: 'n' }],
    metrics: [{ metric_name: 'm', expression: 'SUM(n)' }],
  })
  await admin.put(`/api/v1/dataset/${dataset.id}`, { description: 'Changed' })
  ids['dataset'] = dataset.id
  ids['database'] = dataset.database_id
  const made = async (name: string, body: object) => {
    ids[name] = (await admin.post(`/api/v1/${name}/`, body)).json().id as number
  }
  await made('dashboard', { dashboard_title: 'Board', slug: 'board' })
  await made('chart', {
    slice_name: 'Chart',
    viz_type: 'pie',
    datasource_id: dataset.id,
    datasource_type: 'table',
    dashboards: [ids['dashboard']],
  })
  await made('annotation_layer', { name: 'Layer' })
  await made('css_template', { template_name: 'Styles', css: 'a {}' })
  await made('saved_query', { label: 'Query', db_id: dataset.database_id, sql: 'SELECT 1' })
  await made('rowlevelsecurity', {
    name: 'Rule',
    filter_type: 'Base',
    clause: '1 = 1',
    tables: [dataset.id],
    roles: [],
  })
})
afterAll(() => fixture.close())

const BY = 'first_name id last_name'
/** Keys of Superset's responses, nested ones in brackets; from api-resources.md, sections 3.1 to 3.14. */
const KEYS: Readonly<Record<string, { readonly list: string; readonly show: string }>> = {
  chart: {
    list: `is_managed_externally certified_by certification_details cache_timeout changed_by(${BY}) changed_by_name changed_by_url changed_on_delta_humanized changed_on_dttm changed_on_utc created_by(${BY}) created_by_name created_on_delta_humanized datasource_id datasource_name_text datasource_type datasource_url description description_markeddown edit_url id last_saved_at last_saved_by(${BY}) owners(${BY} username) dashboards(id dashboard_title) params slice_name slice_url table(default_endpoint table_name) thumbnail_url url viz_type uuid`,
    show: 'cache_timeout certified_by certification_details dashboards(id dashboard_title json_metadata) description id is_managed_externally owners params query_context slice_name viz_type thumbnail_url url changed_on_delta_humanized uuid',
  },
  dashboard: {
    list: `id published status slug url css position_json json_metadata thumbnail_url certified_by certification_details changed_by(${BY} username) changed_by_name changed_by_url changed_on_utc changed_on_delta_humanized created_on_delta_humanized created_by(${BY}) dashboard_title owners(${BY} username) roles is_managed_externally uuid`,
    show: `id slug url dashboard_title thumbnail_url published css json_metadata position_json certified_by certification_details changed_by_name changed_by_url changed_by(${BY}) changed_on charts owners(${BY}) roles changed_on_delta_humanized is_managed_externally`,
  },
  dataset: {
    list: `id database(id database_name) changed_by_name changed_by_url changed_by(${BY}) changed_on_utc changed_on_delta_humanized default_endpoint description datasource_type explore_url extra kind owners(${BY} username) schema sql table_name uuid`,
    show: 'id database(database_name id backend) table_name sql filter_select_enabled fetch_values_predicate schema description main_dttm_col offset default_endpoint cache_timeout is_sqllab_view template_params select_star owners columns(advanced_data_type changed_on column_name created_on description expression filterable groupby id is_active extra is_dttm python_date_format type type_generic uuid verbose_name) metrics(changed_on created_on d3format description expression extra id metric_name metric_type uuid verbose_name warning_text) datasource_type url extra kind created_on created_on_humanized created_by changed_on changed_on_humanized changed_by is_managed_externally uid datasource_name name column_formats granularity_sqla time_grain_sqla order_by_choices verbose_map',
  },
  database: {
    list: 'allow_file_upload allow_ctas allow_cvas allow_dml allow_run_async allows_cost_estimate allows_subquery allows_virtual_table_explore backend changed_on changed_on_delta_humanized created_by database_name explore_database_id expose_in_sqllab extra force_ctas_schema id disable_data_preview engine_information uuid',
    show: 'id database_name cache_timeout expose_in_sqllab allow_run_async allow_file_upload configuration_method allow_ctas allow_cvas allow_dml backend force_ctas_schema impersonate_user extra masked_encrypted_extra parameters parameters_schema server_cert sqlalchemy_uri is_managed_externally',
  },
  annotation_layer: {
    list: `id name descr created_by(${BY}) created_on changed_by(${BY}) changed_on changed_on_delta_humanized`,
    show: 'id name descr',
  },
  css_template: {
    list: `id template_name css created_on created_by(${BY}) changed_by(${BY}) changed_on_delta_humanized`,
    show: 'id template_name css',
  },
  saved_query: {
    list: `changed_on_delta_humanized created_on created_by(${BY}) database(database_name id) db_id description extra id label last_run_delta_humanized rows schema sql`,
    show: 'id label db_id database schema sql description template_parameters',
  },
  rowlevelsecurity: {
    list: 'id name filter_type roles tables(id schema table_name) clause group_key description changed_on_delta_humanized changed_by',
    show: 'id name filter_type roles tables clause group_key description',
  },
}

/** Returns the names that a row lacks; for a list, those its first item lacks. */
function lacking(row: Record<string, unknown>, names: string): string[] {
  return [...names.matchAll(/(\w+)(?:\(([^)]*)\))?/g)].flatMap(([, name = '', inner]) => {
    if (!Object.hasOwn(row, name)) return [name]
    if (inner === undefined) return []
    const value = row[name]
    const nested: unknown = Array.isArray(value) ? value[0] : value
    if (typeof nested !== 'object' || nested === null) return [`${name} is ${JSON.stringify(value)}`]
    return lacking(nested as Record<string, unknown>, inner).map((each) => `${name}.${each}`)
  })
}

describe.each(Object.entries(KEYS))('%s', (name, { list, show }) => {
  it('returns the documented fields in lists and in single rows', async () => {
    const { result } = (await admin.get(`/api/v1/${name}/`)).json<{ result: Record<string, unknown>[] }>()
    const row = result.find(({ id }) => id === ids[name]) ?? {}
    expect(lacking(row, list)).toEqual([])
    const single = (await admin.get(`/api/v1/${name}/${ids[name]}`)).json().result as Record<string, unknown>
    expect(lacking(single, show)).toEqual([])
    const delta = row['changed_on_delta_humanized'] ?? 'now'
    expect(delta).toMatch(/^(now|a second ago|\d+ seconds ago)$/)
  })

  it('returns the documented shape of each field', async () => {
    const document = (await admin.get('/api/v1/_openapi')).json()
    const schemaOf = (path: string) =>
      operationsOf(document).find((each) => each.path === path && each.method === 'GET')?.answers['200'] ?? {}
    const page = schemaOf(`/api/v1/${name}/`)
    const single = schemaOf(`/api/v1/${name}/{id}`)
    const rows = (await admin.get(`/api/v1/${name}/`)).json()
    expect(rows.result).not.toEqual([])
    expect(findMismatch(page, rows)).toBeUndefined()
    const row = (await admin.get(`/api/v1/${name}/${ids[name]}`)).json()
    expect(findMismatch(single, row)).toBeUndefined()
    expect(findMismatch(single, { result: { ...row.result, id: 'one' } })).toBe('.result.id is no "integer": "one"')
    expect(findMismatch(page, { ...rows, count: null })).toBe('.count is no "integer": null')
  })

  it('describes each field of its forms', async () => {
    const info = (await admin.get(`/api/v1/${name}/_info`)).json()
    for (const columns of [info.add_columns, info.edit_columns] as { type: string; validate?: string[] }[][])
      for (const column of columns)
        expect(lacking({ ...column }, 'name label description type required unique')).toEqual([])
  })
})

it('describes a field with its type, whether it is required, and its maximum length', async () => {
  const of = async (kind: string, field: string) =>
    ((await admin.get(`/api/v1/${kind}/_info`)).json().add_columns as { name: string }[]).find(
      ({ name }) => name === field,
    )
  expect(await of('css_template', 'template_name')).toEqual({
    name: 'template_name',
    label: 'Template Name',
    description: '',
    type: 'String',
    required: true,
    unique: false,
    validate: ['<Length(min=1, max=250, equal=None, error=None)>'],
  })
  expect(await of('chart', 'datasource_id')).toMatchObject({ type: 'Integer', required: true })
  expect(await of('dashboard', 'published')).toMatchObject({ type: 'Boolean', required: false })
  expect(await of('dashboard', 'owners')).toMatchObject({ type: 'List' })
})
