import { cp, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { lockHome } from '#server/security/home-lock.ts'
import { findStoreDamage } from '#server/store/sqlite/copy.ts'
import { type Command, CommandError } from '../command.ts'
import { folderOf } from '../folder-of.ts'
import {
  HOME_ID,
  OTHER_HOME_FILES,
  requireFolderOutsideHome,
  requireStoppedServer,
  requireSqlite,
  STORE,
} from './home-files.ts'

/** Files that belong to an open store. */
const JOURNALS = [`${STORE}-wal`, `${STORE}-shm`]

export const restoreCommand: Command = {
  name: 'restore',
  takes: ['DIR'],
  meaning: 'Restores a backup; the previous files are moved into a folder of the home',
  options: {},
  isOffline: true,
  async run({ settings, names, terminal, now }) {
    const folder = folderOf({ names })
    const { home } = settings
    requireSqlite(settings, 'Use pg_restore for it, and restore FACET_HOME.')
    requireStoppedServer(settings)
    requireFolderOutsideHome(folder, settings)
    const backup = join(folder, STORE)
    if (!existsSync(backup)) throw new CommandError(`${folder} is not a backup: it has no ${STORE}.`)
    const damage = findStoreDamage(backup)
    if (damage !== undefined) throw new CommandError(`${backup} is damaged: ${damage}. Restore another backup.`)
    const stamp = `${new Date(now()).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`
    await mkdir(home, { recursive: true, mode: 0o700 })
    const free = lockHome(home)
    if (typeof free === 'number') throw new CommandError(`Facet runs on ${home}, as process ${free}. Stop it first.`)
    try {
      const aside = await exchange(folder, home, stamp)
      terminal.printMessage(`Restored ${folder} into ${home}.${aside ? ` The previous files are in ${aside}.` : ''}`)
    } finally {
      free()
    }
  },
}

/**
 * Copies everything before it moves any file of the home: a failed copy leaves the home unchanged. Returns the folder
 * with the previous files, if there were any.
 */
async function exchange(folder: string, home: string, stamp: string): Promise<string | undefined> {
  const aside = join(home, `before-restore-${stamp}`)
  if (existsSync(aside)) throw new CommandError(`${aside} already exists. Try again in a second.`)
  const fresh = join(home, `restore-${stamp}`)
  try {
    await mkdir(fresh, { mode: 0o700 })
    const parts = [STORE, ...OTHER_HOME_FILES].filter((part) => existsSync(join(folder, part)))
    for (const part of parts)
      await cp(join(folder, part), join(fresh, part), { recursive: true, preserveTimestamps: true })
    await mkdir(aside, { mode: 0o700 })
    // Without an id in the backup, the home keeps its own.
    const replaced = OTHER_HOME_FILES.filter((part) => part !== HOME_ID || parts.includes(part))
    for (const part of [STORE, ...JOURNALS, ...replaced])
      if (existsSync(join(home, part))) await rename(join(home, part), join(aside, part))
    await rm(join(home, 'cache'), { recursive: true, force: true })
    for (const part of parts) await rename(join(fresh, part), join(home, part))
    if ((await readdir(aside)).length > 0) return aside
    await rm(aside, { recursive: true })
    return undefined
  } finally {
    await rm(fresh, { recursive: true, force: true })
  }
}
