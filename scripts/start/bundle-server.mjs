import { existsSync, readdirSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const root = join(dirname(fileURLToPath(import.meta.url)), '../..')
const outdir = join(root, 'dist/server')

/** A worker is loaded by its file name, so it is an entry of its own. */
const workers = readdirSync(join(root, 'server'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('-worker.ts'))
  .map((file) => ({ in: join(root, 'server', file), out: basename(file, '.ts') }))

/** Packages that load files of their own: native code, wasm. All others go in, which halves the time of a start. */
const native = ['@duckdb/node-bindings*', '@photostructure/sqlite', '@node-rs/argon2']

/** CommonJS imported for its names at run time: only Node itself finds them. */
const named = ['cookie']

const demo = join(root, 'demo/load.ts')

rmSync(outdir, { recursive: true, force: true })
await build({
  absWorkingDir: root,
  entryPoints: [
    { in: join(root, 'server/main.ts'), out: 'main' },
    ...(existsSync(demo) ? [{ in: demo, out: 'demo-load' }] : []),
    ...workers,
  ],
  outdir,
  bundle: true,
  splitting: true,
  external: [...native, ...named],
  // CommonJS packages inside an ESM bundle ask for Node's own modules by require.
  banner: { js: "import{createRequire as facetRequire}from'node:module';const require=facetRequire(import.meta.url);" },
  minifyWhitespace: true,
  platform: 'node',
  format: 'esm',
  target: 'node20.19',
  sourcemap: true,
  logLevel: 'warning',
}).catch(() => {
  // esbuild has printed why.
  process.exitCode = 1
})
