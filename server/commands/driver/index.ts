import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { type Driver, driverFolder, DRIVERS, hasDriver } from '#server/engines/drivers.ts'
import { type Command, CommandError, UsageError } from '../command.ts'

const execFileAsync = promisify(execFile)
const INSTALL_MS = 300_000

/** Returns how npm is called: the one that started this process, or the one that came with Node. */
function npmCommand(): readonly [string, readonly string[]] {
  const caller = process.env['npm_execpath']
  if (caller && basename(caller) === 'npm-cli.js') return [process.execPath, [caller]]
  const own = join(dirname(process.execPath), '../lib/node_modules/npm/bin/npm-cli.js')
  return existsSync(own) ? [process.execPath, [own]] : ['npm', []]
}

function driverOf(engine: string): Driver {
  const driver = DRIVERS.find((each) => each.engine === engine)
  if (driver) return driver
  throw new UsageError(`There is no driver for "${engine}". Drivers exist for: ${names()}.`)
}

const names = (): string => DRIVERS.map(({ engine }) => engine).join(', ')

const addDriver: Command = {
  name: 'driver add',
  takes: ['DATABASE'],
  meaning: 'Installs the driver of a type of database with npm, for example `mysql`',
  options: {},
  isOffline: true,
  async run({ settings, names: [engine = ''], terminal }) {
    const driver = driverOf(engine)
    const folder = driverFolder(settings.home, engine)
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const { name: project, packages } = driver.lock
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...packages[''], name: project, private: true }))
    writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(driver.lock))
    const [command, first] = npmCommand()
    const name = `${driver.package}@${driver.version}`
    const flags = ['--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
    try {
      // It installs the packages of the lock and compares their hashes.
      await execFileAsync(command, [...first, 'ci', ...flags], { cwd: folder, timeout: INSTALL_MS })
    } catch (error) {
      const { stderr = '' } = error as { readonly stderr?: string }
      throw new CommandError(`npm could not install ${name}. ${stderr.trim()}`.trim())
    }
    terminal.print(`Installed ${name} for ${engine}. Restart running servers.`)
  },
}

const listDrivers: Command = {
  name: 'driver list',
  takes: [],
  meaning: 'Lists the drivers that can be installed, and whether they are',
  options: {},
  isOffline: true,
  run({ settings, terminal }) {
    const storage = { directory: join(settings.home, 'databases') }
    for (const { engine, package: name, version } of DRIVERS) {
      const state = hasDriver(engine, storage) ? 'installed' : 'not installed'
      terminal.print(`${engine}  ${name}@${version}  ${state}`)
    }
    return Promise.resolve()
  },
}

export const driverCommands: readonly Command[] = [addDriver, listDrivers]
