import { type Dataset, type DatasetHead, datasetKind, datasetEntity } from '#core/entity/dataset.ts'
import { printAgo } from '#server/resources/print-instant.ts'
import type { RouteRequest } from '#server/route/route.ts'
import { engineNamed } from '#server/engines/index.ts'
import type { Database } from '#core/entity/database.ts'
import { presentColumn, presentMetadata, presentMetric } from '#server/resources/shared/present-dataset.ts'
import { loadUsers } from '#server/resources/shared/users-by-id.ts'
import { presentOwnedEntity } from '#server/resources/shared/present-audit-fields.ts'
import { loadFolders } from '#server/resources/shared/folder-names.ts'
import { loadTags } from '#server/resources/shared/tags.ts'
import { presentFields } from '#server/resources/shared/entity-resource.ts'

/** Returns datasets in response form; a single one includes its columns and metrics. */
export async function presentDatasets(
  datasets: readonly DatasetHead[],
  request: RouteRequest,
  as: 'list' | 'show',
): Promise<readonly Record<string, unknown>[]> {
  const { store, now } = request.context
  const usersById = await loadUsers(store, datasets)
  const ids = [...new Set(datasets.map((each) => each.database_id))]
  const { rows: databases } = await store.databases.list({ where: { col: 'id', op: 'in', value: ids } })
  const folderOf = await loadFolders(datasets, request, as)
  const tagsOf = await loadTags(store, 'dataset', datasets)
  const at = now()
  return datasets.map((each) => {
    const database = databases.find(({ id }) => id === each.database_id)
    const url = `/explore/?datasource_type=table&datasource_id=${each.id}`
    return {
      ...presentOwnedEntity(each, usersById, at),
      ...presentFields(datasetEntity, each, as),
      kind: datasetKind(each),
      tags: tagsOf(each.id),
      folder: folderOf(each),
      datasource_type: 'table',
      explore_url: url,
      url,
      database: database ? presentDatabaseOf(database, as) : null,
      ...(as === 'show'
        ? {
            created_on_humanized: printAgo(each.created_on, at),
            changed_on_humanized: printAgo(each.changed_on, at),
            ...fullDataset(each as Dataset, database),
          }
        : {}),
    }
  })
}

/** Returns the database of a dataset; for a single dataset with whether its rows may be counted without a request. */
function presentDatabaseOf({ id, database_name, backend }: Database, as: 'list' | 'show'): Record<string, unknown> {
  const base = { id, database_name, backend }
  return as === 'show' ? { ...base, counts_at_once: engineNamed(backend)?.dialect.countsAtOnce ?? false } : base
}

function fullDataset(dataset: Dataset, database: Parameters<typeof presentMetadata>[1]): Record<string, unknown> {
  return {
    ...presentMetadata(dataset, database),
    columns: dataset.columns.map(presentColumn),
    metrics: dataset.metrics.map(presentMetric),
  }
}
