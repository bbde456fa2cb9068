import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readSettings } from '#server/base/config.ts'
import { engineNamed } from '#server/engines/index.ts'
import { openMetadata, projectRoot } from '#server/home.ts'
import type { Store } from '#server/store/store.ts'
import type { ExampleProgress } from '#core/rest/example-load.ts'
import { importBundle } from '#server/transfer/import.ts'
import { loadTables } from './load-tables.ts'
import { demoTables } from './tables.ts'

const printLine = (line: string) => process.stdout.write(`${line}\n`)

/** Returns the files of a bundle by path. */
async function readFolder(folder: string): Promise<ReadonlyMap<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return new Map(
    await Promise.all(
      files.map(async (file): Promise<[string, string]> => [relative(folder, file), await readFile(file, 'utf8')]),
    ),
  )
}

/** Sends the progress to the server that started this process, if one did. */
const sendProgress = (progress: ExampleProgress) => process.send?.(progress)

/**
 * Imports every bundle of a folder as the first user. Bundles left by an interrupted load are imported again.
 * `onImport` is called after each bundle with the number of imported ones.
 */
export async function importBundles(
  store: Store,
  folder: string,
  onImport: (count: number) => void = () => {},
): Promise<number> {
  const admin = await store.users.find({ col: 'username', op: 'eq', value: 'admin' })
  const names = (await readdir(folder)).toSorted()
  for (const [index, name] of names.entries()) {
    await importBundle(store, await readFolder(join(folder, name)), admin?.id ?? null, { overwrite: true })
    onImport(index + 1)
  }
  return names.length
}

/** Loads the demo tables into the home directory of the settings, and the bundles into its store. */
async function main(): Promise<void> {
  const root = projectRoot(fileURLToPath(import.meta.url))
  const settings = readSettings(process.env, root)
  const engine = engineNamed('duckdb')
  if ('problems' in settings || !engine) throw new Error('The settings cannot be read.')
  const storage = { directory: join(settings.home, 'databases') }
  const bundles = join(root, 'demo/bundles')
  const tableCount = demoTables.length
  const total = tableCount + (await readdir(bundles)).length
  await loadTables(engine, { file: 'examples.duckdb' }, storage, (table, left) => {
    printLine(`Loading ${table.name} ...`)
    sendProgress({ loaded: tableCount - left, total })
  })
  const store = await openMetadata(settings)
  try {
    sendProgress({ loaded: tableCount, total })
    const count = await importBundles(store, bundles, (imported) =>
      sendProgress({ loaded: tableCount + imported, total }),
    )
    printLine(`Imported ${count} bundles of examples`)
  } finally {
    await store.close()
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main()
