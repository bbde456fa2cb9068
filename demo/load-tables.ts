import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Engine, EngineStorage, Settings } from '#server/engines/engine.ts'
import { projectRoot } from '#server/home.ts'
import { type DemoTable, demoTables } from './tables.ts'

/**
 * Loads the demo tables that do not exist yet. Each table is loaded completely or not at all, so that an interrupted
 * load continues where it stopped. `onTable` is called before each table is loaded, with the number of tables that are
 * left to load.
 */
export async function loadTables(
  engine: Engine,
  settings: Settings,
  storage: EngineStorage,
  onTable: (table: DemoTable, left: number) => void = () => {},
): Promise<void> {
  const { load } = engine
  if (!load) throw new Error(`The engine ${engine.name} loads no files.`)
  const data = join(projectRoot(fileURLToPath(import.meta.url)), 'demo/data')
  const connection = await engine.connect(settings, storage)
  try {
    const there = new Set((await connection.tables('main')).map(({ name }) => name))
    const missing = demoTables.filter(({ name }) => !there.has(name))
    for (const [index, table] of missing.entries()) {
      onTable(table, missing.length - index)
      const { name, select } = table
      const file = join(data, table.folder, table.file)
      await load(settings, storage, { file, table: name, existing: 'keep', select })
    }
  } finally {
    await connection.close()
  }
}
