import { join } from 'node:path'
import { ApiError } from '#core/rest/api-error.ts'
import { EngineProcess, ProcessEnded } from '#server/processes/engine-process.ts'
import { memoryShareOf } from '#server/processes/memory-shares.ts'
import { programAt } from '#server/programs/program.ts'
import type { EngineStorage } from '../engine.ts'
import type { SqliteCalls } from './calls.ts'

/** Maximum number of processes for queries and for the catalogue. Each runs one statement, which only its end stops. */
const QUERY_PROCESSES = 4
const CATALOGUE_PROCESSES = 2
/** Milliseconds after which an idle process ends. */
const IDLE_MS = 30_000
/** Maximum resident memory of a process in bytes. */
const MAX_RESIDENT = 2 ** 30

interface Member {
  readonly process: EngineProcess
  readonly file: string
  hasEnded: boolean
  timer?: NodeJS.Timeout
}

/** A call to a process; returns the value and the bytes of its reply. */
type SqliteCall = <K extends keyof SqliteCalls>(
  method: K,
  args: SqliteCalls[K][0],
) => Promise<{ readonly value: SqliteCalls[K][1]; readonly data: Uint8Array | undefined }>

/** Processes that read database files. A statement has a process of its own while it runs, and ends with it. */
export class SqliteProcesses {
  readonly #start: (file: string) => EngineProcess
  readonly #max: number
  readonly #idle: Member[] = []
  readonly #waiting: (() => void)[] = []
  #count = 0

  constructor(start: (file: string) => EngineProcess, max: number) {
    this.#start = start
    this.#max = max
  }

  /** Runs work with a process of a file. An abort ends the process and rejects with the reason of the signal. */
  async run<T>(file: string, signal: AbortSignal, work: (call: SqliteCall) => Promise<T>): Promise<T> {
    const member = await this.#take(file, signal)
    const stop = (): void => member.process.end('closed')
    signal.addEventListener('abort', stop, { once: true })
    let isReusable = false
    try {
      const call: SqliteCall = async (method, args) => {
        const { value, data } = await member.process.call(method, args).reply
        return { value: value as never, data }
      }
      const result = await work(call)
      signal.throwIfAborted()
      isReusable = true
      return result
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof ProcessEnded) {
        const cause = await member.process.ended
        throw new ApiError(cause === 'memory' ? 'engine-ended' : 'engine-lost', { cause: error })
      }
      throw error
    } finally {
      signal.removeEventListener('abort', stop)
      this.#release(member, isReusable)
    }
  }

  async #take(file: string, signal: AbortSignal): Promise<Member> {
    for (;;) {
      signal.throwIfAborted()
      const at = this.#idle.findIndex((each) => each.file === file && !each.hasEnded)
      const [idle] = at < 0 ? [] : this.#idle.splice(at, 1)
      if (idle) {
        clearTimeout(idle.timer)
        return idle
      }
      if (this.#count >= this.#max) this.#end(this.#idle.shift())
      if (this.#count < this.#max) return this.#begin(file)
      await this.#wait(signal)
    }
  }

  #begin(file: string): Member {
    this.#count++
    try {
      const member: Member = { process: this.#start(file), file, hasEnded: false }
      void member.process.ended.then(() => {
        member.hasEnded = true
      })
      return member
    } catch (error) {
      this.#count--
      throw error
    }
  }

  #wait(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(next), 1)
        reject(signal.reason)
      }
      const next = (): void => {
        signal.removeEventListener('abort', leave)
        resolve()
      }
      signal.addEventListener('abort', leave, { once: true })
      this.#waiting.push(next)
    })
  }

  /** A failed statement may have left the process in the middle of a scan. */
  #release(member: Member, isReusable: boolean): void {
    if (!isReusable || member.hasEnded) this.#end(member)
    else {
      member.timer = setTimeout(() => {
        const at = this.#idle.indexOf(member)
        if (at >= 0) this.#idle.splice(at, 1)
        this.#end(member)
      }, IDLE_MS).unref()
      this.#idle.push(member)
    }
    this.#waiting.shift()?.()
  }

  #end(member: Member | undefined): void {
    if (!member) return
    clearTimeout(member.timer)
    this.#count--
    member.process.end('closed')
  }

  /** Ends the idle processes of a file. */
  leave(file: string): void {
    for (const member of this.#idle.filter((each) => each.file === file)) {
      this.#idle.splice(this.#idle.indexOf(member), 1)
      this.#end(member)
    }
  }
}

/** The processes of one place. */
export interface SqlitePools {
  readonly queries: SqliteProcesses
  readonly catalogue: SqliteProcesses
}

const pools = new WeakMap<EngineStorage, SqlitePools>()

/** Returns the processes of a place; one object per place. */
export function poolsOf(storage: EngineStorage): SqlitePools {
  const cached = pools.get(storage)
  if (cached) return cached
  const script = programAt(import.meta.url, 'sqlite-child')
  const scratch = join(storage.directory, 'scratch')
  const resident = Math.min(MAX_RESIDENT, memoryShareOf(QUERY_PROCESSES + CATALOGUE_PROCESSES).resident)
  const start = (file: string): EngineProcess => new EngineProcess({ script, scratch, resident, args: [file] })
  const made = {
    queries: new SqliteProcesses(start, QUERY_PROCESSES),
    catalogue: new SqliteProcesses(start, CATALOGUE_PROCESSES),
  }
  pools.set(storage, made)
  return made
}
