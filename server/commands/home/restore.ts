import { cp, mkdir, rename, rm } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { damageOf } from '#server/store/sqlite/copy.ts'
import { type Command, CommandRefused } from '../command.ts'
import { folderOf } from '../folder-of.ts'
import { BESIDE, requireFree, requireSqlite, STORE } from './parts.ts'

/** What stands beside a store that is open, and belongs to it. */
const JOURNALS = [`${STORE}-wal`, `${STORE}-shm`]

export const restoreCommand: Command = {
  name: 'restore',
  takes: ['DIR'],
  meaning: 'Puts a backup back; what was there is moved aside, into a folder of the home',
  options: {},
  isOffline: true,
  async run({ settings, names, terminal, now }) {
    const folder = folderOf({ names })
    const { home } = settings
    requireSqlite(settings, 'Use pg_restore for them, and put back FACET_HOME.')
    requireFree(settings)
    const backup = join(folder, STORE)
    if (!existsSync(backup)) throw new CommandRefused(`${folder} is no backup: there is no ${STORE} in it.`)
    const damage = damageOf(backup)
    if (damage !== undefined) throw new CommandRefused(`${backup} is damaged: ${damage}. Put back another backup.`)
    const stamp = new Date(now()).toISOString().slice(0, 19).replace(/[-:]/g, '')
    const aside = join(home, `before-restore-${stamp}Z`)
    await mkdir(aside, { recursive: true, mode: 0o700 })
    for (const part of [STORE, ...JOURNALS, ...BESIDE])
      if (existsSync(join(home, part))) await rename(join(home, part), join(aside, part))
    await rm(join(home, 'cache'), { recursive: true, force: true })
    for (const part of [STORE, ...BESIDE])
      if (existsSync(join(folder, part)))
        await cp(join(folder, part), join(home, part), { recursive: true, preserveTimestamps: true })
    terminal.tell(`Put back ${folder} into ${home}. What was there is in ${aside}.`)
  },
}
