import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { root as project } from '#testing/tree.ts'
import { closeRun, tooManyFlaky } from './check/results.mjs'
import { ENGINE_SUITES } from './test/engine-suites.mjs'
import { EXTENDED_FILES, excludedFiles } from './test/extended.mjs'
import { measureCpu } from './test/cpu.mjs'
import { shuffle } from './test/shuffle.mjs'
import { runProgram } from './start/processes.mjs'

/** @type {string} */
let root

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'facet run '))
  vi.spyOn(console, 'log').mockImplementation(() => {})
})
afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
  process.exitCode = 0
  rmSync(root, { recursive: true, force: true })
})

/** @param {Partial<import('./check/counts.mjs').Result>} more */
const result = (more) => ({ title: 'a', status: /** @type {const} */ ('passed'), seconds: 0, message: '', ...more })
const flaky = result({
  isFlaky: true,
  title: 'saves',
  file: 'lists.e2e.ts',
  message: '\u001B[31mTimeout\u001B[39m\n  after 5 s\n  at lists.e2e.ts',
})

it('records flaky tests with their cause, and is green with two of them', () => {
  const results = [result({}), flaky, flaky]
  expect(tooManyFlaky(results)).toEqual([])
  closeRun(root, results)
  const report = JSON.parse(readFileSync(join(root, '.results/run.json'), 'utf8'))
  expect(report.flaky[0]).toEqual({ title: 'saves', file: 'lists.e2e.ts', cause: 'Timeout after 5 s' })
  expect(process.exitCode).toBe(0)
  expect(vi.mocked(console.log).mock.lastCall).toEqual(['3 passed, 0 failed, 0 skipped'])
})

it('fails with three flaky tests', () => {
  expect(tooManyFlaky([flaky, flaky, flaky])).toMatchObject([{ status: 'failed' }])
  closeRun(root, [result({ status: 'failed' })])
  expect(process.exitCode).toBe(1)
})

it('names a reason for the files of the extended set, which exist and are named once', () => {
  for (const { reason } of EXTENDED_FILES) expect(reason.length).toBeGreaterThan(20)
  const files = EXTENDED_FILES.flatMap((group) => group.files)
  expect(files.filter((file) => !existsSync(join(project, file)))).toEqual([])
  expect(files.filter((file, at) => files.indexOf(file) !== at)).toEqual([])
})

it('runs the tests of large servers only in npm run test:engines', () => {
  const files = ENGINE_SUITES.flatMap((suite) => suite.files)
  expect(files.length).toBeGreaterThan(0)
  expect(files.filter((file) => !existsSync(join(project, file)))).toEqual([])
  for (const set of ['', 'all']) {
    vi.stubEnv('FACET_TEST_SET', set)
    expect(excludedFiles(/./)).toEqual(expect.arrayContaining(files))
  }
  vi.stubEnv('FACET_TEST_SET', 'engines')
  expect(excludedFiles(/./).filter((file) => files.includes(file))).toEqual([])
})

it('shuffles by seed: the same seed gives the same order with all elements', () => {
  const items = Array.from({ length: 50 }, (_, at) => at)
  expect(shuffle(items, 7)).toEqual(shuffle(items, 7))
  expect(shuffle(items, 7)).not.toEqual(shuffle(items, 8))
  expect(shuffle(items, 7).toSorted((a, b) => a - b)).toEqual(items)
})

it.runIf(existsSync('/proc/self/stat'))('measures the processor time of processes that ended', async () => {
  const busy = 'const end = process.cpuUsage().user + 400_000; while (process.cpuUsage().user < end);'
  const { cpuSeconds } = await measureCpu(() => runProgram(process.execPath, ['-e', busy], { stdio: 'ignore' }))
  expect(cpuSeconds).toBeGreaterThanOrEqual(0.4)
})
