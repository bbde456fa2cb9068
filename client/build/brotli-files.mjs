import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'

const compress = promisify(brotliCompress)
const compressible = /\.(js|css|svg|json|html|wasm|geojson|txt)$/
/** Below this a compressed file saves no packet. */
const LEAST_BYTES = 512

/**
 * The files that are worth compressing below a folder.
 * @param {string} folder
 * @returns {Promise<string[]>}
 */
async function worthwhile(folder) {
  const names = await readdir(folder, { recursive: true })
  const kept = []
  for (const name of names) {
    if (!compressible.test(name) || name === 'index.html' || name.startsWith('.vite')) continue
    const info = await stat(join(folder, name))
    if (info.isFile() && info.size >= LEAST_BYTES) kept.push(name)
  }
  return kept
}

/**
 * Writes `x.br`, compressed as far as brotli goes, next to every text file of the build. `index.html` is left out,
 * because it is filled in for each request.
 * @returns {import('vite').Plugin}
 */
export function brotliFiles() {
  let folder = ''
  return {
    name: 'facet:brotli-files',
    apply: 'build',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir)
    },
    // Called for a whole build only; after a failed one its cause should be told, not that there are no files.
    async writeBundle() {
      const names = await worthwhile(folder)
      await Promise.all(
        names.map(async (name) => {
          const bytes = await readFile(join(folder, name))
          const packed = await compress(bytes, {
            params: {
              [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
              [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
            },
          })
          if (packed.length < bytes.length) await writeFile(join(folder, `${name}.br`), packed)
        }),
      )
    },
  }
}
