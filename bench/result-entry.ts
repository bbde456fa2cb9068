import { brotliDecompressSync } from 'node:zlib'
import type { BenchFixture } from './fixture.ts'
import type { Call, LoadClient } from './load-client.ts'
import type { Cell } from './plain-driver.ts'

/** The result of one query in a response. */
export interface Entry {
  readonly query: string
  readonly colnames: readonly string[]
  readonly columns?: Cell[][]
  readonly data?: Record<string, Cell>[]
}

/** Creates a dataset for one measure, calls `work` with its id, and deletes it. */
export async function withDataset<T>(
  { store: { datasets }, database }: BenchFixture,
  draft: object,
  work: (id: number) => Promise<T>,
): Promise<T> {
  const name = `measure ${Date.now()}`
  const { id } = await datasets.create({ database_id: database, table_name: name, ...draft }, null)
  try {
    return await work(id)
  } finally {
    await datasets.remove([id], null)
  }
}

/** Returns the single entry of a response, and whether it was brotli-compressed. */
export async function entryOf(loadClient: LoadClient, call: Call): Promise<{ entry: Entry; packed: boolean }> {
  const { body, head } = await loadClient.once(call)
  const packed = /^content-encoding: br/im.test(head)
  return { entry: JSON.parse((packed ? brotliDecompressSync(body) : body).toString()).result[0] as Entry, packed }
}

/** Returns the number of cells that differ between a response and the columns of a driver. */
export function differingCells(entry: Entry, plain: readonly Cell[][]): number {
  const { data, colnames } = entry
  const columns = entry.columns ?? colnames.map((name) => (data ?? []).map((row) => row[name] ?? null))
  const length = Math.max(columns[0]?.length ?? 0, plain[0]?.length ?? 0)
  let count = Math.abs(columns.length - plain.length) * length
  for (const [index, cells] of plain.entries())
    for (let row = 0; row < length; row++)
      if (JSON.stringify(columns[index]?.[row]) !== JSON.stringify(cells[row])) count++
  return count
}
