import { readAttributes, userAttributes } from '#core/rest/user-attributes.ts'
import { type User, USER_LENGTHS } from '#core/entity/user.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { requireWithin } from '#core/rest/bounds.ts'
import { isObject } from '#core/rest/json.ts'
import { signOutEverywhere } from '#server/security/accounts.ts'
import { lockAdminRoles, requireActiveAdmin } from '#server/security/administrators.ts'
import { requireFreeEmail, requireFreeUsername } from '#server/security/user-registration.ts'
import type { ListedScimResource, ScimReference, ScimResource } from '#server/store/scim-resources.ts'
import type { Store } from '#server/store/store.ts'
import { changeRights, linkedUser, type LinkedUser, logScim, type ScimDependencies } from './scim-rights.ts'
import {
  withScimErrors,
  ENTERPRISE_SCHEMA,
  normalizeScim,
  objectOf,
  operationsOf,
  removedElements,
  requirePaths,
  type ScimJson,
  scimLibrary,
  type ScimOperation,
  USER_SCHEMA,
  invalidScimRequest,
} from './scim-schema.ts'

/** Maximum characters of the id and the name of a user at a provider. */
const MAX_NAME_LENGTH = 255

/** Attributes that the server sets; providers send them, and they are ignored. */
const SERVER_SET: readonly string[] = ['id', 'schemas', 'meta', 'groups', 'password']

/** A user as the provider describes it. */
interface ScimUser {
  readonly externalId: string
  readonly name: string
  readonly active: boolean
  readonly firstName: string | undefined
  readonly lastName: string | undefined
  readonly email: string | undefined
  readonly body: ScimJson
}

/** Returns a user as the provider sees it. */
export function presentUser(
  { baseUrl }: Pick<ScimDependencies, 'baseUrl'>,
  resource: ListedScimResource,
  groups: readonly ScimReference[],
): ScimJson {
  const body = JSON.parse(resource.body_json) as ScimJson
  const references = groups.map(({ id, name }) => ({
    value: String(id),
    $ref: `${baseUrl}/Groups/${id}`,
    display: name,
  }))
  return {
    ...body,
    schemas: ENTERPRISE_SCHEMA in body ? [USER_SCHEMA, ENTERPRISE_SCHEMA] : [USER_SCHEMA],
    id: String(resource.id),
    externalId: resource.external_id,
    userName: resource.name,
    active: resource.active,
    ...(references.length > 0 ? { groups: references } : {}),
    meta: {
      resourceType: 'User',
      created: new Date(resource.created_on).toISOString(),
      lastModified: new Date(resource.changed_on).toISOString(),
      location: `${baseUrl}/Users/${resource.id}`,
    },
  }
}

/**
 * Creates a user, or takes the user who is linked to the account at the provider already. Returns the id of the resource.
 */
export async function createScimUser(dependencies: ScimDependencies, body: unknown): Promise<number> {
  const draft = await readUser(objectOf(body))
  const { provider, store } = dependencies
  const { issuer } = provider
  return store.transaction(async (tx) => {
    const admins = await lockAdminRoles(tx)
    const existing = await tx.scimResources.byExternalId(issuer, 'User', draft.externalId)
    const linked = await linkedUser(tx, provider, { external_id: draft.externalId })
    if (existing?.deleted_on === null && linked) throw usedError(`the account ${draft.externalId}`)
    await requireFreeName(tx, issuer, draft.name, existing?.id)
    const account = linked ?? (await createLinked(tx, dependencies, draft))
    const stored = { name: draft.name, body_json: JSON.stringify(draft.body) }
    if (existing) await tx.scimResources.update(existing.id, { ...stored, deleted_on: null })
    const id =
      existing?.id ??
      (await tx.scimResources.create({ issuer, type: 'User', external_id: draft.externalId, ...stored }))
    // A user whom an administrator deactivated before the provider knew them stays inactive.
    await applyUser(dependencies, tx, account, draft, existing === undefined || existing.deleted_on === null)
    await changeRights(dependencies, tx, [{ external_id: draft.externalId }])
    await requireActiveAdmin(tx, admins, account.user.username)
    return id
  })
}

/** Replaces the attributes of a user. */
export async function replaceScimUser(dependencies: ScimDependencies, id: number, body: unknown): Promise<void> {
  const sent = objectOf(body)
  await changeUser(dependencies, id, async ({ external_id: externalId }) => ({ externalId, ...sent }))
}

/** Applies the operations of a PATCH request to a user. */
export async function patchScimUser(dependencies: ScimDependencies, id: number, body: unknown): Promise<void> {
  const operations = await Promise.all((await operationsOf(body)).map(safeRemoval))
  const paths = operations.flatMap(({ path, value }) => path ?? Object.keys(objectOf(value)))
  await requirePaths(paths.filter((path) => !SERVER_SET.includes(path)))
  const { Messages: messages, Schemas: schemas } = await scimLibrary()
  await changeUser(dependencies, id, (resource) =>
    withScimErrors(async () => {
      const before = { ...storedUser(resource), id: String(id) }
      const target = new schemas.User(before, 'out', `${dependencies.baseUrl}/Users`)
      const created = new Set<string>()
      const sent = operations.flatMap((each) => changesOf(each, before, created))
      if (sent.length === 0) return before
      const message = { schemas: [messages.PatchOp.id], Operations: sent }
      const after = await new messages.PatchOp(message as never).apply(target)
      return after ? objectOf(JSON.parse(JSON.stringify(after))) : before
    }),
  )
}

/** Deletes a user of the provider: the user becomes inactive and loses what the provider gave. */
export async function removeScimUser(dependencies: ScimDependencies, id: number): Promise<void> {
  const { provider, store } = dependencies
  await store.transaction(async (tx) => {
    const admins = await lockAdminRoles(tx)
    const resource = await requireScimUser(tx, dependencies, id)
    const linked = await linkedUser(tx, provider, resource)
    for (const group of (await tx.scimResources.groupsOf([id])).get(id) ?? [])
      await tx.scimResources.changeMembers(group.id, [], [id])
    await tx.scimResources.update(id, { deleted_on: dependencies.now() })
    if (!linked) return
    await deactivate(dependencies, tx, linked.user)
    await changeRights({ ...dependencies, provider: { ...provider, default_roles: [] } }, tx, [resource])
    await logScim(tx, provider, linked.user.id, { active: false })
    await requireActiveAdmin(tx, admins, linked.user.username)
  })
}

/** Returns a user of the provider; throws `not-found`. */
export async function requireScimUser(
  tx: Store,
  { provider }: ScimDependencies,
  id: number,
): Promise<ListedScimResource> {
  const selection = { issuer: provider.issuer, type: 'User', ids: [id] } as const
  const [resource] = await tx.scimResources.list(selection, { offset: 0, limit: 1 })
  if (!resource) throw new ApiError('not-found')
  return resource
}

async function changeUser(
  dependencies: ScimDependencies,
  id: number,
  change: (resource: ScimResource) => Promise<ScimJson>,
): Promise<void> {
  await dependencies.store.transaction(async (tx) => {
    const admins = await lockAdminRoles(tx)
    const resource = await requireScimUser(tx, dependencies, id)
    const linked = await linkedUser(tx, dependencies.provider, resource)
    if (!linked) throw new ApiError('not-found')
    const { active = true } = storedUser(resource)
    // Without a state, the user stays as they are.
    const draft = await readUser({ active, ...(await change(resource)) })
    if (draft.externalId !== resource.external_id) throw invalidScimRequest('externalId cannot change')
    await requireFreeName(tx, resource.issuer, draft.name, id)
    await tx.scimResources.update(id, { name: draft.name, body_json: JSON.stringify(draft.body) })
    await applyUser(dependencies, tx, linked, draft, active !== false)
    await requireActiveAdmin(tx, admins, linked.user.username)
  })
}

function storedUser({ body_json: json, external_id: externalId, name }: ScimResource): ScimJson {
  return { ...(JSON.parse(json) as ScimJson), externalId, userName: name }
}

/** Returns the attributes of a user. Throws `scim-wrong`, and `scim-resource-bytes` above this limit. */
async function readUser(sent: ScimJson): Promise<ScimUser> {
  const { Schemas: schemas } = await scimLibrary()
  const attributes = await normalizeScim(withoutServerSet(sent))
  const user = await withScimErrors(() => new schemas.User(attributes, 'in'))
  const body = withoutServerSet(objectOf(JSON.parse(JSON.stringify(user))))
  requireWithin('scim-resource-bytes', Buffer.byteLength(JSON.stringify(body)))
  const { externalId } = user
  if (text(externalId) === undefined || externalId === undefined)
    throw invalidScimRequest('externalId is required: it links the user to the account at the provider')
  if (externalId !== externalId.trim()) throw invalidScimRequest('externalId must not begin or end with white space')
  const name = text(user.userName) ?? ''
  if (name === '' || name.length > MAX_NAME_LENGTH)
    throw invalidScimRequest(`userName must have 1 to ${MAX_NAME_LENGTH} characters`)
  if (externalId.length > MAX_NAME_LENGTH)
    throw invalidScimRequest(`externalId must have at most ${MAX_NAME_LENGTH} characters`)
  const emails = user.emails ?? []
  return {
    externalId,
    name,
    active: user.active ?? true,
    firstName: text(user.name?.givenName)?.slice(0, USER_LENGTHS.name),
    lastName: text(user.name?.familyName)?.slice(0, USER_LENGTHS.name),
    email: text((emails.find(({ primary }) => primary === true) ?? emails[0])?.value),
    body,
  }
}

function withoutServerSet(sent: ScimJson): ScimJson {
  return Object.fromEntries(Object.entries(sent).filter(([name]) => !SERVER_SET.includes(name)))
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}

const usedError = (attribute: string) => new ApiError('scim-used', { args: [attribute] })

async function requireFreeName(tx: Store, issuer: string, name: string, except: number | undefined): Promise<void> {
  const rows = await tx.scimResources.list({ issuer, type: 'User', name }, { offset: 0, limit: 2 })
  if (rows.some(({ id }) => id !== except)) throw usedError(`the user name ${name}`)
}

/** Never links an existing user: only an administrator or a sign-in at the provider does. */
async function createLinked(tx: Store, { provider }: ScimDependencies, draft: ScimUser): Promise<LinkedUser> {
  const { issuer, name } = provider
  const account = { issuer, subject: draft.externalId }
  if (await tx.externalIdentities.find(account)) throw new ApiError('scim-user-deleted', { args: [draft.externalId] })
  const { name: username, email = null, firstName, lastName } = draft
  await requireFreeUsername(tx, username)
  if (email !== null) await requireFreeEmail(tx, email)
  const names = { first_name: firstName ?? username, last_name: lastName ?? '' }
  const user = await tx.users.create({ username, ...names, email, password: null, roles: [] }, null)
  await tx.externalIdentities.link(user.id, name, account)
  const identity = await tx.externalIdentities.find(account)
  if (!identity) throw new ApiError('not-found')
  return { user, identity }
}

/** Writes the names, the e-mail address, the attributes and the state of a user. Only a changed state is written. */
async function applyUser(
  dependencies: ScimDependencies,
  tx: Store,
  { user }: LinkedUser,
  draft: ScimUser,
  wasActive: boolean,
): Promise<void> {
  const { firstName = user.first_name, lastName = user.last_name, email = user.email } = draft
  if (email !== null && email !== user.email) await requireFreeEmail(tx, email, user.id)
  const attributes = attributesOf(dependencies, user, draft.body)
  const patch = {
    ...(firstName === user.first_name ? {} : { first_name: firstName }),
    ...(lastName === user.last_name ? {} : { last_name: lastName }),
    ...(email === user.email ? {} : { email }),
    ...(attributes === user.attributes ? {} : { attributes }),
    ...(draft.active && !wasActive && !user.active ? { active: true } : {}),
  }
  if (Object.keys(patch).length > 0) await tx.users.update(user.id, patch, null)
  const isEnded = !draft.active && (wasActive || user.active)
  if (isEnded) await deactivate(dependencies, tx, user)
  const changed = [...Object.keys(patch), ...(isEnded ? ['active'] : [])]
  if (changed.length > 0) await logScim(tx, dependencies.provider, user.id, { changed })
}

async function deactivate({ now }: ScimDependencies, tx: Store, { id }: User): Promise<void> {
  await signOutEverywhere(tx, id, { now: now(), actor: null, more: { active: false } })
}

/** Returns the stored attributes of a user with those that the provider sets. */
function attributesOf({ provider }: ScimDependencies, user: User, body: ScimJson): string | null {
  const mapped = Object.entries(provider.scim.attributes)
  if (mapped.length === 0) return user.attributes
  const attributes: Record<string, unknown> = { ...readAttributes(user.attributes) }
  for (const [name, path] of mapped) {
    const values = valuesAt(body, path)
    if (values === undefined) delete attributes[name]
    else attributes[name] = values
  }
  const read = userAttributes.safeParse(attributes)
  if (!read.success) throw invalidScimRequest(`attributes: ${read.error.issues[0]?.message ?? ''}`)
  return Object.keys(attributes).length === 0 && user.attributes === null ? null : JSON.stringify(read.data)
}

/** Returns the text at a path, or a list of texts if an attribute on it has several values. */
function valuesAt(body: ScimJson, path: string): string | readonly string[] | undefined {
  const extension = `${ENTERPRISE_SCHEMA}:`
  const isExtended = path.startsWith(extension)
  let values: unknown[] = [isExtended ? body[ENTERPRISE_SCHEMA] : body]
  let isList = false
  for (const part of (isExtended ? path.slice(extension.length) : path).split('.')) {
    values = values.flatMap((each) => {
      const value = isObject(each) && Object.hasOwn(each, part) ? each[part] : undefined
      isList ||= Array.isArray(value)
      return value ?? []
    })
  }
  const texts = values.filter((each) => ['string', 'number', 'boolean'].includes(typeof each)).map(String)
  return texts.length === 0 ? undefined : isList ? texts : texts[0]
}

/** Returns an operation whose value the library can write into a filter. */
async function safeRemoval(operation: ScimOperation): Promise<ScimOperation> {
  const { op, path, value } = operation
  if (op !== 'remove' || value === undefined || value === null) return operation
  return path !== undefined && SERVER_SET.includes(path)
    ? operation
    : { ...operation, value: await removedElements(value) }
}

/** A path that names an element by its type. */
const TYPED = /^(\w+)\[type eq "([^"]*)"\]\.(\w+)$/i

/**
 * Returns an operation as the library accepts it: without attributes of the server, and with a new element where Entra ID
 * names the type of one that does not exist; `created` collects these.
 */
function changesOf(operation: ScimOperation, before: ScimJson, created: Set<string>): readonly ScimOperation[] {
  const { op, path, value } = operation
  if (path === undefined) {
    const entries = Object.entries(objectOf(value)).filter(([name]) => !SERVER_SET.includes(name))
    return entries.flatMap(([name, each]) => changesOf({ op, path: name, value: each }, before, created))
  }
  if (SERVER_SET.includes(path)) return []
  const [, list = '', type = '', part = ''] = TYPED.exec(path) ?? []
  const elements = before[list] ?? []
  const hasElement = Array.isArray(elements) && elements.some((each) => isObject(each) && each['type'] === type)
  const element = `${list} ${type}`
  if (list === '' || hasElement || created.has(element)) return [operation]
  if (op === 'remove') return []
  created.add(element)
  return [{ op: 'add', path: list, value: [{ type, [part]: value }] }]
}
