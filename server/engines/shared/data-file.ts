import { type Dirent, readdirSync, realpathSync, type Stats, statSync } from 'node:fs'
import { dirname, isAbsolute, join, relative, resolve } from 'node:path'
import { ApiError } from '#core/rest/api-error.ts'
import type { EngineStorage, Settings } from '../engine.ts'

/** The part of an `EngineStorage` that decides which files may be opened. */
export type FileAccess = Pick<EngineStorage, 'directory' | 'dataDirectories'>

/**
 * Returns the path of a database file without links. Throws `data-directories-missing` if the operator has listed no
 * directory, and `data-file-outside` unless the file is a regular file below one of them, and outside of the home.
 */
export function dataFile(settings: Settings, access: FileAccess): string {
  const name = String(settings['file'] ?? '')
  const file = dataPath(name, access)
  if (!fileCheck(access)(file, statSync(file))) throw outsideFolderError(name)
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
  // The error does not reveal whether a file exists outside of the directories or in the home, also not through a linked
  // folder.
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
  const isOfHome = homeFileCheck(directory)
  return (path, found) =>
    directories.some((each) => isBelow(each, path)) && found.isFile() && !isIn(homes, path) && !isOfHome(found)
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

/** Maximum number of files and folders of the home that are compared; with more, files of several names are rejected. */
const MAX_HOME_ENTRIES = 100_000

/**
 * Returns a test for whether a file is another name of a file of the home, at any depth: a hard link to the metadata store
 * or to a file of the cache. The home is read once, for the first file that has several names.
 */
function homeFileCheck(directory: string): (found: Stats) => boolean {
  let ids: ReadonlySet<string> | null | undefined
  return (found) => {
    if (found.nlink < 2) return false
    ids ??= homeFileIds(directory)
    return ids === null || ids.has(fileId(found))
  }
}

const fileId = ({ dev, ino }: Stats): string => `${dev}:${ino}`

/** Returns the ids of all files of the home; null if there are too many. Links to folders are not followed. */
function homeFileIds(directory: string): ReadonlySet<string> | null {
  const ids = new Set<string>()
  const folders = [...new Set([...homesOf(directory), ...withoutLinks(directory)])]
  const waiting = folders.filter(
    (folder) =>
      !isIn(
        folders.filter((other) => other !== folder),
        folder,
      ),
  )
  for (let count = 0, folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    for (const entry of entriesOf(folder)) {
      if (++count > MAX_HOME_ENTRIES) return null
      const path = join(folder, entry.name)
      if (entry.isDirectory()) waiting.push(path)
      const found = entry.isDirectory() ? undefined : statSync(path, { throwIfNoEntry: false })
      if (found) ids.add(fileId(found))
    }
  }
  return ids
}

/** Returns the entries of a folder; none if it cannot be read. */
function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}
