import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type ExampleLoad, exampleProgress } from '#core/rest/example-load.ts'
import type { Settings } from './base/config.ts'
import type { FileOwnership } from './dataset/file-ownership.ts'
import { buildFolder } from './home.ts'
import type { Store } from './store/store.ts'

/** The setting that says whether the examples were loaded: `yes`, or `no` if they are not wanted. */
export const EXAMPLES_LOADED_KEY = 'examples loaded'

/** The file of the example data, as the store names it. */
export const EXAMPLES_FILE = 'databases/examples.duckdb'

/** A load of example data in progress. */
export interface ExamplesLoad {
  /** Resolves to true if the examples are loaded at the end. */
  readonly done: Promise<boolean>
  /** Returns what is loaded now. */
  state(): ExampleLoad
  stop(): void
}

/** True if the examples should be loaded. A rejection is stored and holds until a setting asks for them. */
async function isWanted(store: Store, isRequested: boolean | undefined): Promise<boolean> {
  const existing = await store.settings.get(EXAMPLES_LOADED_KEY)
  if (existing === 'yes') return false
  if (isRequested === false && existing === undefined) await store.settings.set(EXAMPLES_LOADED_KEY, 'no')
  return isRequested ?? existing !== 'no'
}

/**
 * Loads the example data and dashboards in a separate process, unless they were loaded before or are not wanted. An
 * interrupted load is resumed. The process prints its progress, and sends it to this process.
 */
export async function loadExamples(
  store: Store,
  { home, examples }: Pick<Settings, 'home' | 'examples'>,
  root: string,
  ownership?: FileOwnership,
): Promise<ExamplesLoad | undefined> {
  const program = join(buildFolder(root), 'server/demo-load.js')
  if (!(await isWanted(store, examples)) || !existsSync(program)) return undefined
  if (ownership && (await ownership.claim(EXAMPLES_FILE)).id !== ownership.home.id) return undefined
  // The watchdog ends the process if this process dies without stopping it.
  const watchdog = pathToFileURL(join(root, 'scripts/start/parent-watchdog.mjs')).href
  const child = spawn(process.execPath, ['--import', watchdog, program, home], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const kill = () => void child.kill('SIGKILL')
  process.prependOnceListener('exit', kill)
  child.once('exit', () => process.off('exit', kill))
  let load: ExampleLoad = { state: 'loading', loaded: 0, total: 0 }
  child.on('message', (message) => {
    const progress = exampleProgress.safeParse(message)
    if (progress.success) load = { ...load, ...progress.data }
  })
  const done = waitForEnd(child, store).then((isLoaded) => {
    load = { ...load, state: isLoaded ? 'none' : 'failed' }
    return isLoaded
  })
  return { done, state: () => load, stop: () => void child.kill('SIGTERM') }
}

async function waitForEnd(child: ChildProcess, store: Store): Promise<boolean> {
  const code = await new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(1))
    child.once('exit', resolve)
  })
  if (code === 0) await store.settings.set(EXAMPLES_LOADED_KEY, 'yes')
  return code === 0
}
