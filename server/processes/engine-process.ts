import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, readFileSync } from 'node:fs'
import type { Duplex } from 'node:stream'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { errorOf, type ProcessCall, type ProcessMessage } from './messages.ts'
import { PIPE_DESCRIPTOR } from './serve-calls.ts'
import { receive, send } from './pipe-messages.ts'

/** Default page size in bytes on every Linux that Node is built for; with larger pages the result is too small. */
const PAGE = 4096

/**
 * Returns the resident memory of a process in bytes according to the kernel; undefined if it is not readable from
 * outside.
 */
function residentOf(pid: number): number | undefined {
  if (process.platform !== 'linux') return undefined
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')[1]) * PAGE
  } catch {
    return undefined
  }
}

/** True if another program has stopped a process, which then responds to nothing. Known on Linux only. */
function isStopped(pid: number): boolean {
  if (process.platform !== 'linux') return false
  try {
    return /\) [Tt] /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'))
  } catch {
    return false
  }
}

/** Signals of other programs and of the kernel. A crash of the engine has another signal, or an exit code. */
const OUTSIDE_SIGNALS: readonly (NodeJS.Signals | null | undefined)[] = [
  'SIGKILL',
  'SIGTERM',
  'SIGINT',
  'SIGHUP',
  'SIGQUIT',
]

/**
 * Why a process ended: it was closed; a statement did not stop; it used too much memory; another program or the kernel
 * killed it; it crashed.
 */
export type ProcessEndCause = 'closed' | 'outlived' | 'memory' | 'killed' | 'crashed'

/** The result of a call. */
export interface Reply {
  readonly value: unknown
  readonly data: Uint8Array | undefined
}

/** How a process is started. */
export interface ProcessStartOptions {
  /** URL of the script. */
  readonly script: URL
  /** The folder with a subfolder per process for temporary data that exceed the memory. */
  readonly scratch: string
  /** Resident bytes above which the process is ended. */
  readonly resident: number
  /** The arguments of the script. */
  readonly args: readonly string[]
  /** A text with passwords, which other users of the machine cannot read, unlike arguments: `FACET_ENGINE_SECRET`. */
  readonly secret?: string | undefined
}

/** Milliseconds between memory checks of a busy process. */
const WATCH_MS = 100
/** Threads for engine calls; each statement uses one. */
const THREADS = Math.max(16, 4 * availableParallelism())

/**
 * Limits the heaps of the C library: with a heap per thread, or with large blocks in heaps, freed memory is not
 * returned, and a process under constant load grows.
 */
const MALLOC_HEAPS = 2
const MAPPED_FROM_BYTES = 128 * 1024

interface PendingCall {
  readonly resolve: (reply: Reply) => void
  readonly reject: (error: unknown) => void
  readonly onProgress: ((progress: unknown) => void) | undefined
}

/** The process of a call has ended. */
export class ProcessEnded extends Error {}

/** A process that runs an engine, connected by a pipe that no other process can open. */
export class EngineProcess {
  readonly ended: Promise<ProcessEndCause>
  readonly #child: ChildProcess
  readonly #pipe: Duplex
  readonly #waiting = new Map<number, PendingCall>()
  readonly #resident: number
  #watch: NodeJS.Timeout | undefined
  #cause: ProcessEndCause | undefined
  #calls = 0

  constructor({ script, scratch, resident, args, secret }: ProcessStartOptions) {
    mkdirSync(scratch, { recursive: true })
    const own = mkdtempSync(join(scratch, 'engine-'))
    this.#resident = resident
    this.#child = spawn(process.execPath, [fileURLToPath(script), own, ...args], {
      stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
      // SQL must not be able to read the server's environment.
      env: {
        UV_THREADPOOL_SIZE: String(THREADS),
        MALLOC_ARENA_MAX: String(MALLOC_HEAPS),
        MALLOC_MMAP_THRESHOLD_: String(MAPPED_FROM_BYTES),
        ...(secret === undefined ? {} : { FACET_ENGINE_SECRET: secret, ...extraAuthorities() }),
      },
      // The server ends it, not the signals that a terminal sends to its process group.
      detached: true,
    })
    this.#pipe = this.#child.stdio[PIPE_DESCRIPTOR] as Duplex
    // The exit of the process has its own reason; a process without a pipe is useless.
    this.#pipe.on('error', () => this.#child.kill('SIGTERM'))
    receive(this.#pipe, ({ head, data }) => this.#hear(head as ProcessMessage, data))
    this.ended = new Promise((resolve) => {
      const over = (_code: unknown, signal?: NodeJS.Signals | null): void => {
        if (OUTSIDE_SIGNALS.includes(signal)) this.#cause ??= 'killed'
        rmSync(own, { recursive: true, force: true })
        this.#over()
        resolve(this.#cause ?? 'crashed')
      }
      this.#child.once('exit', over)
      this.#child.once('error', over)
    })
    // It ends with the server and must not keep it alive.
    this.#child.unref()
    ;(this.#pipe as unknown as { unref(): void }).unref()
  }

  get pid(): number {
    return this.#child.pid ?? 0
  }

  /** True if another program has stopped it, so that it cannot respond. */
  get isStopped(): boolean {
    return isStopped(this.pid)
  }

  /** Sends a call; `interrupt` takes its id. `onProgress` receives the progress reports of the call. */
  call(
    method: string,
    args: unknown,
    onProgress?: (progress: unknown) => void,
  ): { readonly id: number; readonly reply: Promise<Reply> } {
    const id = ++this.#calls
    const reply = new Promise<Reply>((resolve, reject) => {
      if (this.#cause !== undefined || this.#pipe.destroyed) return reject(new ProcessEnded())
      this.#waiting.set(id, { resolve, reject, onProgress })
      this.#work()
      this.#say({ id, method, args })
    })
    return { id, reply }
  }

  interrupt(id: number): void {
    this.#say({ interrupt: id })
  }

  /** Ends the process immediately. */
  end(cause: ProcessEndCause): void {
    this.#cause ??= cause
    // The server must stay alive until the process has ended.
    this.#child.ref()
    this.#child.kill('SIGKILL')
  }

  #say(order: ProcessCall): void {
    if (!this.#pipe.destroyed) send(this.#pipe, order)
  }

  #hear(word: ProcessMessage, data: Uint8Array | undefined): void {
    if ('resident' in word) return this.#judge(word.resident)
    const waiting = this.#waiting.get(word.id)
    if ('progress' in word) return waiting?.onProgress?.(word.progress)
    this.#waiting.delete(word.id)
    this.#work()
    if ('failure' in word) waiting?.reject(errorOf(word.failure))
    else waiting?.resolve({ value: word.value, data })
  }

  /** Checks its memory while it is busy, and keeps this process alive while there are callers. */
  #work(): void {
    const busy = this.#waiting.size > 0
    if (busy === (this.#watch !== undefined)) return
    if (busy) {
      this.#watch = setInterval(() => {
        const resident = residentOf(this.pid)
        if (resident !== undefined) this.#judge(resident)
      }, WATCH_MS)
    } else {
      clearInterval(this.#watch)
      this.#watch = undefined
    }
  }

  #judge(resident: number): void {
    if (resident > this.#resident) this.end('memory')
  }

  #over(): void {
    clearInterval(this.#watch)
    this.#cause ??= 'crashed'
    this.#pipe.destroy()
    const waiting = [...this.#waiting.values()]
    this.#waiting.clear()
    for (const { reject } of waiting) reject(new ProcessEnded())
  }
}

/** Returns the setting of Node for the certificates that the operator adds to those of Node. */
function extraAuthorities(): NodeJS.ProcessEnv {
  const { NODE_EXTRA_CA_CERTS } = process.env
  return NODE_EXTRA_CA_CERTS === undefined ? {} : { NODE_EXTRA_CA_CERTS }
}
