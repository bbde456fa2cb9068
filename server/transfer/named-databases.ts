import { databaseAccess } from '#core/access/rules.ts'
import type { Bundle } from './bundle.ts'
import type { Importing } from './writer.ts'

/**
 * Replaces the names of databases in a bundle by the uuids of existing ones, which are then not imported. A name that
 * neither exists nor is in the bundle is recorded as a problem of the files that use it. A database that the importer
 * may not see counts as absent.
 */
export async function withDatabases(
  { store, user, problems }: Importing,
  bundle: Bundle,
  named: ReadonlyMap<string, string>,
): Promise<Bundle> {
  const known = new Map<string, string>()
  const seen = user ? databaseAccess(user) : true
  for (const [uuid, name] of named) {
    const found = await store.databases.find({ and: [{ col: 'database_name', op: 'eq', value: name }, seen] })
    if (found) known.set(uuid, found.uuid)
  }
  const brought = new Set([...bundle.databases.values()].map(({ uuid }) => uuid))
  const datasets = [...bundle.datasets].map(([path, file]) => {
    const uuid = known.get(file.database_uuid)
    if (uuid === undefined && !brought.has(file.database_uuid))
      problems[path] = { database: [`The database ${named.get(file.database_uuid) ?? ''} does not exist`] }
    return [path, uuid === undefined ? file : { ...file, database_uuid: uuid }] as const
  })
  const databases = [...bundle.databases].filter(([, { uuid }]) => !known.has(uuid))
  return { ...bundle, databases: new Map(databases), datasets: new Map(datasets) }
}
