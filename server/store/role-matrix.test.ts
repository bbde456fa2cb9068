import { expect, it } from 'vitest'
import { builtInRoles } from './built-in-roles.ts'

/**
 * The expected permissions by role: analysts read data and create charts; authors also edit datasets; administrators
 * manage the installation; SQL users write SQL. Any change of a role's permissions must be added here.
 */
const HELD: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'Admin Alpha Gamma': {
    Chart: 'can_read can_write can_export',
    Dashboard: 'can_read can_write can_export can_get_embedded can_delete_embedded',
    Dataset: 'can_read',
    Folder: 'can_read can_write',
    Tag: 'can_read can_write can_bulk_create',
    Explore: 'can_read',
    ExploreFormDataRestApi: 'can_read can_write',
    ExplorePermalinkRestApi: 'can_read can_write',
    DashboardFilterStateRestApi: 'can_read can_write',
    DashboardPermalinkRestApi: 'can_read can_write',
    FilterSets: 'can_list can_add can_edit can_delete can_read can_write',
    EmbeddedDashboard: 'can_read',
    AdvancedDataType: 'can_read',
    AvailableDomains: 'can_read',
    AsyncEventsRestApi: 'can_list',
    CacheRestApi: 'can_invalidate',
    SecurityRestApi: 'can_read',
    OpenApi: 'can_get',
    SwaggerView: 'can_show',
    Api: 'can_query can_query_form_data can_time_range',
    Datasource: 'can_get can_external_metadata can_external_metadata_by_name can_samples',
    DynamicPlugin: 'can_read can_list can_show',
    Superset:
      'can_explore can_explore_json can_share_dashboard can_share_chart can_slice can_save_dash can_dashboard can_favstar can_recent_activity can_fetch_datasource_metadata can_filter can_log can_csrf_token can_validate_sql_json can_queries can_results can_annotation_json can_slice_json can_user_slices can_fave_slices can_fave_dashboards can_created_slices can_created_dashboards can_profile can_available_domains can_copy_dash can_publish can_schemas can_tables can_select_star can_extra_table_metadata can_testconn can_add_slices can_import_dashboards can_estimate_query_cost can_schemas_access_for_file_upload can_userinfo resetmypassword',
    Dashboards: 'menu_access',
    Charts: 'menu_access',
    Datasets: 'menu_access',
    Databases: 'menu_access',
    Data: 'menu_access',
    Plugins: 'menu_access',
    Home: 'menu_access',
  },
  Admin: {
    Chart: 'can_warm_up_cache',
    Dashboard: 'can_set_embedded',
    Dataset: 'can_warm_up_cache',
    Database: 'can_write can_export',
    Log: 'can_read can_write',
    User: 'can_read can_write',
    Role: 'can_read can_write',
    Group: 'can_read can_write',
    RowLevelSecurity: 'can_read can_write',
    DashboardGrant: 'can_read can_write',
    SecurityRestApi: 'can_grant_guest_token',
    DynamicPlugin: 'can_add can_edit can_delete can_write can_download',
    Superset: 'can_warm_up_cache',
    Security: 'menu_access',
    'List Users': 'menu_access',
    'List Roles': 'menu_access',
    'Action Log': 'menu_access',
    'Row Level Security': 'menu_access',
    all_query_access: 'all_query_access',
  },
  'Admin Alpha': {
    Dataset: 'can_write can_export can_duplicate can_get_or_create_dataset',
    Annotation: 'can_read can_write',
    CssTemplate: 'can_read can_write',
    ReportSchedule: 'can_read can_write',
    ImportExportRestApi: 'can_export can_import_',
    Datasource: 'can_save',
    TableSchemaView: 'can_post can_delete can_expanded',
    CsvToDatabaseView: 'can_this_form_get can_this_form_post',
    ExcelToDatabaseView: 'can_this_form_get can_this_form_post',
    ColumnarToDatabaseView: 'can_this_form_get can_this_form_post',
    Manage: 'menu_access',
    'CSS Templates': 'menu_access',
    'Annotation Layers': 'menu_access',
    'Alerts & Report': 'menu_access',
    'Upload a CSV': 'menu_access',
    'Import Dashboards': 'menu_access',
    all_datasource_access: 'all_datasource_access',
    all_database_access: 'all_database_access',
  },
  'Admin Alpha Gamma sql_lab': {
    Database: 'can_read',
    Superset: 'can_csv can_read',
  },
  'Admin sql_lab': {
    SavedQuery: 'can_read can_write can_export',
    Query: 'can_read can_export_csv',
    SQLLab: 'can_execute_sql_query can_get_results can_export_csv can_read',
    SqlLab: 'can_my_queries',
    Superset:
      'can_sqllab can_sqllab_history can_sqllab_viz can_sqllab_table_viz can_sql_json can_stop_query can_search_queries can_test_conn',
    TabStateView: 'can_get can_post can_put can_delete can_activate can_migrate_query can_delete_query',
    'SQL Lab': 'menu_access can_estimate_query_cost',
    'SQL Editor': 'menu_access',
    'Saved Queries': 'menu_access',
    'Query Search': 'menu_access',
  },
}

/** Every pair as one line of text, with the roles that have it. */
const expected = Object.entries(HELD).flatMap(([holders, views]) =>
  Object.entries(views).flatMap(([view, permissions]) =>
    permissions.split(' ').map((permission) => `${permission} on ${view}: ${holders}`),
  ),
)

it('the roles of a new installation have exactly the listed permissions', () => {
  const holders = new Map<string, string[]>()
  for (const { name, pairs } of builtInRoles)
    for (const pair of pairs) holders.set(pair.join(' on '), [...(holders.get(pair.join(' on ')) ?? []), name])
  const actual = [...holders].map(([pair, names]) => `${pair}: ${names.join(' ')}`)
  expect(actual.toSorted()).toEqual(expected.toSorted())
})
