import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type LoadClient, type Call, queryCall, type LoadMeasurement, startLoadClient } from './load-client.ts'
import { prepareHome, startServer } from './home.ts'
import { type BenchOrder, readOrder, sendFigure } from './bench-order.ts'
import { signIn } from './sign-in.ts'
import { median, quantile } from './statistics.ts'

/** B5: measures the built server, the minimal server and the load program in separate processes, by turns. */
async function measureCached(order: BenchOrder): Promise<void> {
  const { connections, rounds, roundSeconds, statement } = order.plan.cached
  await prepareHome(order.root)
  const server = await startServer(order.root, { FACET_EXAMPLES: '0' })
  const loadClient = startLoadClient(order.root)
  const { cookie, flights } = await signIn(server)
  const call = queryCall(server.url, cookie, flights, statement.query)
  let cachedEntry = await loadClient.once(call)
  // The body is compressed after the first response: measure only from then on.
  for (let look = 0; look < 50 && !/^content-encoding: br/im.test(cachedEntry.head); look++) {
    await sleep(100)
    cachedEntry = await loadClient.once(call)
  }
  const bare = await startBare(order.root, cachedEntry.head, cachedEntry.body)
  const bareCall = { ...call, url: `${bare.url}/api/v1/chart/data` }
  for (const count of connections) {
    const ours: LoadMeasurement[] = []
    const theirs: LoadMeasurement[] = []
    for (let round = -1; round < rounds; round++) {
      const pair = [
        await load(loadClient, call, count, roundSeconds),
        await load(loadClient, bareCall, count, roundSeconds),
      ]
      if (round < 0) continue
      ours.push(pair[0] as LoadMeasurement)
      theirs.push(pair[1] as LoadMeasurement)
    }
    const rate = ({ times, seconds }: LoadMeasurement): number => times.length / seconds
    const share = median(ours.map((seen, round) => rate(seen) / rate(theirs[round] as LoadMeasurement)))
    const note = [
      `${median(ours.map(rate)).toFixed(0)} over ${median(theirs.map(rate)).toFixed(0)} requests/s`,
      `p99 ${median(ours.map(({ times }) => quantile(times, 0.99))).toFixed(1)} ms`,
      `${cachedEntry.body.length} bytes`,
    ].join(', ')
    sendFigure({
      measure: 'B5',
      name: `${count} connections, share of bare`,
      value: share,
      unit: 'x bare',
      least: 0.5,
      note,
    })
  }
  loadClient.close()
  bare.stop()
  await server.stop()
}

const load = (loadClient: LoadClient, call: Call, connections: number, seconds: number): Promise<LoadMeasurement> =>
  loadClient.load({ calls: [call], connections, seconds })

async function startBare(root: string, head: string, body: Buffer): Promise<{ url: string; stop(): void }> {
  const headers = Object.fromEntries(
    head
      .split('\r\n')
      .slice(1)
      .map((line): [string, string] => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)])
      .filter(([name]) => !/^(date|connection|keep-alive)$/i.test(name)),
  )
  const child = fork(join(root, 'dist/bench/bare-program.js'), { stdio: 'inherit' })
  child.send({ headers, body: body.toString('base64') })
  const [{ port }] = (await once(child, 'message')) as [AddressInfo]
  return { url: `http://127.0.0.1:${port}`, stop: () => void child.kill() }
}

await measureCached(readOrder())
process.exit(0)
