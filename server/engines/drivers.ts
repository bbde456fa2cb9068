import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ApiError } from '#core/rest/api-error.ts'
import type { EngineStorage } from './engine.ts'
import drivers from './drivers.json' with { type: 'json' }

/** An npm package that an engine needs and that is not installed by default. */
export interface Driver {
  readonly engine: string
  readonly package: string
  readonly version: string
}

/** The drivers that `facet driver add` installs. */
export const DRIVERS: readonly Driver[] = Object.entries(drivers).map(([engine, driver]) => ({ engine, ...driver }))

/** Returns the folder of installed drivers in a home. */
export function driverFolder(home: string): string {
  return join(home, 'drivers')
}

/** Returns the file of an installed driver: of the home, or of the product's own packages; undefined if there is none. */
function driverFile(name: string, folder: string): string | undefined {
  for (const from of [join(folder, 'package.json'), import.meta.url]) {
    try {
      return createRequire(from).resolve(name)
    } catch {
      // It is not installed there.
    }
  }
  return undefined
}

/** True if the driver of an engine is installed, or the engine needs none. */
export function hasDriver(engine: string, { directory }: Pick<EngineStorage, 'directory'>): boolean {
  const driver = DRIVERS.find((each) => each.engine === engine)
  return driver === undefined || driverFile(driver.package, driverFolder(join(directory, '..'))) !== undefined
}

/** Loads the driver of an engine. Throws `driver-missing` if it is not installed. */
export async function loadDriver<Module>(engine: string, place: Pick<EngineStorage, 'directory'>): Promise<Module> {
  const driver = DRIVERS.find((each) => each.engine === engine)
  const file = driver && driverFile(driver.package, driverFolder(join(place.directory, '..')))
  if (file === undefined) throw new ApiError('driver-missing', { args: [engine] })
  const module = (await import(pathToFileURL(file).href)) as { readonly default: Module }
  return module.default
}
