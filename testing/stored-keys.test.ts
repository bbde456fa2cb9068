import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { charts } from '#charts/index.ts'
import type { ChartType } from '#charts/chart.ts'
import { datasetColumnFields, datasetMetricFields } from '#core/entity/dataset.ts'
import { entitySchemas } from '#core/entity/entities.ts'
import { readableSettings } from '#core/rest/database.ts'
import { filters } from '#filters/index.ts'
import { filesUnder, root } from './tree.ts'

/** Sources that only declare, check, store or describe keys. */
const DECLARING =
  /controls\.ts$|\.test\.tsx?$|migrations?\.ts$|older-names\.ts$|^core\/(entity|rest)\/|^server\/(store|transfer|resources\/dataset)\//
const SOURCE = /^(calls|charts|client|controls|core|filters|server|ui)\/.*\.tsx?$/
const COMMENT = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm
/** A property in a type is a declaration, not a read. */
const DECLARED = /\breadonly \w+\??:/g

/** A property, or its name in quotes; not an assigned property and not a key of a literal. */
const PROPERTY = /\??\.([A-Za-z_]\w*)\b(?!\s*=[^=>])|(['"])([A-Za-z_]\w*)\2(?!:)/g
/** Innermost braces: destructuring patterns, and literals. */
const BRACES = /\{([^{}]*)\}/g
/** A destructured name: alone, with a default, or renamed. A value that is more than a name makes it a literal. */
const MEMBER =
  /(?:^|,)\s*([A-Za-z_]\w*)\s*(?=,|=(?![=>])|$|:\s*(?!(?:true|false|null|undefined)\b)[A-Za-z_]\w*\s*(?:,|=|$))/g

/** A source without its comments and declared properties. */
interface SourceText {
  readonly file: string
  readonly text: string
  readonly keys: ReadonlySet<string>
}

const sources: readonly SourceText[] = filesUnder()
  .filter((file) => SOURCE.test(file) && !DECLARING.test(file))
  .map((file) => {
    const text = readFileSync(join(root, file), 'utf8').replace(COMMENT, '').replace(DECLARED, '')
    return { file, text, keys: keysIn(text) }
  })

/** Returns the keys that a source reads: properties, quoted names, and destructured names. */
function keysIn(text: string): ReadonlySet<string> {
  const names = [...text.matchAll(PROPERTY)].map(([, property, , quoted]) => property ?? quoted ?? '')
  const members = [...text.matchAll(BRACES)].flatMap(([, inside = '']) => [...inside.matchAll(MEMBER)])
  return new Set([...names, ...members.map(([, key = '']) => key)])
}

/** True if a source for which `test` is true reads a key. */
const isRead = (key: string, test: (source: SourceText) => boolean): boolean =>
  sources.some((source) => source.keys.has(key) && test(source))

const kinds: readonly ChartType[] = charts
const ownFolder = new RegExp(`^charts/(${kinds.map(({ type }) => type).join('|')})/`)
const BUNDLE_KEYS = 'keys of bundles that are written back as they were read'

/** Keys by record that are only stored for other products or REST clients, each with the reason; it may only shrink. */
const UNREAD: Readonly<Record<string, string>> = {
  'databases.external_url': 'only bundles contain it',
  'datasets.normalize_columns': 'of newer versions: columns are named here as the engine names them',
  'databases.unknown_keys': BUNDLE_KEYS,
  'datasets.unknown_keys': BUNDLE_KEYS,
  'charts.unknown_keys': BUNDLE_KEYS,
  'dashboards.unknown_keys': BUNDLE_KEYS,
  'saved_queries.unknown_keys': BUNDLE_KEYS,
  'native filters.requiredFirst': 'of 2.0: written as `defaultToFirstItem`, which is read here',
  'dataset columns.is_active': 'of 2.0: clients and bundles receive what they sent; all columns are offered, as there',
  'dataset metrics.metric_type': 'of 2.0: clients and bundles receive what they sent; the SQL decides here',
  'charts.last_saved_at': 'of 2.0: clients sort and filter by it',
  'users.login_count': 'of 2.0: clients show it',
  'users.fail_login_count': 'of 2.0: clients show it',
  'saved_queries.catalog': 'of newer versions: databases here have no catalogs to choose',
}

/**
 * Returns the key of the first query for a control of the second query of a mixed chart: its code adds the suffix to
 * each key.
 */
const firstKey = (name: string): string => name.replace(/(_b|B)$/, '')

const controlNames = ({ controls }: ChartType): readonly string[] =>
  controls.flatMap(({ rows }) => rows.flat().flatMap((control) => (control ? [control.name] : [])))

/** Stored records: their table, keys and names in sources. */
const records: readonly (readonly [table: string, keys: readonly string[], names: RegExp])[] = [
  ...Object.entries(entitySchemas).map(
    ([table, schema]) => [table, Object.keys(schema.fields), namesOf(table, schema)] as const,
  ),
  ['dataset columns', Object.keys(datasetColumnFields), /column/i],
  ['dataset metrics', Object.keys(datasetMetricFields), /metric/i],
]

/** Returns the names of an entity: by its table and its permissions, `RowRule`, `row_rule` or `RowLevelSecurity`. */
function namesOf(table: string, { rights }: { readonly rights?: { readonly view: string } | undefined }): RegExp {
  const singular = table.replace(/(ies|s)$/, '').replaceAll('_', '_?')
  return new RegExp(rights === undefined ? singular : `${singular}|${rights.view}`, 'i')
}

/** Returns the keys of a record that no source which names the record reads. */
const unreadKeys = (keys: readonly string[], names: RegExp): readonly string[] =>
  keys.filter((key) => !isRead(key, ({ file, text }) => names.test(file) || names.test(text)))

it.each(records)('a view or the server reads each stored key of %s', (table, keys, names) => {
  expect(keys.length).toBeGreaterThan(0)
  expect(unreadKeys(keys, names).toSorted()).toEqual(exceptionsOf(table))
})

function exceptionsOf(record: string): readonly string[] {
  const start = `${record}.`
  const names = Object.keys(UNREAD).filter((name) => name.startsWith(start))
  return names.map((name) => name.slice(start.length)).toSorted()
}

/** Returns the keys of an interface, by its source. */
function interfaceKeys(file: string, name: string): readonly string[] {
  const [, body = ''] =
    new RegExp(`export interface ${name} \\{\\n([\\s\\S]*?)\\n\\}`).exec(readFileSync(join(root, file), 'utf8')) ?? []
  return [...body.matchAll(/^ {2}readonly (\w+)\??:/gm)].map(([, key = '']) => key)
}

it.each([
  ['the metadata of dashboards', interfaceKeys('core/rest/dashboard.ts', 'DashboardMetadata'), /metadata/i],
  ['annotation layers of charts', interfaceKeys('core/annotation/layer.ts', 'AnnotationLayer'), /layer/i],
  ['native filters', interfaceKeys('filters/filter-type.ts', 'FilterConfig'), /filter/i],
  ['the settings of native filters', filters.flatMap(({ settings }) => settings.map(({ name }) => name)), /filter/i],
  ['the settings of databases', readableSettings, /database/i],
])('a view or the server reads each key in the JSON of %s', (record, keys, names) => {
  expect(keys.length).toBeGreaterThan(4)
  expect(unreadKeys(keys, names).toSorted()).toEqual(exceptionsOf(record))
})

it.each(kinds.map((kind) => [kind.type, kind] as const))(
  'a view or the server reads each control of %s',
  (type, kind) => {
    const isOfType = ({ file }: SourceText) => file.startsWith(`charts/${type}/`) || !ownFolder.test(file)
    const keyOf = (name: string) => (type === 'mixed_timeseries' && !isRead(name, isOfType) ? firstKey(name) : name)
    expect(controlNames(kind).filter((name) => !isRead(keyOf(name), isOfType))).toEqual([])
  },
)

it('an unused key is found', () => {
  expect(unreadKeys([['never', 'read', 'anywhere'].join('_')], /./)).toHaveLength(1)
})
