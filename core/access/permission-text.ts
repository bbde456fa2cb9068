import type { PermissionPair } from '#core/entity/role.ts'
import { t } from '#core/text/t.ts'
import { APPLICATION } from './ability.ts'
import { permissionSentence } from './permission-sentences.ts'

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
  Group: t('groups'),
  Folder: t('folders'),
  FilterSets: t('filter sets'),
  ReportSchedule: t('alerts and reports'),
  Log: t('the action log'),
  Explore: t('charts'),
  ExploreFormDataRestApi: t('charts'),
  ExplorePermalinkRestApi: t('charts'),
  DashboardFilterStateRestApi: t('dashboards'),
  DashboardPermalinkRestApi: t('dashboards'),
  EmbeddedDashboard: t('embedded dashboards'),
  ImportExportRestApi: t('import and export'),
  AdvancedDataType: t('advanced data types'),
  AvailableDomains: t('the domains of the server'),
  AsyncEventsRestApi: t('the REST API'),
  CacheRestApi: t('the REST API'),
  SecurityRestApi: t('the REST API'),
  OpenApi: t('the REST API'),
  SwaggerView: t('the REST API'),
  Api: t('the REST API'),
  Datasource: t('datasets'),
  SqlLab: t('the SQL editor'),
  'SQL Lab': t('the SQL editor'),
  TabStateView: t('the SQL editor'),
  TableSchemaView: t('the SQL editor'),
  CsvToDatabaseView: t('uploads'),
  ExcelToDatabaseView: t('uploads'),
  ColumnarToDatabaseView: t('uploads'),
  [APPLICATION]: t('the application'),
})

const actionVerbs = (): Readonly<Record<string, string>> => ({
  can_read: t('Read'),
  can_write: t('Create, change and delete'),
  can_export: t('Export'),
  can_get: t('Read'),
  can_post: t('Create'),
  can_put: t('Change'),
  can_delete: t('Delete'),
})

/** The phrases of permissions whose view is a name. */
const objectTexts = (): Readonly<Record<string, (name: string) => string>> => ({
  database_access: (name) => t('Read database %s', name),
  catalog_access: (name) => t('Read catalog %s', name),
  schema_access: (name) => t('Read schema %s', name),
  datasource_access: (name) => t('Read dataset %s', name),
  menu_access: (name) => t('See the menu entry of %s', name),
})

/** True if a permission opens data, and not a part of the product. */
function isDataPermission([permission]: PermissionPair): boolean {
  return permission.endsWith('_access') && permission !== 'menu_access'
}

/** Returns a permission as a phrase, such as `Export charts as CSV`. */
export function permissionText(pair: PermissionPair): string {
  const [permission, view] = pair
  return permissionPhrase(pair) ?? `${wordsOf(permission)} (${views()[view] ?? view})`
}

/** Returns the phrase of a permission; undefined for permissions without words of their own. */
export function permissionPhrase([permission, view]: PermissionPair): string | undefined {
  const sentence = permissionSentence(permission, view)
  if (sentence !== undefined) return sentence
  const object = objectTexts()[permission]
  if (object) return object(view)
  const [verb, name] = [actionVerbs()[permission], views()[view]]
  return verb === undefined || name === undefined ? undefined : `${verb} ${name}`
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
