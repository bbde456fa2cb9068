import { ApiError } from '#core/rest/api-error.ts'
import { type Author, OffendingQueries } from './offending-queries.ts'
import { type Cause, type EngineProcess, ProcessEnded, type Reply } from './engine-process.ts'
import type { ProcessPool, Member } from './process-pool.ts'

/** Milliseconds a statement may go on after its interrupt. */
const OUTLIVES_MS = 2000
/** The same for one that is asked again alone: everybody else waits for it. */
const ON_TRIAL_MS = 250
/** Times a call that was not to blame for the end of its process is asked again. */
const MAX_RESTARTS = 3

/** Whose call it is, and what it asks. */
export interface Asker {
  readonly signal: AbortSignal
  readonly author: Author
  /** The statement, by whose shape it is refused when it has ended an engine. */
  readonly text: string
}

interface Call extends Asker {
  readonly method: string
  readonly args: unknown
  /** What changes data is never asked twice. */
  readonly once: boolean
  readonly settle: (error: unknown, reply?: Reply) => void
  again: number
  /** It ran when a process died, and none that was asked alone was to blame. */
  suspected: boolean
  /** Nobody waits for its answer any more. */
  over: boolean
  process: EngineProcess | undefined
  patience: NodeJS.Timeout | undefined
}

/**
 * What is asked of one database file, whichever process serves it. A call is answered, fails, or rejects with the reason
 * of its signal, at once. Who does not stop within two seconds of that ends the process and is refused for a while; what
 * else ran there is asked again, unseen.
 */
export class EngineFile implements Member {
  readonly #fleet: ProcessPool
  readonly #culprits: OffendingQueries
  readonly #running = new Set<Call>()
  /** Settles when what was there at the death of a process has been asked again, one by one. */
  #trial: Promise<void> | undefined
  #onTrial: Call | undefined
  #closing = false

  constructor(fleet: ProcessPool, culprits = new OffendingQueries()) {
    this.#fleet = fleet
    this.#culprits = culprits
  }

  get busy(): boolean {
    return this.#running.size > 0
  }

  began(process: EngineProcess): void {
    void process.ended.then((cause) => this.#ended(process, cause))
  }

  /** Asks; a statement that is refused fails with a fault that says until when. */
  ask(method: string, args: unknown, asker: Asker): Promise<Reply> {
    return this.#begin(method, args, asker, false)
  }

  /** Has data changed. Fails with `load-lost` when the process dies; then nothing has changed. */
  change(method: string, args: unknown, asker: Asker): Promise<Reply> {
    return this.#begin(method, args, asker, true)
  }

  /** Ends its process; what still runs fails with `unavailable`. */
  async end(): Promise<void> {
    this.#closing = true
    await this.#fleet.end(this)
  }

  #begin(method: string, args: unknown, { signal, author, text }: Asker, once: boolean): Promise<Reply> {
    return new Promise((resolve, reject) => {
      signal.throwIfAborted()
      const abort = (): void => call.settle(signal.reason)
      const call: Call = {
        method,
        args,
        signal,
        author,
        text,
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

  /** Runs a call until it has been answered, or its process has ended and it is known what becomes of it. */
  async #run(call: Call): Promise<void> {
    const { text, author, signal } = call
    try {
      if (call.over) return
      if (this.#closing) throw new ApiError('unavailable')
      this.#culprits.check(text, author)
      const process = await this.#fleet.enter(this, author, signal)
      if (call.over) return this.#fleet.left(this)
      await this.#put(process, call)
    } catch (error) {
      call.settle(error)
    }
  }

  async #put(process: EngineProcess, call: Call): Promise<void> {
    const { method, args, signal } = call
    const { id, reply } = process.call(method, args)
    const stop = (): void => {
      process.interrupt(id)
      const patience = this.#onTrial === call ? ON_TRIAL_MS : OUTLIVES_MS
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
    this.#fleet.left(this)
  }

  #outlived(call: Call): void {
    this.#blame(call)
    if (this.#onTrial === call) this.#onTrial = undefined
    call.process?.end('outlived')
  }

  #blame({ text, author }: Call): void {
    if (text !== '') this.#culprits.add(text, author)
  }

  #ended(process: EngineProcess, cause: Cause): void {
    const calls = [...this.#running].filter((call) => call.process === process)
    for (const call of calls) {
      this.#running.delete(call)
      if (call.once) call.settle(new ApiError('load-lost'))
    }
    const live = calls.filter(({ over }) => !over)
    // A process that somebody else killed says nothing about what ran in it.
    if (this.#closing || cause === 'closed' || cause === 'outlived' || cause === 'killed') return this.#again(live)
    const tried = this.#onTrial
    if (!tried) {
      const [suspect, ...others] = live.filter(({ suspected }) => suspected)
      if (suspect && others.length === 0) {
        this.#blame(suspect)
        suspect.settle(new ApiError('engine-ended'))
        return this.#again(live.filter((call) => call !== suspect))
      }
      return this.#try(
        live,
        calls.filter(({ over, once }) => over && !once),
      )
    }
    this.#onTrial = undefined
    this.#blame(tried)
    tried.settle(new ApiError('engine-ended'))
  }

  /** Asks again what was not to blame, unless it is of the shape of what was. */
  #again(calls: readonly Call[]): void {
    for (const call of calls) {
      if (++call.again > MAX_RESTARTS) call.settle(new ApiError('engine-lost'))
      else void this.#send(call)
    }
  }

  /**
   * Nobody knows which call took the memory: each is asked again alone, and the one with which the process dies again is
   * to blame; when none is, those that nobody waited for any more are. Memory fills slowly: what came last is asked first,
   * so that nobody's time runs out behind the one that has run for long. That one is asked beside others, who would wait
   * for all of it: it is to blame when a process dies with it once more.
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
      if (!guilty) for (const call of left) this.#blame(call)
      for (const call of rest) call.suspected ||= !guilty
      this.#again(rest)
    }
    this.#trial = trial().finally(() => {
      this.#trial = undefined
    })
  }
}
