import { type AsyncEvent, type AsyncJob, compareEventIds } from '#core/rest/async-event.ts'

const MAX_READ = 100
const MAX_RETAINED = 1000
const MAX_CHANNELS = 10_000

type AsyncEventListener = (event: AsyncEvent) => void

interface Channel {
  readonly events: AsyncEvent[]
  readonly listeners: Set<AsyncEventListener>
}

/** The last thousand events of each channel; channels that are unused for long are dropped. */
export class Channels {
  readonly #channels = new Map<string, Channel>()
  readonly #now: () => number
  #last = { ms: 0, sequence: 0 }

  constructor(now: () => number) {
    this.#now = now
  }

  /** Adds an event to the channel of the job and notifies listeners. Ids increase even if the clock does not. */
  publish(job: AsyncJob): AsyncEvent {
    const ms = Math.max(this.#now(), this.#last.ms)
    this.#last = { ms, sequence: ms === this.#last.ms ? this.#last.sequence + 1 : 0 }
    const event = { ...job, id: `${ms}-${this.#last.sequence}` }
    const { events, listeners } = this.#channel(job.channel_id)
    events.push(event)
    if (events.length > MAX_RETAINED) events.shift()
    for (const hear of listeners) hear(event)
    return event
  }

  /** Returns at most a hundred events strictly after `lastId`, oldest first. */
  read(channel: string, lastId?: string): readonly AsyncEvent[] {
    return this.#after(channel, lastId).slice(0, MAX_READ)
  }

  /**
   * Reports every event after `lastId`, past ones immediately; without `lastId` all stored ones. Returns the function
   * that stops listening.
   */
  listen(channel: string, hear: AsyncEventListener, lastId?: string): () => void {
    for (const event of this.#after(channel, lastId)) hear(event)
    const { listeners } = this.#channel(channel)
    listeners.add(hear)
    return () => listeners.delete(hear)
  }

  #after(channel: string, lastId = ''): readonly AsyncEvent[] {
    const events = this.#channels.get(channel)?.events ?? []
    return events.filter(({ id }) => compareEventIds(id, lastId) > 0)
  }

  #channel(name: string): Channel {
    const channel = this.#channels.get(name) ?? { events: [], listeners: new Set<AsyncEventListener>() }
    this.#channels.delete(name)
    this.#channels.set(name, channel)
    if (this.#channels.size > MAX_CHANNELS) this.#forgetOldest()
    return channel
  }

  #forgetOldest(): void {
    for (const [name, { listeners }] of this.#channels) {
      if (listeners.size > 0) continue
      this.#channels.delete(name)
      return
    }
  }
}
