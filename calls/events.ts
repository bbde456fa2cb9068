import { type AsyncEvent, type AsyncSettings, compareEventIds } from '#core/rest/async-event.ts'
import type { After } from '#calls/job.ts'

const RECONNECT_MS = 2500
const MAX_RECONNECTS = 6
/** What the server answers at most; then there may be more. */
const FULL = 100

/** What a socket tells. `closed` also where it never opened, and once. */
export interface SocketListener {
  readonly opened: () => void
  readonly message: (data: unknown) => void
  readonly closed: () => void
}

/** What following events needs of its surroundings. */
export interface EventsHost {
  /** The events after `lastId`. */
  readonly poll: (lastId: string | undefined) => Promise<readonly AsyncEvent[]>
  /** Opens a socket that tells the events after `lastId`; throws where there are no sockets. */
  readonly connect: (lastId: string | undefined, listener: SocketListener) => void
  readonly hear: (event: AsyncEvent) => void
  /** Whether anybody waits for an event. */
  readonly isAwaited: () => boolean
  readonly after: After
  readonly warn: (message: string) => void
  /** The last event that was heard, kept over reloads. */
  readonly memory: { readonly read: () => string | undefined; readonly write: (id: string) => void }
}

/**
 * Follows the events of the session, by polls or over a socket. What was heard last is read at once: later other tabs
 * may have heard more than this one.
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
    const event = read(data)
    if (event) hear(event)
  }

  function closed(): void {
    if (reconnects >= MAX_RECONNECTS) return fallBack()
    reconnects++
    host.after(RECONNECT_MS, connect)
  }

  return {
    /** Begins to follow events, unless they are followed already. */
    follow(): void {
      if (follows) return
      follows = true
      if (transport === 'ws') connect()
      else pollLater()
    },
  }
}

function read(data: unknown): AsyncEvent | undefined {
  try {
    return JSON.parse(String(data)) as AsyncEvent
  } catch {
    return undefined
  }
}
