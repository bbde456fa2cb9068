import { foldText } from '#core/access/fold-text.ts'
import type { Context } from './context.ts'

/** A user or a group as an identity provider describes it by SCIM. */
export interface ScimResource {
  readonly id: number
  /** Identifies the provider, whatever its name in the settings. */
  readonly issuer: string
  readonly type: 'User' | 'Group'
  /** The id at the provider; of a user, the subject of the linked account. */
  readonly external_id: string | null
  /** The user name or the name of the group at the provider. */
  readonly name: string
  /** JSON text of the attributes that the provider sent. */
  readonly body_json: string
  /** Epoch milliseconds, like the times below. */
  readonly created_on: number
  readonly changed_on: number
  /** Null unless the provider deleted the user. */
  readonly deleted_on: number | null
}

/** A resource with the state of its user; groups are active. */
export interface ListedScimResource extends ScimResource {
  readonly active: boolean
}

type ScimDraft = Pick<ScimResource, 'issuer' | 'type' | 'external_id' | 'name' | 'body_json'>
type ScimPatch = Partial<Pick<ScimResource, 'external_id' | 'name' | 'body_json' | 'deleted_on'>>
type OfType = Pick<ScimResource, 'issuer' | 'type'>

/** A member of a group, or a group of a member. */
export type ScimReference = Pick<ScimResource, 'id' | 'name'>

/** Selects resources that are not deleted: by ids, by name in any letter case, or by the id at the provider. */
export interface ScimSelection extends OfType {
  readonly ids?: readonly number[]
  readonly name?: string
  readonly externalId?: string
}

export interface ScimResources {
  /** Returns the id of the new resource. */
  create(draft: ScimDraft): Promise<number>
  update(id: number, patch: ScimPatch): Promise<void>
  /** Deletes a group permanently. */
  remove(id: number): Promise<void>
  /** Returns the resource with an id at the provider, also a deleted one. */
  byExternalId(issuer: string, type: ScimResource['type'], externalId: string): Promise<ScimResource | undefined>
  /** Returns a page of resources by id; users only with a linked account. */
  list(
    selection: ScimSelection,
    page: { readonly offset: number; readonly limit: number },
  ): Promise<readonly ListedScimResource[]>
  count(selection: ScimSelection): Promise<number>
  /** Returns the members of a group by id. */
  members(groupId: number): Promise<readonly ScimReference[]>
  /** Adds and removes members of a group by id; those that are members already are ignored. */
  changeMembers(groupId: number, add: readonly number[], remove: readonly number[]): Promise<void>
  /** Returns the groups of members, by the id of the member. */
  groupsOf(memberIds: readonly number[]): Promise<ReadonlyMap<number, readonly ScimReference[]>>
  /** Returns the names of the groups of an account, which the provider manages by SCIM. */
  groupNames(account: { readonly issuer: string; readonly subject: string }): Promise<readonly string[]>
}

/** Ids in one statement. */
const AT_ONCE = 500

/** Returns the repository of users and groups that identity providers manage. */
export function scimResourceRepository(context: Context): ScimResources {
  const { db, clock } = context
  return {
    async create(draft) {
      const row = {
        ...draft,
        name_folded: foldText(draft.name),
        created_on: clock(),
        changed_on: clock(),
        deleted_on: null,
      }
      const inserted = await db.insertInto('scim_resources').values(row).returning('id').executeTakeFirstOrThrow()
      return Number(inserted.id)
    },
    async update(id, patch) {
      const folded = patch.name === undefined ? {} : { name_folded: foldText(patch.name) }
      const change = { ...patch, ...folded, changed_on: clock() }
      await db.updateTable('scim_resources').set(change).where('id', '=', id).execute()
    },
    async remove(id) {
      await db.deleteFrom('scim_members').where('group_id', '=', id).execute()
      await db.deleteFrom('scim_resources').where('id', '=', id).execute()
    },
    async byExternalId(issuer, type, externalId) {
      const found = db.selectFrom('scim_resources').selectAll().where('issuer', '=', issuer).where('type', '=', type)
      return found.where('external_id', '=', externalId).$castTo<ScimResource>().executeTakeFirst()
    },
    async list(selection, { offset, limit }) {
      const rows = await selectResources(context, selection)
        .selectAll('resource')
        .select('one.active as active')
        .orderBy('resource.id')
        .limit(limit)
        .offset(offset)
        .$castTo<ScimResource & { readonly active: number | boolean | null }>()
        .execute()
      return rows.map((row) => ({ ...row, active: row.active === null || Boolean(row.active) }))
    },
    async count(selection) {
      const counted = selectResources(context, selection).select(({ fn }) => fn.countAll<number>().as('n'))
      return (await counted.executeTakeFirstOrThrow()).n
    },
    ...membersOfGroups(context),
  }
}

/** Returns the operations on the members of groups. */
function membersOfGroups(
  context: Context,
): Pick<ScimResources, 'members' | 'changeMembers' | 'groupsOf' | 'groupNames'> {
  const { db } = context
  return {
    async members(groupId) {
      const rows = db
        .selectFrom('scim_members as member')
        .innerJoin('scim_resources as resource', 'resource.id', 'member.member_id')
        .select(['resource.id', 'resource.name'])
        .where('member.group_id', '=', groupId)
        .orderBy('resource.id')
      return rows.$castTo<ScimReference>().execute()
    },
    async changeMembers(groupId, add, remove) {
      for (const some of parts(remove))
        await db.deleteFrom('scim_members').where('group_id', '=', groupId).where('member_id', 'in', some).execute()
      for (const some of parts(add)) {
        const rows = some.map((member_id) => ({ group_id: groupId, member_id }))
        await db
          .insertInto('scim_members')
          .values(rows)
          .onConflict((each) => each.doNothing())
          .execute()
      }
    },
    groupsOf: (memberIds) => groupsOfMembers(context, memberIds),
    async groupNames({ issuer, subject }) {
      const rows = db
        .selectFrom('scim_members as member')
        .innerJoin('scim_resources as one', 'one.id', 'member.member_id')
        .innerJoin('scim_resources as group', 'group.id', 'member.group_id')
        .select('group.name')
        .where('one.issuer', '=', issuer)
        .where('one.type', '=', 'User')
        .where('one.external_id', '=', subject)
        .where('one.deleted_on', 'is', null)
        .orderBy('group.name')
      return (await rows.$castTo<{ readonly name: string }>().execute()).map(({ name }) => name)
    },
  }
}

/** A user whose link an administrator removed is no user of the provider any more. */
function selectResources({ db }: Context, { issuer, type, ids, name, externalId }: ScimSelection) {
  let rows = db
    .selectFrom('scim_resources as resource')
    .leftJoin('external_identities as identity', (join) =>
      join.onRef('identity.issuer', '=', 'resource.issuer').onRef('identity.subject', '=', 'resource.external_id'),
    )
    .leftJoin('users as one', (join) => join.onRef('one.id', '=', 'identity.user_id').on('one.deleted_at', 'is', null))
    .where('resource.issuer', '=', issuer)
    .where('resource.type', '=', type)
    .where('resource.deleted_on', 'is', null)
  if (type === 'User') rows = rows.where('one.id', 'is not', null)
  if (ids !== undefined) rows = rows.where('resource.id', 'in', ids)
  if (name !== undefined) rows = rows.where('resource.name_folded', '=', foldText(name))
  if (externalId !== undefined) rows = rows.where('resource.external_id', '=', externalId)
  return rows
}

async function groupsOfMembers({ db }: Context, memberIds: readonly number[]) {
  const found = new Map<number, ScimReference[]>()
  for (const some of parts(memberIds)) {
    const rows = await db
      .selectFrom('scim_members as member')
      .innerJoin('scim_resources as group', 'group.id', 'member.group_id')
      .select(['member.member_id', 'group.id', 'group.name'])
      .where('member.member_id', 'in', some)
      .orderBy('group.id')
      .$castTo<ScimReference & { readonly member_id: number }>()
      .execute()
    for (const { member_id, id, name } of rows) found.set(member_id, [...(found.get(member_id) ?? []), { id, name }])
  }
  return found
}

function parts(ids: readonly number[]): number[][] {
  const count = Math.ceil(ids.length / AT_ONCE)
  return Array.from({ length: count }, (_, at) => ids.slice(at * AT_ONCE, (at + 1) * AT_ONCE))
}
