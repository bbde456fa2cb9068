import { browserError, type CatalogueError } from './catalogue-error.ts'

/** A limit on something that a caller can make large. */
export interface Bound {
  readonly most: number
  /** The counted items, as a plural noun. */
  readonly unit: string
  /** The object that contains them. */
  readonly of: string
}

const KIB = 1024
const MIB = 1024 * KIB

function bound(most: number, unit: string, of: string): Bound {
  return { most, unit, of }
}

/** All limits by name. docs/reference/limits.md lists them and is generated from here. */
export const bounds = {
  'context-queries': bound(200, 'queries', 'a query context'),
  'batch-items': bound(500, 'items', 'a batch'),
  'color-columns': bound(20, 'columns', 'the colors of a query'),
  'question-columns': bound(500, 'columns and metrics', 'a query'),
  'question-filters': bound(500, 'filters', 'a query'),
  'filter-values': bound(10_000, 'values', 'the filters of a query'),
  'question-orders': bound(100, 'sort orders', 'a query'),
  'question-offsets': bound(20, 'time offsets', 'a query'),
  'question-layers': bound(50, 'annotation layers', 'a query'),
  'question-groupings': bound(5000, 'labels', 'the grouping sets of a query'),
  'question-params': bound(500, 'parameters', 'a query'),
  'question-holidays': bound(10, 'years of holidays of a country', 'a query'),
  'question-steps': bound(50, 'steps', 'the post-processing of a query'),
  'step-parts': bound(10_000, 'keys and values', 'the post-processing of a query'),
  'post-cells': bound(5_000_000, 'cells', 'a step of post-processing or a pivot table'),
  'post-columns': bound(10_000, 'columns', 'a step of post-processing or a pivot table'),
  'q-length': bound(16_000, 'characters', 'a parameter q'),
  'q-depth': bound(20, 'levels', 'a parameter q'),
  'long-number-json': bound(MIB, 'characters', 'a JSON body with whole numbers beyond 2^53'),
  'list-filters': bound(50, 'filters', 'a list'),
  'list-values': bound(1000, 'values', 'the filters of a list'),
  'list-ids': bound(1000, 'ids', 'one call'),
  'thing-tags': bound(50, 'tags', 'a chart, a dashboard, a dataset or a saved query'),
  'tagged-things': bound(1000, 'objects', 'one call that assigns tags'),
  'permalink-bytes': bound(100 * KIB, 'bytes', 'a permalink'),
  permalinks: bound(2000, 'permalinks', 'a user'),
  'public-permalinks': bound(5000, 'permalinks', 'all anonymous users'),
  'state-bytes': bound(256 * KIB, 'bytes', 'a filter or form state'),
  'role-permissions': bound(10_000, 'permissions', 'a role'),
  'access-requests': bound(20, 'requests for access', 'a user and day'),
  'user-import-rows': bound(2000, 'rows', 'a file of users'),
  'user-import-columns': bound(200, 'columns', 'a file of users'),
  folders: bound(2000, 'folders', 'an installation'),
  'user-folders': bound(500, 'folders', 'a user'),
  'api-tokens': bound(20, 'API tokens', 'a user'),
  'scim-members': bound(5000, 'members', 'a group of SCIM'),
  'scim-member-changes': bound(1000, 'members whose rights change', 'one call of SCIM'),
  'scim-operations': bound(1000, 'operations', 'a PATCH request of SCIM'),
  'scim-resource-bytes': bound(32 * KIB, 'bytes', 'a user of SCIM'),
  'scim-filtered': bound(5000, 'users or groups', 'a list of SCIM with a filter other than one name or id'),
  'scim-filter-length': bound(1000, 'characters', 'a filter or path of SCIM'),
  'scim-filter-operators': bound(10, 'and, or and not', 'a filter of SCIM with brackets'),
  'scim-filter-groups': bound(2, 'pairs of brackets', 'a filter of SCIM with or'),
  'saml-tags': bound(2500, 'tags', 'a SAML response'),
  'guest-token-bytes': bound(6 * KIB, 'bytes', 'a guest token'),
  'filter-sets': bound(500, 'filter sets', 'a dashboard'),
  states: bound(1000, 'filter or form states', 'a user'),
  'public-states': bound(5000, 'filter or form states', 'all anonymous users'),
  queries: bound(1000, 'queries in the history', 'a user'),
  'sql-statements': bound(100, 'statements', 'a run of the SQL editor'),
  'sql-length': bound(MIB, 'characters', 'the SQL of a run or a tab'),
  'sql-preview-length': bound(20_000, 'characters', 'the SQL of a preview'),
  'sql-previews': bound(10_000, 'previews in the SQL editor', 'a user in 24 hours'),
  'sql-exports': bound(10, 'exports of SQL results', 'a user'),
  'sql-export-bytes': bound(4096 * MIB, 'bytes', 'the exports of a user'),
  'formatted-sql': bound(100 * KIB, 'characters', 'SQL to format'),
  'sql-tabs': bound(200, 'tabs of the SQL editor', 'a user'),
  'tab-tables': bound(100, 'tables in the schema browser', 'a tab of the SQL editor'),
  'log-events': bound(100, 'events', 'one call'),
  'log-event-bytes': bound(4 * KIB, 'bytes', 'an event sent by a client'),
  'log-export-lines': bound(100_000, 'lines', 'a file of the action log'),
  'log-day-events': bound(10_000, 'events', 'the clients of a user in 24 hours'),
  'bundle-entries': bound(10_000, 'entries', 'a bundle'),
  'bundle-bytes': bound(400 * MIB, 'unpacked bytes', 'a bundle'),
  'bundle-ratio': bound(200, 'unpacked bytes per packed byte', 'a bundle or a file in it'),
  'bundle-yaml-bytes': bound(32 * MIB, 'bytes', 'the YAML files of a bundle'),
  'yaml-bytes': bound(5 * MIB, 'bytes', 'a YAML file'),
  'yaml-aliases': bound(1000, 'aliases', 'a YAML file'),
  'yaml-depth': bound(100, 'levels', 'a YAML file'),
  'template-length': bound(100_000, 'characters', 'a template'),
  'template-needs': bound(100, 'metrics, datasets and ranges', 'a template'),
  'question-templates': bound(200, 'templates', 'a query'),
  'waiting-questions': bound(1000, 'queries waiting for one database', 'a user'),
  'waiting-jobs': bound(1000, 'background jobs that wait', 'a user'),
  'public-waiting-jobs': bound(1000, 'background jobs that wait', 'all anonymous users'),
  'address-waiting-jobs': bound(250, 'background jobs that wait', 'the anonymous users of one network address'),
  'answer-tasks': bound(200, 'results formatted at a time', 'a user'),
  'template-tasks': bound(1000, 'templates at a time', 'a user'),
  'parser-tasks': bound(500, 'statements parsed at a time', 'all users of databases without a parser of their own'),
  'bundle-tasks': bound(5, 'bundles read at a time', 'a user'),
  'workbook-tasks': bound(5, 'workbooks read at a time', 'a user'),
  'running-uploads': bound(5, 'uploads that continue without their connection', 'a user'),
} as const satisfies Readonly<Record<string, Bound>>

export type BoundName = keyof typeof bounds

/** Throws `bound-passed` if `count` exceeds the limit with this name. */
export function requireWithin(name: BoundName, count: number): void {
  if (count > bounds[name].most) throw limitExceededError(name, count)
}

/** Returns the error for an exceeded limit. */
export function limitExceededError(name: BoundName, count: number): CatalogueError {
  const { most, unit, of } = bounds[name]
  return browserError('bound-passed', { args: [count, unit, most, of], extra: { bound: name, count, most } })
}
