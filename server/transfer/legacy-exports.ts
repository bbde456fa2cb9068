import { createHash } from 'node:crypto'
import { requireWithin } from '#core/rest/bounds.ts'
import { isObject, parseJson } from '#core/rest/json.ts'
import { requireShallow } from './expanded-length.ts'
import { slugOf } from './file-name.ts'
import { withUnplacedCharts } from './unplaced-charts.ts'

type Json = Record<string, unknown>

/** An export in a format older than bundles: its entities as files of a bundle, and the databases they reference. */
export interface LegacyExport {
  /** Texts by path, as in a bundle. */
  readonly files: ReadonlyMap<string, string>
  /** Names of databases by their placeholder uuids in the files. */
  readonly databases: ReadonlyMap<string, string>
}

/** Types with an older format: dashboards as JSON, datasets as YAML. */
export type LegacyExportType = 'dashboard' | 'dataset'

/** Fields of old tables and charts that only describe their origin. */
const ORIGIN = ['remote_id', 'import_time', 'database_name', 'datasource_name', 'schema']
const EMPTY = {
  DASHBOARD_VERSION_KEY: 'v2',
  ROOT_ID: { type: 'ROOT', id: 'ROOT_ID', children: ['GRID_ID'] },
  GRID_ID: { type: 'GRID', id: 'GRID_ID', children: [], parents: ['ROOT_ID'] },
}

/**
 * Converts an old export; returns undefined for any other file. Such exports have no uuids: entities get uuids derived from
 * their origin (`remote_id` and names), so that a repeated import matches them. Throws `bound-passed` as for bundles.
 */
export function readLegacyExport(document: unknown, kind: LegacyExportType): LegacyExport | undefined {
  requireShallow(document)
  const form = new Form(kind)
  if (kind === 'dashboard') return readDashboards(document, form) ? form.done() : undefined
  return readTables(document, form) ? form.done() : undefined
}

/** Collects files. */
class Form {
  readonly files = new Map<string, string>()
  readonly databases = new Map<string, string>()
  #letters = 0

  constructor(kind: LegacyExportType) {
    const type = kind === 'dashboard' ? 'Dashboard' : 'SqlaTable'
    this.files.set('metadata.yaml', JSON.stringify({ version: '1.0.0', type }))
  }

  add(folder: string, name: string, uuid: string, file: Json): void {
    const path = `${folder}/${slugOf(name) || 'unnamed'}_${uuid.slice(0, 8)}.yaml`
    const text = JSON.stringify({ ...file, uuid, version: '0.0.0' })
    this.#letters += text.length
    requireWithin('bundle-yaml-bytes', this.#letters)
    this.files.set(path, text)
    requireWithin('bundle-entries', this.files.size)
  }

  /** Returns the placeholder uuid of the database with a name. */
  database(name: string): string {
    const uuid = uuidOf('database', name)
    this.databases.set(uuid, name)
    requireWithin('bundle-entries', this.databases.size)
    return uuid
  }

  done(): LegacyExport {
    return { files: this.files, databases: this.databases }
  }
}

/** Reads `{dashboards: [{__Dashboard__}], datasources: [{__SqlaTable__}]}`. */
function readDashboards(document: unknown, form: Form): boolean {
  if (!isObject(document) || !Array.isArray(document['dashboards'])) return false
  for (const table of unwrapItems(document['datasources'], '__SqlaTable__')) addTable(form, table)
  for (const dashboard of unwrapItems(document['dashboards'], '__Dashboard__')) addDashboard(form, dashboard)
  return true
}

/** Reads `{databases: [{tables}]}`, or a list of tables that name their database. */
function readTables(document: unknown, form: Form): boolean {
  if (Array.isArray(document)) {
    for (const table of document.filter(isObject)) addTable(form, table)
    return document.some(isObject)
  }
  if (!isObject(document) || !Array.isArray(document['databases'])) return false
  for (const database of document['databases'].filter(isObject)) {
    const { tables, database_name: name, ...said } = database
    const uuid = form.database(String(name))
    if (typeof said['sqlalchemy_uri'] === 'string')
      form.add('databases', String(name), uuid, { ...said, database_name: name, extra: parseJsonText(said['extra']) })
    for (const table of (Array.isArray(tables) ? tables : []).filter(isObject)) addTable(form, table, String(name))
  }
  return true
}

/** Returns the items of a list that are wrapped in the name of their class. */
function unwrapItems(list: unknown, name: string): readonly Json[] {
  if (!Array.isArray(list)) return []
  return list.filter(isObject).flatMap((each) => (isObject(each[name]) ? [each[name]] : []))
}

function addTable(form: Form, table: Json, database?: string): void {
  const { columns, metrics, params, id: _, database_id: _database, ...said } = table
  const origin = parseJsonText(params)
  const name = database ?? String(isObject(origin) ? origin['database_name'] : '')
  const own = isObject(origin) ? withoutKeys(origin, ORIGIN) : origin
  const part = (list: unknown, wrapper: string) =>
    (Array.isArray(list) ? list : [])
      .filter(isObject)
      .map((each) => withoutKeys(isObject(each[wrapper]) ? each[wrapper] : each, ['id', 'table_id']))
  form.add('datasets', String(table['table_name']), tableUuid(name, said), {
    ...withoutKeys(said, ['is_featured', 'user_id']),
    ...(own === undefined || (isObject(own) && Object.keys(own).length === 0) ? {} : { params: own }),
    database_uuid: form.database(name),
    columns: part(columns, '__TableColumn__'),
    metrics: part(metrics, '__SqlMetric__'),
  })
}

function tableUuid(database: unknown, { schema, table_name }: Json): string {
  return uuidOf('table', database, schema || null, table_name)
}

function addDashboard(form: Form, dashboard: Json): void {
  const { slices, position_json, json_metadata, ...said } = dashboard
  const metadata = parseJsonText(json_metadata)
  const origin = isObject(metadata) ? metadata['remote_id'] : undefined
  const charts = new Map(unwrapItems(slices, '__Slice__').map((slice) => addChart(form, slice)))
  const stored = parseJsonText(position_json)
  const position = isObject(stored) && Object.keys(stored).length > 0 ? stored : EMPTY
  const placed = new Set<number>()
  const boxes = Object.entries(position).map(([key, box]): [string, unknown] => {
    const meta = isObject(box) && box['type'] === 'CHART' && isObject(box['meta']) ? box['meta'] : undefined
    const chart = charts.get(Number(meta?.['chartId']))
    if (!meta || !chart) return [key, box]
    placed.add(chart.id)
    return [key, { ...(box as Json), meta: { ...meta, uuid: chart.uuid } }]
  })
  const loose = [...charts.values()].filter(({ id }) => !placed.has(id))
  const title = typeof said['dashboard_title'] === 'string' ? said['dashboard_title'] : ''
  form.add('dashboards', title, uuidOf('dashboard', origin, said['slug'] || title), {
    ...withoutKeys(said, ['id', 'user_id']),
    position: withUnplacedCharts(Object.fromEntries(boxes), loose),
    metadata: isObject(metadata) ? withoutKeys(metadata, ['remote_id', 'import_time']) : {},
  })
}

function addChart(form: Form, slice: Json): [id: number, chart: { id: number; uuid: string; slice_name: string }] {
  const { slice_name, viz_type, description, cache_timeout } = slice
  const params = parseJsonText(slice['params'])
  const form_data = isObject(params) ? params : {}
  const id = Number(slice['id'] ?? form_data['remote_id'])
  const table = { schema: form_data['schema'], table_name: slice['datasource_name'] ?? form_data['datasource_name'] }
  const dataset_uuid = tableUuid(form_data['database_name'], table)
  const uuid = uuidOf('chart', form_data['remote_id'] ?? id, dataset_uuid)
  form.add('charts', String(slice_name), uuid, {
    slice_name,
    viz_type,
    description,
    cache_timeout,
    params: withoutKeys(form_data, ORIGIN),
    dataset_uuid,
  })
  return [id, { id, uuid, slice_name: String(slice_name) }]
}

function withoutKeys(value: Json, names: readonly string[]): Json {
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)))
}

/** Parses a JSON text; invalid text is unchanged, and empty values are undefined. */
function parseJsonText(value: unknown): unknown {
  if (value === null || value === '') return undefined
  if (typeof value !== 'string') return value
  const read = jsonIn(value)
  requireShallow(read)
  return read
}

function jsonIn(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return text
  }
}

/** Returns a uuid derived from these parts. */
function uuidOf(...parts: readonly unknown[]): string {
  const hex = createHash('sha256').update(JSON.stringify(parts)).digest('hex')
  const variant = ((Number.parseInt(hex[16] as string, 16) & 3) | 8).toString(16)
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    variant + hex.slice(17, 20),
    hex.slice(20, 32),
  ].join('-')
}
