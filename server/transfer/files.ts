import * as z from 'zod'
import { linkText } from '#core/rest/link.ts'

const uuid = z
  .string()
  .regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i, 'Not a valid UUID.')
  .toLowerCase()
const version = z.union([z.string(), z.number()])
const object = z.record(z.string(), z.unknown())
/** An object, kept in the store as JSON text; old files have the text itself. */
const jsonObject = z.union([object, z.string()]).nullish()
const seconds = z.int().nullish()
const text = z.string().nullish()
const flag = z.boolean().nullish()

const link = linkText.nullish()
const managed = { is_managed_externally: flag, external_url: link }
const certified = { certified_by: text, certification_details: text }

/** A file of `databases/`. Keys the product does not know are passed over. */
export const databaseFile = z.object({
  database_name: z.string().min(1),
  sqlalchemy_uri: z.string().min(1),
  password: text,
  cache_timeout: seconds,
  expose_in_sqllab: flag,
  allow_run_async: flag,
  allow_ctas: flag,
  allow_cvas: flag,
  allow_dml: flag,
  allow_csv_upload: flag,
  allow_file_upload: flag,
  impersonate_user: flag,
  configuration_method: z.enum(['sqlalchemy_form', 'dynamic_form']).nullish().catch(null),
  server_cert: text,
  extra: jsonObject,
  uuid,
  version,
  ...managed,
})

const column = z.object({
  column_name: z.string().min(1),
  verbose_name: text,
  is_dttm: flag,
  is_active: flag,
  type: text,
  advanced_data_type: text,
  groupby: flag,
  filterable: flag,
  expression: text,
  description: text,
  python_date_format: text,
  extra: jsonObject,
  uuid: uuid.nullish(),
})

const metric = z.object({
  metric_name: z.string().min(1),
  expression: z.string(),
  verbose_name: text,
  metric_type: text,
  description: text,
  d3format: text,
  currency: jsonObject,
  extra: jsonObject,
  warning_text: text,
  uuid: uuid.nullish(),
})

/** A file of `datasets/`. */
export const datasetFile = z.object({
  table_name: z.string().min(1),
  main_dttm_col: text,
  description: text,
  default_endpoint: link,
  offset: z.int().nullish(),
  cache_timeout: seconds,
  catalog: text,
  schema: text,
  sql: text,
  params: jsonObject,
  template_params: jsonObject,
  filter_select_enabled: flag,
  fetch_values_predicate: text,
  extra: jsonObject,
  normalize_columns: flag,
  always_filter_main_dttm: flag,
  uuid,
  database_uuid: uuid,
  version,
  metrics: z.array(metric).nullish(),
  columns: z.array(column).nullish(),
  ...managed,
})

/** A file of `charts/`. */
export const chartFile = z.object({
  slice_name: z.string(),
  description: text,
  viz_type: z.string(),
  params: z.union([object, z.string()]).nullish(),
  query_context: z.union([z.string(), object]).nullish(),
  cache_timeout: seconds,
  uuid,
  dataset_uuid: uuid,
  version,
  ...certified,
  ...managed,
})

/** A file of `dashboards/`. */
export const dashboardFile = z.object({
  dashboard_title: z.string(),
  description: text,
  css: text,
  slug: text,
  position: object.nullish(),
  metadata: object.nullish(),
  published: flag,
  uuid,
  version,
  ...certified,
  ...managed,
})

export type DatabaseFile = z.output<typeof databaseFile>
export type DatasetFile = z.output<typeof datasetFile>
export type ChartFile = z.output<typeof chartFile>
export type DashboardFile = z.output<typeof dashboardFile>
