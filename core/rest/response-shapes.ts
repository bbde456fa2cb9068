import * as z from 'zod'
import { planTypes } from './upload.ts'

/* Schemas of responses that are not rows of a resource. Route handlers and the API document use them. */

/** The operation succeeded. */
export const doneResponse = z.object({ message: z.string() })

/** The connection works; `warnings` lists parts of the database that do not exist yet. */
export const connectionResponse = z.object({ message: z.literal('OK'), warnings: z.array(z.string()).optional() })

/** The operation succeeded for this many items. */
export const countedResponse = z.object({ message: z.string(), count: z.int() })

/** The operation succeeded, for clients that expect `OK`. */
export const okResponse = z.object({ result: z.literal('OK') })

/** The entity was restored; `changes` lists its new values where they had to change. */
export const restoredResponse = z.object({
  message: z.string(),
  changes: z.record(z.string(), z.unknown()).optional(),
})

/** Values to choose from for a column. */
export const relatedResponse = z.object({
  count: z.int(),
  result: z.array(
    z.object({
      value: z.union([z.int(), z.string()]),
      text: z.string(),
      extra: z.record(z.string(), z.unknown()).optional(),
    }),
  ),
})

/** The distinct values of a column. */
export const distinctResponse = z.object({
  count: z.int(),
  result: z.array(z.object({ text: z.string(), value: z.string() })),
})

/** Which rows are favorites of the caller. */
export const favoritesResponse = z.object({ result: z.array(z.object({ id: z.int(), value: z.boolean() })) })

/** A user as named in entities; null if unknown. */
const userShape = z
  .object({ id: z.int(), first_name: z.string(), last_name: z.string(), username: z.string().optional() })
  .nullable()

/** The content of the bin; days until permanent deletion. */
export const binResponse = z.object({
  count: z.int(),
  ids: z.array(z.int()),
  days: z.int(),
  result: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      deleted_on: z.string(),
      deleted_on_delta_humanized: z.string(),
      deleted_by: userShape,
      deleted_by_name: z.string(),
      days_left: z.int(),
    }),
  ),
})

/** Time and author of a version; `restored_of` is the time of the version it restored. */
const version = z.object({
  id: z.int(),
  made_on: z.string(),
  made_on_delta_humanized: z.string(),
  made_by: userShape,
  made_by_name: z.string(),
  restored_of: z.string().nullable(),
})

/** One change between two versions. */
const change = z.looseObject({ kind: z.string(), field: z.string() })

export const versionsResponse = z.object({
  count: z.int(),
  ids: z.array(z.int()),
  result: z.array(
    version.extend({
      is_first: z.boolean(),
      copied_from: z.object({ name: z.string().nullable() }).nullable(),
      changes: z.array(change),
    }),
  ),
})

/** One version, and the changes that restoring it would make. */
export const versionResponse = z.object({
  id: z.int(),
  result: version.extend({ fields: z.record(z.string(), z.unknown()), changes: z.array(change) }),
})

export const savedResponse = z.object({ id: z.int(), version: z.int() })

export const keyResponse = z.object({ key: z.string() })

/** A permalink to a state. */
export const linkResponse = z.object({ key: z.string(), url: z.string() })

/** How many users have marked an entity as favorite. */
export const favoriteCountResponse = z.object({ count: z.int() })

const fieldChange = z.object({ name: z.string(), before: z.string().nullable(), after: z.string().nullable() })

/** The changes that an import has made or would make. */
export const importResponse = z.object({
  message: z.literal('OK'),
  warnings: z.array(z.string()).optional(),
  drafts: z.array(z.object({ uuid: z.string(), name: z.string() })).optional(),
  changes: z
    .array(
      z.object({
        path: z.string(),
        kind: z.enum(['database', 'dataset', 'chart', 'dashboard', 'saved_query']),
        name: z.string(),
        action: z.enum(['create', 'update', 'restore', 'keep', 'same']),
        fields: z.array(fieldChange),
        more: z.int(),
      }),
    )
    .optional(),
})

/** Information about a resource: permissions, filters and forms. If keys are requested, only those. */
export const infoResponse = z.object({
  permissions: z.array(z.string()).optional(),
  filters: z.record(z.string(), z.array(z.object({ name: z.string(), operator: z.string() }))).optional(),
  add_columns: z.array(z.looseObject({ name: z.string() })).optional(),
  edit_columns: z.array(z.looseObject({ name: z.string() })).optional(),
  add_title: z.string().optional(),
  edit_title: z.string().optional(),
})

/** The objects that use a dataset. */
export const relatedObjectsResponse = z.object({
  charts: z.object({
    count: z.int(),
    result: z.array(z.object({ id: z.int(), slice_name: z.string(), viz_type: z.string() })),
  }),
  dashboards: z.object({
    count: z.int(),
    result: z.array(
      z.object({
        id: z.int(),
        json_metadata: z.string().nullable(),
        slug: z.string().nullable(),
        title: z.string(),
      }),
    ),
  }),
})

/** Columns of datasets whose name or label contains a text. */
export const foundColumnsResponse = z.object({
  count: z.int(),
  result: z.array(
    z.object({
      dataset_id: z.int(),
      dataset_name: z.string(),
      column_name: z.string(),
      verbose_name: z.string().nullable(),
    }),
  ),
})

/** Charts whose results were computed and cached, or the reason why not. */
export const warmedResponse = z.object({
  result: z.array(
    z.object({ chart_id: z.int(), viz_error: z.string().nullable(), viz_status: z.enum(['success', 'failed']) }),
  ),
})

export const tokensResponse = z.object({ access_token: z.string(), refresh_token: z.string().optional() })
export const accessResponse = z.object({ access_token: z.string() })

export const csrfResponse = z.object({ result: z.string() })

/** The operation succeeded; there is no content. */
export const emptyResponse = z.object({})

/** Tagged and skipped objects: type and id. */
const taggedPair = z.array(z.union([z.string(), z.int()]))
export const bulkTagResponse = z.object({
  result: z.object({ objects_tagged: z.array(taggedPair), objects_skipped: z.array(taggedPair) }),
})

export const namesResponse = z.object({ result: z.array(z.string()) })

export const schemasResponse = z.object({ schemas: z.array(z.string()) })

/** An existing or new dataset. */
export const datasetFoundResponse = z.object({ result: z.object({ table_id: z.int() }) })

/** A dataset that was created from a file, with a report about the records of the file. */
export const uploadedResponse = z.object({
  message: z.string(),
  dataset_id: z.int(),
  report: z.object({
    records: z.int(),
    rows: z.int(),
    has_header: z.boolean(),
    counts: z.object({ blank: z.int(), 'above-header': z.int(), short: z.int(), long: z.int() }),
    reported: z.array(
      z.object({
        line: z.int(),
        reason: z.enum(['blank', 'above-header', 'short', 'long']),
        cells: z.int(),
        columns: z.int(),
      }),
    ),
    bad_cells: z
      .object({
        count: z.int(),
        first: z.array(z.object({ row: z.int(), column: z.string(), value: z.string(), reason: z.enum(planTypes) })),
      })
      .optional(),
    skipped_rows: z.int().optional(),
  }),
})

/** The column names of a file, for each sheet of a workbook. */
export const uploadMetadataResponse = z.object({
  result: z.object({
    items: z.array(z.object({ sheet_name: z.string().nullable(), column_names: z.array(z.string()) })),
  }),
})

export const functionsResponse = z.object({ function_names: z.array(z.string()) })

/** Errors in SQL with their positions; empty if there are none. */
export const sqlErrorsResponse = z.object({
  result: z.array(
    z.object({
      line_number: z.int().nullable(),
      start_column: z.int().nullable(),
      end_column: z.int().nullable(),
      message: z.string(),
    }),
  ),
})

/** Host names of the application. */
export const domainsResponse = z.object({ result: z.object({ domains: z.array(z.string()) }) })

export const publishedResponse = z.object({ published: z.boolean() })

/** State stored under a key, as JSON text. */
export const stateResponse = z.object({ value: z.string() })
export const formResponse = z.object({ form_data: z.string() })

/** Tables and views of a schema. */
export const tablesResponse = z.object({
  count: z.int(),
  result: z.array(z.object({ value: z.string(), type: z.string(), extra: z.null() })),
})

/** A key of a table, or one of its indexes; `referred_` fields are the target of a foreign key. */
export const tableKey = z.object({
  column_names: z.array(z.string()),
  name: z.string().nullable(),
  type: z.enum(['pk', 'fk', 'index', 'unique']).nullable(),
  options: z.object({}).optional(),
  referred_columns: z.array(z.string()).optional(),
  referred_schema: z.string().nullable().optional(),
  referred_table: z.string().optional(),
})

export const tableResponse = z.object({
  name: z.string(),
  columns: z.array(
    z.object({
      name: z.string(),
      type: z.string(),
      longType: z.string(),
      keys: z.array(tableKey),
      comment: z.string().nullable(),
    }),
  ),
  foreignKeys: z.array(tableKey),
  indexes: z.array(tableKey),
  primaryKey: tableKey.optional(),
  selectStar: z.string(),
  comment: z.string().nullable(),
  /** Null if unknown or hidden from the user, like `createStatement`. */
  rowEstimate: z.number().nullable(),
  createStatement: z.string().nullable(),
})

export const sqlResponse = z.object({ result: z.string() })

/** The user of the request. */
export const meResponse = z.object({
  result: z.object({
    id: z.int().nullable(),
    username: z.string(),
    email: z.string().nullable(),
    first_name: z.string(),
    last_name: z.string(),
    is_active: z.boolean(),
    is_anonymous: z.boolean(),
  }),
})

/** Recent actions of a user, newest first; `time` in epoch milliseconds. */
const recentLine = z.object({
  action: z.string(),
  item_type: z.enum(['slice', 'dashboard']),
  item_title: z.string(),
  item_url: z.string(),
  time: z.number(),
  time_delta_humanized: z.string(),
})
export const recentResponse = z.object({ result: z.array(recentLine) })
export const recentList = z.array(recentLine)

/** Ends of a time range, empty if open. */
const ends = z.object({ since: z.string(), until: z.string(), timeRange: z.string(), shift: z.string().optional() })
export const timeRangeResponse = z.object({ result: z.union([ends, z.array(ends)]) })

/** An entry of the log: `view_as` is the user or role as which the actor viewed the application. */
const logLine = z.object({
  id: z.int(),
  action: z.string(),
  dttm: z.string(),
  json: z.string(),
  user_id: z.int().nullable(),
  user: userShape,
  slice_id: z.int().nullable(),
  dashboard_id: z.int().nullable(),
  address: z.string().nullable(),
  view_as: z.object({ type: z.enum(['user', 'role']), id: z.int(), name: z.string().nullable() }).nullable(),
  is_service: z.boolean(),
})
export const logLineResponse = z.object({ id: z.int(), result: logLine })
export const logResponse = z.object({
  count: z.int(),
  ids: z.array(z.int()),
  list_columns: z.array(z.string()),
  result: z.array(logLine.partial()),
})

/** A named set of dashboard filters; `params` is their configuration and state. */
export const filterSetShape = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string().nullable(),
  owner_type: z.enum(['Dashboard', 'User']),
  owner_id: z.int(),
  dashboard_id: z.int(),
  params: z.record(z.string(), z.unknown()),
})
export const filterSetsResponse = z.object({
  count: z.int(),
  ids: z.array(z.int()),
  result: z.array(
    filterSetShape.extend({
      created_on: z.string(),
      changed_on: z.string(),
      created_by_fk: z.int().nullable(),
      changed_by_fk: z.int().nullable(),
    }),
  ),
})
export const filterSetDeleted = z.object({ id: z.int().optional() })
