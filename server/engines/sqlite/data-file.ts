import { readdirSync, realpathSync, type Stats, statSync } from 'node:fs'
import { dirname, isAbsolute, join, relative, resolve } from 'node:path'
import { ApiError } from '#core/rest/api-error.ts'
import type { EngineStorage, Settings } from '../engine.ts'

/**
 * Returns the path of a database file without links. Throws `data-directories-missing` if the operator has listed no
 * directory, and `data-file-outside` unless the file is a regular file below one of them, and outside of the home.
 */
export function dataFile(settings: Settings, { directory, dataDirectories = [] }: EngineStorage): string {
  if (dataDirectories.length === 0) throw new ApiError('data-directories-missing')
  const name = String(settings['file'] ?? '')
  const outside = (): ApiError => new ApiError('data-file-outside', { args: [name] })
  if (!isAbsolute(name) || name.includes('\0')) throw outside()
  const directories = dataDirectories.flatMap(withoutLinks)
  // Nothing is looked up outside of the directories: whether a file exists there is not revealed.
  if (![...dataDirectories, ...directories].some((each) => isBelow(each, resolve(name)))) throw outside()
  const [file] = withoutLinks(name)
  if (file === undefined) throw new ApiError('data-file-missing', { args: [name] })
  if (!directories.some((each) => isBelow(each, file))) throw outside()
  const home = dirname(resolve(directory))
  if ([home, ...withoutLinks(home)].some((each) => isBelow(each, file))) throw outside()
  const found = statSync(file)
  if (!found.isFile() || isOfHome(found, home, directory)) throw outside()
  return file
}

function withoutLinks(path: string): readonly string[] {
  try {
    return [realpathSync(path)]
  } catch {
    return []
  }
}

function isBelow(directory: string, file: string): boolean {
  const path = relative(directory, file)
  return path !== '' && path.split(/[/\\]/)[0] !== '..' && !isAbsolute(path)
}

/** True if a file is another name of a file of the home, such as the metadata store. */
function isOfHome({ dev, ino, nlink }: Stats, home: string, directory: string): boolean {
  if (nlink < 2) return false
  return [home, directory].some((folder) =>
    namesIn(folder).some((name) => {
      const own = statSync(join(folder, name), { throwIfNoEntry: false })
      return own?.dev === dev && own.ino === ino
    }),
  )
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
