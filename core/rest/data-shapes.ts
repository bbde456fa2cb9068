import * as z from 'zod'

/*
 * The shapes of answers with data of charts and datasets in them, and of what explore and the older addresses of
 * datasets give. Their parts are many and depend on what is asked: what is always there is said, more may stand beside.
 */

const cell = z.union([z.string(), z.number(), z.boolean()]).nullable()
/** A value of a cell; lists and structs of an engine are as they are. */
const value = z.union([cell, z.array(z.unknown()), z.record(z.string(), z.unknown())])
const names = z.array(z.string())
const text = z.string().nullable()

/** What is said of the rows of an answer. */
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
/** The same column by column, for who asks for it by `Accept`. */
const columns = head.extend({ columns: z.array(z.array(value)) })
/** The statement alone, or why there is none. */
const statement = z.object({ language: z.string(), query: z.string().optional(), error: z.string().optional() })
/** Columns of a dataset or its time grains. */
const list = z.object({ data: z.array(z.record(z.string(), z.unknown())) })

/** Data of a chart: one entry for each question. */
export const chartDataAnswer = z.object({ result: z.array(z.union([rows, columns, statement, list])) })

/** The job that will make the data, where they are made by jobs. */
export const chartJobAnswer = z.object({
  channel_id: z.string(),
  job_id: z.string(),
  user_id: z.int().nullable(),
  status: z.enum(['pending', 'running', 'done', 'error']),
  errors: z.array(z.looseObject({ message: z.string() })),
  result_url: text,
})

/** Some rows of a dataset. */
export const samplesAnswer = z.object({ result: rows })
/** A page of them, of all there are. */
export const samplesPageAnswer = z.object({
  result: rows.extend({ page: z.int(), per_page: z.int(), total_count: z.int() }),
})

/** Values of a column, ascending. */
export const valuesList = z.array(value)
export const valuesAnswer = z.object({ result: valuesList })

/** A person as those who own things are named. */
const owner = z.looseObject({ id: z.int(), first_name: z.string(), last_name: z.string() })

/** A dataset whole, with its columns and metrics. */
export const datasetWhole = z.looseObject({
  id: z.int(),
  table_name: z.string(),
  schema: text,
  sql: text,
  kind: z.enum(['physical', 'virtual']),
  database: z.looseObject({ id: z.int(), database_name: z.string(), backend: z.string() }).nullable(),
  columns: z.array(z.looseObject({ id: z.int(), column_name: z.string(), type: text, is_dttm: z.boolean() })),
  metrics: z.array(z.looseObject({ id: z.int(), metric_name: z.string(), expression: z.string() })),
  owners: z.array(owner),
})

/** The columns that the source of a dataset has. */
export const sourceColumns = z.array(
  z.object({
    name: z.string(),
    column_name: z.string(),
    type: z.string(),
    type_generic: z.int(),
    is_dttm: z.boolean(),
  }),
)

/** A chart as dashboards and explore know it. */
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

/** What explore opens with; `dataset` is a stand-in where there is none any longer. */
export const exploreAnswer = z.object({
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

/** The charts of a dashboard; of those the caller may not see, that they are there. */
export const placedChartsAnswer = z.object({
  result: z.array(z.union([slice.extend({ id: z.int() }), z.object({ id: z.int(), is_unseen: z.literal(true) })])),
})

/** The datasets of a dashboard. */
export const datasetsAnswer = z.object({ result: z.array(datasetWhole) })

/** The state that a link to a chart, or to a dashboard, leads to. */
export const chartLinkAnswer = z.looseObject({
  datasourceId: z.int(),
  datasourceType: z.string(),
  state: z.looseObject({ formData: z.record(z.string(), z.unknown()) }),
})
export const dashboardLinkAnswer = z.looseObject({ dashboardId: z.string(), state: z.record(z.string(), z.unknown()) })

/** A copy that was made of a dashboard. */
export const copiedAnswer = z.object({ result: z.object({ id: z.int(), last_modified_time: z.int() }) })
