import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, buildReason, isBuilt } from './build.mjs'
import { install, isInstalled } from './install.mjs'
import { withLock } from './lock.mjs'
import { endWithNpm, forwardSignals } from './processes.mjs'
import { serve } from './serve.mjs'
import { printHelp, readSettings } from './settings.mjs'

export const root = join(dirname(fileURLToPath(import.meta.url)), '../..')
const KNOWN = ['--help', '--link', '--version']

/** @type {Record<string, string>} */
const REASONS = {
  EACCES: 'the folder is not writable',
  EPERM: 'the folder is not writable',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
}

/** @param {string} line */
const printLine = (line) => console.log(line)

/**
 * @param {unknown} error of a preparation
 * @returns {string} one message that says what to do
 */
export function explain(error) {
  const { code, path, message } = /** @type {NodeJS.ErrnoException} */ (error)
  const reason = code && REASONS[code]
  return reason ? `Cannot write ${path ?? root}: ${reason}.` : message
}

/** @returns {string} the product version */
const version = () => JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version

/**
 * Installs and builds what is missing or outdated.
 * @param {(line: string) => void} [say]
 */
export async function prepare(say = printLine) {
  if (isInstalled(root, false) && isBuilt(root)) return
  const work = async () => {
    if (!isInstalled(root, false)) await install(root, false, say)
    if (isBuilt(root)) return
    say(`Building, because ${buildReason(root)} ...`)
    await build(root, say)
  }
  await withLock(join(root, 'dist/.lock'), work, (pid) => say(`Waiting for process ${pid}, which is building ...`))
}

/**
 * @param {readonly string[]} args
 * @returns {Promise<void>}
 */
export async function start(args) {
  const unknown = args.find((arg) => !KNOWN.includes(arg))
  if (unknown) {
    console.error(`Unknown option ${unknown}. npm start -- --help lists the options.`)
    process.exitCode = 1
    return
  }
  if (args.includes('--help')) return printLine(printHelp(readSettings(root)))
  if (args.includes('--version')) return printLine(`Facet ${version()}, Node ${process.version}`)
  forwardSignals()
  endWithNpm()
  try {
    await prepare()
    process.exitCode = await serve(root, args)
  } catch (error) {
    console.error(explain(error))
    process.exitCode = 1
  }
}
