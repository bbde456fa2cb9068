import { zip } from 'fflate'
import type { FileFormat } from '#server/files/encode-table.ts'
import { FILE_CAPPED_HEADER, FILE_ROWS_HEADER } from '#core/rest/file-headers.ts'
import type { Entry } from '#server/data/result/result-entry.ts'
import type { RouteResponse, RouteRequest } from '#server/route/route.ts'

const TYPES: Readonly<Record<FileFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/** Returns headers with the number of rows in a file, and the row limit if it was reached. */
function rowHeaders({ head, cappedAt }: Entry): Record<string, string> {
  const capped = cappedAt === null ? {} : { [FILE_CAPPED_HEADER]: String(cappedAt) }
  return { [FILE_ROWS_HEADER]: String(head.rowcount), ...capped }
}

/**
 * Returns one result as a file, several as a ZIP of `query_1.csv`, `query_2.csv` ..., named by the current time in UTC.
 */
export async function fileResponse(
  entries: readonly Entry[],
  format: FileFormat,
  { context }: Pick<RouteRequest, 'context'>,
): Promise<Omit<RouteResponse, 'status'>> {
  const stamp = new Date(context.now()).toISOString().slice(0, 19).replace(/[-:]/g, '').replace('T', '_')
  const attachment = (extension: string): Record<string, string> => ({
    'content-disposition': `attachment; filename=${stamp}.${extension}`,
  })
  const [only] = entries
  if (entries.length === 1 && only)
    return {
      bytes: await only.data.plain(),
      type: TYPES[format],
      headers: { ...attachment(format), ...rowHeaders(only) },
    }
  const all = await Promise.all(entries.map(({ data }) => data.plain()))
  const files = Object.fromEntries(all.map((bytes, index) => [`query_${index + 1}.${format}`, bytes]))
  return { bytes: await zipFiles(files, format), type: 'application/zip', headers: attachment('zip') }
}

/** Spreadsheets are already compressed. */
function zipFiles(files: Record<string, Uint8Array>, format: FileFormat): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    zip(files, { level: format === 'xlsx' ? 0 : 6 }, (error, bytes) => (error ? reject(error) : resolve(bytes)))
  })
}
