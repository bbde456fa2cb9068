import { createReadStream, createWriteStream } from 'node:fs'
import { basename } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { ApiError } from '#core/rest/api-error.ts'
import { compressionOf } from './file-format.ts'
import { readZipEntries, readZipEntry } from './zip-archive.ts'

/** Maximum bytes of a decompressed file. */
const MAX_UNPACKED_BYTES = 2 ** 31

/** A file on disk, and its name in the upload. */
export interface NamedFile {
  /** Absolute; its folder holds no other file. */
  readonly path: string
  readonly filename: string
}

/** Returns the only file in a .gz or .zip file, decompressed into its folder; any other file unchanged. */
export async function unpackFile(given: NamedFile): Promise<NamedFile> {
  const compression = compressionOf(given.filename)
  if (compression === undefined) return given
  return compression === '.gz' ? unpackGzip(given) : unpackZip(given)
}

async function unpackGzip({ path, filename }: NamedFile): Promise<NamedFile> {
  const to = `${path}.unpacked`
  try {
    await pipeline(createReadStream(path), createGunzip(), limitBytes, createWriteStream(to))
  } catch (error) {
    if (error instanceof ApiError) throw error
    throw new ApiError('upload-unreadable', { args: ['it is not gzip, or its end is missing'], cause: error })
  }
  return { path: to, filename: filename.replace(/\.gz$/i, '') }
}

async function unpackZip({ path }: NamedFile): Promise<NamedFile> {
  // macOS adds metadata files.
  const entries = (await readZipEntries(path)).filter(({ name }) => !/^__MACOSX\/|(^|\/)\._/.test(name))
  const [entry] = entries
  if (!entry || entries.length > 1)
    throw new ApiError('upload-unreadable', { args: [`the archive has ${entries.length} files, not one`] })
  const to = `${path}.unpacked`
  await pipeline(Readable.from(limitBytes(readZipEntry(path, entry))), createWriteStream(to))
  return { path: to, filename: basename(entry.name.replaceAll('\\', '/')) }
}

async function* limitBytes(parts: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let size = 0
  for await (const part of parts) {
    size += part.length
    if (size > MAX_UNPACKED_BYTES)
      throw new ApiError('upload-unreadable', {
        args: [`it is larger than ${MAX_UNPACKED_BYTES >>> 20} MB when unpacked`],
      })
    yield part
  }
}
