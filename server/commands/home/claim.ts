import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from '#core/entity/database.ts'
import type { EventDraft } from '#core/entity/event.ts'
import { localFile, PLUGINS } from '#server/dataset/file-ownership.ts'
import { homeOf } from '#server/home-ownership.ts'
import type { Store } from '#server/store/store.ts'
import { type Command, type CommandCall, CommandError, UsageError } from '../command.ts'

/** Transfers the ownership of a database file to this home, for stores that several servers use. */
export const claimCommand: Command = {
  name: 'home claim',
  takes: ['DATABASE'],
  meaning: 'Assigns the file of a database to this FACET_HOME, after you moved the file here',
  options: {},
  async run(call) {
    const { store, names } = call
    const [name = ''] = names
    requireSharedStore(store)
    const { id, ...database } = await databaseNamed(store, name)
    const file = localFile(database)
    if (file === undefined) throw new CommandError(`The database "${name}" has no file in a home.`)
    await claim(call, file, { entity_type: 'database', entity_id: id }, (inner) =>
      // Results cached from the file of the other home are invalid.
      inner.databases.dataChanged(id),
    )
  },
}

/** Transfers the ownership of the plug-in modules to this home. */
export const claimPluginsCommand: Command = {
  name: 'home claim-plugins',
  takes: [],
  meaning: 'Assigns the folder of plug-in modules to this FACET_HOME, after you moved the folder here',
  options: {},
  async run(call) {
    requireSharedStore(call.store)
    await claim(call, PLUGINS, { entity_type: 'home', entity_id: 0 })
  },
}

function requireSharedStore({ engine }: Store): void {
  if (engine === 'sqlite')
    throw new CommandError('The metadata is in this home, so it holds all of its files. There is nothing to claim.')
}

async function claim(
  { settings, store, terminal }: CommandCall,
  file: string,
  entity: Pick<EventDraft, 'entity_type' | 'entity_id'>,
  invalidate?: (inner: Store) => Promise<unknown>,
): Promise<void> {
  const path = join(settings.home, file)
  const home = homeOf(settings.home)
  const before = await store.homeFiles.holder(file)
  // A file that no home holds may be one that an upload is to create.
  if (before && !existsSync(path)) throw new CommandError(`${path} does not exist. Move it there first.`)
  await store.transaction(async (inner) => {
    await inner.homeFiles.move(file, home)
    await invalidate?.(inner)
    await inner.events.append({
      actor: null,
      action: 'update',
      ...entity,
      before: JSON.stringify({ home: before?.name ?? null }),
      after: JSON.stringify({ home: home.name }),
    })
  })
  terminal.printMessage(`${home.name} now holds ${file}${before ? `; previously ${before.name} did` : ''}.`)
}

async function databaseNamed(store: Store, name: string): Promise<Database> {
  const database = await store.databases.find({ col: 'database_name', op: 'eq', value: name })
  if (!database) throw new UsageError(`There is no database "${name}".`)
  return database
}
