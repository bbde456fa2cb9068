import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from '#core/entity/database.ts'
import { localFile } from '#server/dataset/file-ownership.ts'
import { homeOf } from '#server/home-ownership.ts'
import type { Store } from '#server/store/store.ts'
import { type Command, CommandError, UsageError } from '../command.ts'

/** Transfers the ownership of a database file to this home, for stores that several servers use. */
export const claimCommand: Command = {
  name: 'home claim',
  takes: ['DATABASE'],
  meaning: 'Assigns the file of a database to this FACET_HOME, after you moved the file here',
  options: {},
  async run({ settings, store, names, terminal }) {
    const [name = ''] = names
    if (store.engine === 'sqlite')
      throw new CommandError('The metadata is in this home, so it holds all of its files. There is nothing to claim.')
    const database = await databaseNamed(store, name)
    const file = localFile(database)
    if (file === undefined) throw new CommandError(`The database "${name}" has no file in a home.`)
    if (!existsSync(join(settings.home, file)))
      throw new CommandError(`There is no ${file} in ${settings.home}. Move the file there first.`)
    const home = homeOf(settings.home)
    const before = await store.homeFiles.holder(file)
    await store.transaction(async (inner) => {
      await inner.homeFiles.move(file, home)
      // Results cached from the file of the other home are invalid.
      await inner.databases.dataChanged(database.id)
      await inner.events.append({
        actor: null,
        action: 'update',
        entity_type: 'database',
        entity_id: database.id,
        before: JSON.stringify({ home: before?.name ?? null }),
        after: JSON.stringify({ home: home.name }),
      })
    })
    terminal.printMessage(`${home.name} now holds ${file}${before ? `; previously ${before.name} did` : ''}.`)
  },
}

async function databaseNamed(store: Store, name: string): Promise<Database> {
  const database = await store.databases.find({ col: 'database_name', op: 'eq', value: name })
  if (!database) throw new UsageError(`There is no database "${name}".`)
  return database
}
