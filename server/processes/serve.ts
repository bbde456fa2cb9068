import { Socket } from 'node:net'
import { failureOf, type ProcessCall, type Word } from './messages.ts'
import { receive, send } from './wire.ts'

/** What a call gives: a value of any kind, and bytes that are passed as they are. */
export interface Served {
  readonly value?: unknown
  readonly data?: Uint8Array
}

/** What an engine process does, by name. An aborted signal means that nobody wants the answer any more. */
export type Handlers = Readonly<Record<string, (args: never, signal: AbortSignal) => Promise<Served>>>

/** The pipe between server and engine process, beside the usual three. */
export const PIPE = 3
/** Milliseconds between two words about memory, where the server cannot look itself. */
const TELL_MS = 100

/** Answers calls of the server until it has gone; then the process ends at once, whatever the engine is at. */
export function serve(handlers: Handlers): void {
  const pipe = new Socket({ fd: PIPE, readable: true, writable: true })
  const running = new Map<number, AbortController>()
  const end = (): void => void process.kill(process.pid, 'SIGKILL')
  pipe.on('close', end)
  pipe.on('error', end)
  receive(pipe, ({ head }) => {
    const order = head as ProcessCall
    if ('interrupt' in order) running.get(order.interrupt)?.abort(new Error('interrupted'))
    else void answer(order)
  })
  if (process.platform !== 'linux') {
    setInterval(() => say({ resident: process.memoryUsage.rss() }), TELL_MS)
  }

  function say(word: Word, data?: Uint8Array): void {
    if (!pipe.destroyed) send(pipe, word, data)
  }

  async function answer({ id, method, args }: Extract<ProcessCall, { id: number }>): Promise<void> {
    const controller = new AbortController()
    running.set(id, controller)
    try {
      const handler = handlers[method]
      if (!handler) throw new Error(`An engine process knows no ${method}`)
      const { value, data } = await handler(args as never, controller.signal)
      say({ id, value }, data)
    } catch (error) {
      say({ id, failure: failureOf(error) })
    } finally {
      running.delete(id)
    }
  }
}
