import * as z from 'zod'
import { uploadStates } from './upload.ts'

/** The uploads of the caller: running ones, and the latest results. */
export const runningUploadsResponse = z.object({
  result: z.array(
    z.object({
      key: z.string(),
      file_name: z.string(),
      table_name: z.string(),
      database_id: z.int(),
      state: z.enum(uploadStates),
      received_bytes: z.int().nullable(),
      total_bytes: z.int().nullable(),
      rows: z.int().nullable(),
      total_rows: z.int().nullable(),
      dataset_id: z.int().nullable(),
      message: z.string().nullable(),
    }),
  ),
})
