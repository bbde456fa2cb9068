import * as z from 'zod'

/*
 * Schemas of responses with data of charts and datasets, and of explore and the older dataset routes. They define the
 * fields that are always present; the request decides about further fields.
 */

const cell = z.union([z.string(), z.number(), z.boolean()]).nullable()
/** The value of a cell; lists and structs of an engine are passed through. */
const value = z.union([cell, z.array(z.unknown()), z.record(z.string(), z.unknown())])
const names = z.array(z.string())
const text = z.string().nullable()

/** Metadata of the rows of a result. */
const head = z.looseObject({
  status: z.enum(['success', 'failed', 'stopped']),
  error: text,
  stacktrace: text,
  query: z.string(),
  colnames: names,
  coltypes: z.array(z.int()),
  rowcount: z.int(),
  is_cached: z.boolean(),
  cached_dttm: text,
  cache_key: text,
  cache_timeout: z.int().nullable(),
  applied_filters: z.array(z.looseObject({ column: z.string() })),
  rejected_filters: z.array(z.looseObject({ column: z.string(), reason: z.string() })),
  from_dttm: z.number().nullable(),
  to_dttm: z.number().nullable(),
  label_map: z.record(z.string(), names),
})

/** Rows as objects by column. */
const rows = head.extend({ data: z.array(z.record(z.string(), value)) })
/** The same data as columns, requested by `Accept`. */
const columns = head.extend({ columns: z.array(z.array(value)) })
/** Only the statement, or why there is none. */
const statement = z.object({ language: z.string(), query: z.string().optional(), error: z.string().optional() })
/** Columns of a dataset or its time grains. */
const list = z.object({ data: z.array(z.record(z.string(), z.unknown())) })

/** Data of a chart: one entry per query. */
export const chartDataResponse = z.object({ result: z.array(z.union([rows, columns, statement, list])) })

/** The job that will compute the data, if jobs are enabled. */
export const chartJobResponse = z.object({
  channel_id: z.string(),
  job_id: z.string(),
  user_id: z.int().nullable(),
  status: z.enum(['pending', 'running', 'done', 'error']),
  errors: z.array(z.looseObject({ message: z.string() })),
  result_url: text,
})

/** Some rows of a dataset. */
export const samplesResponse = z.object({ result: rows })
/** A page of rows, with the total count. */
export const samplesPageResponse = z.object({
  result: rows.extend({ page: z.int(), per_page: z.int(), total_count: z.int() }),
})

/** Values of a column, ascending. */
export const valuesList = z.array(value)
export const valuesResponse = z.object({ result: valuesList })

/** A user as owner of an entity. */
const ownerShape = z.looseObject({ id: z.int(), first_name: z.string(), last_name: z.string() })

/** A complete dataset with its columns and metrics. */
export const completeDataset = z.looseObject({
  id: z.int(),
  table_name: z.string(),
  schema: text,
  sql: text,
  kind: z.enum(['physical', 'virtual']),
  database: z.looseObject({ id: z.int(), database_name: z.string(), backend: z.string() }).nullable(),
  columns: z.array(z.looseObject({ id: z.int(), column_name: z.string(), type: text, is_dttm: z.boolean() })),
  metrics: z.array(z.looseObject({ id: z.int(), metric_name: z.string(), expression: z.string() })),
  owners: z.array(ownerShape),
})

/** The columns in the source of a dataset. */
export const sourceColumns = z.array(
  z.object({
    name: z.string(),
    column_name: z.string(),
    type: z.string(),
    type_generic: z.int(),
    is_dttm: z.boolean(),
  }),
)

/** A chart as used by dashboards and explore. */
const slice = z.looseObject({
  slice_id: z.int(),
  slice_name: z.string(),
  slice_url: z.string(),
  viz_type: z.string(),
  form_data: z.record(z.string(), z.unknown()),
  datasource: z.string(),
  description: text,
  changed_on: z.string(),
})

/** The initial data of explore; `dataset` is a placeholder if it no longer exists. */
export const exploreResponse = z.object({
  result: z.object({
    form_data: z.record(z.string(), z.unknown()),
    dataset: z.looseObject({
      id: z.int(),
      table_name: z.string(),
      columns: z.array(z.looseObject({})),
      metrics: z.array(z.looseObject({})),
    }),
    slice: slice.nullable(),
    message: z.string(),
  }),
})

/** The charts of a dashboard; for charts that the caller may not see, only their presence. */
export const placedChartsResponse = z.object({
  result: z.array(z.union([slice.extend({ id: z.int() }), z.object({ id: z.int(), is_unseen: z.literal(true) })])),
})

/** The datasets of a dashboard. */
export const datasetsResponse = z.object({ result: z.array(completeDataset) })

/** The target state of a permalink to a chart or dashboard. */
export const chartLinkResponse = z.looseObject({
  datasourceId: z.int(),
  datasourceType: z.string(),
  state: z.looseObject({ formData: z.record(z.string(), z.unknown()) }),
})
export const dashboardLinkResponse = z.looseObject({
  dashboardId: z.string(),
  state: z.record(z.string(), z.unknown()),
})

/** A copy of a dashboard. */
export const copiedResponse = z.object({ result: z.object({ id: z.int(), last_modified_time: z.int() }) })
