import * as z from 'zod'
import { textOf } from './body.ts'
import { sqlExportFormats } from './sql-export-formats.ts'

/** The state of an export. */
const exportStates = ['pending', 'running', 'success', 'failed'] as const

/** Starts an export of a statement in a run of the caller; `statement` counts from 0. */
export const sqlExportBody = z.looseObject({
  client_id: textOf(1, 64),
  statement: z.int().min(0),
  format: z.enum(sqlExportFormats),
})

/** An export of all rows of a statement. Times are epoch milliseconds. */
export const sqlExportShape = z.object({
  id: z.string(),
  /** The run and its statement. */
  client_id: z.string(),
  statement: z.int(),
  format: z.enum(sqlExportFormats),
  state: z.enum(exportStates),
  /** Rows and bytes written so far. */
  rows: z.int(),
  bytes: z.int(),
  /** Maximum number of rows that the caller may export. */
  row_limit: z.int(),
  /** True if there were more rows than the limit. */
  limited: z.boolean(),
  /** Path of the file; null until it is complete. */
  url: z.string().nullable(),
  /** The other server instance that has the file, if this one does not; it cannot be downloaded here. */
  other_server: z.string().nullable(),
  file_name: z.string(),
  created_on: z.number(),
  expires_on: z.number(),
  error: z.string().nullable(),
})
export type SqlExportJson = Readonly<z.output<typeof sqlExportShape>>

export const sqlExportResponse = z.object({ result: sqlExportShape })
export const sqlExportsResponse = z.object({ result: z.array(sqlExportShape) })
export const sqlExportRemovedResponse = z.object({ message: z.string() })
