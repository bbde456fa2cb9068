import { type Kysely, sql } from 'kysely'
import type { BoundValue } from './bind.ts'
import { TransactionScope } from './guard.ts'
import type { Engine } from './migrations/schema.ts'

export type Db = Kysely<Record<string, Record<string, BoundValue>>>

/** The dependencies of repositories: a connection or a transaction, the clock and the like. */
export interface Context {
  readonly db: Db
  readonly engine: Engine
  readonly clock: () => number
  readonly newUuid: () => string
  /** Runs `fn` atomically: in a transaction, or in a savepoint of the current one. */
  atomically<T>(fn: (context: Context) => Promise<T>): Promise<T>
}

type ContextOptions = Pick<Context, 'engine' | 'clock' | 'newUuid'>

/** Returns the context outside of transactions. `scope` is that of the guarded driver. */
export function rootContext(db: Db, surroundings: ContextOptions, scope: TransactionScope): Context {
  return {
    ...surroundings,
    db,
    atomically: (fn) =>
      db.transaction().execute((transaction) => scope.run(() => fn(innerContext(transaction, surroundings, 1)))),
  }
}

/** Savepoints of one transaction run one after the other: concurrent ones would end each other. */
function innerContext(db: Db, surroundings: ContextOptions, depth: number): Context {
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
