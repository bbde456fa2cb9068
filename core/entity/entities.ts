import { annotationLayerEntity, annotationEntity } from './annotation.ts'
import { chartEntity } from './chart.ts'
import { cssTemplateEntity } from './css-template.ts'
import { dashboardGrantEntity } from './dashboard-grant.ts'
import { dashboardEntity } from './dashboard.ts'
import { databaseEntity } from './database.ts'
import { datasetEntity } from './dataset.ts'
import { dynamicPluginEntity } from './dynamic-plugin.ts'
import { folderEntity } from './folder.ts'
import { filterSetEntity } from './filter-set.ts'
import { grantEntity } from './grant.ts'
import { groupEntity } from './group.ts'
import { queryEntity } from './query.ts'
import { quotaEntity } from './quota.ts'
import { roleEntity } from './role.ts'
import { rowRuleEntity } from './row-rule.ts'
import { savedQueryEntity } from './saved-query.ts'
import { tagEntity } from './tag.ts'
import { userEntity } from './user.ts'

/** Every stored entity by its table name. Storage, permissions and retention are derived from these schemas. */
export const entitySchemas = {
  databases: databaseEntity,
  datasets: datasetEntity,
  charts: chartEntity,
  dashboards: dashboardEntity,
  filter_sets: filterSetEntity,
  users: userEntity,
  roles: roleEntity,
  user_groups: groupEntity,
  row_rules: rowRuleEntity,
  dashboard_grants: dashboardGrantEntity,
  grants: grantEntity,
  quotas: quotaEntity,
  annotation_layers: annotationLayerEntity,
  annotations: annotationEntity,
  dynamic_plugins: dynamicPluginEntity,
  saved_queries: savedQueryEntity,
  css_templates: cssTemplateEntity,
  queries: queryEntity,
  tags: tagEntity,
  folders: folderEntity,
} as const
