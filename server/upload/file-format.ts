import { extname } from 'node:path'
import { type UploadType, uploadTypes } from '#core/rest/upload-type.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { compressedExtensions, uploadExtensions, uploadTypeOf } from '#core/access/upload-extensions.ts'
import type { SourceFormat } from '#server/engines/engine.ts'

/** A format of uploaded files, and the type whose permission it needs. */
export interface UploadFormat {
  readonly type: UploadType
  /** The format that the engine reads. A workbook is converted to CSV first. */
  readonly format: SourceFormat | 'xlsx'
}

/** Spreadsheet formats that are not supported. */
const OTHER_WORKBOOKS = ['.xls', '.xlsb', '.xlsm', '.ods']

const extensionOf = (filename: string): string => extname(filename).toLowerCase()

/** Returns the extension of a compressed file, or undefined. */
export function compressionOf(filename: string): (typeof compressedExtensions)[number] | undefined {
  return compressedExtensions.find((each) => each === extensionOf(filename))
}

/**
 * Returns the format of a file by its extension. Throws `upload-type` if it is unknown, or not of the requested type.
 */
export function uploadFormatOf(filename: string, type?: UploadType): UploadFormat {
  const extension = extensionOf(filename)
  if (OTHER_WORKBOOKS.includes(extension))
    throw new ApiError('upload-unreadable', { args: ['it is not an .xlsx workbook; save it as .xlsx'] })
  const found = uploadTypeOf(filename)
  if (found !== undefined && (type === undefined || type === found))
    return { type: found, format: FORMATS[found](extension) }
  const allowed = type === undefined ? uploadTypes.flatMap((each) => uploadExtensions[each]) : uploadExtensions[type]
  throw new ApiError('upload-type', { args: [allowed.map((each) => each.slice(1)).join(', ')] })
}

const FORMATS: Readonly<Record<UploadType, (extension: string) => UploadFormat['format']>> = {
  csv: () => 'csv',
  excel: () => 'xlsx',
  columnar: (extension) => (extension === '.parquet' ? 'parquet' : 'json'),
}
