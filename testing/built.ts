import { join } from 'node:path'
import { build, isBuilt } from '../scripts/start/build.mjs'
import { withLock } from '../scripts/start/lock.mjs'
import { root } from './tree.ts'

/** The password of the first user of each server that tests start in a process of its own. */
export const PRODUCT_PASSWORD = 'correct horse battery'

/** Builds what stands in dist, unless it is of the sources as they are. */
export async function ensureBuilt(): Promise<void> {
  if (isBuilt(root)) return
  const work = async () => {
    if (!isBuilt(root)) await build(root, () => {})
  }
  await withLock(join(root, 'dist/.lock'), work, () => {})
}
