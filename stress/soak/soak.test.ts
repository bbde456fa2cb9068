import { beforeAll, describe, expect, it } from 'vitest'
import { npmEnvironment } from '../../scripts/start/install.mjs'
import { runProgram } from '../../scripts/start/processes.mjs'
import { root } from '#testing/tree.ts'

/** Seconds, half of them for each store. */
const SECONDS = 60
const SEED = 20_261_122

let ended: Awaited<ReturnType<typeof runProgram>>
beforeAll(async () => {
  const args = ['run', '--silent', 'soak', '--', `${SECONDS}`, `${SEED}`]
  const env = npmEnvironment(process.env)
  ended = await runProgram('npm', args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
}, 400_000)

/** Returns the number of successful requests of an actor, from its line in the report of a store. */
function answeredIn(part: string, actor: string): number {
  return Number(new RegExp(`^${actor} +\\d+ +(\\d+) `, 'm').exec(part)?.[1])
}

describe.each(['sqlite', 'postgres'] as const)('all actors at once, with %s as the store', (kind) => {
  it('loses no write, returns no result of another user, rejects with a code and returns from every call', () => {
    const part = ended.output.split('\n\n').find((each) => each.startsWith(`${kind}, ${SECONDS / 2} s\n`)) ?? ''
    expect(answeredIn(part, 'killer'), ended.output).toBeGreaterThan(0)
    expect(answeredIn(part, 'jumper')).toBeGreaterThan(0)
    if (kind === 'postgres') expect(answeredIn(part, 'restarter')).toBeGreaterThan(0)
    expect(part).not.toContain('FAULT')
  })
})

it('ends without faults', () => {
  expect([ended.code, ended.output.slice(-10)], ended.output).toEqual([0, '\n0 faults\n'])
})
