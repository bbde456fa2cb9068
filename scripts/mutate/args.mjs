export const HELP = `npm run mutate -- FOLDER [SEED]   faults put into the sources of a folder: does a test notice?
  --draw=150      how many faults are drawn; the same seed draws the same
  --minutes=40    when to stop; the score is then of what was tried, in an order of chance
  --min=85        exit with 1 below this score
  --near          only the tests in the folder itself: a quick look
  --list          print the faults that are drawn, and try none`

/**
 * @typedef {{ folder: string, seed: number, draw: number, minutes: number, min: number, near: boolean, list: boolean }} Args
 */

/**
 * @param {readonly string[]} args
 * @returns {Args | undefined} undefined if help is requested or the arguments are invalid
 */
export function readArgs(args) {
  const words = args.filter((arg) => !arg.startsWith('--'))
  const options = new Map(
    args.filter((arg) => arg.startsWith('--')).map((arg) => /** @type {[string, string]} */ (arg.slice(2).split('='))),
  )
  const [folder, seed = '1', ...more] = words
  const known = ['draw', 'minutes', 'min', 'near', 'list']
  const number = (/** @type {string} */ name, /** @type {number} */ otherwise) =>
    options.has(name) ? Number(options.get(name) || Number.NaN) : otherwise
  const read = {
    folder: (folder ?? '').replace(/\/+$/, ''),
    seed: Number(seed),
    draw: number('draw', 150),
    minutes: number('minutes', 40),
    min: number('min', 0),
    near: options.has('near'),
    list: options.has('list'),
  }
  const sound = [read.seed, read.draw, read.minutes, read.min].every((each) => Number.isFinite(each) && each >= 0)
  const understood = sound && more.length === 0 && [...options.keys()].every((name) => known.includes(name))
  return understood && /^[\w-]+(\/[\w-]+)*$/.test(read.folder) ? read : undefined
}
