import { ApiError } from '#core/rest/api-error.ts'
import { isObject } from '#core/rest/json.ts'
import { requireWithin } from '#core/rest/bounds.ts'
import { lockAdminRoles, requireActiveAdmin } from '#server/security/administrators.ts'
import type { ListedScimResource, ScimReference, ScimResource } from '#server/store/scim-resources.ts'
import type { Store } from '#server/store/store.ts'
import { changeRights, isMapped, type ScimDependencies } from './scim-rights.ts'
import {
  filterOf,
  GROUP_SCHEMA,
  objectOf,
  operationsOf,
  type ScimJson,
  type ScimOperation,
  invalidScimRequest,
} from './scim-schema.ts'

/** Maximum characters of the name and the id of a group at a provider. */
const MAX_NAME_LENGTH = 255
/** Ids in one statement. */
const AT_ONCE = 500

/** The properties of a group that a provider sets. */
interface ScimGroup {
  readonly name: string
  readonly externalId: string | null
  readonly members: ReadonlySet<number>
}

/** Returns a group as the provider sees it; without its members if they were not read. */
export function presentGroup(
  { baseUrl }: Pick<ScimDependencies, 'baseUrl'>,
  resource: ScimResource,
  members: readonly ScimReference[] | undefined,
): ScimJson {
  const references = members?.map(({ id, name }) => ({
    value: String(id),
    $ref: `${baseUrl}/Users/${id}`,
    display: name,
    type: 'User',
  }))
  return {
    schemas: [GROUP_SCHEMA],
    id: String(resource.id),
    ...(resource.external_id === null ? {} : { externalId: resource.external_id }),
    displayName: resource.name,
    ...(references ? { members: references } : {}),
    meta: {
      resourceType: 'Group',
      created: new Date(resource.created_on).toISOString(),
      lastModified: new Date(resource.changed_on).toISOString(),
      location: `${baseUrl}/Groups/${resource.id}`,
    },
  }
}

/** Creates a group, and returns its id; its members get what the mapping gives. */
export async function createScimGroup(dependencies: ScimDependencies, body: unknown): Promise<number> {
  const group = readGroup(objectOf(body), null)
  const { issuer } = dependencies.provider
  return inTransaction(dependencies, group.name, async (tx) => {
    await requireFreeName(tx, issuer, group.name)
    const { name, externalId } = group
    const draft = { issuer, type: 'Group', external_id: externalId, name, body_json: '{}' } as const
    const id = await tx.scimResources.create(draft)
    await writeGroup(dependencies, tx, id, { ...group, members: new Set() }, group)
    return id
  })
}

/** Replaces the name, the id at the provider and the members of a group. */
export async function replaceScimGroup(dependencies: ScimDependencies, id: number, body: unknown): Promise<void> {
  const sent = objectOf(body)
  await changeGroup(dependencies, id, async (before) => readGroup(sent, before.externalId))
}

/** Applies the operations of a PATCH request to a group. */
export async function patchScimGroup(dependencies: ScimDependencies, id: number, body: unknown): Promise<void> {
  const operations = await operationsOf(body)
  await changeGroup(dependencies, id, async (before) => {
    let group = before
    for (const operation of operations) group = await applyOperation(group, operation)
    return group
  })
}

/** Deletes a group; its members lose what only this group gave. */
export function removeScimGroup(dependencies: ScimDependencies, id: number): Promise<void> {
  return inTransaction(dependencies, String(id), async (tx) => {
    const resource = await requireScimGroup(tx, dependencies, id)
    const members = await tx.scimResources.members(id)
    await tx.scimResources.remove(id)
    if (isMapped(dependencies.provider, resource.name)) await changeRightsOf(dependencies, tx, members)
  })
}

/** Returns a group of the provider; throws `not-found`. */
export async function requireScimGroup(
  tx: Store,
  { provider }: ScimDependencies,
  id: number,
): Promise<ListedScimResource> {
  const selection = { issuer: provider.issuer, type: 'Group', ids: [id] } as const
  const [resource] = await tx.scimResources.list(selection, { offset: 0, limit: 1 })
  if (!resource) throw new ApiError('not-found')
  return resource
}

function changeGroup(
  dependencies: ScimDependencies,
  id: number,
  change: (before: ScimGroup) => Promise<ScimGroup>,
): Promise<void> {
  return inTransaction(dependencies, String(id), async (tx) => {
    const resource = await requireScimGroup(tx, dependencies, id)
    const members = new Set((await tx.scimResources.members(id)).map((each) => each.id))
    const before = { name: resource.name, externalId: resource.external_id, members }
    const after = await change(before)
    if (after.name !== before.name) await requireFreeName(tx, resource.issuer, after.name, id)
    await tx.scimResources.update(id, { name: after.name, external_id: after.externalId })
    await writeGroup(dependencies, tx, id, before, after)
  })
}

/** Throws `last-admin` if the change removes the last active administrator. */
function inTransaction<T>({ store }: ScimDependencies, name: string, change: (tx: Store) => Promise<T>): Promise<T> {
  return store.transaction(async (tx) => {
    const admins = await lockAdminRoles(tx)
    const result = await change(tx)
    await requireActiveAdmin(tx, admins, name)
    return result
  })
}

/** Writes the members of a group, and changes the rights of the users that its new name or members concern. */
async function writeGroup(
  dependencies: ScimDependencies,
  tx: Store,
  id: number,
  before: ScimGroup,
  after: ScimGroup,
): Promise<void> {
  requireWithin('scim-members', after.members.size)
  const added = [...after.members].filter((each) => !before.members.has(each))
  const removed = [...before.members].filter((each) => !after.members.has(each))
  await requireUsers(tx, dependencies.provider.issuer, added)
  await tx.scimResources.changeMembers(id, added, removed)
  const names = [before.name, after.name]
  if (!names.some((name) => isMapped(dependencies.provider, name))) return
  const isRenamed = before.name !== after.name
  const changed = isRenamed ? new Set([...before.members, ...after.members]) : [...added, ...removed]
  await changeRightsOf(
    dependencies,
    tx,
    [...changed].map((each) => ({ id: each })),
  )
}

async function changeRightsOf(
  dependencies: ScimDependencies,
  tx: Store,
  members: readonly Pick<ScimReference, 'id'>[],
) {
  requireWithin('scim-member-changes', members.length)
  const resources = await usersOf(
    tx,
    dependencies.provider.issuer,
    members.map(({ id }) => id),
  )
  await changeRights(dependencies, tx, resources)
}

async function requireUsers(tx: Store, issuer: string, ids: readonly number[]): Promise<void> {
  const found = new Set((await usersOf(tx, issuer, ids)).map(({ id }) => id))
  const missing = ids.find((id) => !found.has(id))
  if (missing === undefined) return
  const nested = await tx.scimResources.list({ issuer, type: 'Group', ids: [missing] }, { offset: 0, limit: 1 })
  throw nested.length > 0 ? nestedGroup(missing) : invalidScimRequest(`members: there is no user ${missing}`)
}

async function usersOf(tx: Store, issuer: string, ids: readonly number[]): Promise<readonly ScimResource[]> {
  const found: ScimResource[] = []
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const selection = { issuer, type: 'User', ids: ids.slice(at, at + AT_ONCE) } as const
    found.push(...(await tx.scimResources.list(selection, { offset: 0, limit: AT_ONCE })))
  }
  return found
}

async function requireFreeName(tx: Store, issuer: string, name: string, except?: number): Promise<void> {
  const rows = await tx.scimResources.list({ issuer, type: 'Group', name }, { offset: 0, limit: 2 })
  if (rows.some(({ id }) => id !== except)) throw new ApiError('scim-used', { args: [`the group name ${name}`] })
}

function readGroup(sent: ScimJson, externalId: string | null): ScimGroup {
  return {
    name: nameOf(sent['displayName']),
    externalId: sent['externalId'] === undefined ? externalId : externalIdOf(sent['externalId']),
    members: new Set(membersOf(sent['members'] ?? [])),
  }
}

function nameOf(value: unknown): string {
  const isName = typeof value === 'string' && value.trim() !== '' && value.length <= MAX_NAME_LENGTH
  if (!isName) throw invalidScimRequest(`displayName must have 1 to ${MAX_NAME_LENGTH} characters`)
  if (value !== value.trim()) throw invalidScimRequest('displayName must not begin or end with white space')
  return value
}

function externalIdOf(value: unknown): string | null {
  if (value === null) return null
  if (typeof value === 'string' && value.length <= MAX_NAME_LENGTH) return value
  throw invalidScimRequest(`externalId must have at most ${MAX_NAME_LENGTH} characters`)
}

function membersOf(value: unknown): readonly number[] {
  const members = Array.isArray(value) ? value : [value]
  requireWithin('scim-members', members.length)
  return members.map((each: unknown) => {
    const { value: id, type } = isObject(each) ? each : {}
    if (typeof type === 'string' && type.toLowerCase() === 'group') throw nestedGroup(id)
    return memberId(id)
  })
}

function nestedGroup(id: unknown): ApiError {
  return invalidScimRequest(
    `members: ${JSON.stringify(id)} is a group, and groups in groups are not supported: send the users of the group`,
  )
}

function memberId(value: unknown): number {
  if (typeof value === 'string' && /^\d{1,15}$/.test(value)) return Number(value)
  throw invalidScimRequest(`members: there is no user ${JSON.stringify(value)}`)
}

/** Returns a group after an operation. Operations on members work on ids: a group may have thousands. */
async function applyOperation(group: ScimGroup, { op, path, value }: ScimOperation): Promise<ScimGroup> {
  if (path === undefined) {
    let changed = group
    for (const [name, each] of Object.entries(objectOf(value)))
      if (!['id', 'schemas', 'meta'].includes(name))
        changed = await applyOperation(changed, { op, path: name, value: each })
    return changed
  }
  const selected = /^members\[(.*)\]$/is.exec(path)?.[1]
  if (selected !== undefined && op === 'remove') return withMembers(group, [], await idsIn(selected))
  switch (path.toLowerCase()) {
    case 'members':
      if (op === 'add') return withMembers(group, membersOf(value), [])
      if (op === 'replace') return { ...group, members: new Set(membersOf(value ?? [])) }
      return withMembers(group, [], value === undefined ? [...group.members] : membersOf(value))
    case 'displayname':
      return { ...group, name: nameOf(op === 'remove' ? undefined : value) }
    case 'externalid':
      return { ...group, externalId: externalIdOf(op === 'remove' ? null : value) }
    default:
      throw invalidScimRequest(`the path ${path} is unknown`)
  }
}

function withMembers(group: ScimGroup, add: readonly number[], remove: readonly number[]): ScimGroup {
  const members = new Set([...group.members, ...add])
  for (const id of remove) members.delete(id)
  return { ...group, members }
}

/** Returns the ids of a filter `value eq "7"`, or of several joined by `or`. */
async function idsIn(filter: string): Promise<readonly number[]> {
  return (await filterOf(filter)).map((each) => {
    const [entry, more] = Object.entries(each)
    const [operator, value, rest] = Array.isArray(entry?.[1]) ? (entry[1] as readonly unknown[]) : []
    const isId = entry?.[0].toLowerCase() === 'value' && operator === 'eq' && rest === undefined && more === undefined
    if (!isId) throw invalidScimRequest(`members are selected by value eq "ID", not by ${filter}`)
    return memberId(value)
  })
}
