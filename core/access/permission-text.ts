import type { PermissionPair } from '#core/entity/role.ts'
import { t } from '#core/text/t.ts'
import { APPLICATION } from './ability.ts'

/** The words for a view: the group it is listed in, and its name in sentences. */
const views = (): Readonly<Record<string, string>> => ({
  Dashboard: t('dashboards'),
  Chart: t('charts'),
  Dataset: t('datasets'),
  Database: t('databases'),
  SavedQuery: t('saved queries'),
  Query: t('the query history'),
  SQLLab: t('the SQL editor'),
  Annotation: t('annotation layers'),
  CssTemplate: t('CSS templates'),
  Tag: t('tags'),
  RowLevelSecurity: t('row-level security rules'),
  DashboardGrant: t('access by role'),
  DynamicPlugin: t('plug-ins'),
  User: t('users'),
  Role: t('roles'),
  Log: t('the action log'),
  [APPLICATION]: t('the application'),
})

const verbs = (): Readonly<Record<string, string>> => ({
  can_read: t('Read'),
  can_write: t('Create, change and delete'),
  can_export: t('Export'),
  can_get: t('Read'),
  can_post: t('Create'),
  can_put: t('Change'),
  can_delete: t('Delete'),
  menu_access: t('See the menu entry of'),
})

/** Permissions whose two names together make no sentence. */
const sentences = (): Readonly<Record<string, string>> => ({
  [`can_csv ${APPLICATION}`]: t('Export charts as CSV'),
  [`can_explore ${APPLICATION}`]: t('Open charts in Explore'),
  [`can_share_dashboard ${APPLICATION}`]: t('Share dashboards'),
  [`can_share_chart ${APPLICATION}`]: t('Share charts'),
  [`can_sqllab ${APPLICATION}`]: t('Open the SQL editor'),
  [`can_sql_json ${APPLICATION}`]: t('Run SQL'),
  'can_this_form_get CsvToDatabaseView': t('Upload CSV files'),
  'can_this_form_get ExcelToDatabaseView': t('Upload Excel files'),
  'can_this_form_get ColumnarToDatabaseView': t('Upload Parquet and JSON files'),
  'all_datasource_access all_datasource_access': t('Read the data of every dataset'),
  'all_database_access all_database_access': t('Read the data of every database'),
  'all_query_access all_query_access': t('Read the queries of every user'),
  'can_write User': t('Create, change and delete users (administrators only)'),
  'can_write Role': t('Create, change and delete roles (administrators only)'),
})

const objectTexts = (): Readonly<Record<string, (name: string) => string>> => ({
  database_access: (name) => t('Read database %s', name),
  catalog_access: (name) => t('Read catalog %s', name),
  schema_access: (name) => t('Read schema %s', name),
  datasource_access: (name) => t('Read dataset %s', name),
})

/** True if a permission opens data, and not a part of the product. */
function isDataPermission([permission]: PermissionPair): boolean {
  return permission.endsWith('_access') && permission !== 'menu_access'
}

/** Returns a permission as a phrase, such as `Export charts as CSV`. */
export function permissionText([permission, view]: PermissionPair): string {
  const sentence = sentences()[`${permission} ${view}`]
  if (sentence !== undefined) return sentence
  const object = objectTexts()[permission]
  if (object) return object(view)
  const name = views()[view] ?? view
  const verb = verbs()[permission]
  return verb === undefined ? `${wordsOf(permission)} (${name})` : `${verb} ${name}`
}

/** Returns a permission name as words: `can_save_dash` as `Save dash`. */
function wordsOf(permission: string): string {
  const words = permission.replace(/^can_/, '').replaceAll('_', ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Returns the title of the group that a permission is listed in. */
export function permissionGroup(pair: PermissionPair): string {
  const [permission, view] = pair
  if (isDataPermission(pair)) return t('Data')
  if (permission === 'menu_access') return t('Menu')
  const words = views()[view] ?? view
  return words.charAt(0).toUpperCase() + words.slice(1)
}
