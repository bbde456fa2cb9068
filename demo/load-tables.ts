import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Engine, Place, Settings } from '#server/engines/engine.ts'
import { textLiteral } from '#server/engines/ansi.ts'
import { type DemoTable, demoTables } from './tables.ts'

/** The folder of an installed package, looked for from here upwards as Node does. */
function folderOf(name: string): string {
  const folders = createRequire(import.meta.url).resolve.paths(name) ?? []
  const folder = folders.map((each) => join(each, name)).find((each) => existsSync(join(each, 'package.json')))
  if (!folder) throw new Error(`The package ${name} is not installed.`)
  return folder
}

/**
 * Loads the demo tables that are not there yet. Each table is made whole or not at all, so a load that was cut off goes
 * on where it stopped. `onTable` is told of each table before it is loaded.
 */
export async function loadTables(
  engine: Engine,
  settings: Settings,
  place: Place,
  onTable: (table: DemoTable) => void = () => {},
): Promise<void> {
  if (!engine.ingest) throw new Error(`The engine ${engine.name} loads no files.`)
  const packages = [...new Set(demoTables.map((table) => table.package))]
  for (const name of packages) {
    const folder = folderOf(name)
    await engine.ingest(settings, place, folder, async (loader) => {
      const there = await loader.rows('SELECT table_name FROM duckdb_tables() WHERE NOT internal')
      const names = new Set(there.map((row) => row['table_name']))
      for (const table of demoTables.filter((each) => each.package === name && !names.has(each.name))) {
        onTable(table)
        const select = table.select.replace('{file}', textLiteral(join(folder, table.file)))
        await loader.run(`CREATE TABLE ${engine.dialect.quote(table.name)} AS ${select}`)
      }
      await loader.run('CHECKPOINT')
    })
  }
}
