import type { Author } from './offending-queries.ts'
import { EngineProcess, type Start } from './engine-process.ts'

/** Milliseconds after which a process that nobody asks is ended. */
const IDLE_MS = 300_000

/** Persons whose last turn is remembered. */
const MAX_REMEMBERED = 1000

/** What a process is for: one database file. */
export interface Member {
  /** Whether anything runs in its process. */
  readonly busy: boolean
  /** Told of each process before anything is asked of it. */
  began(process: EngineProcess): void
}

interface Waiting {
  readonly member: Member
  readonly author: Author
  readonly enter: () => void
}

interface Crew {
  readonly process: EngineProcess
  readonly since: number
  used: number
  /** Nobody new comes in: others have waited for its place. */
  leaving: boolean
}

/** How many processes there may be and how each is started. */
export interface ProcessPoolOptions {
  readonly most: number
  readonly start: (member: Member) => Start
}

/**
 * The engine processes of a server, at most so many at a time. Who finds all at work waits; those who wait come in by
 * turns of persons, and the place is that of a process that is idle or, when none is, of the one that was there first.
 */
export class ProcessPool {
  readonly #options: ProcessPoolOptions
  readonly #crews = new Map<Member, Crew>()
  readonly #waiting: Waiting[] = []
  /** When each person came in last, so that the next is somebody else. */
  readonly #served = new Map<Author, number>()
  #turns = 0
  #sweep: NodeJS.Timeout | undefined

  constructor(options: ProcessPoolOptions) {
    this.#options = options
  }

  /** The process of a member, started if need be. Rejects with the reason of the signal when it aborts before. */
  async enter(member: Member, author: Author, signal: AbortSignal): Promise<EngineProcess> {
    for (;;) {
      signal.throwIfAborted()
      const crew = this.#crews.get(member)
      if (crew && !crew.leaving) {
        crew.used = performance.now()
        return crew.process
      }
      if (!crew && this.#hasPlace()) return this.#begin(member)
      await this.#wait(member, author, signal)
    }
  }

  /** To be told whenever a call of a member has ended. */
  left(member: Member): void {
    const crew = this.#crews.get(member)
    if (crew) crew.used = performance.now()
    if (this.#waiting.length > 0 && !member.busy) this.#next()
  }

  /** Ends the process of a member and resolves when it has gone. */
  async end(member: Member): Promise<void> {
    const crew = this.#crews.get(member)
    crew?.process.end('closed')
    await crew?.process.ended
  }

  /** Process ids, for who watches from outside. */
  get pids(): readonly number[] {
    return [...this.#crews.values()].map(({ process }) => process.pid)
  }

  #hasPlace(): boolean {
    if (this.#crews.size < this.#options.most) return true
    const idle = [...this.#crews].filter(([member]) => !member.busy)
    const oldest = idle.reduce<(typeof idle)[number] | undefined>(
      (best, each) => (best && best[1].used <= each[1].used ? best : each),
      undefined,
    )
    if (!oldest) return false
    this.#remove(oldest[0])
    return true
  }

  #begin(member: Member): EngineProcess {
    const now = performance.now()
    const crew: Crew = {
      process: new EngineProcess(this.#options.start(member)),
      since: now,
      used: now,
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

  /** Ends a process now and gives its place away. */
  #remove(member: Member): void {
    this.#crews.get(member)?.process.end('closed')
    this.#crews.delete(member)
  }

  /** Ends what nobody has asked for long. */
  #rest(): void {
    const before = performance.now() - IDLE_MS
    for (const [member, { used }] of this.#crews) if (!member.busy && used < before) this.#remove(member)
    if (this.#crews.size > 0) return
    clearInterval(this.#sweep)
    this.#sweep = undefined
  }

  #wait(member: Member, author: Author, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1)
        reject(signal.reason)
      }
      const waiting: Waiting = {
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

  #serve(author: Author): void {
    this.#served.delete(author)
    this.#served.set(author, ++this.#turns)
    const oldest = this.#served.size > MAX_REMEMBERED ? this.#served.keys().next().value : undefined
    if (oldest !== undefined) this.#served.delete(oldest)
  }

  /** Where all are at work, the process that was there first takes nobody new until it is idle. */
  #makeLeave(): void {
    const crews = [...this.#crews.values()]
    if (crews.length < this.#options.most || crews.some(({ leaving }) => leaving)) return
    const first = crews.reduce((best, each) => (best.since <= each.since ? best : each))
    first.leaving = true
  }

  #next(): void {
    for (const [member, { leaving }] of this.#waiting.length > 0 ? this.#crews : []) {
      if (leaving && !member.busy) this.#remove(member)
    }
    const turn = ({ author }: Waiting): number => this.#served.get(author) ?? 0
    const able = this.#waiting.filter(({ member }) => {
      const crew = this.#crews.get(member)
      return crew ? !crew.leaving : this.#crews.size < this.#options.most || this.#hasIdle()
    })
    if (able.length === 0) return
    able.reduce((best, each) => (turn(best) <= turn(each) ? best : each)).enter()
    // Others may be of the same database, or there may be more places.
    queueMicrotask(() => this.#next())
  }

  #hasIdle(): boolean {
    return [...this.#crews.keys()].some((member) => !member.busy)
  }
}
