import type { TransferListItem } from 'node:worker_threads'
import { type BoundName, bounds } from '#core/rest/bounds.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { FairQueue, type TaskOwner } from './fair-queue.ts'
import { TaskThread, type ThreadOptions } from './task-thread.ts'

/** Milliseconds after which an idle thread ends. */
const IDLE_MS = 30_000

/** Threads of one type, and the limits per user. */
export interface PoolOptions extends ThreadOptions {
  /** Maximum threads. If there is more than one, no user can occupy all of them. */
  readonly threads: number
  /** The limit of running and waiting tasks of one user. */
  readonly tasks: BoundName
}

/** The owner of a task and its abort signal; `transfer` is transferred instead of copied. */
export interface TaskOptions {
  readonly person: TaskOwner
  readonly signal: AbortSignal
  readonly transfer?: readonly TransferListItem[]
  /** Receives messages of the thread during the task. */
  readonly hear?: (message: unknown) => void
}

interface QueuedTask {
  readonly person: TaskOwner
  readonly begin: () => Promise<void>
  readonly fail: (error: unknown) => void
}

/**
 * Runs tasks in worker threads, outside the main thread. Users take turns. A task whose caller has disconnected is
 * removed from the queue, or its thread is ended. Rejects with the signal's reason, with API errors of the thread,
 * `work-waiting` if too many tasks of the user are waiting, `work-timeout`, `work-memory`; else with the error that
 * ended the thread.
 */
export class WorkerPool<Task, Reply> {
  readonly #options: PoolOptions
  readonly #queue = new FairQueue<QueuedTask>()
  readonly #atWork = new Map<TaskOwner, number>()
  readonly #idle: { readonly thread: TaskThread<Task, Reply>; readonly timer: NodeJS.Timeout }[] = []
  readonly #busy = new Set<TaskThread<Task, Reply>>()
  #closed = false

  constructor(options: PoolOptions) {
    this.#options = options
  }

  run(task: Task, options: TaskOptions): Promise<Reply> {
    const { person, signal } = options
    if (this.#closed) return Promise.reject(new ApiError('unavailable'))
    if (signal.aborted) return Promise.reject(signal.reason)
    const count = (this.#atWork.get(person) ?? 0) + this.#queue.of(person)
    if (count >= bounds[this.#options.tasks].most)
      return Promise.reject(new ApiError('work-waiting', { args: [count] }))
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.#queue.remove(person, waiting)
        reject(signal.reason)
      }
      const waiting: QueuedTask = {
        person,
        fail: reject,
        begin: async () => {
          signal.removeEventListener('abort', leave)
          await this.#do(task, options).then(resolve, reject)
        },
      }
      signal.addEventListener('abort', leave, { once: true })
      this.#queue.add(person, waiting)
      this.#next()
    })
  }

  /** Starts waiting tasks: no user gets the last thread in addition to others. */
  #next(): void {
    const { threads } = this.#options
    const share = Math.max(1, threads - 1)
    while (this.#busy.size < threads) {
      const waiting = this.#queue.take((person) => (this.#atWork.get(person) ?? 0) < share)
      if (!waiting) return
      void this.#begin(waiting)
    }
  }

  async #begin({ person, begin }: QueuedTask): Promise<void> {
    this.#atWork.set(person, (this.#atWork.get(person) ?? 0) + 1)
    await begin()
    const left = (this.#atWork.get(person) ?? 1) - 1
    if (left > 0) this.#atWork.set(person, left)
    else this.#atWork.delete(person)
    this.#next()
  }

  async #do(task: Task, { transfer = [], signal, hear }: TaskOptions): Promise<Reply> {
    const thread = this.#thread()
    const stop = (): void => thread.end(signal.reason)
    signal.addEventListener('abort', stop, { once: true })
    this.#busy.add(thread)
    try {
      return await thread.run(task, transfer, hear)
    } finally {
      signal.removeEventListener('abort', stop)
      this.#busy.delete(thread)
      this.#rest(thread)
    }
  }

  #thread(): TaskThread<Task, Reply> {
    for (let idle = this.#idle.pop(); idle; idle = this.#idle.pop()) {
      clearTimeout(idle.timer)
      if (!idle.thread.dead) return idle.thread
    }
    return new TaskThread(this.#options)
  }

  #rest(thread: TaskThread<Task, Reply>): void {
    if (thread.dead) return
    if (this.#closed) return thread.end(undefined)
    const idle = {
      thread,
      timer: setTimeout(() => {
        this.#idle.splice(this.#idle.indexOf(idle), 1)
        thread.end(undefined)
      }, IDLE_MS).unref(),
    }
    this.#idle.push(idle)
  }

  /** Ends all threads; running and waiting tasks fail. */
  close(): void {
    this.#closed = true
    const reason = new ApiError('unavailable')
    for (const { fail } of this.#queue.clear()) fail(reason)
    for (const thread of this.#busy) thread.end(reason)
    for (const { thread, timer } of this.#idle.splice(0)) {
      clearTimeout(timer)
      thread.end(reason)
    }
  }
}
