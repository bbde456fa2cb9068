import type { Loader } from '../engine.ts'
import { toDuckDBValue } from './bind.ts'
import { type Opened } from './open.ts'

/** Runs loading statements on one connection, in order, and writes everything to the file before it returns. */
export async function load(opened: Opened, work: (loader: Loader) => Promise<void>): Promise<void> {
  const connection = await opened.connect()
  try {
    await work({
      run: async (text, values = []) => {
        await connection.run(text, values.map(toDuckDBValue))
      },
      rows: async (text, values = []) =>
        await (await connection.run(text, values.map(toDuckDBValue))).getRowObjectsJson(),
    })
    await connection.run('CHECKPOINT')
  } finally {
    connection.closeSync()
  }
}
