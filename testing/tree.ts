import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const GENERATED = new Set(['node_modules', 'dist', 'test-results'])

/** The project folder. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** Returns all files below a folder, relative to the project, without generated and hidden ones. */
export function filesUnder(folder = ''): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter(({ name }) => !name.startsWith('.') && !(folder === '' && GENERATED.has(name)))
    .flatMap((entry) => {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      return entry.isDirectory() ? filesUnder(path) : [path]
    })
}
