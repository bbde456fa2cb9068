import { databaseAccess } from '#core/access/rules.ts'
import type { Bundle } from './bundle.ts'
import type { Importing } from './writer.ts'

/**
 * A bundle that knows databases by name, with the uuids they have here; what is here already is not brought. Where
 * there is none of a name, and none is brought, trouble is noted under the path of what stands on it. A database that
 * the importer may not see is as good as not here.
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
