import { type Kysely, sql } from 'kysely'
import type { BoundValue } from './bind.ts'
import { TransactionScope } from './guard.ts'
import type { Engine } from './migrations/schema.ts'

export type Db = Kysely<Record<string, Record<string, BoundValue>>>

/** What repositories work with: a connection or a transaction, and what is not theirs to invent. */
export interface Context {
  readonly db: Db
  readonly engine: Engine
  readonly clock: () => number
  readonly newUuid: () => string
  /** Runs `fn` whole or not at all: in a transaction, or in a part of the one this context is. */
  atomically<T>(fn: (context: Context) => Promise<T>): Promise<T>
}

type Surroundings = Pick<Context, 'engine' | 'clock' | 'newUuid'>

/** The context outside of transactions. `scope` is that of the guard before the driver. */
export function rootContext(db: Db, surroundings: Surroundings, scope: TransactionScope): Context {
  return {
    ...surroundings,
    db,
    atomically: (fn) =>
      db.transaction().execute((transaction) => scope.run(() => fn(innerContext(transaction, surroundings, 1)))),
  }
}

/** Parts of one transaction take turns: savepoints of two parts at once would end each other. */
function innerContext(db: Db, surroundings: Surroundings, depth: number): Context {
  const scope = new TransactionScope()
  const name = sql.raw(`part_${depth}`)
  let turn: Promise<unknown> = Promise.resolve()

  async function part<T>(fn: (context: Context) => Promise<T>): Promise<T> {
    await sql`savepoint ${name}`.execute(db)
    try {
      const result = await scope.run(() => fn(innerContext(db, surroundings, depth + 1)))
      await sql`release savepoint ${name}`.execute(db)
      return result
    } catch (error) {
      await sql`rollback to savepoint ${name}`.execute(db)
      await sql`release savepoint ${name}`.execute(db)
      throw error
    }
  }

  return {
    ...surroundings,
    db,
    async atomically(fn) {
      scope.refuseInside()
      const mine = turn.then(() => part(fn))
      turn = mine.catch(() => {})
      return mine
    },
  }
}
