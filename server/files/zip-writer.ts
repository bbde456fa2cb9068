import { createReadStream, createWriteStream } from 'node:fs'
import { once } from 'node:events'
import { stat } from 'node:fs/promises'
import { finished } from 'node:stream/promises'
import { crc32, createDeflateRaw, type DeflateRaw } from 'node:zlib'

/** Maximum size in bytes of a file in a zip archive without the Zip64 extension. */
const MAX_ENTRY_BYTES = 2 ** 32 - 1
const LOCAL_HEADER = 0x04034b50
const CENTRAL_HEADER = 0x02014b50
const END_RECORD = 0x06054b50
/** The required version, flags for UTF-8 names, the compression method, and January 1, 1980. */
const VERSION = 20
const UTF8_NAMES = 0x0800
const DEFLATED = 8
const FIRST_DAY = 0x0021

/** A compressed entry of an archive. It is written in chunks; memory does not grow with it. */
export class ZipPart {
  readonly name: string
  readonly path: string
  readonly #deflate: DeflateRaw
  readonly #done: Promise<void>
  crc = 0
  bytes = 0

  /** `path` is the file for the compressed bytes until the archive is written. */
  constructor(name: string, path: string) {
    this.name = name
    this.path = path
    this.#deflate = createDeflateRaw({ level: 4 })
    this.#done = finished(this.#deflate.pipe(createWriteStream(path)))
    this.#done.catch(() => {})
  }

  get isFull(): boolean {
    return this.bytes > MAX_ENTRY_BYTES
  }

  async write(text: string): Promise<void> {
    const piece = Buffer.from(text)
    this.crc = crc32(piece, this.crc)
    this.bytes += piece.byteLength
    if (!this.#deflate.write(piece)) await Promise.race([once(this.#deflate, 'drain'), this.#done])
  }

  async end(): Promise<void> {
    if (!this.#deflate.writableEnded) this.#deflate.end()
    await this.#done
  }
}

/** Writes an archive of completed entries. */
export async function writeZip(path: string, entries: readonly ZipPart[]): Promise<void> {
  const out = createWriteStream(path)
  const written = finished(out)
  written.catch(() => {})
  const write = async (piece: Uint8Array): Promise<void> => {
    if (!out.write(piece)) await Promise.race([once(out, 'drain'), written])
  }
  const central: Buffer[] = []
  let offset = 0
  for (const entry of entries) {
    const { size } = await stat(entry.path)
    const local = header(LOCAL_HEADER, entry, size)
    central.push(centralHeader(entry, size, offset))
    await write(local)
    for await (const piece of createReadStream(entry.path)) await write(piece as Buffer)
    offset += local.byteLength + size
  }
  const directory = Buffer.concat(central)
  await write(directory)
  await write(endRecord(entries.length, directory.byteLength, offset))
  out.end()
  await written
}

/** Returns the fields that both headers of an entry share, from the version on. */
function headEntries({ name, crc, bytes }: ZipPart, size: number): Buffer {
  const buffer = Buffer.alloc(26)
  buffer.writeUInt16LE(VERSION, 0)
  buffer.writeUInt16LE(UTF8_NAMES, 2)
  buffer.writeUInt16LE(DEFLATED, 4)
  buffer.writeUInt16LE(FIRST_DAY, 8)
  buffer.writeUInt32LE(crc, 10)
  buffer.writeUInt32LE(size, 14)
  buffer.writeUInt32LE(bytes, 18)
  buffer.writeUInt16LE(Buffer.byteLength(name), 22)
  return buffer
}

function signature(value: number): Buffer {
  const buffer = Buffer.alloc(4)
  buffer.writeUInt32LE(value, 0)
  return buffer
}

function header(mark: number, entry: ZipPart, size: number): Buffer {
  return Buffer.concat([signature(mark), headEntries(entry, size), Buffer.from(entry.name)])
}

function centralHeader(entry: ZipPart, size: number, offset: number): Buffer {
  const madeBy = Buffer.alloc(2)
  madeBy.writeUInt16LE(VERSION, 0)
  const rest = Buffer.alloc(14)
  rest.writeUInt32LE(offset, 10)
  return Buffer.concat([signature(CENTRAL_HEADER), madeBy, headEntries(entry, size), rest, Buffer.from(entry.name)])
}

function endRecord(count: number, size: number, offset: number): Buffer {
  const buffer = Buffer.alloc(22)
  buffer.writeUInt32LE(END_RECORD, 0)
  buffer.writeUInt16LE(count, 8)
  buffer.writeUInt16LE(count, 10)
  buffer.writeUInt32LE(size, 12)
  buffer.writeUInt32LE(offset, 16)
  return buffer
}
