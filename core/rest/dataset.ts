import * as z from 'zod'
import { ids, int, textOf } from './body.ts'
import { linkText } from './link.ts'

/** Body of `POST /api/v1/dataset/`. A `sql` that is not empty makes the dataset virtual. Unknown keys are kept. */
export const datasetCreate = z.looseObject({
  database: int,
  table_name: textOf(1, 250),
  schema: textOf(0, 250).nullish(),
  sql: z.string().nullish(),
  owners: ids.optional(),
  is_managed_externally: z.boolean().nullish(),
  external_url: linkText.nullish(),
})

const dateFormat = /^(epoch_s|epoch_ms|%Y(-%m(-%d)?)?([T ]%H(:%M(:%S(\.%f)?)?)?)?)$/

/** A column of a dataset as sent. */
export const datasetColumn = z.looseObject({
  id: int.nullish(),
  column_name: textOf(1, 255),
  type: z.string().nullish(),
  verbose_name: textOf(0, 1024).nullish(),
  description: z.string().nullish(),
  expression: z.string().nullish(),
  extra: z.string().nullish(),
  filterable: z.boolean().nullish(),
  groupby: z.boolean().nullish(),
  is_active: z.boolean().nullish(),
  is_dttm: z.boolean().nullish(),
  python_date_format: z
    .string()
    .refine((text) => text === '' || dateFormat.test(text), 'Invalid date/timestamp format')
    .nullish(),
  uuid: z.string().nullish(),
  advanced_data_type: z.string().nullish(),
})

/** A metric of a dataset as sent. */
export const datasetMetric = z.looseObject({
  id: int.nullish(),
  metric_name: textOf(1, 255),
  expression: z.string(),
  description: z.string().nullish(),
  extra: z.string().nullish(),
  metric_type: z.string().nullish(),
  d3format: z.string().nullish(),
  verbose_name: z.string().nullish(),
  warning_text: z.string().nullish(),
  uuid: z.string().nullish(),
})

/** Body of `PUT /api/v1/dataset/{id}`. `columns` and `metrics` replace the lists whole; absent keys keep theirs. */
export const datasetUpdate = z.looseObject({
  table_name: textOf(1, 250).optional(),
  database_id: int.optional(),
  sql: z.string().nullish(),
  filter_select_enabled: z.boolean().nullish(),
  fetch_values_predicate: textOf(0, 1000).nullish(),
  schema: textOf(0, 255).nullish(),
  description: z.string().nullish(),
  main_dttm_col: z.string().nullish(),
  offset: int.nullish(),
  default_endpoint: linkText.nullish(),
  cache_timeout: int.nullish(),
  is_sqllab_view: z.boolean().nullish(),
  template_params: z.string().nullish(),
  owners: ids.optional(),
  columns: z.array(datasetColumn).optional(),
  metrics: z.array(datasetMetric).optional(),
  extra: z.string().nullish(),
  is_managed_externally: z.boolean().nullish(),
  external_url: linkText.nullish(),
})

export type DatasetCreate = z.output<typeof datasetCreate>
export type DatasetUpdate = z.output<typeof datasetUpdate>
export type DatasetColumn = z.output<typeof datasetColumn>
export type DatasetMetric = z.output<typeof datasetMetric>
