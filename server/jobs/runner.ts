import type { Job } from '#core/entity/job.ts'
import type { Log } from '#server/base/log.ts'
import type { Store } from '#server/store/store.ts'

/** Executes a job of one type and returns its result, as JSON. The signal aborts when the job is cancelled. */
export type Worker = (payload: unknown, signal: AbortSignal, job: Job) => Promise<unknown>

/** Thrown by a worker whose user may run nothing more at the moment: the job goes back to the queue for a while. */
export class JobPostponed extends Error {}

/** Milliseconds until the waiting jobs of the user of a postponed job may be claimed again. */
const POSTPONE_MS = 1000

/** The outcome of a job. */
export type Outcome = { readonly result: unknown } | { readonly errors: readonly JobError[] }

/** Why a job failed; the caller defines the fields besides the message. */
export interface JobError {
  readonly message: string
}

/** Options of a runner. `name` identifies the runners that share a store. */
export interface RunnerOptions {
  readonly store: Store
  readonly log: Log
  readonly name: string
  /** Workers by job type, in descending priority. */
  readonly workers: Readonly<Record<string, Worker>>
  /** Maximum number of concurrent jobs. */
  readonly slots: number
  /** Milliseconds after which a claim expires; it is renewed after a third of that. */
  readonly lease: number
  /** Milliseconds between polls of an empty queue. */
  readonly pause: number
  /** Converts an error for storage; default: its message. */
  readonly explain?: (error: unknown) => readonly JobError[]
  /** Called when a job of this runner has ended; not for a cancelled or lost job. */
  readonly onEnd?: (job: Job, outcome: Outcome) => void
}

/** Maximum number of attempts: a job that crashes its server must not do so forever. */
const MAX_ATTEMPTS = 3

/**
 * Claims jobs from the store's table and executes them. A job whose runner died is taken over when its claim has
 * expired. A job that was cancelled by another server, or lost to another runner, is aborted within a third of the
 * lease.
 */
export class Runner {
  readonly #options: RunnerOptions
  readonly #ending = new AbortController()
  readonly #running = new Map<number, { readonly lost: AbortController; readonly done: Promise<void> }>()
  #loop: Promise<void> = Promise.resolve()
  #rise: (() => void) | undefined
  #woken = false

  constructor(options: RunnerOptions) {
    this.#options = options
  }

  start(): void {
    this.#loop = this.#run()
  }

  /** Polls the queue immediately. */
  wake(): void {
    this.#woken = true
    this.#rise?.()
  }

  /** Aborts a cancelled job if it is running here. */
  abort(id: number): void {
    this.#running.get(id)?.lost.abort()
  }

  /** Stops running jobs and returns them to the queue. */
  async stop(): Promise<void> {
    this.#ending.abort()
    this.wake()
    await this.#loop
    await Promise.all([...this.#running.values()].map(({ done }) => done))
  }

  async #run(): Promise<void> {
    const { store, name, workers, lease, log, slots } = this.#options
    const kinds = Object.keys(workers)
    while (!this.#ending.signal.aborted) {
      this.#woken = false
      try {
        const running = [...this.#running.keys()]
        const job = running.length < slots ? await store.jobs.claim(kinds, name, lease, running) : undefined
        if (job) this.#begin(job)
        else await this.#rest()
      } catch (error) {
        log.error('A job could not be claimed', { cause: String(error) })
        await this.#rest()
      }
    }
  }

  #begin(job: Job): void {
    const lost = new AbortController()
    const done = this.#do(job, lost)
      .catch((error: unknown) => {
        // Its claim expires, and it is claimed again.
        this.#options.log.error('The end of a job could not be recorded', { cause: String(error), job: job.uuid })
      })
      .finally(() => {
        if (this.#running.get(job.id)?.lost === lost) this.#running.delete(job.id)
        this.wake()
      })
    this.#running.set(job.id, { lost, done })
  }

  async #do(job: Job, lost: AbortController): Promise<void> {
    const { store, name, workers, lease } = this.#options
    const renew = async (): Promise<void> => {
      const isRenewed = await store.jobs.renew(job.id, name, lease).catch(() => true)
      if (!isRenewed) lost.abort()
    }
    const renewal = setInterval(() => void renew(), lease / 3)
    try {
      if (job.attempts > MAX_ATTEMPTS) throw new Error(`The server stopped ${MAX_ATTEMPTS} times during this job`)
      const signal = AbortSignal.any([lost.signal, this.#ending.signal])
      const result = (await workers[job.kind]?.(JSON.parse(job.payload), signal, job)) ?? null
      if (await store.jobs.finish(job.id, name, JSON.stringify(result))) this.#options.onEnd?.(job, { result })
    } catch (error) {
      if (lost.signal.aborted) return
      if (this.#ending.signal.aborted) await store.jobs.release(job, name, 0)
      else if (error instanceof JobPostponed) await this.#postpone(job)
      else await this.#fail(job, error)
    } finally {
      clearInterval(renewal)
    }
  }

  async #postpone(job: Job): Promise<void> {
    const { store, name } = this.#options
    if (await store.jobs.postpone(job, name, POSTPONE_MS)) setTimeout(() => this.wake(), POSTPONE_MS).unref()
  }

  async #fail(job: Job, error: unknown): Promise<void> {
    const { store, name, explain = messageOf, onEnd } = this.#options
    const errors = explain(error)
    if (await store.jobs.fail(job.id, name, JSON.stringify(errors))) onEnd?.(job, { errors })
  }

  #rest(): Promise<void> {
    if (this.#woken || this.#ending.signal.aborted) return Promise.resolve()
    return new Promise((resolve) => {
      this.#rise = () => {
        clearTimeout(timer)
        this.#rise = undefined
        resolve()
      }
      const timer = setTimeout(() => this.#rise?.(), this.#options.pause)
    })
  }
}

function messageOf(error: unknown): readonly JobError[] {
  return [{ message: error instanceof Error ? error.message : String(error) }]
}
