import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'

const compress = promisify(brotliCompress)
const compressible = /\.(js|css|svg|json|html|wasm|geojson|txt)$/
/** Compressing smaller files saves no network packet. */
const MIN_BYTES = 512

/**
 * Returns the files below a folder that are worth compressing.
 * @param {string} folder
 * @returns {Promise<string[]>}
 */
async function worthwhile(folder) {
  const names = await readdir(folder, { recursive: true })
  const stored = []
  for (const name of names) {
    if (!compressible.test(name) || name === 'index.html' || name.startsWith('.vite')) continue
    const info = await stat(join(folder, name))
    if (info.isFile() && info.size >= MIN_BYTES) stored.push(name)
  }
  return stored
}

/**
 * Writes `x.br` next to every text file of the build, at the highest brotli level. `index.html` is left out because the
 * server fills it in for each request.
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
    // Vite calls `writeBundle` only after a complete build. After a failed build, the cause must be reported, not
    // missing files.
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
