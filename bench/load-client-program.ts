import { connect, type Socket } from 'node:net'
import type { Call, Load, LoadMeasurement } from './load-client.ts'

const BREAK = Buffer.from('\r\n\r\n')

interface LoadAnswer {
  readonly head: string
  readonly body: Buffer
}

/**
 * A connection that sends one request at a time, with a minimal HTTP implementation, so that the client does not
 * dominate the measurement.
 */
class Line {
  readonly #socket: Socket
  #chunks: Buffer[] = []
  #have = 0
  #wanted: number | undefined
  #head = ''
  #done: ((answer: LoadAnswer) => void) | undefined

  constructor(socket: Socket) {
    this.#socket = socket
    socket.setNoDelay(true)
    socket.on('data', (chunk: Buffer) => this.#take(chunk))
  }

  send(request: Buffer): Promise<LoadAnswer> {
    return new Promise((resolve, reject) => {
      this.#done = resolve
      this.#socket.once('error', reject)
      this.#socket.write(request)
    })
  }

  close(): void {
    this.#socket.destroy()
  }

  #take(chunk: Buffer): void {
    this.#chunks.push(chunk)
    this.#have += chunk.length
    if (this.#wanted === undefined) {
      const all = this.#chunks.length === 1 ? chunk : Buffer.concat(this.#chunks)
      const end = all.indexOf(BREAK)
      if (end < 0) return
      this.#head = all.toString('latin1', 0, end)
      const length = /^content-length: (\d+)/im.exec(this.#head)?.[1]
      if (length === undefined) throw new Error(`An answer without a length: ${this.#head}`)
      this.#wanted = end + BREAK.length + Number(length)
    }
    if (this.#have < this.#wanted) return
    const body = Buffer.concat(this.#chunks).subarray(this.#head.length + BREAK.length)
    const answer = { head: this.#head, body }
    this.#chunks = []
    this.#have = 0
    this.#wanted = undefined
    this.#socket.removeAllListeners('error')
    this.#done?.(answer)
  }
}

function requestOf({ method = 'POST', url, headers, body }: Call): Buffer {
  const { host, pathname, search } = new URL(url)
  const lines = Object.entries({ host, ...headers, 'content-length': String(Buffer.byteLength(body)) })
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  return Buffer.from(`${method} ${pathname}${search} HTTP/1.1\r\n${head}\r\n${body}`)
}

const open = (call: Call): Promise<Line> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(call.url)
    const socket = connect(Number(port), hostname)
    socket.once('error', reject)
    socket.once('connect', () => {
      socket.removeListener('error', reject)
      resolve(new Line(socket))
    })
  })

async function runLoad({ calls, connections, seconds }: Load): Promise<LoadMeasurement> {
  const [first] = calls
  if (!first) throw new Error('Nothing to ask')
  const requests = calls.map(requestOf)
  const lines = await Promise.all(Array.from({ length: connections }, () => open(first)))
  const times: number[] = []
  let last: LoadAnswer | undefined
  let bytes = 0
  let failed: LoadAnswer | undefined
  const ask = async (line: Line, request: Buffer): Promise<void> => {
    const started = performance.now()
    const answer = await line.send(request)
    times.push(performance.now() - started)
    bytes += answer.body.length
    if (!answer.head.startsWith('HTTP/1.1 200')) failed ??= answer
    last = answer
  }
  const started = performance.now()
  const end = started + seconds * 1000
  await Promise.all(
    lines.map(async (line, index) => {
      let turn = index
      do await ask(line, requests[turn++ % requests.length] as Buffer)
      while (performance.now() < end)
    }),
  )
  const took = (performance.now() - started) / 1000
  for (const line of lines) line.close()
  const body = last?.body ?? Buffer.alloc(0)
  const problem = failed && `${failed.head}\n${failed.body.toString().slice(0, 500)}`
  return {
    times,
    seconds: took,
    bytes,
    body: body.toString('base64'),
    head: last?.head ?? '',
    ...(problem ? { problem } : {}),
  }
}

process.on('message', (load: Load) => {
  void runLoad(load).then(
    (seen) => process.send?.(seen),
    (error: unknown) => {
      process.send?.({ times: [], seconds: 0, bytes: 0, body: '', head: '', problem: String(error) })
    },
  )
})
