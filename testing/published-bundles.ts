import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, 'bundles')

/** A bundle that was published: its generation and name, and its files by path. */
export interface PublishedBundle {
  readonly name: string
  readonly files: Readonly<Record<string, string>>
}

/** Every bundle in `testing/bundles`, oldest generation first. Where they come from stands in its notice. */
export const publishedBundles: readonly PublishedBundle[] = readdirSync(root, { withFileTypes: true })
  .filter((each) => each.isDirectory())
  .flatMap(({ name }) => readdirSync(join(root, name)).map((bundle) => `${name}/${bundle}`))
  .toSorted()
  .map((name) => ({ name, files: filesOf(join(root, name)) }))

function filesOf(folder: string): Readonly<Record<string, string>> {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.yaml'))
  return Object.fromEntries(paths.map((path) => [path, readFileSync(join(folder, path), 'utf8')]))
}
