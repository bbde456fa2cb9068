import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { explain, prepare, root } from './start.mjs'

/**
 * Runs the command line of the built product; builds it first if necessary.
 * @returns {Promise<void>}
 */
export async function command() {
  process.env['NODE_ENV'] ??= 'production'
  try {
    // Standard output is for the result of the command.
    await prepare((line) => console.error(line))
  } catch (error) {
    console.error(explain(error))
    process.exitCode = 1
    return
  }
  await import(pathToFileURL(join(root, 'dist/server/facet.js')).href)
}
