import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { requireWithin } from '#core/rest/bounds.ts'
import { METADATA } from './bundle.ts'
import { FOLDER_FILE } from './folder-file.ts'
import type { BundleFiles } from './export.ts'
import { printYaml } from './yaml.ts'
import { TAGS_FILE } from './tag-file.ts'

/** Folders and files that an export owns: files it no longer has are deleted there. */
const OWN = ['databases', 'datasets', 'charts', 'dashboards', 'queries', TAGS_FILE, FOLDER_FILE]
/** The subfolder with the expectations of its charts. */
export const TESTS = 'tests'

/** The changed files of a folder on disk; paths relative to it. */
export interface FolderChange {
  readonly written: readonly string[]
  readonly removed: readonly string[]
}

/** Returns the YAML texts of a folder by path, with `/` as separator. Throws `bound-passed`. */
export async function readFolder(folder: string): Promise<ReadonlyMap<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((each) => each.isFile() && /\.ya?ml$/i.test(each.name))
    .map((each) => relative(folder, join(each.parentPath, each.name)))
    .filter((path) => !path.split(sep).some((part) => part.startsWith('.')))
  requireWithin('bundle-entries', paths.length)
  const files = new Map<string, string>()
  let bytes = 0
  for (const path of paths.toSorted()) {
    const text = await readFile(join(folder, path), 'utf8')
    requireWithin('yaml-bytes', text.length)
    bytes += text.length
    requireWithin('bundle-yaml-bytes', bytes)
    files.set(path.split(sep).join('/'), text)
  }
  return files
}

/** True if a bundle may be written there: the folder does not exist, is empty, or contains one. */
export async function isFree(folder: string): Promise<boolean> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [] as string[]
    throw error
  })
  return names.includes(METADATA) || names.every((name) => name.startsWith('.'))
}

/** Returns the links in the paths of an export, relative to the folder: their targets are not part of it. */
export async function linksIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries
    .filter((each) => each.isSymbolicLink())
    .map((each) => relative(folder, join(each.parentPath, each.name)))
    .filter((path) => path === METADATA || OWN.includes(path.split(sep)[0] ?? ''))
}

/** Writes these files to a folder. Equal files are not touched; files that do not belong to bundles stay. */
export async function writeFolder(folder: string, files: BundleFiles): Promise<FolderChange> {
  const texts = [...files].map(([path, says]) => [path, printYaml(says)])
  const before = await readFolder(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return new Map<string, string>()
    throw error
  })
  const written: string[] = []
  for (const [path = '', text = ''] of texts) {
    if (before.get(path) === text) continue
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
    written.push(path)
  }
  const removed = [...before.keys()].filter((path) => OWN.includes(path.split('/')[0] ?? '') && !files.has(path))
  for (const path of removed) await rm(join(folder, path))
  return { written, removed }
}
