import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, isBuilt } from '../scripts/start/build.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')

/** Walks run on the product as it is built for use. */
export default async function buildOnce(): Promise<void> {
  if (!isBuilt(root)) await build(root, () => {})
}
