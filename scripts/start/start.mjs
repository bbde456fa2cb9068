import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from './build.mjs'
import { install, isInstalled } from './install.mjs'
import { withLock } from './lock.mjs'
import { endWithNpm, forwardSignals } from './processes.mjs'
import { serve } from './serve.mjs'
import { printHelp, readSettings } from './settings.mjs'
import { isBuilt } from './stamp.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '../..')
const KNOWN = ['--help', '--link']

/** @type {Record<string, string>} */
const REASONS = {
  EACCES: 'the folder may not be written',
  EPERM: 'the folder may not be written',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
}

/** @param {string} line */
const tell = (line) => console.log(line)

/**
 * @param {unknown} error
 * @returns {string} one message a person can act on
 */
function explain(error) {
  const { code, path, message } = /** @type {NodeJS.ErrnoException} */ (error)
  const reason = code && REASONS[code]
  return reason ? `Cannot write ${path ?? root}: ${reason}.` : message
}

/** Installs and builds what is missing or out of date. */
async function prepare() {
  if (isInstalled(root, false) && isBuilt(root)) return
  const work = async () => {
    if (!isInstalled(root, false)) {
      tell('Installing packages (this happens once) ...')
      await install(root, false)
      tell('Installed packages')
    }
    if (isBuilt(root)) return
    tell('Building ...')
    await build(root, tell)
  }
  await withLock(join(root, 'dist/.lock'), work, (pid) => tell(`Waiting for process ${pid}, which is building ...`))
}

/**
 * @param {readonly string[]} args
 * @returns {Promise<void>}
 */
export async function start(args) {
  const unknown = args.find((arg) => !KNOWN.includes(arg))
  if (unknown) {
    console.error(`Unknown option ${unknown}. npm start -- --help lists what there is.`)
    process.exitCode = 1
    return
  }
  if (args.includes('--help')) return tell(printHelp(readSettings(root)))
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
