import { allowedRows } from '#core/access/can.ts'
import { type Chart, type ChartBody, chartEntity } from '#core/entity/chart.ts'
import type { Resource } from '#server/resources/resource.ts'
import { exportRoute } from '#server/resources/shared/export-route.ts'
import { importRoute } from '#server/resources/shared/import-route.ts'
import { favoriteRoutes } from '#server/resources/shared/favorites.ts'
import { recordView } from '#server/resources/shared/record-view.ts'
import { ruleOptions } from '#server/resources/shared/rule-options.ts'
import { dataRoutes } from './data-routes.ts'
import { createChart, parseChart, updateChart } from './body.ts'
import { addsQueryContext } from './complete-query-context.ts'
import { listing } from './listing.ts'
import { presentCharts } from './present.ts'
import { visibleVersions } from './visible-versions.ts'
import { warmUpRoute } from './warm-up.ts'

const VIEW = 'Chart'

/** Saved charts. */
export const chart: Resource<Chart, ChartBody> = {
  name: 'chart',
  permission: VIEW,
  nouns: { one: 'Chart', many: 'Charts', model: 'Slice' },
  listing,
  repository: (store) => store.charts,
  seen: (row, request) => recordView(request, 'chart', row.id),
  rule: (request, action) => allowedRows(request.user, action, VIEW, ruleOptions(request)),
  fillsIn: addsQueryContext,
  bodies: chartEntity,
  parse: parseChart,
  create: createChart,
  update: updateChart,
  present: presentCharts,
  bin: { nameOf: ({ slice_name }) => slice_name },
  history: { entity: chartEntity, seen: visibleVersions },
  routes: [
    importRoute('chart', VIEW),
    exportRoute('chart', VIEW, () => chart),
    warmUpRoute,
    ...dataRoutes,
    ...favoriteRoutes(() => chart, VIEW, 'chart'),
  ],
}
