import { type TransferListItem, Worker, type WorkerOptions } from 'node:worker_threads'
import { ApiError } from '#core/rest/api-error.ts'
import { errorOf, type TaskMessage, TaskError } from './task.ts'
import { programAt } from '#server/programs/program.ts'

/**
 * Starts a thread that runs the script `name` in the folder of the module `from`. It has no environment variables and
 * does not keep the process alive.
 */
function openThread(
  from: string,
  name: string,
  options: Pick<WorkerOptions, 'resourceLimits'>,
  given?: unknown,
): Worker {
  const worker = new Worker(programAt(from, name), { ...options, env: {}, execArgv: [], workerData: given })
  worker.unref()
  return worker
}

/** Milliseconds a thread may take to load its modules. */
const STARTING_MS = 60_000
/** How many times its limit a task may take if the processor is busy with other processes. */
const MAX_STRETCH = 5

/**
 * How a thread is created, and the limits of one task: milliseconds of processor time, and MiB of heap. Node cannot
 * measure one thread, so the processor time of the whole process is counted.
 */
export interface ThreadOptions {
  /** A module in the folder of the thread's file, and the name of that file. */
  readonly from: string
  readonly name: string
  readonly limitMs: number
  readonly memoryMb: number
}

/**
 * Megabytes of the young generation. At the memory limit, Node allows 16 more to end the thread in order. A collection
 * that moves more than that at once ends the whole process instead. Threads repeatedly driven to 64 MB ended it within
 * 30 times. The flag `--max-semi-space-size` replaces this limit.
 */
const YOUNG_MB = 8

/** One thread that runs one task at a time. Once `dead` it runs none. */
export class TaskThread<Task, Reply> {
  dead = false
  readonly #options: ThreadOptions
  readonly #worker: Worker
  #ready = false
  #tasks = 0
  #timer: NodeJS.Timeout | undefined
  #hear: (message: unknown) => void = () => {}
  #given: { readonly task: Task; readonly transfer: readonly TransferListItem[] } | undefined
  #settle: { readonly resolve: (reply: Reply) => void; readonly reject: (error: unknown) => void } | undefined

  constructor(options: ThreadOptions) {
    this.#options = options
    this.#worker = openThread(options.from, options.name, {
      resourceLimits: { maxOldGenerationSizeMb: options.memoryMb, maxYoungGenerationSizeMb: YOUNG_MB },
    })
    this.#worker.on('message', (taskMessage: TaskMessage<Reply>) => this.#take(taskMessage))
    this.#worker.on('messageerror', (error) => this.end(error))
    this.#worker.once('error', (error) => this.end(deathOf(error)))
    this.#worker.once('exit', () => this.end(new TaskError('The thread has ended')))
  }

  /** Runs a task; its time counts from when the thread is ready. */
  run(task: Task, transfer: readonly TransferListItem[], hear: (message: unknown) => void = () => {}): Promise<Reply> {
    return new Promise((resolve, reject) => {
      this.#hear = hear
      this.#settle = { resolve, reject }
      // The process may exit while the thread is idle, but not before this task is done.
      this.#worker.ref()
      this.#given = { task, transfer }
      if (this.#ready) this.#give()
      else this.#limit(STARTING_MS)
    })
  }

  /** Ends the thread; its running task fails with this reason. */
  end(reason: unknown): void {
    clearTimeout(this.#timer)
    const settle = this.#settle
    this.#settle = undefined
    if (!this.dead) void this.#worker.terminate()
    this.dead = true
    settle?.reject(reason)
  }

  #give(): void {
    const given = this.#given
    if (!given) return
    this.#given = undefined
    this.#limit(this.#options.limitMs)
    try {
      this.#worker.postMessage({ id: ++this.#tasks, task: given.task }, [...given.transfer])
    } catch (error) {
      this.end(error)
    }
  }

  #limit(ms: number): void {
    const startCpu = process.cpuUsage()
    const lastEnd = performance.now() + ms * MAX_STRETCH
    const wait = (leftMs: number) => {
      clearTimeout(this.#timer)
      this.#timer = setTimeout(check, leftMs)
      this.#timer.unref()
    }
    const check = () => {
      const { user, system } = process.cpuUsage(startCpu)
      const leftMs = Math.min(ms - (user + system) / 1000, lastEnd - performance.now())
      if (leftMs >= 1) wait(leftMs)
      else this.end(new ApiError('work-timeout', { args: [ms / 1000] }))
    }
    wait(ms)
  }

  #take(taskMessage: TaskMessage<Reply>): void {
    if (taskMessage === 'ready') {
      this.#ready = true
      this.#give()
      return
    }
    const settle = this.#settle
    if (taskMessage.id !== this.#tasks || !settle) return
    if ('message' in taskMessage) return this.#hear(taskMessage.message)
    clearTimeout(this.#timer)
    this.#settle = undefined
    this.#worker.unref()
    if ('reply' in taskMessage) return settle.resolve(taskMessage.reply)
    if (taskMessage.broken) this.end(undefined)
    settle.reject(errorOf(taskMessage.failure))
  }
}

function deathOf(error: unknown): unknown {
  const { code } = error as { readonly code?: unknown }
  return code === 'ERR_WORKER_OUT_OF_MEMORY' ? new ApiError('work-memory', { cause: error }) : error
}
