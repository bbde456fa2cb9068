import { type UploadType, uploadTypes } from '#core/rest/upload-type.ts'

/** Extensions of the files of each type, with a dot. */
export const uploadExtensions: Readonly<Record<UploadType, readonly string[]>> = {
  csv: ['.csv', '.tsv', '.txt'],
  excel: ['.xlsx'],
  columnar: ['.parquet', '.json', '.ndjson', '.jsonl'],
}

/** Extensions of compressed files, each of which holds one file. */
export const compressedExtensions = ['.gz', '.zip'] as const

/** Returns the type of a file by the extension of its name; undefined for compressed and other files. */
export function uploadTypeOf(filename: string): UploadType | undefined {
  const name = filename.toLowerCase()
  return uploadTypes.find((type) => uploadExtensions[type].some((extension) => name.endsWith(extension)))
}
