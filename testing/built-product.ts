import { join } from 'node:path'
import { build, isBuilt } from '../scripts/start/build.mjs'
import { withLock } from '../scripts/start/lock.mjs'
import { root } from './tree.ts'

/** The password of the first user of test servers in separate processes. */
export const PRODUCT_PASSWORD = 'correct horse battery'

/** Builds the product unless dist matches the current sources. */
export async function ensureBuilt(): Promise<void> {
  if (isBuilt(root)) return
  const work = async () => {
    if (!isBuilt(root)) await build(root, () => {})
  }
  await withLock(join(root, 'dist/.lock'), work, () => {})
}
