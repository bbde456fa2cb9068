import * as z from 'zod'
import { planTypes } from './upload.ts'

/*
 * The shapes of what calls answer that are no rows of a resource: the type of what a route gives, and what the document
 * says of it, are these.
 */

/** It is done. */
export const doneAnswer = z.object({ message: z.string() })

/** A connection works; `warnings` says what of the database does not exist yet. */
export const connectionAnswer = z.object({ message: z.literal('OK'), warnings: z.array(z.string()).optional() })

/** It is done, to so many. */
export const countedAnswer = z.object({ message: z.string(), count: z.int() })

/** It is done, as `OK` where clients look for it. */
export const okAnswer = z.object({ result: z.literal('OK') })

/** It came back; `changes` is what it is called otherwise now. */
export const restoredAnswer = z.object({
  message: z.string(),
  changes: z.record(z.string(), z.unknown()).optional(),
})

/** What a column may hold, to choose from. */
export const relatedAnswer = z.object({
  count: z.int(),
  result: z.array(
    z.object({
      value: z.union([z.int(), z.string()]),
      text: z.string(),
      extra: z.record(z.string(), z.unknown()).optional(),
    }),
  ),
})

/** The values a column has. */
export const distinctAnswer = z.object({
  count: z.int(),
  result: z.array(z.object({ text: z.string(), value: z.string() })),
})

/** Which rows the caller has marked. */
export const favoritesAnswer = z.object({ result: z.array(z.object({ id: z.int(), value: z.boolean() })) })

/** A person as things name them; null where nobody is known. */
const person = z
  .object({ id: z.int(), first_name: z.string(), last_name: z.string(), username: z.string().optional() })
  .nullable()

/** What lies in the bin; days are those until it is removed for good. */
export const binAnswer = z.object({
  count: z.int(),
  ids: z.array(z.int()),
  days: z.int(),
  result: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      deleted_on: z.string(),
      deleted_on_delta_humanized: z.string(),
      deleted_by: person,
      deleted_by_name: z.string(),
      days_left: z.int(),
    }),
  ),
})

/** When and by whom a version was made; `restored_of` is the moment of the one it brought back. */
const version = z.object({
  id: z.int(),
  made_on: z.string(),
  made_on_delta_humanized: z.string(),
  made_by: person,
  made_by_name: z.string(),
  restored_of: z.string().nullable(),
})

/** One change between two versions. */
const change = z.looseObject({ kind: z.string(), field: z.string() })

export const versionsAnswer = z.object({
  count: z.int(),
  ids: z.array(z.int()),
  result: z.array(version.extend({ is_first: z.boolean(), changes: z.array(change) })),
})

/** One version, and what would change if it came back. */
export const versionAnswer = z.object({
  id: z.int(),
  result: version.extend({ fields: z.record(z.string(), z.unknown()), changes: z.array(change) }),
})

/** A thing that was saved. */
export const savedAnswer = z.object({ id: z.int(), version: z.int() })

/** A key under which something is kept. */
export const keyAnswer = z.object({ key: z.string() })

/** A link to a state. */
export const linkAnswer = z.object({ key: z.string(), url: z.string() })

/** How many have marked a thing. */
export const countAnswer = z.object({ count: z.int() })

const fieldChange = z.object({ name: z.string(), before: z.string().nullable(), after: z.string().nullable() })

/** What an import has done, or would do. */
export const importAnswer = z.object({
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

/** What is told of a resource: who may what, by what it is found, and its forms. Where keys are asked for, those alone. */
export const infoAnswer = z.object({
  permissions: z.array(z.string()).optional(),
  filters: z.record(z.string(), z.array(z.object({ name: z.string(), operator: z.string() }))).optional(),
  add_columns: z.array(z.looseObject({ name: z.string() })).optional(),
  edit_columns: z.array(z.looseObject({ name: z.string() })).optional(),
  add_title: z.string().optional(),
  edit_title: z.string().optional(),
})

/** What stands on datasets. */
export const relatedObjectsAnswer = z.object({
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

const usedPart = z.object({
  name: z.string(),
  /** Ids of charts. */
  charts: z.array(z.int()),
  /** Ids of dashboards: those of the charts, and those whose filters use it. */
  dashboards: z.array(z.int()),
  filters: z.array(z.object({ dashboard_id: z.int(), id: z.string() })),
})

/** Charts, dashboards and filters that use a dataset, and each of its columns and metrics that is used. */
export const lineageAnswer = z.object({
  id: z.int(),
  result: z.object({
    charts: z.array(z.object({ id: z.int(), slice_name: z.string(), viz_type: z.string() })),
    dashboards: z.array(z.object({ id: z.int(), title: z.string() })),
    filters: z.array(z.object({ dashboard_id: z.int(), id: z.string(), name: z.string() })),
    columns: z.array(usedPart),
    metrics: z.array(usedPart),
    /** Whether there are more charts or dashboards than were searched. */
    is_limited: z.boolean(),
  }),
})

/** Charts whose answers were made and kept, or why not. */
export const warmedAnswer = z.object({
  result: z.array(
    z.object({ chart_id: z.int(), viz_error: z.string().nullable(), viz_status: z.enum(['success', 'failed']) }),
  ),
})

/** Tokens of a client. */
export const tokensAnswer = z.object({ access_token: z.string(), refresh_token: z.string().optional() })
export const accessAnswer = z.object({ access_token: z.string() })

/** A CSRF token. */
export const csrfAnswer = z.object({ result: z.string() })

/** Nothing more than that it is done. */
export const emptyAnswer = z.object({})

/** What many things were tagged, and what was passed over: kind and id. */
const taggedPair = z.array(z.union([z.string(), z.int()]))
export const bulkTagAnswer = z.object({
  result: z.object({ objects_tagged: z.array(taggedPair), objects_skipped: z.array(taggedPair) }),
})

/** Names of things. */
export const namesAnswer = z.object({ result: z.array(z.string()) })

/** The schemas of a database. */
export const schemasAnswer = z.object({ schemas: z.array(z.string()) })

/** A dataset that was found or made. */
export const datasetFoundAnswer = z.object({ result: z.object({ table_id: z.int() }) })

/** A dataset that was made of a file, and what became of the records of the file. */
export const uploadedAnswer = z.object({
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

/** The names of the columns of a file, for each sheet of a workbook. */
export const uploadMetadataAnswer = z.object({
  result: z.object({
    items: z.array(z.object({ sheet_name: z.string().nullable(), column_names: z.array(z.string()) })),
  }),
})

/** Names of functions that SQL may call. */
export const functionsAnswer = z.object({ function_names: z.array(z.string()) })

/** Where SQL is wrong; empty where it is not. */
export const mistakesAnswer = z.object({
  result: z.array(
    z.object({
      line_number: z.int().nullable(),
      start_column: z.int().nullable(),
      end_column: z.int().nullable(),
      message: z.string(),
    }),
  ),
})

/** Hosts of the product. */
export const domainsAnswer = z.object({ result: z.object({ domains: z.array(z.string()) }) })

/** Whether a dashboard is published. */
export const publishedAnswer = z.object({ published: z.boolean() })

/** State that is kept under a key, as JSON text. */
export const stateAnswer = z.object({ value: z.string() })
export const formAnswer = z.object({ form_data: z.string() })

/** Tables and views of a schema. */
export const tablesAnswer = z.object({
  count: z.int(),
  result: z.array(z.object({ value: z.string(), type: z.string(), extra: z.null() })),
})

/** A key of a table, or one of its indexes; `referred_` is what a foreign key names. */
export const tableKey = z.object({
  column_names: z.array(z.string()),
  name: z.string().nullable(),
  type: z.enum(['pk', 'fk', 'index', 'unique']).nullable(),
  options: z.object({}).optional(),
  referred_columns: z.array(z.string()).optional(),
  referred_schema: z.string().nullable().optional(),
  referred_table: z.string().optional(),
})

/** A table of a database. */
export const tableAnswer = z.object({
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
  /** Null where it is not known or hidden from the user, as `createStatement`. */
  rowEstimate: z.number().nullable(),
  createStatement: z.string().nullable(),
})

/** A text of SQL. */
export const sqlAnswer = z.object({ result: z.string() })

/** Who the caller is. */
export const meAnswer = z.object({
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

/** What somebody did, newest first; `time` in epoch milliseconds. */
const recentLine = z.object({
  action: z.string(),
  item_type: z.enum(['slice', 'dashboard']),
  item_title: z.string(),
  item_url: z.string(),
  time: z.number(),
  time_delta_humanized: z.string(),
})
export const recentAnswer = z.object({ result: z.array(recentLine) })
export const recentList = z.array(recentLine)

/** Ends of a time range, empty where they are open. */
const ends = z.object({ since: z.string(), until: z.string(), timeRange: z.string(), shift: z.string().optional() })
export const timeRangeAnswer = z.object({ result: z.union([ends, z.array(ends)]) })

/** A line of the log. */
const logLine = z.object({
  id: z.int(),
  action: z.string(),
  dttm: z.string(),
  json: z.string(),
  user_id: z.int().nullable(),
  user: person,
  slice_id: z.int().nullable(),
  dashboard_id: z.int().nullable(),
})
export const logLineAnswer = z.object({ id: z.int(), result: logLine })
export const logAnswer = z.object({
  count: z.int(),
  ids: z.array(z.int()),
  list_columns: z.array(z.string()),
  result: z.array(logLine.partial()),
})

/** Filters of a dashboard that are kept under a name; `params` are what they say. */
export const filterSetShape = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string().nullable(),
  owner_type: z.enum(['Dashboard', 'User']),
  owner_id: z.int(),
  dashboard_id: z.int(),
  params: z.record(z.string(), z.unknown()),
})
export const filterSetsAnswer = z.object({
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
