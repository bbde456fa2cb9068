import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Store } from './store/store.ts'

const LOADED = 'examples loaded'

/** A load of example data that is under way. */
export interface Loading {
  /** Whether the examples are there at the end. */
  readonly done: Promise<boolean>
  stop(): void
}

/**
 * Loads the example data and dashboards in a process of its own, unless they have been loaded before; one that was
 * killed is taken up again. It tells its progress itself.
 */
export async function loadExamples(store: Store, home: string, root: string): Promise<Loading | undefined> {
  const program = join(root, 'dist/server/demo-load.js')
  if ((await store.settings.get(LOADED)) !== undefined || !existsSync(program)) return undefined
  // The leash ends it when this process dies without a chance to say so.
  const leash = pathToFileURL(join(root, 'scripts/start/leash.mjs')).href
  const child = spawn(process.execPath, ['--import', leash, program, home], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const kill = () => void child.kill('SIGKILL')
  process.once('exit', kill)
  child.once('exit', () => process.off('exit', kill))
  return { done: ended(child, store), stop: () => void child.kill('SIGTERM') }
}

async function ended(child: ChildProcess, store: Store): Promise<boolean> {
  const code = await new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(1))
    child.once('exit', resolve)
  })
  if (code === 0) await store.settings.set(LOADED, 'yes')
  return code === 0
}
