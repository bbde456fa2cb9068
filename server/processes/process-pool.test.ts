import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { ProcessPool } from './process-pool.ts'

interface Member {
  busy: boolean
  readonly began: () => void
}

it('admits new calls of a process whose slot was requested, if the waiting call found another slot', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'facet-pool-'))
  const file = join(folder, 'idle.mjs')
  writeFileSync(file, 'setInterval(() => {}, 1000)')
  const options = { script: pathToFileURL(file), scratch: folder, resident: 2 ** 30, args: [] }
  const pool = new ProcessPool({ most: 2, start: () => options })
  const members = [1, 2, 3].map(() => ({ busy: false, began: () => {} }))
  const [first, second, third] = members as [Member, Member, Member]
  onTestFinished(async () => {
    await Promise.all(members.map((member) => pool.end(member)))
    rmSync(folder, { recursive: true })
  })
  const enter = async (member: Member) => {
    const process = await pool.enter(member, null, AbortSignal.timeout(10_000))
    member.busy = true
    return process
  }
  const leave = (member: Member) => {
    member.busy = false
    pool.left(member)
  }
  const running = await enter(first)
  await enter(second)
  const waiting = enter(third)
  leave(second)
  await waiting
  leave(first)
  expect(await enter(first)).toBe(running)
})
