import { existsSync, readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/**
 * Returns the folders of the client's files: its own, then those of other builds next to it. File names contain content
 * hashes, so a page opened before a restart still finds its files.
 */
export function assetFolders(clientDir: string): string[] {
  const builds = dirname(dirname(clientDir))
  const extra = basename(builds) === 'builds' ? readdirSync(builds).map((id) => join(builds, id, 'client')) : []
  return [...new Set([clientDir, ...extra])].map((folder) => join(folder, 'assets')).filter((each) => existsSync(each))
}
