import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { driverFolder, DRIVERS, loadDriver } from '#server/engines/drivers.ts'
import type { Settings } from '#server/base/config.ts'
import { runCommand } from '../run.ts'

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'facet-drivers-'))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

async function facet(...args: string[]) {
  const printed: string[] = []
  const terminal = {
    print: (line: string) => void printed.push(line),
    tell: (line: string) => void printed.push(line),
    isPerson: false,
    askHidden: async () => '',
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
  const folder = join(driverFolder(home), 'node_modules', 'mysql2')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "name": "mysql2", "main": "index.js" }')
  writeFileSync(join(folder, 'index.js'), 'module.exports = { name: "of the home" }')
  const place = { directory: join(home, 'databases') }
  expect(await loadDriver('mysql', place)).toEqual({ name: 'of the home' })
})

it('names a driver that is missing', async () => {
  await expect(loadDriver('nosuch', { directory: home })).rejects.toMatchObject({ code: 'driver-missing' })
})
