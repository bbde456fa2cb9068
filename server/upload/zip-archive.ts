import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { createInflateRaw } from 'node:zlib'
import { ApiError } from '#core/rest/api-error.ts'

/** A file in a ZIP archive, as the directory of the archive describes it. */
export interface ZipEntry {
  readonly name: string
  readonly packedSize: number
  /** Uncompressed bytes of the file. */
  readonly size: number
  readonly isDeflated: boolean
  /** Offset of its header. */
  readonly offset: number
}

const MAX_ENTRIES = 10_000
const MAX_DIRECTORY_BYTES = 8 << 20
const END_BYTES = 22
const MAX_COMMENT_BYTES = 0xffff
const HEADER_BYTES = 30
const DIRECTORY_HEADER_BYTES = 46
const [END, DIRECTORY_HEADER, HEADER] = [0x06054b50, 0x02014b50, 0x04034b50]
const [STORED, DEFLATED] = [0, 8]
const IS_ENCRYPTED = 1
/** Marks a size that is stored in the ZIP64 fields. */
const ZIP64 = 0xffffffff

const broken = (reason: string, cause?: unknown): ApiError =>
  new ApiError('upload-unreadable', { args: [reason], cause })
const NOT_ZIP = 'it is not a ZIP archive, or its end is missing'

async function readAt(handle: FileHandle, from: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length)
  const { bytesRead } = await handle.read(bytes, 0, length, from)
  if (bytesRead < length) throw broken(NOT_ZIP)
  return bytes
}

/** Returns the files of a ZIP archive, without folders. Throws `upload-unreadable`. */
export async function readZipEntries(file: string): Promise<readonly ZipEntry[]> {
  const handle = await open(file)
  try {
    const { size } = await handle.stat()
    if (size < END_BYTES) throw broken(NOT_ZIP)
    const length = Math.min(size, END_BYTES + MAX_COMMENT_BYTES)
    const tail = await readAt(handle, size - length, length)
    let at = length - END_BYTES
    while (at >= 0 && tail.readUInt32LE(at) !== END) at--
    if (at < 0) throw broken(NOT_ZIP)
    const [count, bytes, from] = [tail.readUInt16LE(at + 10), tail.readUInt32LE(at + 12), tail.readUInt32LE(at + 16)]
    if (count > MAX_ENTRIES || bytes > MAX_DIRECTORY_BYTES)
      throw broken(`it is an archive of more than ${MAX_ENTRIES} files`)
    if (from === ZIP64) throw broken('it is a ZIP64 archive')
    return entriesOf(await readAt(handle, from, bytes), count).filter(({ name }) => !name.endsWith('/'))
  } finally {
    await handle.close()
  }
}

function entriesOf(directory: Buffer, count: number): readonly ZipEntry[] {
  const entries: ZipEntry[] = []
  for (let index = 0; entries.length < count; ) {
    if (index + DIRECTORY_HEADER_BYTES > directory.length || directory.readUInt32LE(index) !== DIRECTORY_HEADER)
      throw broken('its directory is damaged')
    const [flags, method] = [directory.readUInt16LE(index + 8), directory.readUInt16LE(index + 10)]
    const [name, extra, comment] = [28, 30, 32].map((field) => directory.readUInt16LE(index + field)) as [
      number,
      number,
      number,
    ]
    if ((flags & IS_ENCRYPTED) !== 0) throw broken('it is encrypted')
    if (method !== STORED && method !== DEFLATED) throw broken('its compression method is not supported')
    const begin = index + DIRECTORY_HEADER_BYTES
    entries.push({
      name: directory.toString('utf8', begin, begin + name),
      packedSize: directory.readUInt32LE(index + 20),
      size: directory.readUInt32LE(index + 24),
      isDeflated: method === DEFLATED,
      offset: directory.readUInt32LE(index + 42),
    })
    index = begin + name + extra + comment
  }
  return entries
}

/**
 * Reads a file of a ZIP archive in chunks. Throws `upload-unreadable` if it is broken or its length differs from the
 * directory of the archive.
 */
export async function* readZipEntry(file: string, entry: ZipEntry): AsyncGenerator<Uint8Array> {
  let size = 0
  try {
    for await (const part of await openEntry(file, entry)) {
      size += (part as Uint8Array).length
      if (size > entry.size) break
      yield part as Uint8Array
    }
  } catch (error) {
    if (error instanceof ApiError) throw error
    throw broken(`"${entry.name}" in it cannot be unpacked`, error)
  }
  if (size !== entry.size) throw broken(`"${entry.name}" in it does not have the size in its directory`)
}

async function openEntry(file: string, { offset, packedSize, isDeflated }: ZipEntry): Promise<Readable> {
  const handle = await open(file)
  let begin: number
  try {
    const header = await readAt(handle, offset, HEADER_BYTES)
    if (header.readUInt32LE(0) !== HEADER) throw broken('its directory is damaged')
    begin = offset + HEADER_BYTES + header.readUInt16LE(26) + header.readUInt16LE(28)
  } finally {
    await handle.close()
  }
  if (packedSize === 0) return createReadStream(file, { end: -1 })
  const packed = createReadStream(file, { start: begin, end: begin + packedSize - 1 })
  if (!isDeflated) return packed
  const inflate = createInflateRaw()
  packed.on('error', (error) => inflate.destroy(error))
  return packed.pipe(inflate)
}
