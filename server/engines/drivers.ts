import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ApiError } from '#core/rest/api-error.ts'
import type { EngineStorage } from './engine.ts'
import locks from './driver-locks.json' with { type: 'json' }
import drivers from './drivers.json' with { type: 'json' }

interface LockedPackage {
  readonly version?: string
  readonly integrity?: string
  readonly dependencies?: Readonly<Record<string, string>>
}

/** A lockfile of npm: every package of a driver with its exact version and the hash of its files. */
interface DriverLock {
  readonly name: string
  readonly packages: Readonly<Record<string, LockedPackage>>
}

/** An npm package that an engine needs and that is not installed by default. */
export interface Driver {
  readonly engine: string
  readonly package: string
  readonly version: string
  readonly lock: DriverLock
}

/** The drivers that `facet driver add` installs. */
export const DRIVERS: readonly Driver[] = Object.entries(drivers).map(([engine, driver]) => ({
  engine,
  ...driver,
  lock: locks[engine as keyof typeof locks],
}))

/** Returns the folder of the driver of an engine in a home. */
export function driverFolder(home: string, engine: string): string {
  return join(home, 'drivers', engine)
}

/** True if every package of the lock is installed below a folder in its version, so that none is loaded from outside. */
function isComplete(folder: string, { packages }: DriverLock): boolean {
  return Object.entries(packages).every(([path, { version }]) => {
    if (path === '') return true
    try {
      return (
        (JSON.parse(readFileSync(join(folder, path, 'package.json'), 'utf8')) as (typeof packages)['']).version ===
        version
      )
    } catch {
      return false
    }
  })
}

/** Returns the file of a package in `node_modules` of a folder; undefined if it is not there. Parents are not searched. */
function fileWithin(folder: string, name: string): string | undefined {
  try {
    const file = createRequire(join(folder, 'package.json')).resolve(name)
    return file.startsWith(realpathSync(join(folder, 'node_modules')) + sep) ? file : undefined
  } catch {
    return undefined
  }
}

/** Returns the folder of the product: the nearest one with a list of packages. */
function productFolder(): string {
  let folder = import.meta.dirname
  while (!existsSync(join(folder, 'package.json')) && dirname(folder) !== folder) folder = dirname(folder)
  return folder
}

/** Returns the file of an installed driver: of the home, or of the product's own packages; undefined if there is none. */
function driverFile(driver: Driver, home: string): string | undefined {
  const folder = driverFolder(home, driver.engine)
  const installed = isComplete(folder, driver.lock) ? fileWithin(folder, driver.package) : undefined
  return installed ?? fileWithin(productFolder(), driver.package)
}

/** True if the driver of an engine is installed, or the engine needs none. */
export function hasDriver(engine: string, { directory }: Pick<EngineStorage, 'directory'>): boolean {
  const driver = DRIVERS.find((each) => each.engine === engine)
  return driver === undefined || driverFile(driver, dirname(directory)) !== undefined
}

/** Loads the driver of an engine. Throws `driver-missing` if it is not installed completely. */
export async function loadDriver<Module>(
  engine: string,
  { directory }: Pick<EngineStorage, 'directory'>,
): Promise<Module> {
  const driver = DRIVERS.find((each) => each.engine === engine)
  const file = driver && driverFile(driver, dirname(directory))
  if (file === undefined) throw new ApiError('driver-missing', { args: [engine] })
  const module = (await import(pathToFileURL(file).href)) as Module & { readonly default?: Module }
  // Compiled modules may have no default export.
  return module.default ?? module
}
