import { createHash } from 'node:crypto'
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
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

/** Milliseconds to wait for another process that bundles the same script. */
const MAX_WAIT_MS = 30_000
const POLL_MS = 25

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
  const program = pathToFileURL(scriptOf(source, name))
  scriptUrls.set(source, program)
  return program
}

/** The inputs from which a script was bundled, each with its size and time of change. */
interface BundleRecord {
  readonly script: string
  readonly inputs: Readonly<Record<string, string>>
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16)

/** Returns the path of the script of a source; processes that need it at the same time bundle it once. */
export function scriptOf(source: string, name: string): string {
  const folder = join(import.meta.dirname, BUILT_SCRIPTS)
  mkdirSync(folder, { recursive: true })
  const record = join(folder, `${name}-${hashOf(source)}.json`)
  const lock = `${record}.lock`
  const end = Date.now() + MAX_WAIT_MS
  for (;;) {
    const script = unchangedScript(record)
    if (script !== undefined) return script
    // After the longest wait the other process has ended without a script.
    if (lockFile(lock) || Date.now() > end) break
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, POLL_MS)
  }
  try {
    return unchangedScript(record) ?? writeScript(source, name, folder, record)
  } finally {
    rmSync(lock, { force: true })
  }
}

/** Returns whether this process has created the lock. */
function lockFile(lock: string): boolean {
  try {
    closeSync(openSync(lock, 'wx'))
    return true
  } catch {
    return false
  }
}

/** Returns the script of a record if none of its inputs has changed since. */
function unchangedScript(record: string): string | undefined {
  try {
    const { script, inputs } = JSON.parse(readFileSync(record, 'utf8')) as BundleRecord
    const isUnchanged = Object.entries(inputs).every(([file, stamp]) => stampOf(file) === stamp)
    return isUnchanged && existsSync(script) ? script : undefined
  } catch {
    return undefined
  }
}

function stampOf(file: string): string {
  const { size, mtimeMs } = statSync(file)
  return `${size} ${mtimeMs}`
}

/** Bundles a source inside the project, so that the script can load its packages; returns its path. */
function writeScript(source: string, name: string, folder: string, record: string): string {
  const { text, inputs } = bundleOf(source)
  const script = join(folder, `${name}-${hashOf(text)}.js`)
  if (!existsSync(script)) writeWhole(script, text)
  if (inputs) writeWhole(record, JSON.stringify({ script, inputs } satisfies BundleRecord))
  return script
}

/** Writes a file that appears complete to other processes, which may write the same one. */
function writeWhole(file: string, text: string): void {
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, text)
  renameSync(draft, file)
}

/** Returns the bundled text, and its inputs unless one changed meanwhile. */
function bundleOf(source: string): { readonly text: string; readonly inputs: BundleRecord['inputs'] | undefined } {
  // A module name that no bundler follows, because a build does not need it.
  const load = createRequire(import.meta.url)
  const { buildSync } = load('esbuild') as typeof Esbuild
  const root = join(import.meta.dirname, '../..')
  const started = Date.now()
  const { outputFiles, metafile } = buildSync({
    entryPoints: [source],
    absWorkingDir: root,
    bundle: true,
    write: false,
    metafile: true,
    external: EXTERNAL_PACKAGES,
    banner: { js: REQUIRE },
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    logLevel: 'error',
  })
  const files = Object.keys(metafile.inputs).map((file) => resolve(root, file))
  const inputs = Object.fromEntries(files.map((file) => [file, stampOf(file)]))
  const isUnchanged = files.every((file) => statSync(file).mtimeMs <= started)
  return { text: outputFiles[0]?.text ?? '', inputs: isUnchanged ? inputs : undefined }
}
