import type { Context } from './context.ts'

/** The scope of a token: read only, or everything that its owner may do. */
export type TokenScope = 'read' | 'write'

/** A personal API token; the token itself is not stored. */
export interface ApiToken {
  readonly id: number
  readonly user_id: number
  readonly name: string
  readonly token_hash: string
  /** The first characters of the token, by which its owner recognizes it. */
  readonly prefix: string
  readonly scope: TokenScope
  /** The role that limits the rights of the token; null if it has those of its owner. */
  readonly role_id: number | null
  /** Epoch milliseconds, like the times below. */
  readonly created_on: number
  readonly expires_at: number
  /** Updated at most once a minute; null if the token was never used. */
  readonly last_used_at: number | null
}

type Draft = Omit<ApiToken, 'id' | 'created_on' | 'last_used_at'>

export interface ApiTokens {
  create(token: Draft): Promise<ApiToken>
  /** Returns the token with this hash, expired or not. */
  byHash(hash: string): Promise<ApiToken | undefined>
  /** Returns the token with this id; undefined if there is none or it has expired. */
  valid(id: number): Promise<ApiToken | undefined>
  /** Returns the tokens of a user, newest first. */
  ofUser(userId: number): Promise<readonly ApiToken[]>
  used(id: number): Promise<void>
  /** Deletes a token of a user and returns it; undefined if the user has none with this id. */
  remove(userId: number, id: number): Promise<ApiToken | undefined>
  deleteByUser(userId: number): Promise<void>
}

/** Returns the repository of personal API tokens. */
export function apiTokenRepository({ db, clock }: Context): ApiTokens {
  return {
    async create(token) {
      const row = { ...token, created_on: clock(), last_used_at: null }
      const { id } = await db
        .insertInto('api_tokens')
        .values(row)
        .returning('id')
        .$castTo<{ readonly id: number }>()
        .executeTakeFirstOrThrow()
      return { ...row, id }
    },
    async byHash(hash) {
      const query = db.selectFrom('api_tokens').selectAll().where('token_hash', '=', hash)
      return query.$castTo<ApiToken>().executeTakeFirst()
    },
    async valid(id) {
      const query = db.selectFrom('api_tokens').selectAll().where('id', '=', id).where('expires_at', '>', clock())
      return query.$castTo<ApiToken>().executeTakeFirst()
    },
    async ofUser(userId) {
      const query = db.selectFrom('api_tokens').selectAll().where('user_id', '=', userId).orderBy('id', 'desc')
      return query.$castTo<ApiToken>().execute()
    },
    async used(id) {
      await db.updateTable('api_tokens').set({ last_used_at: clock() }).where('id', '=', id).execute()
    },
    async remove(userId, id) {
      const query = db.deleteFrom('api_tokens').where('user_id', '=', userId).where('id', '=', id).returningAll()
      return query.$castTo<ApiToken>().executeTakeFirst()
    },
    async deleteByUser(userId) {
      await db.deleteFrom('api_tokens').where('user_id', '=', userId).execute()
    },
  }
}
