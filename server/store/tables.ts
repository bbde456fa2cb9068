import type { EntityType } from '#core/entity/event.ts'
import type { Cell } from './bind.ts'

/** Kind of the values of a column; with `?` null is one of them. */
export type ColumnKind = 'integer' | 'integer?' | 'text' | 'text?' | 'boolean'

/** How rows of a table find rows of another. */
export type Relation =
  /** The row whose id is in `fk`; `only` are values the row itself must have for that. */
  | { readonly to: string; readonly fk: string; readonly only?: Readonly<Record<string, string>> }
  /** The rows that `through` links; `only` are values the linking row must have. */
  | {
      readonly to: string
      readonly through: string
      readonly here: string
      readonly there: string
      readonly only?: Readonly<Record<string, string>>
    }
  /** The rows whose column `back` holds the id of this row; `only` are values they must have for that. */
  | { readonly to: string; readonly back: string; readonly only?: Readonly<Record<string, string>> }

/** A table as repositories and conditions know it. */
export interface Table {
  readonly name: string
  /** What events and favourites call its rows; rows of other tables have neither. */
  readonly type?: EntityType
  readonly columns: Readonly<Record<string, ColumnKind>>
  /** What a new row has where nothing is given, if not null. */
  readonly defaults: Readonly<Record<string, Cell | boolean>>
  /** Columns with a folded twin `<column>_folded` for search and sort. */
  readonly folded: readonly string[]
  /** Columns whose values events do not tell. */
  readonly secret: readonly string[]
  readonly relations: Readonly<Record<string, Relation>>
  /** Relations that entities carry as lists of ids. */
  readonly links: readonly string[]
  /** A counter that grows when one of the keys changes. */
  readonly counter?: { readonly column: string; readonly keys: readonly string[] }
}

const ENTITY = {
  id: 'integer',
  uuid: 'text',
  created_on: 'integer',
  changed_on: 'integer',
  created_by_fk: 'integer?',
  changed_by_fk: 'integer?',
  deleted_at: 'integer?',
  version: 'integer',
} as const

const OWNED = {
  ...ENTITY,
  is_managed_externally: 'boolean',
  external_url: 'text?',
  certified_by: 'text?',
  certification_details: 'text?',
} as const

const AUTHORS = {
  created_by: { to: 'users', fk: 'created_by_fk' },
  changed_by: { to: 'users', fk: 'changed_by_fk' },
} as const

function owners(type: EntityType): Relation {
  return { to: 'users', through: 'owners', here: 'entity_id', there: 'user_id', only: { entity_type: type } }
}

const databases: Table = {
  name: 'databases',
  type: 'database',
  columns: {
    ...OWNED,
    database_name: 'text',
    backend: 'text',
    sqlalchemy_uri: 'text',
    secrets: 'text?',
    extra: 'text?',
    configuration_method: 'text',
    server_cert: 'text?',
    expose_in_sqllab: 'boolean',
    allow_run_async: 'boolean',
    allow_file_upload: 'boolean',
    allow_ctas: 'boolean',
    allow_cvas: 'boolean',
    allow_dml: 'boolean',
    force_ctas_schema: 'text?',
    impersonate_user: 'boolean',
    cache_timeout: 'integer?',
    data_version: 'integer',
  },
  defaults: {
    is_managed_externally: false,
    configuration_method: 'sqlalchemy_form',
    expose_in_sqllab: true,
    allow_run_async: false,
    allow_file_upload: false,
    allow_ctas: false,
    allow_cvas: false,
    allow_dml: false,
    impersonate_user: false,
    data_version: 1,
  },
  folded: ['database_name', 'backend'],
  secret: ['secrets'],
  relations: { ...AUTHORS, owners: owners('database'), datasets: { to: 'datasets', back: 'database_id' } },
  links: ['owners'],
}

const datasets: Table = {
  name: 'datasets',
  type: 'dataset',
  columns: {
    ...OWNED,
    database_id: 'integer',
    table_name: 'text',
    schema: 'text?',
    catalog: 'text?',
    sql: 'text?',
    main_dttm_col: 'text?',
    description: 'text?',
    default_endpoint: 'text?',
    offset: 'integer',
    cache_timeout: 'integer?',
    params: 'text?',
    template_params: 'text?',
    filter_select_enabled: 'boolean',
    fetch_values_predicate: 'text?',
    extra: 'text?',
    is_sqllab_view: 'boolean',
    normalize_columns: 'boolean',
    always_filter_main_dttm: 'boolean',
    definition_version: 'integer',
  },
  defaults: {
    is_managed_externally: false,
    offset: 0,
    filter_select_enabled: true,
    is_sqllab_view: false,
    normalize_columns: false,
    always_filter_main_dttm: false,
    definition_version: 1,
  },
  folded: ['table_name', 'schema', 'description', 'sql', 'extra'],
  secret: [],
  relations: {
    ...AUTHORS,
    owners: owners('dataset'),
    database: { to: 'databases', fk: 'database_id' },
    charts: { to: 'charts', back: 'datasource_id', only: { datasource_type: 'table' } },
    grantedOn: { to: 'dashboards', through: 'granted_datasets', here: 'dataset_id', there: 'dashboard_id' },
  },
  links: ['owners'],
  counter: {
    column: 'definition_version',
    keys: [
      'database_id',
      'table_name',
      'schema',
      'catalog',
      'sql',
      'main_dttm_col',
      'offset',
      'params',
      'template_params',
      'fetch_values_predicate',
      'extra',
      'normalize_columns',
      'always_filter_main_dttm',
      'columns',
      'metrics',
    ],
  },
}

const charts: Table = {
  name: 'charts',
  type: 'chart',
  columns: {
    ...OWNED,
    slice_name: 'text',
    viz_type: 'text',
    params: 'text?',
    query_context: 'text?',
    description: 'text?',
    cache_timeout: 'integer?',
    datasource_id: 'integer',
    datasource_type: 'text',
    last_saved_at: 'integer?',
    last_saved_by_fk: 'integer?',
  },
  defaults: { is_managed_externally: false },
  folded: ['slice_name', 'viz_type', 'description'],
  secret: [],
  relations: {
    ...AUTHORS,
    last_saved_by: { to: 'users', fk: 'last_saved_by_fk' },
    owners: owners('chart'),
    dataset: { to: 'datasets', fk: 'datasource_id', only: { datasource_type: 'table' } },
    dashboards: { to: 'dashboards', through: 'dashboard_charts', here: 'chart_id', there: 'dashboard_id' },
  },
  links: ['owners', 'dashboards'],
}

const dashboards: Table = {
  name: 'dashboards',
  type: 'dashboard',
  columns: {
    ...OWNED,
    dashboard_title: 'text',
    slug: 'text?',
    description: 'text?',
    position_json: 'text?',
    json_metadata: 'text?',
    css: 'text?',
    published: 'boolean',
  },
  defaults: { is_managed_externally: false, published: false },
  folded: ['dashboard_title', 'slug'],
  secret: [],
  relations: {
    ...AUTHORS,
    owners: owners('dashboard'),
    roles: { to: 'roles', through: 'dashboard_roles', here: 'dashboard_id', there: 'role_id' },
    charts: { to: 'charts', through: 'dashboard_charts', here: 'dashboard_id', there: 'chart_id' },
  },
  links: ['owners', 'roles', 'charts'],
}

const filterSets: Table = {
  name: 'filter_sets',
  type: 'filter_set',
  columns: {
    ...ENTITY,
    name: 'text',
    description: 'text?',
    dashboard_id: 'integer',
    owner_type: 'text',
    owner_id: 'integer',
    params: 'text',
  },
  defaults: {},
  folded: ['name'],
  secret: [],
  relations: { ...AUTHORS, dashboard: { to: 'dashboards', fk: 'dashboard_id' } },
  links: [],
}

const users: Table = {
  name: 'users',
  type: 'user',
  columns: {
    ...ENTITY,
    username: 'text',
    first_name: 'text',
    last_name: 'text',
    email: 'text?',
    password: 'text?',
    active: 'boolean',
    last_login: 'integer?',
    login_count: 'integer',
    fail_login_count: 'integer',
    tokens_from: 'integer?',
  },
  defaults: { active: true, login_count: 0, fail_login_count: 0 },
  folded: ['username', 'first_name', 'last_name', 'email'],
  secret: ['password'],
  relations: { ...AUTHORS, roles: { to: 'roles', through: 'user_roles', here: 'user_id', there: 'role_id' } },
  links: ['roles'],
}

const roles: Table = {
  name: 'roles',
  type: 'role',
  columns: { ...ENTITY, name: 'text' },
  defaults: {},
  folded: ['name'],
  secret: [],
  relations: { ...AUTHORS, users: { to: 'users', through: 'user_roles', here: 'role_id', there: 'user_id' } },
  links: [],
}

const rowRules: Table = {
  name: 'row_rules',
  columns: {
    ...ENTITY,
    name: 'text',
    description: 'text?',
    filter_type: 'text',
    group_key: 'text?',
    clause: 'text',
  },
  defaults: {},
  folded: ['name', 'description', 'group_key', 'clause'],
  secret: [],
  relations: {
    ...AUTHORS,
    tables: { to: 'datasets', through: 'row_rule_datasets', here: 'rule_id', there: 'dataset_id' },
    roles: { to: 'roles', through: 'row_rule_roles', here: 'rule_id', there: 'role_id' },
  },
  links: ['tables', 'roles'],
}

const dashboardGrants: Table = {
  name: 'dashboard_grants',
  columns: { ...ENTITY, dashboard_id: 'integer', dataset_id: 'integer', note: 'text' },
  defaults: { note: '' },
  folded: ['note'],
  secret: [],
  relations: {
    ...AUTHORS,
    dashboard: { to: 'dashboards', fk: 'dashboard_id' },
    dataset: { to: 'datasets', fk: 'dataset_id' },
  },
  links: [],
}

const annotationLayers: Table = {
  name: 'annotation_layers',
  columns: { ...ENTITY, name: 'text', descr: 'text?' },
  defaults: {},
  folded: ['name', 'descr'],
  secret: [],
  relations: { ...AUTHORS, annotations: { to: 'annotations', back: 'layer_id' } },
  links: [],
}

const annotations: Table = {
  name: 'annotations',
  columns: {
    ...ENTITY,
    layer_id: 'integer',
    short_descr: 'text',
    long_descr: 'text?',
    start_dttm: 'integer',
    end_dttm: 'integer',
    json_metadata: 'text?',
  },
  defaults: {},
  folded: ['short_descr', 'long_descr'],
  secret: [],
  relations: { ...AUTHORS, layer: { to: 'annotation_layers', fk: 'layer_id' } },
  links: [],
}

/** Every table that has a repository of entities, by name. */
export const tables = {
  databases,
  datasets,
  charts,
  dashboards,
  filter_sets: filterSets,
  users,
  roles,
  row_rules: rowRules,
  dashboard_grants: dashboardGrants,
  annotation_layers: annotationLayers,
  annotations,
} as const

/** The table of that name; relations name only tables that exist. */
export function tableNamed(name: string): Table {
  const table = (tables as Record<string, Table>)[name]
  if (!table) throw new Error(`No table ${name}`)
  return table
}
