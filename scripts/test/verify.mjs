import { spawn } from 'node:child_process'
import {
  appendFileSync,
  copyFileSync,
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { exitCode, runProgram } from '../start/processes.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '../..')
const MAX_LOAD = 16

const HELP = `npm run verify [-- OPTIONS]

Runs npm test in a fresh clone of HEAD with CI=true, as CI does. When it is green, .results/verify/COMMIT.ok is written.

  --all        runs npm run test:all instead
  --load=N     keeps N more processes busy until the run ends
  --only=PART  runs one part: static, unit or browser; writes no .ok
  --repeat=N   runs each browser test N times, to find flaky ones`

const OPTIONS = /** @type {const} */ ({
  all: { type: 'boolean', default: false },
  load: { type: 'string', default: '0' },
  only: { type: 'string' },
  repeat: { type: 'string' },
  help: { type: 'boolean', default: false },
})

/** @param {string[]} args */
async function git(...args) {
  const { code, output } = await runProgram('git', args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  if (code !== 0) throw new Error(`git ${args.join(' ')} failed:\n${output}`)
  return output.trim()
}

/**
 * Runs a command, prints its output and writes it to a file.
 * @param {string} cwd
 * @param {string[]} args of this Node
 * @param {string} file
 * @returns {Promise<number>} its exit code
 */
function runLogged(cwd, args, file) {
  const log = createWriteStream(file)
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...process.env, CI: 'true' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const signal of /** @type {const} */ (['SIGTERM', 'SIGINT'])) process.once(signal, () => child.kill(signal))
  for (const stream of [child.stdout, child.stderr]) {
    stream.pipe(process.stdout, { end: false })
    stream.pipe(log, { end: false })
  }
  return new Promise((resolve) => {
    child.once('close', (code, signal) => log.end(() => resolve(exitCode(code, signal))))
  })
}

/**
 * Adds the tests that needed a retry to the list, which is part of the next commit.
 * @param {string} clone
 * @returns {number} their number
 */
function recordFlaky(clone) {
  const report = join(clone, '.results/run.json')
  if (!existsSync(report)) return 0
  /** @type {{ date: string, flaky: { title: string, file: string, cause: string }[] }} */
  const { date, flaky } = JSON.parse(readFileSync(report, 'utf8'))
  const clean = (/** @type {string} */ text) => text.replaceAll(/\s+/g, ' ').trim()
  const rows = flaky.map(({ title, file, cause }) =>
    [date.slice(0, 10), `${file}: ${title}`, cause].map(clean).join('\t'),
  )
  if (rows.length > 0) appendFileSync(join(root, 'testing/flaky.tsv'), rows.map((row) => `${row}\n`).join(''))
  return flaky.length
}

/**
 * Copies the reports of the runners, which contain durations and proofs.
 * @param {string} clone
 */
function copyReports(clone) {
  for (const name of ['vitest.json', 'playwright.json']) {
    const report = join(clone, '.results', name)
    if (existsSync(report)) copyFileSync(report, join(root, '.results/verify', name))
  }
}

/** Runs the tests in a fresh clone of HEAD; see HELP. */
export async function verify() {
  const { values } = parseArgs({ options: OPTIONS })
  if (values.help) return console.log(HELP)
  const commit = await git('rev-parse', 'HEAD')
  if ((await git('status', '--porcelain')) !== '') console.log('There are uncommitted changes; they are not verified.')
  const folder = join(root, '.results/verify')
  mkdirSync(folder, { recursive: true })
  const temporary = mkdtempSync(join(tmpdir(), 'facet-verify-'))
  const clone = join(temporary, 'facet')
  const count = Math.min(MAX_LOAD, Number(values.load))
  const load = Array.from({ length: count }, () =>
    spawn(process.execPath, [join(root, 'scripts/test/load.mjs')], { stdio: 'ignore' }),
  )
  const start = performance.now()
  try {
    await git('clone', '--quiet', root, clone)
    await runProgram('git', ['checkout', '--quiet', commit], { cwd: clone, stdio: 'inherit' })
    const { all, only, repeat } = values
    const passed = [all && '--all', only && `--only=${only}`, repeat && `--repeat=${repeat}`].filter((each) => !!each)
    const args = [join(clone, 'scripts/test.mjs'), ...passed.map(String)]
    const code = await runLogged(clone, args, join(folder, `${commit}.log`))
    const minutes = ((performance.now() - start) / 60_000).toFixed(1)
    const flaky = recordFlaky(clone)
    copyReports(clone)
    const outcome = code === 0 ? 'green' : 'failed'
    const row = [
      new Date().toISOString(),
      commit,
      outcome,
      `${minutes} min`,
      `load ${count}`,
      `${flaky} flaky`,
      ...passed,
    ]
    appendFileSync(join(folder, 'runs.tsv'), `${row.join('\t')}\n`)
    if (code === 0 && only === undefined) writeFileSync(join(folder, `${commit}.ok`), `${row.join('\n')}\n`)
    console.log(`${commit.slice(0, 10)}: ${outcome} in ${minutes} minutes, ${flaky} flaky`)
    process.exitCode = code
  } finally {
    for (const child of load) child.kill('SIGKILL')
    rmSync(temporary, { recursive: true, force: true, maxRetries: 5 })
  }
}
