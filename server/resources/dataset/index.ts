import { allowedRows } from '#core/access/can.ts'
import { type DatasetHead, datasetEntity } from '#core/entity/dataset.ts'
import type { Resource } from '#server/resources/resource.ts'
import { exportRoute } from '#server/resources/shared/export-route.ts'
import { importRoute } from '#server/resources/shared/import-route.ts'
import { ruleOptions } from '#server/resources/shared/rule-options.ts'
import { createDataset, type DatasetBody, parseDataset, requireUnprotected, updateDataset } from './body.ts'
import { availableTableName, versionBody } from './restore.ts'
import { copyRoutes } from './copies.ts'
import { joinRoute } from './join.ts'
import { listing } from './listing.ts'
import { presentDatasets } from './present.ts'
import { maskRoutes } from './masks.ts'
import { datasetRoutes } from './routes.ts'
import { warmUpRoute } from './warm-up.ts'

const VIEW = 'Dataset'

/** Datasets: the tables and queries that charts read. */
export const dataset: Resource<DatasetHead, DatasetBody> = {
  name: 'dataset',
  permission: VIEW,
  nouns: { one: 'Dataset', many: 'Datasets', model: 'Sqla Table' },
  listing,
  repository: (store) => store.datasets,
  rule: (request, action) => allowedRows(request.user, action, VIEW, ruleOptions(request)),
  relatedScope: (request, kind) =>
    kind !== 'database' || allowedRows(request.user, 'read', 'Database', ruleOptions(request)),
  bodies: datasetEntity,
  parse: parseDataset,
  create: createDataset,
  update: updateDataset,
  beforeRemove: requireUnprotected,
  echo: (body) => ('create' in body ? body.create : body.update),
  present: presentDatasets,
  bin: { nameOf: ({ table_name }) => table_name, free: availableTableName },
  history: { entity: datasetEntity, parts: ['columns', 'metrics'], body: versionBody },
  routes: [
    importRoute('dataset', VIEW),
    exportRoute('dataset', VIEW, () => dataset),
    warmUpRoute,
    ...copyRoutes(() => dataset, VIEW),
    joinRoute(() => dataset, VIEW),
    ...datasetRoutes(() => dataset, VIEW),
    ...maskRoutes,
  ],
}
