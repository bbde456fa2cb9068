import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, 'bundles')

/** A published bundle: its format version and name, and its files by path. */
export interface PublishedBundle {
  readonly name: string
  readonly files: Readonly<Record<string, string>>
}

/** Every bundle in `testing/bundles`, oldest version first. Their notice names the sources. */
export const publishedBundles: readonly PublishedBundle[] = readdirSync(root, { withFileTypes: true })
  .filter((each) => each.isDirectory())
  .flatMap(({ name }) => readdirSync(join(root, name)).map((bundle) => `${name}/${bundle}`))
  .toSorted()
  .map((name) => ({ name, files: filesOf(join(root, name)) }))

function filesOf(folder: string): Readonly<Record<string, string>> {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.yaml'))
  return Object.fromEntries(paths.map((path) => [path, readFileSync(join(folder, path), 'utf8')]))
}
