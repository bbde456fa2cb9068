import { type AsyncEvent, type AsyncSettings, compareEventIds } from '#core/rest/async-event.ts'
import type { Delay } from '#calls/job-client.ts'

const RECONNECT_MS = 2500
const MAX_RECONNECTS = 6
/** The maximum number of events per response; after a full response there may be more. */
const FULL = 100

/** The callbacks of a socket. `closed` is called once, also if it never opened. */
export interface SocketListener {
  readonly opened: () => void
  readonly message: (data: unknown) => void
  readonly closed: () => void
}

/** The dependencies for following events. */
export interface EventsHost {
  /** Returns the events after `lastId`. */
  readonly poll: (lastId: string | undefined) => Promise<readonly AsyncEvent[]>
  /** Opens a socket that sends the events after `lastId`; throws if sockets are not available. */
  readonly connect: (lastId: string | undefined, listener: SocketListener) => void
  readonly hear: (event: AsyncEvent) => void
  /** True if an event is awaited. */
  readonly isAwaited: () => boolean
  readonly after: Delay
  readonly warn: (message: string) => void
  /** The id of the last event received, stored across reloads. */
  readonly memory: { readonly read: () => string | undefined; readonly write: (id: string) => void }
}

/**
 * Follows the events of the session by polling or over a socket. The last event id is read at start, because other tabs
 * may store a later one.
 */
export function createEvents(host: EventsHost, settings: AsyncSettings) {
  let transport = settings.transport
  let lastId = host.memory.read()
  let follows = false
  let reconnects = 0

  function hear(event: AsyncEvent): void {
    if (lastId === undefined || compareEventIds(event.id, lastId) > 0) {
      lastId = event.id
      host.memory.write(event.id)
    }
    host.hear(event)
  }

  async function poll(): Promise<void> {
    if (!host.isAwaited()) {
      follows = false
      return
    }
    const events = await host.poll(lastId).catch((): readonly AsyncEvent[] => [])
    for (const event of events) hear(event)
    if (events.length >= FULL) return poll()
    pollLater()
  }

  function pollLater(): void {
    host.after(settings.pollingDelay, () => void poll())
  }

  function fallBack(): void {
    host.warn('Events come by polling: there is no WebSocket connection')
    transport = 'polling'
    pollLater()
  }

  function connect(): void {
    try {
      host.connect(lastId, { opened, message, closed })
    } catch {
      fallBack()
    }
  }

  function opened(): void {
    reconnects = 0
  }

  function message(data: unknown): void {
    const event = parseEvent(data)
    if (event) hear(event)
  }

  function closed(): void {
    if (reconnects >= MAX_RECONNECTS) return fallBack()
    reconnects++
    host.after(RECONNECT_MS, connect)
  }

  return {
    /** Starts following events, unless already started. */
    follow(): void {
      if (follows) return
      follows = true
      if (transport === 'ws') connect()
      else pollLater()
    },
  }
}

function parseEvent(data: unknown): AsyncEvent | undefined {
  try {
    return JSON.parse(String(data)) as AsyncEvent
  } catch {
    return undefined
  }
}
