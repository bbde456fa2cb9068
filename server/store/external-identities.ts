import type { Context } from './context.ts'

/** An account of a user at an identity provider. */
export interface ExternalIdentity {
  readonly id: number
  readonly user_id: number
  /** The name of the provider at the last sign-in. */
  readonly provider: string
  /** Identifies the provider, whatever its name in the settings. */
  readonly issuer: string
  /** Identifies the account at the provider. */
  readonly subject: string
  /** The names of the roles and groups that the last sign-in gave. */
  readonly roles: readonly string[]
  readonly groups: readonly string[]
  /** Epoch milliseconds, like the time below. */
  readonly created_on: number
  /** Null until the first sign-in. */
  readonly last_sign_in: number | null
}

type IdentityRow = Omit<ExternalIdentity, 'roles' | 'groups'> & {
  readonly roles_json: string
  readonly groups_json: string
}

/** Identifies an account at a provider. */
type Account = Pick<ExternalIdentity, 'issuer' | 'subject'>

export interface ExternalIdentities {
  /** Returns the identity of an account; undefined if it is linked to no user. */
  find(account: Account): Promise<ExternalIdentity | undefined>
  /** Returns the identities of a user, also of a deleted one. */
  ofUser(userId: number): Promise<readonly ExternalIdentity[]>
  link(userId: number, provider: string, account: Account): Promise<void>
  /** Records a sign-in, and the roles and groups that it gave. */
  signedIn(id: number, given: Pick<ExternalIdentity, 'provider' | 'roles' | 'groups'>): Promise<void>
  /** Records the roles and groups that the provider gives without a sign-in. */
  give(id: number, given: Pick<ExternalIdentity, 'roles' | 'groups'>): Promise<void>
  /** Removes the links of a user to a provider; returns how many. */
  unlink(userId: number, issuer: string): Promise<number>
}

/** Returns the repository of accounts at identity providers. */
export function externalIdentityRepository({ db, clock }: Context): ExternalIdentities {
  const all = () => db.selectFrom('external_identities').selectAll().$castTo<IdentityRow>()
  return {
    async find({ issuer, subject }) {
      const row = await all().where('issuer', '=', issuer).where('subject', '=', subject).executeTakeFirst()
      return row && readIdentity(row)
    },
    async ofUser(userId) {
      return (await all().where('user_id', '=', userId).orderBy('id').execute()).map(readIdentity)
    },
    async link(userId, provider, { issuer, subject }) {
      const row = { user_id: userId, provider, issuer, subject, roles_json: '[]', groups_json: '[]' }
      await db
        .insertInto('external_identities')
        .values({ ...row, created_on: clock(), last_sign_in: null })
        .execute()
    },
    async signedIn(id, { provider, roles, groups }) {
      const given = { roles_json: JSON.stringify(roles), groups_json: JSON.stringify(groups) }
      await db
        .updateTable('external_identities')
        .set({ provider, ...given, last_sign_in: clock() })
        .where('id', '=', id)
        .execute()
    },
    async give(id, { roles, groups }) {
      const given = { roles_json: JSON.stringify(roles), groups_json: JSON.stringify(groups) }
      await db.updateTable('external_identities').set(given).where('id', '=', id).execute()
    },
    async unlink(userId, issuer) {
      const removed = db.deleteFrom('external_identities').where('user_id', '=', userId).where('issuer', '=', issuer)
      return Number((await removed.executeTakeFirst()).numDeletedRows)
    },
  }
}

function readIdentity({ roles_json, groups_json, ...rest }: IdentityRow): ExternalIdentity {
  return { ...rest, roles: JSON.parse(roles_json) as string[], groups: JSON.parse(groups_json) as string[] }
}
