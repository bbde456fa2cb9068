import type { AsyncEvent, AsyncJob, AsyncSettings } from '#core/rest/async-event.ts'
import { COLUMNS_MEDIA_TYPE, type ColumnarResult } from '#core/query/result.ts'
import { withTimestamps } from '#core/query/stored-times.ts'
import { paths } from '#core/rest/paths.ts'
import { buildUrl, call, send } from '#calls/call.ts'
import { chartDataFailure } from '#calls/chart-failure.ts'
import { createEvents, type SocketListener } from '#calls/events.ts'
import { type Delay, createJobRegistry } from '#calls/job-client.ts'

const LAST_ID = 'last_async_event_id'

let jobClient: ReturnType<typeof createJobClient> | undefined

/** Sets how to wait for chart data from asynchronous jobs; undefined for synchronous responses. */
export function configureAsync(settings: AsyncSettings | undefined): void {
  jobClient = settings && createJobClient(settings)
}

/** True if chart data may come from asynchronous jobs. */
export function isAsync(): boolean {
  return jobClient !== undefined
}

/** Returns the result of the job named in a 202 response. */
export function awaitJob(job: AsyncJob, signal?: AbortSignal): Promise<readonly ColumnarResult[]> {
  if (!jobClient) throw new Error('Jobs are awaited only where they are made.')
  const result = jobClient.jobs.wait(job.job_id, signal)
  jobClient.events.follow()
  return result
}

/** Cancels the jobs of this page when it is left. */
export function cancelJobs(): void {
  jobClient?.jobs.leaveAll()
}

function createJobClient(settings: AsyncSettings) {
  const jobs = createJobRegistry({ fetchResult, leave: cancelJob, after: delay, warn })
  const events = createEvents(
    { poll, connect, hear: jobs.hear, isAwaited: jobs.isAwaited, after: delay, warn, memory },
    settings,
  )
  return { jobs, events }
}

const delay: Delay = (ms, act) => {
  const timer = setTimeout(act, ms)
  return () => clearTimeout(timer)
}

function warn(message: string): void {
  // oxlint-disable-next-line no-console -- the log of a browser is its console
  console.warn(message)
}

async function fetchResult(url: string, signal: AbortSignal | undefined): Promise<readonly ColumnarResult[]> {
  const response = await send('GET', url, { accept: COLUMNS_MEDIA_TYPE, signal })
  if (response.status !== 200) throw await chartDataFailure(response)
  return ((await response.json()) as { result: readonly ColumnarResult[] }).result.map(withTimestamps)
}

function cancelJob(jobId: string): void {
  // The page may be unloading, so the response is ignored; the server knows whether the job still runs.
  send('DELETE', paths.asyncJob(jobId), { keepalive: true }).catch(() => {})
}

async function poll(lastId: string | undefined): Promise<readonly AsyncEvent[]> {
  return (await call<{ result: readonly AsyncEvent[] }>('GET', paths.asyncEvents(lastId))).result
}

function connect(lastId: string | undefined, { opened, message, closed }: SocketListener): void {
  const url = new URL(buildUrl(paths.asyncSocket(), { last_id: lastId }), window.location.href)
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
  const socket = new WebSocket(url)
  socket.addEventListener('open', opened)
  socket.addEventListener('message', ({ data }) => message(data))
  socket.addEventListener('close', closed)
}

/** Without storage, events are received again after a reload. */
const memory = {
  read: (): string | undefined => {
    try {
      return window.localStorage.getItem(LAST_ID) ?? undefined
    } catch {
      return undefined
    }
  },
  write: (id: string): void => {
    try {
      window.localStorage.setItem(LAST_ID, id)
    } catch {
      // The event id is not stored.
    }
  },
}
