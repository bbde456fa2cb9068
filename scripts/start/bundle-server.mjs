import { existsSync, readdirSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { bundleProblems } from './bundle-problems.mjs'
import {
  ADJACENT_ENTRY,
  DEFAULT_EXPORT_ONLY,
  HARMLESS_WARNINGS,
  NAMED_FILES,
  OPTIONAL_PACKAGES,
  EXTERNAL_PACKAGES,
} from './bundle-parts.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '../..')
/** The output folder; it must be below the project, whose packages it loads. */
const outdir = process.argv[2] ?? join(root, 'dist/server')

const programs = readdirSync(join(root, 'server'), { recursive: true, encoding: 'utf8' })
  .filter((file) => ADJACENT_ENTRY.test(file))
  .map((file) => ({ in: join(root, 'server', file), out: basename(file, '.ts') }))

const demo = join(root, 'demo/load.ts')
const commands = join(root, 'server/facet.ts')

async function bundle() {
  rmSync(outdir, { recursive: true, force: true })
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [
      { in: join(root, 'server/main.ts'), out: 'main' },
      ...(existsSync(commands) ? [{ in: commands, out: 'facet' }] : []),
      ...(existsSync(demo) ? [{ in: demo, out: 'demo-load' }] : []),
      ...programs,
    ],
    outdir,
    bundle: true,
    splitting: true,
    external: [...EXTERNAL_PACKAGES, ...NAMED_FILES, ...OPTIONAL_PACKAGES],
    // CommonJS packages inside an ESM bundle load Node's own modules by require.
    banner: {
      js: "import{createRequire as facetRequire}from'node:module';const require=facetRequire(import.meta.url);",
    },
    minifyWhitespace: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    sourcemap: true,
    metafile: true,
    logLevel: 'warning',
  })
  const parts = { optional: OPTIONAL_PACKAGES, harmless: HARMLESS_WARNINGS, defaultOnly: DEFAULT_EXPORT_ONLY }
  const faults = await bundleProblems({ root, outdir, metafile }, parts)
  if (faults.length > 0) throw new Error(`The server bundle is incomplete:\n${faults.join('\n')}`)
}

await bundle().catch((error) => {
  // esbuild has already printed its own errors.
  if (!('errors' in error)) console.error(error.message)
  process.exitCode = 1
})
