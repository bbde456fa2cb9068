import type { QueryAuthor } from './offending-queries.ts'
import { EngineProcess, type ProcessStartOptions } from './engine-process.ts'

/** Milliseconds after which an idle process is ended. */
const IDLE_MS = 300_000

/** Number of users whose last admission is remembered. */
const MAX_REMEMBERED = 1000

/** The user of a process: one database file. */
export interface PooledProcess {
  /** Called with each new process before its first call. */
  began(process: EngineProcess): void
}

interface WaitingCall {
  readonly member: PooledProcess
  readonly author: QueryAuthor
  readonly enter: () => void
}

interface Crew {
  readonly process: EngineProcess
  readonly since: number
  used: number
  /** Number of calls that entered and have not left. */
  calls: number
  /** True if no new calls are admitted, because others wait for its slot. */
  leaving: boolean
}

/** The maximum number of processes, and how each is started. */
export interface ProcessPoolOptions {
  readonly most: number
  readonly start: (member: PooledProcess) => ProcessStartOptions
}

/**
 * The engine processes of a server, up to a maximum. If all are busy, callers wait. Waiting callers are admitted in
 * turns by user. They get the slot of an idle process or, if there is none, of the oldest process.
 */
export class ProcessPool {
  readonly #options: ProcessPoolOptions
  readonly #crews = new Map<PooledProcess, Crew>()
  readonly #waiting: WaitingCall[] = []
  /** When each user was last admitted, so that another user is next. */
  readonly #served = new Map<QueryAuthor, number>()
  #turns = 0
  #sweep: NodeJS.Timeout | undefined

  constructor(options: ProcessPoolOptions) {
    this.#options = options
  }

  /**
   * Returns the process of a member and starts it if necessary. The caller must call `left` afterwards: until then the
   * process keeps its slot. Rejects with the reason of the signal if it aborts first.
   */
  async enter(member: PooledProcess, author: QueryAuthor, signal: AbortSignal): Promise<EngineProcess> {
    for (;;) {
      signal.throwIfAborted()
      const crew = this.#crews.get(member)
      if (crew && !crew.leaving) {
        crew.used = performance.now()
        crew.calls++
        return crew.process
      }
      if (!crew && this.#makeRoom()) return this.#begin(member)
      await this.#wait(member, author, signal)
    }
  }

  /** Must be called once for each process that `enter` returned. The process may have ended. */
  left(member: PooledProcess, process: EngineProcess): void {
    const crew = this.#crews.get(member)
    if (crew?.process !== process) return
    crew.used = performance.now()
    crew.calls--
    if (crew.calls > 0) return
    if (this.#waiting.length > 0) this.#next()
    // Those who waited for its slot found another one.
    else crew.leaving = false
  }

  /** Ends the process of a member and resolves when it has exited. */
  async end(member: PooledProcess): Promise<void> {
    const crew = this.#crews.get(member)
    crew?.process.end('closed')
    await crew?.process.ended
  }

  /** Process ids, for monitoring. */
  get pids(): readonly number[] {
    return [...this.#crews.values()].map(({ process }) => process.pid)
  }

  #makeRoom(): boolean {
    if (this.#crews.size < this.#options.most) return true
    const idle = [...this.#crews].filter(([, { calls }]) => calls === 0)
    const oldest = idle.reduce<(typeof idle)[number] | undefined>(
      (best, each) => (best && best[1].used <= each[1].used ? best : each),
      undefined,
    )
    if (!oldest) return false
    this.#remove(oldest[0])
    return true
  }

  #begin(member: PooledProcess): EngineProcess {
    const now = performance.now()
    const crew: Crew = {
      process: new EngineProcess(this.#options.start(member)),
      since: now,
      used: now,
      calls: 1,
      leaving: false,
    }
    this.#crews.set(member, crew)
    void crew.process.ended.then(() => {
      if (this.#crews.get(member) === crew) this.#crews.delete(member)
      this.#next()
    })
    member.began(crew.process)
    this.#sweep ??= setInterval(() => this.#rest(), IDLE_MS / 10).unref()
    return crew.process
  }

  /** Ends a process now and frees its slot. */
  #remove(member: PooledProcess): void {
    this.#crews.get(member)?.process.end('closed')
    this.#crews.delete(member)
  }

  /** Ends processes that are idle for long. */
  #rest(): void {
    const before = performance.now() - IDLE_MS
    for (const [member, { calls, used }] of this.#crews) if (calls === 0 && used < before) this.#remove(member)
    if (this.#crews.size > 0) return
    clearInterval(this.#sweep)
    this.#sweep = undefined
  }

  #wait(member: PooledProcess, author: QueryAuthor, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1)
        reject(signal.reason)
      }
      const waiting: WaitingCall = {
        member,
        author,
        enter: () => {
          signal.removeEventListener('abort', leave)
          this.#waiting.splice(this.#waiting.indexOf(waiting), 1)
          this.#serve(author)
          resolve()
        },
      }
      signal.addEventListener('abort', leave, { once: true })
      this.#waiting.push(waiting)
      this.#makeLeave()
    })
  }

  #serve(author: QueryAuthor): void {
    this.#served.delete(author)
    this.#served.set(author, ++this.#turns)
    const oldest = this.#served.size > MAX_REMEMBERED ? this.#served.keys().next().value : undefined
    if (oldest !== undefined) this.#served.delete(oldest)
  }

  /** If all are busy, the oldest process admits no new calls until it is idle. */
  #makeLeave(): void {
    const crews = [...this.#crews.values()]
    if (crews.length < this.#options.most || crews.some(({ leaving }) => leaving)) return
    const first = crews.reduce((best, each) => (best.since <= each.since ? best : each))
    first.leaving = true
  }

  #next(): void {
    for (const [member, { calls, leaving }] of this.#waiting.length > 0 ? this.#crews : []) {
      if (leaving && calls === 0) this.#remove(member)
    }
    const turn = ({ author }: WaitingCall): number => this.#served.get(author) ?? 0
    const able = this.#waiting.filter(({ member }) => {
      const crew = this.#crews.get(member)
      return crew ? !crew.leaving : this.#crews.size < this.#options.most || this.#hasIdle()
    })
    if (able.length === 0) return
    able.reduce((best, each) => (turn(best) <= turn(each) ? best : each)).enter()
    // Other callers may use the same database, or there may be more slots.
    queueMicrotask(() => this.#next())
  }

  #hasIdle(): boolean {
    return [...this.#crews.values()].some(({ calls }) => calls === 0)
  }
}
