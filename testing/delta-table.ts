import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { writeParquet } from './duckdb-file.ts'

/** Writes a Delta table of one file with the rows 1, 2 and 3 into a folder. The log adds a path, and what is given. */
export async function writeDeltaTable(folder: string, added: object, path = 'a.parquet'): Promise<void> {
  mkdirSync(join(folder, '_delta_log'), { recursive: true })
  await writeParquet(join(folder, 'a.parquet'), 'SELECT CAST(range + 1 AS INTEGER) AS id FROM range(3)')
  const schema = { type: 'struct', fields: [{ name: 'id', type: 'integer', nullable: true, metadata: {} }] }
  const features = { readerFeatures: ['deletionVectors'], writerFeatures: ['deletionVectors'] }
  const actions = [
    { protocol: { minReaderVersion: 3, minWriterVersion: 7, ...features } },
    {
      metaData: {
        id: '1',
        format: { provider: 'parquet', options: {} },
        schemaString: JSON.stringify(schema),
        partitionColumns: [],
        configuration: {},
      },
    },
    { add: { path, partitionValues: {}, size: 500, modificationTime: 1, dataChange: true, ...added } },
  ]
  writeFileSync(
    join(folder, '_delta_log/00000000000000000000.json'),
    actions.map((action) => JSON.stringify(action)).join('\n'),
  )
}

/** Returns a list of removed rows below 65,536, as Delta Lake stores it. */
export function deletionVector(rows: readonly number[]): Buffer {
  const head = Buffer.alloc(36)
  head.writeUInt32LE(1681511377, 0)
  head.writeBigUInt64LE(1n, 4)
  // The key of the bitmap, its type without runs, one container, its key and its size, and the position of its values.
  head.writeUInt32LE(0, 12)
  head.writeUInt32LE(12346, 16)
  head.writeUInt32LE(1, 20)
  head.writeUInt16LE(0, 24)
  head.writeUInt16LE(rows.length - 1, 26)
  head.writeUInt32LE(16, 28)
  const values = Buffer.alloc(2 * rows.length)
  for (const [index, row] of rows.entries()) values.writeUInt16LE(row, 2 * index)
  return Buffer.concat([head.subarray(0, 32), values])
}

/** Returns bytes in a file of removed rows: the version, the size, the bytes and their checksum. */
export function deletionVectorFile(bytes: Buffer): Buffer {
  const head = Buffer.from([1, 0, 0, 0, 0])
  head.writeUInt32BE(bytes.length, 1)
  const tail = Buffer.alloc(4)
  tail.writeUInt32BE(crc32(bytes))
  return Buffer.concat([head, bytes, tail])
}
