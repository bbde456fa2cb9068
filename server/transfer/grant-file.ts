import * as z from 'zod'
import type { Condition } from '#core/access/condition.ts'
import type { Grant } from '#core/entity/grant.ts'
import { readBody, textOf } from '#core/rest/body.ts'
import { GRANT_LEVELS } from '#core/rest/grant-level.ts'
import type { Store } from '#server/store/store.ts'
import { rejectImport } from './bundle.ts'
import type { BundleFiles } from './export.ts'
import { FOLDER_FILE } from './folder-file.ts'
import { readYaml } from './yaml.ts'

/** The file with the grants of an installation, in a folder of files. */
export const GRANTS_FILE = 'grants.yaml'

/** Maximum grants of a file. */
const MAX_GRANTS = 20_000
const MAX_NAME = 1000

/** The types of objects that grants name, as keys of `grants.yaml`. */
export const GRANT_OBJECTS = ['dashboard', 'dataset', 'database', 'folder'] as const
/** The types of subjects of grants, as keys of `grants.yaml`. */
export const GRANT_SUBJECTS = ['user', 'group', 'role'] as const

const name = textOf(1, MAX_NAME).optional()
const uuid = z.string().min(1).max(MAX_NAME).toLowerCase().optional()

const entry = z
  .strictObject({
    dashboard: uuid,
    dataset: uuid,
    database: uuid,
    folder: uuid,
    /** Only with `database`. */
    schema: name,
    /** The name of the object, for people who read the file. */
    name: z.string().max(MAX_NAME).optional(),
    user: name,
    group: name,
    role: name,
    level: z.enum([...GRANT_LEVELS, 'none']),
  })
  .refine((each) => countOf(each, GRANT_OBJECTS) === 1, 'Name one dashboard, dataset, database or folder.')
  .refine((each) => countOf(each, GRANT_SUBJECTS) === 1, 'Name one user, group or role.')
  .refine((each) => each.schema === undefined || each.database !== undefined, 'A schema needs its database.')

const schema = z.strictObject({ grants: z.array(entry).max(MAX_GRANTS).nullish() })

function countOf(each: Readonly<Record<string, unknown>>, keys: readonly string[]): number {
  return keys.filter((key) => each[key] !== undefined).length
}

/** A grant of `grants.yaml`: objects by uuid, subjects by name. The level none removes a grant. */
export type GrantEntry = Readonly<z.output<typeof entry>>

/** Parses `grants.yaml`. Throws `import-failed` if it is invalid. */
export function readGrantFile(text: string): readonly GrantEntry[] {
  const value = readYaml(text)
  const read = value === undefined ? { errors: 'Not a valid YAML file' } : readBody(schema, value ?? {})
  if ('ok' in read) return read.ok.grants ?? []
  return rejectImport('assets', { [GRANTS_FILE]: read.errors })
}

interface Listed<Row> {
  list(query: { readonly where: Condition }): Promise<{ readonly rows: readonly Row[] }>
}

/** Returns rows by id, limited to those with one of the ids. */
async function rowsById<Row extends { readonly id: number }>(
  repository: Listed<Row>,
  ids: readonly (number | null)[],
): Promise<ReadonlyMap<number, Row>> {
  const value = [...new Set(ids.filter((id) => id !== null))]
  if (value.length === 0) return new Map()
  const { rows } = await repository.list({ where: { col: 'id', op: 'in', value } })
  return new Map(rows.map((row) => [row.id, row]))
}

/**
 * Returns the content of `grants.yaml`: the grants on exported objects, in a reproducible order. Grants on deleted
 * objects and to deleted subjects are left out, and those on folders that `folders.yaml` does not have.
 */
export async function exportedGrants(store: Store, files: BundleFiles): Promise<Readonly<Record<string, unknown>>> {
  const { rows } = await store.grants.list({})
  const byId = <Row extends { readonly id: number }>(repository: Listed<Row>, key: keyof Grant) =>
    rowsById(
      repository,
      rows.map((row) => row[key] as number | null),
    )
  const dashboards = await byId(store.dashboards, 'dashboard_id')
  const datasets = await byId(store.datasets, 'dataset_id')
  const databases = await byId(store.databases, 'database_id')
  const folders = await byId(store.folders, 'folder_id')
  const users = await byId(store.users, 'user_id')
  const groups = await byId(store.groups, 'group_id')
  const roles = await byId(store.roles, 'role_id')
  const listed = (files.get(FOLDER_FILE)?.['folders'] ?? []) as readonly { readonly uuid: string }[]
  const exported = new Set(listed.map((each) => each.uuid))

  function objectOf(row: Grant): Readonly<Record<string, string>> | undefined {
    const dashboard = dashboards.get(row.dashboard_id ?? 0)
    if (dashboard) return { dashboard: dashboard.uuid, name: dashboard.dashboard_title }
    const dataset = datasets.get(row.dataset_id ?? 0)
    if (dataset) return { dataset: dataset.uuid, name: dataset.table_name }
    const folder = folders.get(row.folder_id ?? 0)
    if (folder) return exported.has(folder.uuid) ? { folder: folder.uuid, name: folder.name } : undefined
    const database = databases.get(row.database_id ?? 0)
    if (!database) return undefined
    const whole = { database: database.uuid, name: database.database_name }
    const { schema: part } = row
    return part === null ? whole : { ...whole, schema: part }
  }

  function subjectOf(row: Grant): Readonly<Record<string, string>> | undefined {
    const user = users.get(row.user_id ?? 0)
    if (user) return { user: user.username }
    const group = groups.get(row.group_id ?? 0)
    if (group) return { group: group.name }
    const role = roles.get(row.role_id ?? 0)
    return role && { role: role.name }
  }

  const grants = rows.flatMap((row) => {
    const [object, subject] = [objectOf(row), subjectOf(row)]
    const { level } = row
    return object && subject ? [{ ...object, ...subject, level }] : []
  })
  const keyOf = (each: object) => JSON.stringify(each)
  return { grants: grants.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)) }
}
