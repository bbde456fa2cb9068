import type { AsyncEvent } from '#core/rest/async-event.ts'
import { t } from '#core/text/t.ts'
import { abortError, ApiResponseError, responseError } from '#calls/call.ts'

const MAX_TRIES = 6
const TRY_AFTER_MS = 100
/** Milliseconds without an event after which a job is given up. */
const JOB_TIMEOUT_MS = 600_000
const MAX_UNCLAIMED = 1000

/** Runs a function after some milliseconds, unless the returned function is called before. */
export type Delay = (ms: number, act: () => void) => () => void

/** The dependencies for waiting for jobs. */
export interface JobRegistryHost<Result> {
  /** Fetches the result of a job. */
  readonly fetchResult: (url: string, signal: AbortSignal | undefined) => Promise<Result>
  /** Tells the server that the job is no longer awaited. */
  readonly leave: (jobId: string) => void
  readonly after: Delay
  readonly warn: (message: string) => void
}

type AsyncEventListener = (event: AsyncEvent) => void

/** Creates the registry of awaited jobs: one listener per job id. */
export function createJobRegistry<Result>(host: JobRegistryHost<Result>) {
  const listeners = new Map<string, AsyncEventListener>()
  /** Jobs that are no longer awaited; events for them are expected. */
  const left = new Set<string>()

  /** Resolves with the result of the job; rejects if it fails or the caller aborts. */
  function wait(jobId: string, signal?: AbortSignal): Promise<Result> {
    if (signal?.aborted) {
      leave(jobId)
      return Promise.reject(abortError())
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
      const abort = () => giveUp(abortError())
      const forget = host.after(JOB_TIMEOUT_MS, () =>
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

  /** Passes an event to its listener; the event may arrive before the listener is registered. */
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
    /** True if a job is awaited. */
    isAwaited: () => listeners.size > 0,
    /** Cancels all jobs, for example when the page is left. */
    leaveAll: () => {
      for (const jobId of listeners.keys()) leave(jobId)
    },
  }
}

function failureOf({ errors }: AsyncEvent): ApiResponseError {
  const message = (errors as readonly unknown[]).map((each) => (typeof each === 'string' ? { message: each } : each))
  return responseError(400, { errors: message })
}
