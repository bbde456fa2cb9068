import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { HttpCall } from '#testing/http-client.ts'
import type { Actor, Stage } from '../actor.ts'
import { QUERIES_TOO_LARGE } from './heavy-queries.ts'
import { rowsQueries } from './rows-queries.ts'

const MAX_RENDER_MS = 400

/** Starts requests of all types and disconnects; some are only half sent. */
export const aborts: Actor = {
  name: 'aborts',
  lanes: 2,
  pause: 60,
  begin(stage) {
    const { actor, fixture, random, person } = stage
    return {
      async act() {
        if (random.below(6) === 0) return sendHalf(stage)
        const signal = AbortSignal.timeout(random.below(MAX_RENDER_MS))
        const [name, call] = random.pick([readCall, readCall, writeCall, uploadCall, sendRequest])(stage)
        await person(name).call(actor, call, { signal, allowed: [...QUERIES_TOO_LARGE, 'load-lost'] })
        // A halted server must not be flooded with abandoned requests.
        if (fixture.product.pid > 0) await delay(random.below(100))
      },
    }
  },
}

type AbortedCall = readonly [name: string, call: HttpCall]

const readCall = ({ fixture, random }: Stage): AbortedCall => [
  random.pick(fixture.owners).name,
  random.pick(rowsQueries).call(fixture, random),
]

const writeCall = ({ fixture, random }: Stage): AbortedCall => [
  random.pick(fixture.writers),
  {
    method: 'POST',
    url: '/api/v1/chart/',
    payload: { slice_name: 'left', viz_type: 'table', datasource_id: fixture.rows, datasource_type: 'table' },
  },
]

const uploadCall = ({ fixture, random, lane }: Stage): AbortedCall => {
  const form = new FormData()
  form.set('file', new File([`n\n${'1\n'.repeat(1 + random.below(5000))}`], `left_${lane}.csv`))
  form.set('already_exists', 'replace')
  return [
    fixture.writers[0] ?? '',
    { method: 'POST', url: `/api/v1/database/${fixture.uploads}/upload/`, payload: form },
  ]
}

const sendRequest = ({ fixture, random }: Stage): AbortedCall => {
  const metric = { expressionType: 'SQL', sqlExpression: `SUM(length(a || ${random.below(1000)}))`, label: 'x' }
  const payload = {
    datasource: { id: fixture.millions[1] ?? 0, type: 'table' },
    force: true,
    queries: [{ metrics: [metric] }],
  }
  return [random.pick(fixture.heavy), { method: 'POST', url: '/api/v1/chart/data', payload }]
}

/** Sends a request shorter than its declared length, then breaks the connection. */
async function sendHalf({ actor, fixture, random, record }: Stage): Promise<void> {
  const count = record.of(actor)
  count.calls += 1
  count.left += 1
  const { hostname, port } = new URL(fixture.product.url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  socket.write(`POST /api/v1/chart/data HTTP/1.1\r\nhost: soak\r\ncontent-length: 5000\r\n\r\n{"datasource":`)
  await delay(random.below(MAX_RENDER_MS))
  if (random.below(2) === 0) socket.resetAndDestroy()
  else socket.destroy()
}
