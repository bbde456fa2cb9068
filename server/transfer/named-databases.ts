import type { Store } from '#server/store/store.ts'
import type { Bundle, Problems } from './bundle.ts'

/**
 * A bundle that knows databases by name, with the uuids they have here; what is here already is not brought. Where
 * there is none of a name, and none is brought, trouble is noted under the path of what stands on it.
 */
export async function withDatabases(
  store: Store,
  bundle: Bundle,
  named: ReadonlyMap<string, string>,
  problems: Problems,
): Promise<Bundle> {
  const known = new Map<string, string>()
  for (const [uuid, name] of named) {
    const found = await store.databases.find({ col: 'database_name', op: 'eq', value: name })
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
