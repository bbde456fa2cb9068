import type { PermissionPair } from '#core/entity/role.ts'
import { APPLICATION } from '#core/access/ability.ts'
import type { MinimumRole } from '#core/entity/entity-definition.ts'
import { permissionPairs, rightsOfEntities } from './catalogue.ts'

/** A role that every installation has at first. */
export interface RoleDefinition {
  readonly name: string
  readonly pairs: readonly PermissionPair[]
}

const READ = [
  'can_show',
  'can_list',
  'can_get',
  'can_external_metadata',
  'can_external_metadata_by_name',
  'can_read',
  'can_samples',
]

const ADMIN_VIEWS = ['Action Log', 'Log', 'List Users', 'List Roles', 'Row Level Security', 'Security']
const ADMIN_PERMISSIONS = ['all_query_access', 'can_grant_guest_token', 'can_set_embedded', 'can_warm_up_cache']

const ALPHA_VIEWS = [
  'Manage',
  'CSS Templates',
  'Annotation Layers',
  'Import Dashboards',
  'Upload a CSV',
  'ReportSchedule',
  'Alerts & Report',
  'TableSchemaView',
  'CsvToDatabaseView',
  'ColumnarToDatabaseView',
  'ExcelToDatabaseView',
  'ImportExportRestApi',
]
const ALPHA_PERMISSIONS = ['all_database_access', 'all_datasource_access']
const ALPHA_WRITES = ['Datasource']

const SQL_LAB: Readonly<Record<string, readonly string[]>> = {
  SavedQuery: ['can_read', 'can_write', 'can_export'],
  Query: ['can_read', 'can_export_csv'],
  SQLLab: ['can_execute_sql_query', 'can_get_results', 'can_export_csv', 'can_read'],
  SqlLab: ['can_my_queries'],
  'SQL Lab': ['menu_access', 'can_estimate_query_cost'],
  'SQL Editor': ['menu_access'],
  'Saved Queries': ['menu_access'],
  'Query Search': ['menu_access'],
  [APPLICATION]: [
    'can_sql_json',
    'can_sqllab',
    'can_sqllab_history',
    'can_sqllab_viz',
    'can_sqllab_table_viz',
    'can_stop_query',
    'can_test_conn',
    'can_search_queries',
  ],
  TabStateView: [
    'can_get',
    'can_post',
    'can_put',
    'can_delete',
    'can_activate',
    'can_migrate_query',
    'can_delete_query',
  ],
}

/** Permissions for writing SQL in addition to those of SQL Lab. */
const SQL_LAB_EXTRA: readonly PermissionPair[] = [
  ['can_csv', APPLICATION],
  ['can_read', APPLICATION],
  ['can_read', 'Database'],
]

/** Returns the lowest built-in role that has a permission on an entity type. */
function minimumRole([permission, view]: PermissionPair): MinimumRole {
  const rights = rightsOfEntities.get(view)
  return (READ.includes(permission) ? rights?.readers : rights?.writers) ?? 'Gamma'
}

function isAdminOnly(pair: PermissionPair): boolean {
  const [permission, view] = pair
  return ADMIN_VIEWS.includes(view) || ADMIN_PERMISSIONS.includes(permission) || minimumRole(pair) === 'Admin'
}

function isAlphaOnly(pair: PermissionPair): boolean {
  const [permission, view] = pair
  if (ALPHA_VIEWS.includes(view) || ALPHA_PERMISSIONS.includes(permission)) return true
  return minimumRole(pair) === 'Alpha' || (ALPHA_WRITES.includes(view) && !READ.includes(permission))
}

function isSqlLabOnly([permission, view]: PermissionPair): boolean {
  return SQL_LAB[view]?.includes(permission) ?? false
}

const alpha = permissionPairs.filter((pair) => !isAdminOnly(pair) && !isSqlLabOnly(pair))

/** The roles as data; the code only checks permissions. Database access of sql_lab is granted separately. */
export const builtInRoles: readonly RoleDefinition[] = [
  { name: 'Admin', pairs: permissionPairs },
  { name: 'Alpha', pairs: alpha },
  { name: 'Gamma', pairs: alpha.filter((pair) => !isAlphaOnly(pair)) },
  { name: 'Public', pairs: [] },
  { name: 'sql_lab', pairs: [...permissionPairs.filter(isSqlLabOnly), ...SQL_LAB_EXTRA] },
]
