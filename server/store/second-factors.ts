import type { Context } from './context.ts'

/** The second factor of a user: one-time codes of an authenticator app. */
export interface SecondFactor {
  readonly user_id: number
  /** The encrypted secret of the codes. */
  readonly secret: string
  /** Epoch milliseconds, like the time below. */
  readonly created_on: number
  /** Null until a code has proved that the app of the user has the secret. */
  readonly confirmed_on: number | null
  /** The time step of the last accepted code; null if none was accepted. */
  readonly last_step: number | null
}

export interface SecondFactors {
  /** Returns the second factor of a user, confirmed or not. */
  ofUser(userId: number): Promise<SecondFactor | undefined>
  /** Stores an unconfirmed secret in place of an earlier unconfirmed one. */
  begin(userId: number, secret: string): Promise<void>
  confirm(userId: number): Promise<void>
  /**
   * Records the time step of an accepted code. Returns false if a code of this step or a later one was accepted before,
   * so that only one of several concurrent callers succeeds.
   */
  acceptStep(userId: number, step: number): Promise<boolean>
  /** Deletes the second factor of a user and their recovery codes; returns whether there was a confirmed one. */
  remove(userId: number): Promise<boolean>
  /** Replaces the recovery codes of a user. */
  setRecoveryCodes(userId: number, hashes: readonly string[]): Promise<void>
  /** Deletes a recovery code; returns false if the user has none with this hash. */
  useRecoveryCode(userId: number, hash: string): Promise<boolean>
  /** Returns how many recovery codes a user has left. */
  recoveryCodes(userId: number): Promise<number>
}

/** Returns the repository of second factors. */
export function secondFactorRepository({ db, clock }: Context): SecondFactors {
  const factor = (userId: number) => db.updateTable('second_factors').where('user_id', '=', userId)
  return {
    async ofUser(userId) {
      const query = db.selectFrom('second_factors').selectAll().where('user_id', '=', userId)
      return query.$castTo<SecondFactor>().executeTakeFirst()
    },
    async begin(userId, secret) {
      await db.deleteFrom('second_factors').where('user_id', '=', userId).where('confirmed_on', 'is', null).execute()
      const row = { user_id: userId, secret, created_on: clock(), confirmed_on: null, last_step: null }
      await db.insertInto('second_factors').values(row).execute()
    },
    async confirm(userId) {
      await factor(userId).set({ confirmed_on: clock() }).execute()
    },
    async acceptStep(userId, step) {
      const { numUpdatedRows } = await factor(userId)
        .set({ last_step: step })
        .where((each) => each.or([each('last_step', 'is', null), each('last_step', '<', step)]))
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
    async remove(userId) {
      await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
      const removed = db.deleteFrom('second_factors').where('user_id', '=', userId).returning('confirmed_on')
      const row = await removed.$castTo<Pick<SecondFactor, 'confirmed_on'>>().executeTakeFirst()
      return row !== undefined && row.confirmed_on !== null
    },
    async setRecoveryCodes(userId, hashes) {
      await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
      await db
        .insertInto('recovery_codes')
        .values(hashes.map((code_hash) => ({ user_id: userId, code_hash })))
        .execute()
    },
    async useRecoveryCode(userId, hash) {
      const used = db.deleteFrom('recovery_codes').where('user_id', '=', userId).where('code_hash', '=', hash)
      return (await used.executeTakeFirst()).numDeletedRows > 0n
    },
    async recoveryCodes(userId) {
      const { n } = await db
        .selectFrom('recovery_codes')
        .select((each) => each.fn.countAll<number>().as('n'))
        .where('user_id', '=', userId)
        .executeTakeFirstOrThrow()
      return Number(n)
    },
  }
}
