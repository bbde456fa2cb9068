import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { get } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { queryCall, startLoadClient } from './load-client.ts'
import { benchHome, PASSWORD, prepareHome, startServer } from './home.ts'
import { type BenchOrder, readOrder, sendFigure } from './bench-order.ts'
import { residentMemoryOfTree } from './process-tree.ts'
import { signIn } from './sign-in.ts'
import { median } from './statistics.ts'
import { freePort } from '#testing/local-server.ts'

const REOPEN_DELAY_MS = 5

const isHealthy = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    get({ port, host: '127.0.0.1', path: '/health' }, (answer) => {
      answer.resume()
      resolve(answer.statusCode === 200)
    }).on('error', () => resolve(false))
  })

/** Returns the milliseconds from the spawn of a command to status 200 of /health; then ends the command. */
async function untilHealthy(root: string, command: string, args: readonly string[]): Promise<number> {
  const port = await freePort()
  const env = { ...process.env, FACET_HOME: benchHome(root), FACET_ADMIN_PASSWORD: PASSWORD, PORT: String(port) }
  const started = performance.now()
  const child = spawn(command, args, { cwd: root, env, stdio: 'ignore' })
  while (!(await isHealthy(port))) await sleep(REOPEN_DELAY_MS)
  const took = performance.now() - started
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
  return took
}

/** B1: a start with everything installed, built and loaded. */
async function secondStart({ root, plan }: BenchOrder): Promise<void> {
  const whole: number[] = []
  const idle: number[] = []
  for (let turn = -1; turn < plan.start.samples; turn++) {
    const times = [
      await untilHealthy(root, 'npm', ['start']),
      await untilHealthy(root, process.execPath, [join(root, 'dist/server/main.js')]),
    ] as const
    if (turn < 0) continue
    whole.push(times[0])
    idle.push(times[1])
  }
  sendFigure({ measure: 'B1', name: 'npm start to /health', value: median(whole), unit: 'ms', most: 1200 })
  sendFigure({ measure: 'B1', name: 'server spawn to /health', value: median(idle), unit: 'ms', most: 500 })
}

/**
 * B17: memory of the whole process tree at rest, after the statements of B3, and during a loop of them, half of them
 * forced.
 */
async function memory({ root, plan, loopSeconds }: BenchOrder): Promise<void> {
  const server = await startServer(root)
  await sleep(plan.memory.restSeconds * 1000)
  sendFigure({
    measure: 'B17',
    name: 'at rest after a second start',
    value: residentMemoryOfTree(server.process.pid),
    unit: 'MB',
    most: 200,
  })
  const { cookie, flights } = await signIn(server)
  const asker = startLoadClient(root)
  const calls = plan.uncached.statements.flatMap(({ query }) => [
    queryCall(server.url, cookie, flights, query),
    queryCall(server.url, cookie, flights, query, { force: true }),
  ])
  for (const call of calls) await asker.once(call)
  sendFigure({
    measure: 'B17',
    name: 'after one dashboard',
    value: residentMemoryOfTree(server.process.pid),
    unit: 'MB',
    most: 400,
  })
  const seconds = loopSeconds ?? plan.memory.loopSeconds
  const seen: number[] = []
  for (let part = 0; part < plan.memory.parts; part++) {
    await asker.load({ calls, connections: 8, seconds: seconds / plan.memory.parts })
    seen.push(residentMemoryOfTree(server.process.pid))
  }
  const half = seen.length / 2
  const growth = median(seen.slice(half)) / median(seen.slice(0, half))
  const note = `${seconds} s loop, MB: ${seen.map((mb) => mb.toFixed(0)).join(' ')}`
  sendFigure({
    measure: 'B17',
    name: 'second half of the loop over the first',
    value: growth,
    unit: 'x',
    most: 1.05,
    note,
  })
  asker.close()
  await server.stop()
}

const order = readOrder()
await prepareHome(order.root)
if (order.ids.includes('B1')) await secondStart(order)
if (order.ids.includes('B17')) await memory(order)
process.exit(0)
