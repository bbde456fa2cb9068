import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Settings } from './base/config.ts'
import type { FileOwnership } from './dataset/file-ownership.ts'
import { buildFolder } from './home.ts'
import type { Store } from './store/store.ts'

/** The setting that says whether the examples were loaded: `yes`, `no` where nobody wants them. */
export const LOADED = 'examples loaded'

/** The file of the example data, as the store names it. */
const EXAMPLES_FILE = 'databases/examples.duckdb'

/** A load of example data that is under way. */
export interface Loading {
  /** Whether the examples are there at the end. */
  readonly done: Promise<boolean>
  stop(): void
}

/** Whether the examples are to be loaded. That they are not wanted is kept, until somebody wants them. */
async function isWanted(store: Store, said: boolean | undefined): Promise<boolean> {
  const known = await store.settings.get(LOADED)
  if (known === 'yes') return false
  if (said === false && known === undefined) await store.settings.set(LOADED, 'no')
  return said ?? known !== 'no'
}

/**
 * Loads the example data and dashboards in a process of its own, unless they have been loaded before or are not wanted;
 * a load that was killed is taken up again. It tells its progress itself.
 */
export async function loadExamples(
  store: Store,
  { home, examples }: Pick<Settings, 'home' | 'examples'>,
  root: string,
  ownership?: FileOwnership,
): Promise<Loading | undefined> {
  const program = join(buildFolder(root), 'server/demo-load.js')
  if (!(await isWanted(store, examples)) || !existsSync(program)) return undefined
  if (ownership && (await ownership.claim(EXAMPLES_FILE)).id !== ownership.home.id) return undefined
  // The leash ends it when this process dies without a chance to say so.
  const leash = pathToFileURL(join(root, 'scripts/start/parent-watchdog.mjs')).href
  const child = spawn(process.execPath, ['--import', leash, program, home], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const kill = () => void child.kill('SIGKILL')
  process.prependOnceListener('exit', kill)
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
