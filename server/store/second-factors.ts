import type { Context } from './context.ts'

/** The second factor of a user: one-time codes of an authenticator app. */
export interface SecondFactor {
  readonly user_id: number
  /** The encrypted secret of the codes. */
  readonly secret: string
  /** Epoch milliseconds. */
  readonly created_on: number
  /** The time step of the last accepted code. */
  readonly last_step: number
}

export interface SecondFactors {
  /** Returns the second factor of a user. */
  ofUser(userId: number): Promise<SecondFactor | undefined>
  /** Stores the second factor of a user; returns false if the user has one. */
  add(factor: Pick<SecondFactor, 'user_id' | 'secret' | 'last_step'>): Promise<boolean>
  /**
   * Records the time step of an accepted code. Returns false if the secret was replaced, or if a code of this step or a
   * later one was accepted before, so that only one of several concurrent callers succeeds.
   */
  acceptStep(factor: Pick<SecondFactor, 'user_id' | 'secret'>, step: number): Promise<boolean>
  /** Deletes the second factor of a user and their recovery codes; returns whether there was one. */
  remove(userId: number): Promise<boolean>
  /** Replaces the recovery codes of a user. */
  setRecoveryCodes(userId: number, hashes: readonly string[]): Promise<void>
  /** Deletes a recovery code; returns false if the user has none with this hash. */
  useRecoveryCode(userId: number, hash: string): Promise<boolean>
  /** Returns how many recovery codes a user has left. */
  recoveryCodes(userId: number): Promise<number>
  /**
   * Deletes the sessions of users without a second factor, except those by the identity providers `trusted`; returns how
   * many.
   */
  endOtherSessions(trusted: readonly string[]): Promise<number>
}

/** Returns the repository of second factors. */
export function secondFactorRepository({ db, clock }: Context): SecondFactors {
  return {
    async ofUser(userId) {
      const query = db.selectFrom('second_factors').selectAll().where('user_id', '=', userId)
      return query.$castTo<SecondFactor>().executeTakeFirst()
    },
    async add(factor) {
      const row = { ...factor, created_on: clock() }
      const insert = db.insertInto('second_factors').values(row)
      const { numInsertedOrUpdatedRows } = await insert.onConflict((each) => each.doNothing()).executeTakeFirst()
      return numInsertedOrUpdatedRows === 1n
    },
    async acceptStep({ user_id, secret }, step) {
      const { numUpdatedRows } = await db
        .updateTable('second_factors')
        .set({ last_step: step })
        .where('user_id', '=', user_id)
        .where('secret', '=', secret)
        .where('last_step', '<', step)
        .executeTakeFirst()
      return numUpdatedRows === 1n
    },
    async remove(userId) {
      await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
      const removed = db.deleteFrom('second_factors').where('user_id', '=', userId)
      return (await removed.executeTakeFirst()).numDeletedRows > 0n
    },
    async setRecoveryCodes(userId, hashes) {
      await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
      const rows = hashes.map((code_hash) => ({ user_id: userId, code_hash }))
      await db.insertInto('recovery_codes').values(rows).execute()
    },
    async useRecoveryCode(userId, hash) {
      const used = db.deleteFrom('recovery_codes').where('user_id', '=', userId).where('code_hash', '=', hash)
      return (await used.executeTakeFirst()).numDeletedRows > 0n
    },
    async recoveryCodes(userId) {
      const { n } = await db
        .selectFrom('recovery_codes')
        .select((each) => each.fn.countAll().as('n'))
        .where('user_id', '=', userId)
        .executeTakeFirstOrThrow()
      return Number(n)
    },
    async endOtherSessions(trusted) {
      const ended = db
        .deleteFrom('sessions')
        .where('user_id', 'not in', db.selectFrom('second_factors').select('user_id'))
        // No provider is named by a space, and the list is never empty.
        .where((each) => each(each.fn.coalesce('provider', each.val('')), 'not in', [' ', ...trusted]))
      return Number((await ended.executeTakeFirst()).numDeletedRows)
    },
  }
}
