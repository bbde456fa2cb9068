import { annotationLayerThing, annotationThing } from './annotation.ts'
import { chartThing } from './chart.ts'
import { cssTemplateThing } from './css-template.ts'
import { dashboardGrantThing } from './dashboard-grant.ts'
import { dashboardThing } from './dashboard.ts'
import { databaseThing } from './database.ts'
import { datasetThing } from './dataset.ts'
import { dynamicPluginThing } from './dynamic-plugin.ts'
import { filterSetThing } from './filter-set.ts'
import { queryThing } from './query.ts'
import { roleThing } from './role.ts'
import { rowRuleThing } from './row-rule.ts'
import { savedQueryThing } from './saved-query.ts'
import { tagThing } from './tag.ts'
import { userThing } from './user.ts'

/** Every stored thing, by the name of its table: what is kept of it, who may, and how long, follow from what it says. */
export const entitySchemas = {
  databases: databaseThing,
  datasets: datasetThing,
  charts: chartThing,
  dashboards: dashboardThing,
  filter_sets: filterSetThing,
  users: userThing,
  roles: roleThing,
  row_rules: rowRuleThing,
  dashboard_grants: dashboardGrantThing,
  annotation_layers: annotationLayerThing,
  annotations: annotationThing,
  dynamic_plugins: dynamicPluginThing,
  saved_queries: savedQueryThing,
  css_templates: cssTemplateThing,
  queries: queryThing,
  tags: tagThing,
} as const
