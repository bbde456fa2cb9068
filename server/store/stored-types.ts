import { tables } from './tables.ts'

/** Tables besides those of entities: links and parts of rows, and users. */
const tablesWithoutEntity = [
  'user_roles',
  'user_group_roles',
  'user_group_members',
  'permissions',
  'role_permissions',
  'sessions',
  'owners',
  'dataset_columns',
  'dataset_metrics',
  'dashboard_charts',
  'dashboard_roles',
  'draft_readers',
  'embedded_dashboards',
  'column_masks',
  'created_tables',
  'row_rule_datasets',
  'row_rule_roles',
  'tagged_objects',
  'home_files',
  'folder_owners',
] as const

/** An entity type, named after its table. */
export type StoredType = keyof typeof tables | (typeof tablesWithoutEntity)[number]

/**
 * Types whose changes are counted: cached results may depend on them. Other tables (logs, jobs, page state) change all
 * the time, and results that read them are not cached.
 */
export const storedTypes: readonly StoredType[] = [
  ...(Object.keys(tables) as (keyof typeof tables)[]),
  ...tablesWithoutEntity,
]

/** Tables whose changes are not counted. */
export const uncountedTables = [
  'login_links',
  'api_tokens',
  'external_identities',
  'scim_resources',
  'scim_members',
  'access_requests',
  'second_factors',
  'recovery_codes',
  'favorites',
  'events',
  'jobs',
  'key_values',
  'settings',
  'query_log',
  'revisions',
  'homes',
  'limit_counts',
  'quota_uses',
  'query_results',
  'tab_states',
  'table_schemas',
] as const

/** Views, and the tables they read. */
export const views: Readonly<Record<string, readonly StoredType[]>> = {
  dashboard_datasets: ['dashboard_charts', 'charts'],
  granted_datasets: ['dashboard_grants', 'dashboard_charts', 'charts'],
  folder_paths: ['folders'],
  folder_dashboards: ['folders', 'dashboards'],
  folder_charts: ['folders', 'charts'],
  folder_datasets: ['folders', 'datasets'],
}

/** The tables a statement reads, and those it changes; `all` if unknown. */
export interface StatementTables {
  readonly reads: readonly string[]
  readonly writes: readonly string[] | 'all'
}

const TABLES: ReadonlySet<string> = new Set<string>([...storedTypes, ...uncountedTables, ...Object.keys(views)])
const NAMED = /\b(?:from|join|into|update)\s+"?(\w+)/gi
const CHANGED = /^\s*(?:insert\s+into|update|delete\s+from)\s+"?(\w+)/i
/** The driver reports the ends of transactions. */
const CHANGES_NOTHING = /^\s*(?:select|savepoint|release|rollback)\b/i

const MAX_CACHED = 2000
const statementTablesCache = new Map<string, StatementTables>()

/** Returns the tables a statement of the store reads and changes. */
export function statementTables(statement: string): StatementTables {
  const found = statementTablesCache.get(statement)
  if (found) return found
  if (statementTablesCache.size >= MAX_CACHED) statementTablesCache.clear()
  const reported = parseStatementTables(statement)
  statementTablesCache.set(statement, reported)
  return reported
}

function parseStatementTables(statement: string): StatementTables {
  const named = Array.from(statement.matchAll(NAMED), ([, name = '']) => name).filter((name) => TABLES.has(name))
  const reads = [...new Set(named.flatMap((name) => views[name] ?? name))]
  if (CHANGES_NOTHING.test(statement)) return { reads, writes: [] }
  const changed = CHANGED.exec(statement)?.[1]
  return { reads, writes: changed === undefined ? 'all' : [changed] }
}
