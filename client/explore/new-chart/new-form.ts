import { chartType } from '#charts/index.ts'
import { initialForm } from '#controls/form.ts'
import type { FormData } from '#core/form/form-data.ts'
import type { DatasetResponse, DatasetColumnResponse } from '#core/rest/responses.ts'
import { TEMPORAL } from '#core/table/table.ts'

/** Returns the default time axis of a dataset: its main time column, else the first time column. */
export function timeColumnOf(
  dataset: Pick<DatasetResponse, 'columns' | 'main_dttm_col'>,
): DatasetColumnResponse | undefined {
  const columns = dataset.columns ?? []
  const main = columns.find(({ column_name }) => column_name === dataset.main_dttm_col)
  return main ?? columns.find(({ is_dttm, type_generic }) => is_dttm || type_generic === TEMPORAL)
}

/** Returns the form of a new chart: the defaults of its type and the dataset's time column. */
export function newForm(vizType: string, dataset: Pick<DatasetResponse, 'id' | 'columns' | 'main_dttm_col'>): FormData {
  const time = timeColumnOf(dataset)
  return {
    ...initialForm(chartType(vizType)?.controls ?? []),
    viz_type: vizType,
    datasource: `${dataset.id}__table`,
    ...(time ? { granularity_sqla: time.column_name } : {}),
    time_range: 'No filter',
  }
}
