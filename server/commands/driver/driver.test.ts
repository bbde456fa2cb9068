import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { driverFolder, DRIVERS, loadDriver } from '#server/engines/drivers.ts'
import type { Settings } from '#server/base/config.ts'
import { writeDriver } from '#testing/driver-files.ts'
import { runCommand } from '../run-command.ts'

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'facet-drivers-'))
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(home, { recursive: true, force: true })
})

async function facet(...args: string[]) {
  const printed: string[] = []
  const terminal = {
    print: (line: string) => void printed.push(line),
    printMessage: (line: string) => void printed.push(line),
    isPerson: false,
    promptHidden: async () => '',
    readAll: async () => '',
  }
  const openStore = () => Promise.reject(new Error('No store is to be opened'))
  const settings = { home } as Settings
  return { code: await runCommand(args, { terminal, now: () => 5, settings, openStore }), printed: printed.join('\n') }
}

it('lists the drivers with their pinned versions', async () => {
  const { code, printed } = await facet('driver', 'list')
  expect(code).toBe(0)
  for (const driver of DRIVERS) {
    expect(driver.version).toMatch(/^\d+\.\d+\.\d+$/)
    expect(printed).toContain(`${driver.engine}  ${driver.package}@${driver.version}`)
  }
})

it('rejects a database without a driver by name', async () => {
  expect(await facet('driver', 'add', 'nosuch')).toMatchObject({ code: 2, printed: expect.stringContaining('mysql') })
})

it('loads the driver of the home before any other', async () => {
  writeDriver(home, 'mysql', 'module.exports = { name: "of the home" }')
  expect(await loadDriver('mysql', { directory: join(home, 'databases') })).toEqual({ name: 'of the home' })
})

it('locks every package of a driver to a version and the hash of its files', () => {
  for (const { lock, package: name, version } of DRIVERS) {
    const { '': root, ...packages } = lock.packages
    expect(root).toMatchObject({ dependencies: { [name]: version } })
    expect(packages[`node_modules/${name}`]?.version).toBe(version)
    for (const [path, { version: exact, integrity }] of Object.entries(packages)) {
      expect([path, exact]).toEqual([path, expect.stringMatching(/^\d+\.\d+\.\d+$/)])
      expect([path, integrity]).toEqual([path, expect.stringMatching(/^sha512-/)])
    }
  }
})

it('installs exactly the locked packages', async () => {
  const npm = join(home, 'npm-cli.js')
  writeFileSync(npm, "require('node:fs').writeFileSync('npm.json', JSON.stringify(process.argv.slice(2)))")
  vi.stubEnv('npm_execpath', npm)
  expect((await facet('driver', 'add', 'mysql')).code).toBe(0)
  const read = (name: string) => JSON.parse(readFileSync(join(driverFolder(home, 'mysql'), name), 'utf8'))
  expect(read('npm.json').slice(0, 3)).toEqual(['ci', '--prefix', driverFolder(home, 'mysql')])
  expect(read('npm.json')).toContain('--ignore-scripts')
  expect(read('package-lock.json')).toEqual(DRIVERS.find(({ engine }) => engine === 'mysql')?.lock)
  expect(read('package.json')).toMatchObject({ dependencies: { mysql2: '3.24.6' } })
})

it('loads no package from parents of the home, and no driver without all of its packages', async () => {
  // A parent folder, to which another user may be able to write.
  const within = join(home, 'deep', 'home')
  const outside = join(home, 'node_modules', 'mysql2')
  mkdirSync(driverFolder(within, 'mysql'), { recursive: true })
  mkdirSync(outside, { recursive: true })
  writeFileSync(join(outside, 'package.json'), '{ "name": "mysql2", "version": "3.24.6", "main": "index.js" }')
  writeFileSync(join(outside, 'index.js'), 'module.exports = { name: "outside" }')
  const storage = { directory: join(within, 'databases') }
  // The driver of a database that is a dependency of Facet.
  expect(await loadDriver('mysql', storage)).toMatchObject({ createConnection: expect.any(Function) })
  writeDriver(within, 'mysql', 'module.exports = { name: "of the home" }')
  rmSync(join(driverFolder(within, 'mysql'), 'node_modules', 'long'), { recursive: true })
  expect(await loadDriver('mysql', storage)).toMatchObject({ createConnection: expect.any(Function) })
  writeDriver(within, 'mysql', 'module.exports = { name: "of the home" }')
  expect(await loadDriver('mysql', storage)).toEqual({ name: 'of the home' })
})

it('names a driver that is missing', async () => {
  await expect(loadDriver('nosuch', { directory: home })).rejects.toMatchObject({ code: 'driver-missing' })
})
