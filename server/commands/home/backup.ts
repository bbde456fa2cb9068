import { cp, mkdir, readdir } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { homeLockHolder } from '#server/security/home-lock.ts'
import { writeCopy } from '#server/store/sqlite/copy.ts'
import { type Command, CommandError } from '../command.ts'
import { folderOf } from '../folder-of.ts'
import { OTHER_HOME_FILES, requireFolderOutsideHome, requireSqlite, STORE } from './home-files.ts'

export const backupCommand: Command = {
  name: 'backup',
  takes: ['DIR'],
  meaning: 'Copies all data into a folder: the metadata, uploaded and example data, the secret key, the id of the home',
  options: {},
  isOffline: true,
  async run({ settings, names, terminal }) {
    const folder = folderOf({ names })
    requireSqlite(settings, 'Use pg_dump for it, and copy FACET_HOME.')
    requireFolderOutsideHome(folder, settings)
    const there = await readdir(folder).catch(() => [])
    if (there.length > 0) throw new CommandError(`${folder} is not empty. Name an empty or a new folder.`)
    const store = join(settings.home, STORE)
    if (!existsSync(store)) throw new CommandError(`There is nothing to copy in ${settings.home}. Check FACET_HOME.`)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    for (const part of OTHER_HOME_FILES) {
      const from = join(settings.home, part)
      if (existsSync(from))
        await cp(from, join(folder, part), { recursive: true, preserveTimestamps: true, filter: isIncluded })
    }
    writeCopy(store, join(folder, STORE))
    if (homeLockHolder(settings.home) !== undefined)
      terminal.printMessage('A server runs: data uploaded during the copy may be incomplete in it.')
    terminal.printMessage(
      `Copied ${settings.home} to ${folder}. It contains the secret key: protect it like a password.`,
    )
  },
}

/** Temporary files of engines are not part of a backup. */
function isIncluded(path: string): boolean {
  return !/[\\/]databases[\\/]scratch([\\/]|$)/.test(path)
}
