import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { driverFolder, DRIVERS } from '#server/engines/drivers.ts'

/** Writes all packages of the driver of an engine into a home; the driver itself is a CommonJS module with `source`. */
export function writeDriver(home: string, engine: string, source: string): void {
  const driver = DRIVERS.find((each) => each.engine === engine)
  if (!driver) throw new Error(`${engine} has no driver`)
  const folder = driverFolder(home, engine)
  for (const [path, { version }] of Object.entries(driver.lock.packages)) {
    const at = join(folder, path)
    mkdirSync(at, { recursive: true })
    writeFileSync(join(at, 'package.json'), JSON.stringify({ name: path, version, main: 'index.js' }))
    writeFileSync(join(at, 'index.js'), path === `node_modules/${driver.package}` ? source : '')
  }
}
