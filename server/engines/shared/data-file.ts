import { readdirSync, realpathSync, type Stats, statSync } from 'node:fs'
import { dirname, isAbsolute, join, relative, resolve } from 'node:path'
import { ApiError } from '#core/rest/api-error.ts'
import type { EngineStorage, Settings } from '../engine.ts'

/** The part of an `EngineStorage` that decides which files may be opened. */
export type FileAccess = Pick<EngineStorage, 'directory' | 'dataDirectories'>

/**
 * Returns the path of a database file without links. Throws `data-directories-missing` if the operator has listed no
 * directory, and `data-file-outside` unless the file is a regular file below one of them, and outside of the home.
 */
export function dataFile(settings: Settings, place: FileAccess): string {
  const name = String(settings['file'] ?? '')
  const file = dataPath(name, place)
  if (!fileCheck(place)(file, statSync(file))) throw outsideFolderError(name)
  return file
}

/**
 * Returns the path of a file or folder without links. Throws `data-directories-missing` if the operator has listed no
 * directory, and `data-file-outside` unless the path is one of them or below, and outside of the home.
 */
export function dataPath(name: string, { directory, dataDirectories = [] }: FileAccess): string {
  if (dataDirectories.length === 0) throw new ApiError('data-directories-missing')
  if (!isAbsolute(name) || name.includes('\0')) throw outsideFolderError(name)
  const directories = dataDirectories.flatMap(withoutLinks)
  const homes = homesOf(directory)
  // Whether a file exists outside of the directories or in the home is not revealed, also not through a linked folder.
  if (!isIn([...dataDirectories, ...directories], resolve(name)) || isIn(homes, resolve(name)))
    throw outsideFolderError(name)
  const [path] = withoutLinks(name)
  const existing = path ?? existingParent(resolve(name))
  if (!isIn(directories, existing) || isIn(homes, existing)) throw outsideFolderError(name)
  if (path === undefined) throw new ApiError('data-file-missing', { args: [name] })
  return path
}

/** Returns the nearest folder above a path that exists, without links. */
function existingParent(path: string): string {
  const parent = dirname(path)
  const [found] = withoutLinks(parent)
  return found ?? (parent === path ? path : existingParent(parent))
}

/** Returns a test for whether a path without links is a regular file that may be read. */
export function fileCheck({ directory, dataDirectories = [] }: FileAccess): (path: string, found: Stats) => boolean {
  const directories = dataDirectories.flatMap(withoutLinks)
  const homes = homesOf(directory)
  return (path, found) =>
    directories.some((each) => isBelow(each, path)) &&
    found.isFile() &&
    !isIn(homes, path) &&
    !isOfHome(found, directory)
}

function outsideFolderError(name: string): ApiError {
  return new ApiError('data-file-outside', { args: [name] })
}

function homesOf(directory: string): readonly string[] {
  const home = dirname(resolve(directory))
  return [home, ...withoutLinks(home)]
}

const isIn = (directories: readonly string[], path: string): boolean => directories.some((each) => isWithin(each, path))

const isWithin = (directory: string, path: string): boolean => directory === path || isBelow(directory, path)

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
function isOfHome({ dev, ino, nlink }: Stats, directory: string): boolean {
  if (nlink < 2) return false
  return [dirname(resolve(directory)), directory].some((folder) =>
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
