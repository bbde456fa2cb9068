import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { type PooledProcess, ProcessPool } from './process-pool.ts'

function poolOf(most: number) {
  const folder = mkdtempSync(join(tmpdir(), 'facet-pool-'))
  const file = join(folder, 'idle.mjs')
  writeFileSync(file, 'setInterval(() => {}, 1000)')
  const options = { script: pathToFileURL(file), scratch: folder, resident: 2 ** 30, args: [] }
  const pool = new ProcessPool({ most, start: () => options })
  const members: PooledProcess[] = []
  onTestFinished(async () => {
    await Promise.all(members.map((member) => pool.end(member)))
    rmSync(folder, { recursive: true })
  })
  return {
    pool,
    member: (): PooledProcess => {
      const member = { began: () => {} }
      members.push(member)
      return member
    },
    enter: (member: PooledProcess) => pool.enter(member, null, AbortSignal.timeout(10_000)),
  }
}

it('admits new calls of a process whose slot was requested, if the waiting call found another slot', async () => {
  const { pool, member, enter } = poolOf(2)
  const [first, second, third] = [member(), member(), member()]
  const running = await enter(first)
  const idle = await enter(second)
  const waiting = enter(third)
  pool.left(second, idle)
  await waiting
  pool.left(first, running)
  expect(await enter(first)).toBe(running)
})

it('keeps the slot of a process until every admitted call has left', async () => {
  const { pool, member, enter } = poolOf(1)
  const [first, second] = [member(), member()]
  const running = await enter(first)
  await enter(first)
  let admitted = false
  const waiting = enter(second).then(() => {
    admitted = true
  })
  pool.left(first, running)
  await new Promise(setImmediate)
  expect([admitted, pool.pids]).toEqual([false, [running.pid]])
  pool.left(first, running)
  await waiting
  expect(pool.pids).not.toContain(running.pid)
})

it('ignores calls of a process that was replaced', async () => {
  const { pool, member, enter } = poolOf(1)
  const [first, second] = [member(), member()]
  const ended = await enter(first)
  ended.end('closed')
  await ended.ended
  const running = await enter(first)
  const waiting = enter(second)
  pool.left(first, ended)
  await new Promise(setImmediate)
  expect(pool.pids).toEqual([running.pid])
  pool.left(first, running)
  await waiting
})
