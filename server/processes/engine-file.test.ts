import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it, onTestFinished, vi } from 'vitest'
import { failureOf } from '#testing/engine-processes.ts'
import { EngineFile } from './engine-file.ts'
import { OffendingQueries } from './offending-queries.ts'
import { ProcessPool } from './process-pool.ts'

const TEXT = 'SELECT sum(amount) FROM sales'
const SILENT = 'setInterval(() => {}, 1000)'

/** Opens a file whose process runs this program; neither program answers calls. */
function fileOf(program: string) {
  const folder = mkdtempSync(join(tmpdir(), 'facet-engine-file-'))
  const script = join(folder, 'program.mjs')
  writeFileSync(script, program)
  const options = { script: pathToFileURL(script), scratch: folder, resident: 2 ** 30, args: [] }
  const pool = new ProcessPool({ most: 1, start: () => options })
  const offendingQueries = new OffendingQueries()
  const file = new EngineFile(pool, offendingQueries)
  onTestFinished(async () => {
    await file.end()
    rmSync(folder, { recursive: true, force: true })
  })
  return {
    pool,
    ask: (ms: number) => failureOf(file.ask('query', {}, { signal: AbortSignal.timeout(ms), author: 1, text: TEXT })),
    /** Returns the code with which the statement is denied, or `allowed`. */
    verdict: () => failureOf(Promise.resolve().then(() => offendingQueries.check(TEXT, 1) ?? 'allowed')),
  }
}

it.each(['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT', 'SIGKILL'] as const)(
  'a statement is not blocked when another program ends its process by %s each time it runs',
  async (signal) => {
    const { pool, ask, verdict } = fileOf(SILENT)
    const failure = ask(30_000)
    const ended = new Set<number>()
    for (let runs = 0; runs < 4; runs++) {
      await vi.waitFor(() => expect(pool.pids.filter((pid) => !ended.has(pid))).toHaveLength(1), { timeout: 10_000 })
      const pid = pool.pids.find((each) => !ended.has(each)) ?? 0
      ended.add(pid)
      process.kill(pid, signal)
    }
    expect(await failure).toBe('engine-lost')
    expect(await verdict()).toBe('allowed')
  },
)

it('a statement that crashes its process, also when it runs alone, is blocked', async () => {
  const { ask, verdict } = fileOf('setTimeout(() => process.abort(), 200)')
  expect(await ask(30_000)).toBe('engine-ended')
  expect(await verdict()).toBe('engine-ended-shape')
})

it('a statement that does not stop is blocked, but not when another program has stopped its process', async () => {
  const [deaf, stopped] = [fileOf(SILENT), fileOf(SILENT)]
  const failures = [deaf, stopped].map(({ ask }) => ask(500))
  await vi.waitFor(() => expect(stopped.pool.pids).toHaveLength(1))
  process.kill(stopped.pool.pids[0] ?? 0, 'SIGSTOP')
  expect(await Promise.all(failures)).toEqual(['TimeoutError', 'TimeoutError'])
  for (const { pool } of [deaf, stopped]) await vi.waitFor(() => expect(pool.pids).toEqual([]), { timeout: 10_000 })
  expect(await Promise.all([deaf.verdict(), stopped.verdict()])).toEqual(['engine-ended-shape', 'allowed'])
})
