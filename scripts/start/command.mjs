import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { explain, prepare, root } from './start.mjs'

/**
 * Runs what stands on the command line, of the product as it is built; that is made first where it is missing.
 * @returns {Promise<void>}
 */
export async function command() {
  process.env['NODE_ENV'] ??= 'production'
  try {
    // Standard output is for what the command answers.
    await prepare((line) => console.error(line))
  } catch (error) {
    console.error(explain(error))
    process.exitCode = 1
    return
  }
  await import(pathToFileURL(join(root, 'dist/server/facet.js')).href)
}
