import { Socket } from 'node:net'
import { failureOf, type ProcessCall, type ProcessMessage } from './messages.ts'
import { receive, send } from './pipe-messages.ts'

/** The result of a call: any value, and bytes that are passed unchanged. */
export interface CallResult {
  readonly value?: unknown
  readonly data?: Uint8Array
}

/** Sends the progress of a call to the server. */
export type SendProgress = (progress: unknown) => void

/** The call handlers of an engine process by name. An aborted signal means that the result is no longer needed. */
export type Handlers = Readonly<
  Record<string, (args: never, signal: AbortSignal, report: SendProgress) => Promise<CallResult>>
>

/** The file descriptor of the pipe between server and engine process, after the three standard ones. */
export const PIPE_DESCRIPTOR = 3
/** Milliseconds between memory reports, on systems where the server cannot read the memory of another process. */
const REPORT_INTERVAL_MS = 100

/** Answers calls of the server until the pipe closes; the process then ends immediately, even if the engine is busy. */
export function serve(handlers: Handlers): void {
  const pipe = new Socket({ fd: PIPE_DESCRIPTOR, readable: true, writable: true })
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
    setInterval(() => say({ resident: process.memoryUsage.rss() }), REPORT_INTERVAL_MS)
  }

  function say(word: ProcessMessage, data?: Uint8Array): void {
    if (!pipe.destroyed) send(pipe, word, data)
  }

  async function answer({ id, method, args }: Extract<ProcessCall, { id: number }>): Promise<void> {
    const controller = new AbortController()
    running.set(id, controller)
    try {
      const handler = handlers[method]
      if (!handler) throw new Error(`Unknown method of an engine process: ${method}`)
      const { value, data } = await handler(args as never, controller.signal, (progress) => say({ id, progress }))
      say({ id, value }, data)
    } catch (error) {
      say({ id, failure: failureOf(error) })
    } finally {
      running.delete(id)
    }
  }
}
