import { existsSync, readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/**
 * Folders of the client's files: its own, then those of builds that stand beside it. Names are made of contents, so a
 * page that was opened before a restart finds the files it knows.
 */
export function assetFolders(clientDir: string): string[] {
  const builds = dirname(dirname(clientDir))
  const beside = basename(builds) === 'builds' ? readdirSync(builds).map((id) => join(builds, id, 'client')) : []
  return [...new Set([clientDir, ...beside])].map((folder) => join(folder, 'assets')).filter((each) => existsSync(each))
}
