import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type * as Esbuild from 'esbuild'

/** When run from source: the folder of bundled scripts, named by content. */
const BUILT_SCRIPTS = '../../dist/programs'
/** Packages that load their own files, such as native code. */
const EXTERNAL_PACKAGES = [
  '@duckdb/node-bindings*',
  '@guanmingchiu/sqlparser-ts',
  '@node-rs/argon2',
  '@photostructure/sqlite',
  'libpg-query',
]
/** Bundled CommonJS packages load Node modules by require. */
const REQUIRE = "import{createRequire as facetRequire}from'node:module';const require=facetRequire(import.meta.url);"

const scriptUrls = new Map<string, URL>()

/**
 * Returns the URL of the runnable script for `<name>.ts` next to the module at `from`. In a build, it is a script next
 * to the bundle. From source, it is bundled once: loading source files one by one takes a second longer for each
 * process and thread.
 */
export function programAt(from: string, name: string): URL {
  if (!from.endsWith('.ts')) return new URL(`./${name}.js`, from)
  const source = fileURLToPath(new URL(`./${name}.ts`, from))
  const cached = scriptUrls.get(source)
  if (cached !== undefined) return cached
  const program = pathToFileURL(writeScript(name, bundleOf(source)))
  scriptUrls.set(source, program)
  return program
}

function bundleOf(source: string): string {
  // A module name that no bundler follows, because a build does not need it.
  const load = createRequire(import.meta.url)
  const { buildSync } = load('esbuild') as typeof Esbuild
  const { outputFiles } = buildSync({
    entryPoints: [source],
    bundle: true,
    write: false,
    external: EXTERNAL_PACKAGES,
    banner: { js: REQUIRE },
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    logLevel: 'error',
  })
  return outputFiles[0]?.text ?? ''
}

/** Writes a script inside the project, so that it can load its packages; returns its path. */
function writeScript(name: string, text: string): string {
  const folder = join(import.meta.dirname, BUILT_SCRIPTS)
  const file = join(folder, `${name}-${createHash('sha256').update(text).digest('hex').slice(0, 16)}.js`)
  if (existsSync(file)) return file
  mkdirSync(folder, { recursive: true })
  // Other processes may write the same script: the rename makes it appear complete.
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, text)
  renameSync(draft, file)
  return file
}
