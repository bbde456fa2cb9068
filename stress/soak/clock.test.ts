import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { makeClock } from './clock.ts'

const HOUR = 3_600_000
/** Prints the shift of the three ways to get the time, in hours; the fourth is a given time. */
const PROGRAM = `
const off = (at) => Math.round((at - (performance.timeOrigin + performance.now())) / ${HOUR}) + 0
console.log([off(Date.now()), off(new Date().getTime()), off(Date.parse(Date())), new Date(5).getTime(), new Date() instanceof Date])
`

async function seenBy(clock: ReturnType<typeof makeClock>): Promise<string> {
  const env = { PATH: process.env['PATH'], ...clock.environment }
  const { stdout } = await promisify(execFile)(process.execPath, [...clock.node, '-e', PROGRAM], { env })
  return stdout.trim()
}

it('a program uses the clock, forward and back, and named times do not change', async () => {
  const clock = makeClock()
  try {
    expect(await seenBy(clock)).toBe('[ 0, 0, 0, 5, true ]')
    clock.jump(75 * HOUR)
    expect(await seenBy(clock)).toBe('[ 75, 75, 75, 5, true ]')
    clock.jump(-76 * HOUR)
    expect(await seenBy(clock)).toBe('[ -1, -1, -1, 5, true ]')
  } finally {
    clock.close()
  }
})
