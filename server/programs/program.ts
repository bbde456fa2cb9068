import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type * as Esbuild from 'esbuild'

/** From source: where programs are kept, by what is in them. */
const KEPT = '../../dist/programs'
/** Packages that load files of their own, such as native code. */
const OUTSIDE = ['@duckdb/node-bindings*', '@node-rs/argon2', '@photostructure/sqlite', 'libpg-query']
/** CommonJS packages inside ask for modules of Node by require. */
const REQUIRE = "import{createRequire as facetRequire}from'node:module';const require=facetRequire(import.meta.url);"

const made = new Map<string, URL>()

/**
 * Where the program `<name>.ts` can be run, a file beside the module at `from`. Built, it is a script beside the bundle;
 * from source it is made into one, once: who reads sources file by file needs a second more for each process and thread.
 */
export function programAt(from: string, name: string): URL {
  if (!from.endsWith('.ts')) return new URL(`./${name}.js`, from)
  const source = fileURLToPath(new URL(`./${name}.ts`, from))
  const known = made.get(source)
  if (known !== undefined) return known
  const program = pathToFileURL(keep(name, bundleOf(source)))
  made.set(source, program)
  return program
}

function bundleOf(source: string): string {
  // By a name that no bundle follows: what is built has no need of it.
  const load = createRequire(import.meta.url)
  const { buildSync } = load('esbuild') as typeof Esbuild
  const { outputFiles } = buildSync({
    entryPoints: [source],
    bundle: true,
    write: false,
    external: OUTSIDE,
    banner: { js: REQUIRE },
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    logLevel: 'error',
  })
  return outputFiles[0]?.text ?? ''
}

/** Writes a script below the project, whose packages it loads; gives its path. */
function keep(name: string, text: string): string {
  const folder = join(import.meta.dirname, KEPT)
  const file = join(folder, `${name}-${createHash('sha256').update(text).digest('hex').slice(0, 16)}.js`)
  if (existsSync(file)) return file
  mkdirSync(folder, { recursive: true })
  // Others may make the same: what stands there is whole.
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, text)
  renameSync(draft, file)
  return file
}
