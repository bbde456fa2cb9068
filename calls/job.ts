import type { AsyncEvent } from '#core/rest/async-event.ts'
import { t } from '#core/text/t.ts'
import { aborted, ApiResponseError, answered } from '#calls/call.ts'

const MAX_TRIES = 6
const TRY_AFTER_MS = 100
/** A job of which nothing is heard for so long is given up. */
const GIVE_UP_MS = 600_000
const MAX_UNCLAIMED = 1000

/** Does something in so many milliseconds, unless the answer is called before. */
export type After = (ms: number, act: () => void) => () => void

/** What waiting for jobs needs of its surroundings. */
export interface JobsHost<Result> {
  /** Fetches what a job has made. */
  readonly fetchResult: (url: string, signal: AbortSignal | undefined) => Promise<Result>
  /** Tells the server that nobody waits for the job any longer. */
  readonly leave: (jobId: string) => void
  readonly after: After
  readonly warn: (message: string) => void
}

type Hear = (event: AsyncEvent) => void

/** The jobs this page waits for: one listener each, found by the id of the job. */
export function createJobs<Result>(host: JobsHost<Result>) {
  const listeners = new Map<string, Hear>()
  /** Jobs nobody waits for any longer; what is said of them is no surprise. */
  const left = new Set<string>()

  /** Resolves with what the job makes, and rejects when it fails or the caller aborts. */
  function wait(jobId: string, signal?: AbortSignal): Promise<Result> {
    if (signal?.aborted) {
      leave(jobId)
      return Promise.reject(aborted())
    }
    return new Promise((resolve, reject) => {
      const end = () => {
        listeners.delete(jobId)
        signal?.removeEventListener('abort', abort)
        forget()
      }
      const giveUp = (error: ApiResponseError) => {
        end()
        leave(jobId)
        reject(error)
      }
      const abort = () => giveUp(aborted())
      const forget = host.after(GIVE_UP_MS, () =>
        giveUp(new ApiResponseError(t('The server did not answer in time.'), 'timeout', 0, undefined, 'timeout')),
      )
      signal?.addEventListener('abort', abort)
      listeners.set(jobId, (event) => {
        if (event.status !== 'done' && event.status !== 'error') return
        end()
        if (event.status === 'error') reject(failureOf(event))
        else host.fetchResult(event.result_url ?? '', signal).then(resolve, reject)
      })
    })
  }

  function leave(jobId: string): void {
    if (left.size >= MAX_UNCLAIMED) left.clear()
    left.add(jobId)
    host.leave(jobId)
  }

  /** Hands an event to whoever waits; one that nobody waits for may have come before its listener. */
  function hear(event: AsyncEvent, tries = 0): void {
    const listener = listeners.get(event.job_id)
    if (listener) listener(event)
    else if (left.delete(event.job_id)) return
    else if (tries < MAX_TRIES) host.after(TRY_AFTER_MS * (tries + 1), () => hear(event, tries + 1))
    else host.warn(`Nobody waits for the job ${event.job_id}`)
  }

  return {
    wait,
    hear: (event: AsyncEvent) => hear(event),
    /** Whether anybody waits. */
    isAwaited: () => listeners.size > 0,
    /** Leaves all jobs, as when the page goes. */
    leaveAll: () => {
      for (const jobId of listeners.keys()) leave(jobId)
    },
  }
}

function failureOf({ errors }: AsyncEvent): ApiResponseError {
  const told = (errors as readonly unknown[]).map((each) => (typeof each === 'string' ? { message: each } : each))
  return answered(400, { errors: told })
}
