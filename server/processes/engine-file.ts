import { ApiError } from '#core/rest/api-error.ts'
import { type QueryAuthor, OffendingQueries } from './offending-queries.ts'
import { type ProcessEndCause, type EngineProcess, ProcessEnded, type Reply } from './engine-process.ts'
import type { ProcessPool, PooledProcess } from './process-pool.ts'

/** Milliseconds in which an interrupted statement must end. */
const INTERRUPT_TIMEOUT_MS = 2000
/** The same for a statement that is retried alone, because all others wait for it. */
const RETRY_ALONE_MS = 250
/** Maximum retries of a call that did not cause the end of its process. */
const MAX_RESTARTS = 3

/** The caller and statement of a call. */
export interface CallOrigin {
  readonly signal: AbortSignal
  readonly author: QueryAuthor
  /** The statement; if it crashed an engine, statements of the same shape are denied. */
  readonly text: string
  /** Receives the progress reports of the call. */
  readonly onProgress?: ((progress: unknown) => void) | undefined
}

interface Call extends CallOrigin {
  readonly method: string
  readonly args: unknown
  /** A call that changes data is never retried. */
  readonly once: boolean
  readonly settle: (error: unknown, reply?: Reply) => void
  again: number
  /** It was running when a process died, and no call that was retried alone was the cause. */
  suspected: boolean
  /** The result is no longer needed. */
  over: boolean
  process: EngineProcess | undefined
  patience: NodeJS.Timeout | undefined
}

/**
 * The calls to one database file, independent of the process that serves it. A call returns, fails, or immediately
 * rejects with the reason of its signal. A statement that does not stop within two seconds after that ends the process
 * and is denied for a while, unless another program has stopped the process. Other calls of that process are retried
 * without their callers noticing.
 */
export class EngineFile implements PooledProcess {
  readonly #processPool: ProcessPool
  readonly #offendingQueries: OffendingQueries
  readonly #running = new Set<Call>()
  /** Resolves when all calls of a dead process have been retried, one by one. */
  #trial: Promise<void> | undefined
  #onTrial: Call | undefined
  #closing = false

  constructor(processPool: ProcessPool, offendingQueries = new OffendingQueries()) {
    this.#processPool = processPool
    this.#offendingQueries = offendingQueries
  }

  /** True if its process is running a call. */
  get busy(): boolean {
    return this.#running.size > 0
  }

  began(process: EngineProcess): void {
    void process.ended.then((cause) => this.#ended(process, cause))
  }

  /** Runs a query; a denied statement throws an error with the time until which it is denied. */
  ask(method: string, args: unknown, asker: CallOrigin): Promise<Reply> {
    return this.#begin(method, args, asker, false)
  }

  /** Runs a change of data. Throws `load-lost` if the process dies; nothing has changed then. */
  change(method: string, args: unknown, asker: CallOrigin): Promise<Reply> {
    return this.#begin(method, args, asker, true)
  }

  /** Ends its process; running calls fail with `unavailable`. */
  async end(): Promise<void> {
    this.#closing = true
    await this.#processPool.end(this)
  }

  #begin(
    method: string,
    args: unknown,
    { signal, author, text, onProgress }: CallOrigin,
    once: boolean,
  ): Promise<Reply> {
    return new Promise((resolve, reject) => {
      signal.throwIfAborted()
      const abort = (): void => call.settle(signal.reason)
      const call: Call = {
        method,
        args,
        signal,
        author,
        text,
        onProgress,
        once,
        again: 0,
        suspected: false,
        over: false,
        process: undefined,
        patience: undefined,
        settle: (error, reply) => {
          if (call.over) return
          call.over = true
          signal.removeEventListener('abort', abort)
          if (reply) resolve(reply)
          else reject(error)
        },
      }
      signal.addEventListener('abort', abort, { once: true })
      void this.#send(call)
    })
  }

  async #send(call: Call): Promise<void> {
    while (this.#trial) await this.#trial
    await this.#run(call)
  }

  /** Runs a call until it has returned, or its process has ended and its further handling is decided. */
  async #run(call: Call): Promise<void> {
    const { text, author, signal } = call
    try {
      if (call.over) return
      if (this.#closing) throw new ApiError('unavailable')
      this.#offendingQueries.check(text, author)
      const process = await this.#processPool.enter(this, author, signal)
      try {
        if (!call.over) await this.#put(process, call)
      } finally {
        this.#processPool.left(this, process)
      }
    } catch (error) {
      call.settle(error)
    }
  }

  async #put(process: EngineProcess, call: Call): Promise<void> {
    const { method, args, signal, onProgress } = call
    const { id, reply } = process.call(method, args, onProgress)
    const stop = (): void => {
      process.interrupt(id)
      const patience = this.#onTrial === call ? RETRY_ALONE_MS : INTERRUPT_TIMEOUT_MS
      call.patience = setTimeout(() => this.#outlived(call), patience)
    }
    call.process = process
    this.#running.add(call)
    signal.addEventListener('abort', stop, { once: true })
    try {
      call.settle(undefined, await reply)
    } catch (error) {
      if (error instanceof ProcessEnded) return void (await process.ended)
      call.settle(error)
    } finally {
      signal.removeEventListener('abort', stop)
      clearTimeout(call.patience)
    }
    this.#running.delete(call)
  }

  #outlived(call: Call): void {
    if (!call.process?.isStopped) this.#recordOffender(call)
    if (this.#onTrial === call) this.#onTrial = undefined
    call.process?.end('outlived')
  }

  #recordOffender({ text, author }: Call): void {
    if (text !== '') this.#offendingQueries.add(text, author)
  }

  #ended(process: EngineProcess, cause: ProcessEndCause): void {
    const calls = [...this.#running].filter((call) => call.process === process)
    for (const call of calls) {
      this.#running.delete(call)
      if (call.once) call.settle(new ApiError('load-lost'))
    }
    const live = calls.filter(({ over }) => !over)
    // If the process was killed from outside, its calls are not the cause.
    if (this.#closing || cause === 'closed' || cause === 'outlived' || cause === 'killed') return this.#again(live)
    const tried = this.#onTrial
    if (!tried) {
      const [suspect, ...others] = live.filter(({ suspected }) => suspected)
      if (suspect && others.length === 0) {
        this.#recordOffender(suspect)
        suspect.settle(new ApiError('engine-ended'))
        return this.#again(live.filter((call) => call !== suspect))
      }
      return this.#try(
        live,
        calls.filter(({ over, once }) => over && !once),
      )
    }
    this.#onTrial = undefined
    this.#recordOffender(tried)
    tried.settle(new ApiError('engine-ended'))
  }

  /** Retries calls that did not cause the end, unless they have the shape of a denied statement. */
  #again(calls: readonly Call[]): void {
    for (const call of calls) {
      if (++call.again > MAX_RESTARTS) call.settle(new ApiError('engine-lost'))
      else void this.#send(call)
    }
  }

  /**
   * It is unknown which call used the memory, so each is retried alone. If the process dies again, the retried call is
   * the cause; if it never does, the calls with no remaining caller are. Memory fills slowly, so the latest call is
   * retried first, and no call times out behind a long-running one. The longest-running call is retried together with
   * others, which would otherwise wait for all of it; it is the cause if a process dies with it once more.
   */
  #try(suspects: readonly Call[], left: readonly Call[]): void {
    const trial = async (): Promise<void> => {
      const rest = [...suspects]
      const last = left.length === 0 ? 1 : 0
      let guilty = false
      while (!guilty && rest.length > last) {
        const call = rest.pop() as Call
        this.#onTrial = call
        await this.#run(call)
        guilty = this.#onTrial === undefined
      }
      this.#onTrial = undefined
      if (!guilty) for (const call of left) this.#recordOffender(call)
      for (const call of rest) call.suspected ||= !guilty
      this.#again(rest)
    }
    this.#trial = trial().finally(() => {
      this.#trial = undefined
    })
  }
}
