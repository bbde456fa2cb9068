import type { Context } from './context.ts'

/** A folder of local files; its id is in a file of the folder. */
export interface Home {
  readonly id: string
  /** Host and path, for messages. */
  readonly name: string
}

/** Which home holds the local files that rows of the store reference. */
export interface HomeFiles {
  /**
   * Registers a running server of a home. Returns the home that already runs with this id in another place, if its
   * server was active after `aliveSince` (epoch milliseconds).
   */
  register(home: Home, server: string, aliveSince: number): Promise<Home | undefined>
  /** Records that the server is still running. */
  renew(id: string, server: string): Promise<void>
  /** Records that the server has stopped. */
  release(id: string, server: string): Promise<void>
  /** Returns the home that holds a file; undefined if none does. */
  holder(file: string): Promise<Home | undefined>
  /** Assigns a file to a home unless another holds it. Returns the holder. */
  claim(file: string, home: Home): Promise<Home>
  /** Assigns a file to a home, whichever home holds it. */
  move(file: string, home: Home): Promise<void>
}

export function homeFileRepository(context: Context): HomeFiles {
  const { db, clock } = context
  const holder = async (file: string): Promise<Home | undefined> =>
    db
      .selectFrom('home_files')
      .where('file', '=', file)
      .select(['home_id as id', 'home_name as name'])
      .$castTo<Home>()
      .executeTakeFirst()
  return {
    ...runningHomes(context),
    holder,
    async claim(file, home) {
      const existing = await holder(file)
      if (existing) return existing
      await db
        .insertInto('home_files')
        .values({ file, home_id: home.id, home_name: home.name, changed_on: clock() })
        .onConflict((conflict) => conflict.column('file').doNothing())
        .execute()
      return (await holder(file)) ?? home
    },
    async move(file, home) {
      const changed = { home_id: home.id, home_name: home.name, changed_on: clock() }
      await db
        .insertInto('home_files')
        .values({ file, ...changed })
        .onConflict((conflict) => conflict.column('file').doUpdateSet(changed))
        .execute()
    },
  }
}

/** The running servers, one per home. */
function runningHomes({ db, clock }: Context): Pick<HomeFiles, 'register' | 'renew' | 'release'> {
  return {
    async register(home, server, aliveSince) {
      await db
        .insertInto('homes')
        .values({ id: home.id, name: home.name, server: null, seen_at: 0 })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute()
      const { numUpdatedRows } = await db
        .updateTable('homes')
        .set({ name: home.name, server, seen_at: clock() })
        .where('id', '=', home.id)
        .where((each) =>
          each.or([each('server', 'is', null), each('name', '=', home.name), each('seen_at', '<', aliveSince)]),
        )
        .executeTakeFirst()
      if (numUpdatedRows === 0n)
        return db
          .selectFrom('homes')
          .select(['id', 'name'])
          .where('id', '=', home.id)
          .$castTo<Home>()
          .executeTakeFirst()
      await db
        .updateTable('home_files')
        .set({ home_name: home.name })
        .where('home_id', '=', home.id)
        .where('home_name', '!=', home.name)
        .execute()
      return undefined
    },
    async renew(id, server) {
      await db
        .updateTable('homes')
        .set({ seen_at: clock() })
        .where('id', '=', id)
        .where('server', '=', server)
        .execute()
    },
    async release(id, server) {
      await db.updateTable('homes').set({ server: null }).where('id', '=', id).where('server', '=', server).execute()
    },
  }
}
