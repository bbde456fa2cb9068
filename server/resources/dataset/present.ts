import { type Dataset, type DatasetHead, datasetKind } from '#core/entity/dataset.ts'
import type { Asked } from '#server/route/route.ts'
import { presentColumn, presentFacts, presentMetric } from '#server/resources/shared/dataset.ts'
import { loadPeople } from '#server/resources/shared/people.ts'
import { presentOwned } from '#server/resources/shared/stamp.ts'

/** Datasets as answered; one that is shown has its columns and metrics. */
export async function presentDatasets(
  datasets: readonly DatasetHead[],
  asked: Asked,
  as: 'list' | 'show',
): Promise<readonly Record<string, unknown>[]> {
  const { store, now } = asked.context
  const people = await loadPeople(store, datasets)
  const ids = [...new Set(datasets.map((each) => each.database_id))]
  const { rows: databases } = await store.databases.list({ where: { col: 'id', op: 'in', value: ids } })
  const at = now()
  return datasets.map((each) => {
    const database = databases.find(({ id }) => id === each.database_id)
    const url = `/explore/?datasource_type=table&datasource_id=${each.id}`
    return {
      ...presentOwned(each, people, at),
      table_name: each.table_name,
      schema: each.schema,
      kind: datasetKind(each),
      sql: each.sql,
      description: each.description,
      datasource_type: 'table',
      default_endpoint: each.default_endpoint,
      explore_url: url,
      url,
      extra: each.extra,
      main_dttm_col: each.main_dttm_col,
      cache_timeout: each.cache_timeout,
      database: database ? { id: database.id, database_name: database.database_name, backend: database.backend } : null,
      ...(as === 'show' ? whole(each as Dataset, database) : {}),
    }
  })
}

function whole(dataset: Dataset, database: Parameters<typeof presentFacts>[1]): Record<string, unknown> {
  return {
    ...presentFacts(dataset, database),
    columns: dataset.columns.map(presentColumn),
    metrics: dataset.metrics.map(presentMetric),
    filter_select_enabled: dataset.filter_select_enabled,
    fetch_values_predicate: dataset.fetch_values_predicate,
    offset: dataset.offset,
    is_sqllab_view: dataset.is_sqllab_view,
    template_params: dataset.template_params,
    params: dataset.params,
    catalog: dataset.catalog,
    normalize_columns: dataset.normalize_columns,
    always_filter_main_dttm: dataset.always_filter_main_dttm,
  }
}
