import type { Dataset, DatasetColumn, DatasetMetric } from '#core/entity/dataset.ts'

const stamp = { created_on: 0, changed_on: 0 }

/** Returns a column as the store returns it, with the given values. */
export function datasetColumn(column: Partial<DatasetColumn> & Pick<DatasetColumn, 'column_name'>): DatasetColumn {
  return {
    ...stamp,
    id: 0,
    uuid: '',
    verbose_name: null,
    description: null,
    expression: null,
    logical_type: null,
    type: null,
    advanced_data_type: null,
    is_dttm: false,
    is_active: true,
    groupby: true,
    filterable: true,
    python_date_format: null,
    extra: null,
    ...column,
  }
}

/** Returns a saved metric. */
export function datasetMetric(metric_name: string, expression: string): DatasetMetric {
  return {
    ...stamp,
    id: 0,
    uuid: '',
    metric_name,
    verbose_name: null,
    description: null,
    expression,
    metric_type: null,
    d3format: null,
    currency: null,
    warning_text: null,
    extra: null,
  }
}

/** Returns a dataset without a store. */
export function dataset(given: Partial<Dataset> & Pick<Dataset, 'table_name'>): Dataset {
  return {
    ...stamp,
    id: 1,
    uuid: '',
    created_by_fk: null,
    changed_by_fk: null,
    deleted_at: null,
    version: 1,
    is_managed_externally: false,
    external_url: null,
    folder_id: null,
    certified_by: null,
    certification_details: null,
    unknown_keys: null,
    owners: [],
    database_id: 1,
    schema: null,
    catalog: null,
    sql: null,
    main_dttm_col: null,
    description: null,
    default_endpoint: null,
    offset: 0,
    cache_timeout: null,
    params: null,
    template_params: null,
    folders: null,
    filter_select_enabled: true,
    fetch_values_predicate: null,
    extra: null,
    is_sqllab_view: false,
    expires_on: null,
    normalize_columns: false,
    always_filter_main_dttm: false,
    definition_version: 1,
    columns: [],
    metrics: [],
    ...given,
  }
}
