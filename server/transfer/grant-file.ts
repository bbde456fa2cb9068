import * as z from 'zod'
import { readBody, textOf } from '#core/rest/body.ts'
import { GRANT_LEVELS } from '#core/rest/grant-level.ts'
import type { Store } from '#server/store/store.ts'
import { rejectImport } from './bundle.ts'
import type { BundleFiles } from './export.ts'
import { FOLDER_FILE } from './folder-file.ts'
import { GRANT_OBJECTS, GRANT_SUBJECTS, namedGrants } from './named-grants.ts'
import { readYaml } from './yaml.ts'

/** The file with the grants of an installation, in a folder of files. */
export const GRANTS_FILE = 'grants.yaml'

/** Maximum grants of a file. */
const MAX_GRANTS = 20_000
const MAX_NAME = 1000

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

/**
 * Returns the content of `grants.yaml`: the grants on exported objects, in a reproducible order. Grants on deleted
 * objects and to deleted subjects are left out, and those on folders that `folders.yaml` does not have.
 */
export async function exportedGrants(store: Store, files: BundleFiles): Promise<Readonly<Record<string, unknown>>> {
  const listed = (files.get(FOLDER_FILE)?.['folders'] ?? []) as readonly { readonly uuid: string }[]
  const exported = new Set(listed.map((each) => each.uuid))
  const rows = (await namedGrants(store)).filter(({ object }) => object.type !== 'folder' || exported.has(object.uuid))
  const grants = rows.map(({ row: { schema: part, level }, object, subject }) => ({
    [object.type]: object.uuid,
    name: object.name,
    ...(part === null ? {} : { schema: part }),
    [subject.type]: subject.name,
    level,
  }))
  const keyOf = (each: object) => JSON.stringify(each)
  return { grants: grants.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)) }
}
