import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { availableParallelism, totalmem } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build as bundle } from 'esbuild'
import { build, isBuilt } from '../start/build.mjs'
import { ADJACENT_ENTRY } from '../start/bundle-parts.mjs'
import { forwardSignals, runProgram } from '../start/processes.mjs'
import { serverEnvironment } from '../start/serve.mjs'
import { hashOf, readPlan, recordPlan } from './plan.mjs'
import { printTable, verdictOf } from './table.mjs'

/** @typedef {import('./table.mjs').Figure} Figure */

const root = join(dirname(fileURLToPath(import.meta.url)), '../..')
const outdir = join(root, 'dist/bench')
const FIGURE = 'figure '
const HELP = `npm run bench                     all measures
npm run bench -- B3 B5            some measures
npm run bench -- POST             every step of post-processing
npm run bench -- --loop=20 B17    with a loop of 20 s instead of the planned one; its figure says so
npm run bench -- --kinds=pie,panned,cells,mixed B25   some kinds of chart, maps that are moved, 50,000 cells, charts drawn together
npm run bench -- P3                memory and /health while everybody does everything (see npm run soak)
npm run bench -- --record         take bench/plan.json as it stands from now on`

const RESULTS = join(outdir, 'results.json')
const MACHINE = `${availableParallelism()} cores, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}`

/** Bundles the measuring programs, which are started by file name. */
async function bundleBench() {
  const named = (/** @type {string} */ folder, /** @type {RegExp} */ pattern) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => pattern.test(file))
      .map((file) => ({ in: join(root, folder, file), out: basename(file, '.ts') }))
  // The server expects the scripts of its threads and processes in its own folder.
  const entryPoints = [...named('bench', /-(measure|program)\.ts$/), ...named('server', ADJACENT_ENTRY)]
  await bundle({
    absWorkingDir: root,
    entryPoints,
    outdir,
    bundle: true,
    splitting: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    sourcemap: true,
    logLevel: 'warning',
  })
}

/**
 * Runs one measuring program in a separate process.
 * @param {string} file
 * @param {object} order
 * @returns {Promise<Figure[]>}
 */
async function measure(file, order) {
  const { code, output } = await runProgram(
    process.execPath,
    ['--enable-source-maps', join(outdir, file), JSON.stringify(order)],
    {
      cwd: root,
      env: serverEnvironment({ ...process.env, NODE_ENV: 'production' }),
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const lines = output.split('\n').filter((line) => line.startsWith(FIGURE))
  if (code !== 0) console.error(`${file} ended with ${code}`)
  return lines.map((line) => JSON.parse(line.slice(FIGURE.length)))
}

/**
 * @param {readonly string[]} args
 * @returns {{ ids: string[], loopSeconds: number | undefined, kinds: string[] | undefined, record: boolean, help: boolean }}
 */
function readArgs(args) {
  const loop = args.find((arg) => arg.startsWith('--loop='))
  const kinds = args.find((arg) => arg.startsWith('--kinds='))
  return {
    ids: args.filter((arg) => /^([BDLPR]\d+|POST)$/.test(arg)),
    loopSeconds: loop ? Number(loop.slice(7)) : undefined,
    kinds: kinds?.slice(8).split(','),
    record: args.includes('--record'),
    help: args.includes('--help'),
  }
}

/**
 * Measures, prints a table and writes dist/bench/results.json.
 * @param {readonly string[]} args
 */
export async function bench(args) {
  const { ids, loopSeconds, kinds, record, help } = readArgs(args)
  const plan = readPlan(root)
  if (help) return console.log(HELP)
  if (record) {
    recordPlan(root, plan)
    return console.log(`Recorded the plan as ${hashOf(plan)}`)
  }
  if (hashOf(plan) !== plan.hash) {
    console.error('bench/plan.json is not the recorded one, so figures would not compare. Record it with --record.')
    process.exitCode = 1
    return
  }
  forwardSignals()
  if (!isBuilt(root)) await build(root, console.log)
  await bundleBench()
  /** @type {Figure[]} */
  const figures = []
  for (const [file, measures] of Object.entries(plan.programs)) {
    const wanted = measures.filter((/** @type {string} */ id) => ids.length === 0 || ids.includes(id))
    if (wanted.length === 0) continue
    console.log(`Measuring ${wanted.join(', ')} ...`)
    figures.push(...(await measure(file, { root, ids: wanted, plan, loopSeconds, kinds })))
    // Write after each program, so that an interrupted run keeps its figures: all measures take half an hour.
    writeResults(figures, plan.hash)
  }
  console.log(`\n${printTable(figures)}\n\n${MACHINE}; plan ${plan.hash}; ${RESULTS}`)
}

/**
 * @param {Figure[]} figures
 * @param {string} planHash
 */
function writeResults(figures, planHash) {
  const reported = figures.map((figure) => ({ ...figure, verdict: verdictOf(figure) }))
  if (!existsSync(outdir)) mkdirSync(outdir, { recursive: true })
  writeFileSync(
    RESULTS,
    `${JSON.stringify({ date: new Date().toISOString(), machine: MACHINE, plan: planHash, figures: reported }, null, 2)}\n`,
  )
}
