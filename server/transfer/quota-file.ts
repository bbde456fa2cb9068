import * as z from 'zod'
import { isAdmin } from '#core/access/ability.ts'
import { QUOTA_MEASURES, type QuotaMeasure, type QuotaValues } from '#core/rest/quota-measures.ts'
import { quotaKey, type QuotaSubject } from '#core/entity/quota.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { readBody, textOf } from '#core/rest/body.ts'
import { quotaUpdate, quotaValuesOf } from '#core/rest/quota.ts'
import type { Store } from '#server/store/store.ts'
import { rejectImport } from './bundle.ts'
import type { ImportRun } from './import-run.ts'
import { readYaml } from './yaml.ts'

/** The file with the quotas of an installation, in a folder of files. */
export const QUOTAS_FILE = 'quotas.yaml'

const MAX_QUOTAS = 20_000
const MAX_NAME = 1000
const name = textOf(1, MAX_NAME).optional()

const entry = quotaUpdate
  .extend({ user: name, role: name, remove: z.literal(true).optional() })
  .refine((each) => (each.user === undefined) !== (each.role === undefined), 'Name one user or role.')

const schema = z.strictObject({ quotas: z.array(entry).max(MAX_QUOTAS).nullish() })

/** A quota of `quotas.yaml`: its subject by name, and all its values, or `remove`. */
export type QuotaEntry = Readonly<z.output<typeof entry>>

/** A quota that an import creates, changes or removes. */
export interface QuotaChange {
  /** Such as `role Gamma`. */
  readonly name: string
  /** The values as text; null if there was no quota. */
  readonly before: string | null
  /** Null if the quota is removed. */
  readonly after: string | null
}

/** Parses `quotas.yaml`. Throws `import-failed` if it is invalid. */
export function readQuotaFile(text: string): readonly QuotaEntry[] {
  const value = readYaml(text)
  const read = value === undefined ? { errors: 'Not a valid YAML file' } : readBody(schema, value ?? {})
  if ('ok' in read) return read.ok.quotas ?? []
  return rejectImport('assets', { [QUOTAS_FILE]: read.errors })
}

/** Returns the content of `quotas.yaml`, in a reproducible order, without quotas of deleted users and roles. */
export async function exportedQuotas(store: Store): Promise<Readonly<Record<string, unknown>>> {
  const { rows } = await store.quotas.list({})
  const users = new Map((await store.users.list({})).rows.map(({ id, username }) => [id, username]))
  const roles = new Map((await store.roles.list({})).rows.map((role) => [role.id, role.name]))
  const quotas = rows.flatMap((row) => {
    const [user, role] = [users.get(row.user_id ?? 0), roles.get(row.role_id ?? 0)]
    const subject = user === undefined ? role !== undefined && { role } : { user }
    return subject ? [{ ...subject, ...setValues(row) }] : []
  })
  const keyOf = (each: object) => JSON.stringify(each)
  return { quotas: quotas.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)) }
}

/** Returns the values of a quota that are set. */
function setValues(values: Partial<QuotaValues>): Readonly<Partial<Record<QuotaMeasure, number>>> {
  return Object.fromEntries(
    QUOTA_MEASURES.flatMap((measure) => {
      const value = values[measure]
      return typeof value === 'number' ? [[measure, value]] : []
    }),
  )
}

/** Returns the values of a quota as text, such as `max_rows 100, max_exports 5`. */
export function quotaText(values: Partial<QuotaValues>): string {
  const set = Object.entries(setValues(values)).map(([measure, value]) => `${measure} ${value}`)
  return set.length === 0 ? 'no values' : set.join(', ')
}

/**
 * Creates, changes and removes quotas as `quotas.yaml` describes them; other quotas do not change. Invalid subjects are
 * recorded as problems. Returns the changes. Throws `forbidden` if the user is no administrator.
 */
export async function applyQuotas(run: ImportRun, entries: readonly QuotaEntry[]): Promise<readonly QuotaChange[]> {
  if (entries.length > 0 && run.user && !isAdmin(run.user)) throw new ApiError('forbidden')
  const changes: QuotaChange[] = []
  const problems: Record<string, string[]> = {}
  const seen = new Set<string>()
  for (const [index, each] of entries.entries()) {
    const found = await findQuotaSubject(run.store, each)
    const problem = 'problem' in found ? found.problem : seen.has(found.name) ? 'Given twice' : undefined
    if (problem !== undefined) problems[index] = [problem]
    if ('problem' in found) continue
    seen.add(found.name)
    const change = await applyQuota(run, found, each)
    if (change) changes.push(change)
  }
  if (Object.keys(problems).length > 0) run.problems[QUOTAS_FILE] = { quotas: problems }
  return changes
}

interface FoundSubject {
  readonly subject: QuotaSubject
  /** Such as `role Gamma`. */
  readonly name: string
}

/** Returns the user or the role of a name, or why it cannot have a quota. */
export async function findQuotaSubject(
  { users, roles }: Pick<Store, 'users' | 'roles'>,
  { user = '', role }: Pick<QuotaEntry, 'user' | 'role'>,
): Promise<FoundSubject | { readonly problem: string }> {
  if (role === undefined) {
    const found = await users.byUsername(user)
    return found
      ? { subject: { user_id: found.id }, name: `user ${user}` }
      : { problem: `The user ${user} does not exist` }
  }
  const found = await roles.byName(role)
  if (!found) return { problem: `The role ${role} does not exist` }
  if (isAdmin({ roles: { [role]: [] } })) return { problem: new ApiError('quota-admin').message }
  return { subject: { role_id: found.id }, name: `role ${role}` }
}

async function applyQuota(
  { store, actor }: ImportRun,
  { subject, name: subjectName }: FoundSubject,
  each: QuotaEntry,
): Promise<QuotaChange | undefined> {
  const existing = await store.quotas.find({ col: 'subject_key', op: 'eq', value: quotaKey(subject) })
  const [before, after] = [existing ? quotaText(existing) : null, each.remove ? null : quotaText(quotaValuesOf(each))]
  if (before === after) return undefined
  const values = Object.fromEntries(QUOTA_MEASURES.map((measure) => [measure, each[measure] ?? null]))
  if (!existing) await store.quotas.create({ ...subject, ...values }, actor)
  else if (after === null) await store.quotas.remove(existing.id, actor)
  else await store.quotas.update(existing.id, values, actor)
  return { name: subjectName, before, after }
}
