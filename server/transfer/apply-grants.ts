import { isSavedDataset } from '#core/access/rules.ts'
import { isAdmin } from '#core/access/ability.ts'
import { type GrantPair, grantKey } from '#core/entity/grant.ts'
import { ApiError } from '#core/rest/api-error.ts'
import type { GrantLevel } from '#core/rest/grant-level.ts'
import { grantDatasetAccessFor } from '#server/store/grant-dataset-access.ts'
import type { Store } from '#server/store/store.ts'
import { GRANTS_FILE, type GrantEntry } from './grant-file.ts'
import {
  grantName,
  GRANT_OBJECTS,
  GRANT_SUBJECTS,
  type GrantObjectType,
  type GrantSubjectType,
} from './named-grants.ts'
import type { ImportRun } from './import-run.ts'

/** A grant that an import creates, changes or removes. */
export interface GrantChange {
  /** Object and subject, such as `schema sales of database shop, group Berlin`. */
  readonly name: string
  /** Null if there was no grant. */
  readonly before: GrantLevel | null
  /** Null if the grant is removed. */
  readonly after: GrantLevel | null
}

interface NamedRow {
  readonly id: number
  readonly name: string
}

type Find = (store: Store, key: string) => Promise<NamedRow | undefined>

const FIND_OBJECT: Readonly<Record<GrantObjectType, Find>> = {
  async dashboard({ dashboards }, uuid) {
    const row = await dashboards.getByUuid(uuid)
    return row && { id: row.id, name: row.dashboard_title }
  },
  async dataset({ datasets }, uuid) {
    const row = await datasets.find({ and: [{ col: 'uuid', op: 'eq', value: uuid }, isSavedDataset] })
    return row && { id: row.id, name: row.table_name }
  },
  async database({ databases }, uuid) {
    const row = await databases.getByUuid(uuid)
    return row && { id: row.id, name: row.database_name }
  },
  folder: ({ folders }, uuid) => folders.getByUuid(uuid),
}

/** Finds a subject by its name. */
export const FIND_SUBJECT: Readonly<Record<GrantSubjectType, Find>> = {
  async user({ users }, name) {
    const row = await users.byUsername(name)
    return row && { id: row.id, name: row.username }
  },
  group: ({ groups }, name) => groups.find({ col: 'name', op: 'eq', value: name }),
  role: ({ roles }, name) => roles.byName(name),
}

/**
 * Creates, changes and removes grants as `grants.yaml` describes them; other grants do not change. Objects and subjects
 * that do not exist are recorded as problems. Returns the changes. Throws `forbidden` if the user is no administrator.
 */
export async function applyGrants(run: ImportRun, entries: readonly GrantEntry[]): Promise<readonly GrantChange[]> {
  if (entries.length > 0 && run.user && !isAdmin(run.user)) throw new ApiError('forbidden')
  const changes: GrantChange[] = []
  const problems: Record<string, string[]> = {}
  const seen = new Set<string>()
  for (const [index, entry] of entries.entries()) {
    const found = await resolve(run.store, entry)
    const problem = 'problem' in found ? found.problem : seen.has(grantKey(found.pair)) ? 'Given twice' : undefined
    if (problem !== undefined) problems[index] = [problem]
    if ('problem' in found) continue
    seen.add(grantKey(found.pair))
    const change = await applyGrant(run, found, entry.level === 'none' ? null : entry.level)
    if (change) changes.push(change)
  }
  if (Object.keys(problems).length > 0) run.problems[GRANTS_FILE] = { grants: problems }
  return changes
}

/** A grant to create, change or remove. */
export interface GrantTarget {
  readonly pair: GrantPair
  /** Object and subject as text. */
  readonly name: string
}

/** Returns the ids and names of the object and the subject of an entry. */
async function resolve(store: Store, entry: GrantEntry): Promise<GrantTarget | { readonly problem: string }> {
  const type = GRANT_OBJECTS.find((each) => entry[each] !== undefined) ?? 'dashboard'
  const uuid = entry[type] ?? ''
  const object = await FIND_OBJECT[type](store, uuid)
  if (!object) return { problem: `The ${type} ${uuid} does not exist` }
  const subjectType = GRANT_SUBJECTS.find((each) => entry[each] !== undefined) ?? 'user'
  const subjectName = entry[subjectType] ?? ''
  const subject = await FIND_SUBJECT[subjectType](store, subjectName)
  if (!subject) return { problem: `The ${subjectType} ${subjectName} does not exist` }
  const { schema } = entry
  return {
    pair: {
      [`${type}_id`]: object.id,
      ...(type === 'database' ? { schema: schema ?? null } : {}),
      [`${subjectType}_id`]: subject.id,
    },
    name: grantName({ type, name: object.name }, schema, { type: subjectType, name: subject.name }),
  }
}

/** Creates, changes or removes (null) a grant. Returns the change; undefined if the grant is as it should be. */
export async function applyGrant(
  { store, user, actor }: Pick<ImportRun, 'store' | 'user' | 'actor'>,
  { pair, name }: GrantTarget,
  level: GrantLevel | null,
): Promise<GrantChange | undefined> {
  const existing = await store.grants.find({ col: 'pair_key', op: 'eq', value: grantKey(pair) })
  const before = existing?.level ?? null
  if (before === level) return undefined
  if (existing && level === null) await store.grants.remove(existing.id, actor)
  else if (existing && level !== null) await store.grants.update(existing.id, { level }, actor)
  else if (level !== null)
    await grantDatasetAccessFor(store, user, await store.grants.create({ ...pair, level }, actor))
  return { name, before, after: level }
}
