import type { CallerKey } from '#core/access/current-user.ts'
import { bounds } from '#core/rest/bounds.ts'
import { ApiError } from '#core/rest/api-error.ts'

/** How soon the result is needed: visible now, below the visible part of the page, or not displayed. */
export type Priority = 'visible' | 'below' | 'background'

const RANK: Readonly<Record<Priority, number>> = { visible: 0, below: 1, background: 2 }

/** A task that waits for a slot. `expected` is its duration in milliseconds. */
export interface Ticket {
  readonly priority: Priority
  readonly expected: number
  /** The owner of the task; no user gets all slots while others wait. */
  readonly user: CallerKey
  readonly signal: AbortSignal
  /** The signal by which `position` finds the task; default: `signal`. */
  readonly callerSignal?: AbortSignal
}

interface QueuedQuery {
  readonly ticket: Ticket
  readonly sequence: number
  readonly enter: () => void
}

/**
 * Runs at most `slots` tasks at a time, ordered by visibility, then by the number of running tasks of the user, then
 * by expected duration. The last free slot is reserved for a user without running tasks. Tasks expected to take less
 * than `quick` milliseconds do not wait.
 */
export class Scheduler {
  #slots: number
  readonly #quick: number
  readonly #waiting: QueuedQuery[] = []
  readonly #running = new Map<CallerKey, number>()
  #busy = 0
  #sequence = 0

  constructor(slots: number, quick = 5) {
    this.#slots = slots
    this.#quick = quick
  }

  /**
   * Runs the task once it has a slot. An abort while waiting rejects with the reason of the signal; throws `queue-full`
   * if too many tasks of the same user are waiting.
   */
  async run<T>(ticket: Ticket, work: () => Promise<T>): Promise<T> {
    if (ticket.expected < this.#quick) return work()
    await this.#enter(ticket)
    try {
      return await work()
    } finally {
      this.#busy--
      this.#count(ticket.user, -1)
      this.#next()
    }
  }

  /** Changes the maximum number of tasks at a time. Running tasks continue. */
  resize(slots: number): void {
    if (slots === this.#slots) return
    this.#slots = slots
    for (let waiting = -1; waiting !== this.#waiting.length; ) {
      waiting = this.#waiting.length
      this.#next()
    }
  }

  /** Returns the position of a signal's task in the queue, from 1; null if it is not waiting. */
  position(signal: AbortSignal): number | null {
    const queued = this.#waiting.find(({ ticket }) => (ticket.callerSignal ?? ticket.signal) === signal)
    if (!queued) return null
    return 1 + this.#waiting.filter((each) => each !== queued && this.#before(each, queued)).length
  }

  async #enter(ticket: Ticket): Promise<void> {
    ticket.signal.throwIfAborted()
    if (this.#hasSlot(ticket)) {
      this.#admit(ticket)
      return
    }
    const own = this.#waiting.filter(({ ticket: { user } }) => user === ticket.user).length
    if (own >= bounds['waiting-questions'].most) throw new ApiError('queue-full')
    await new Promise<void>((resolve, reject) => {
      const leave = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1)
        reject(ticket.signal.reason)
      }
      const waiting: QueuedQuery = {
        ticket,
        sequence: this.#sequence++,
        enter: () => {
          ticket.signal.removeEventListener('abort', leave)
          this.#admit(ticket)
          resolve()
        },
      }
      ticket.signal.addEventListener('abort', leave, { once: true })
      this.#waiting.push(waiting)
    })
  }

  #hasSlot({ user }: Ticket): boolean {
    const free = this.#slots - this.#busy
    return free > 1 || (free === 1 && !this.#running.has(user))
  }

  #admit(ticket: Ticket): void {
    this.#busy++
    this.#count(ticket.user, 1)
  }

  #count(user: CallerKey, by: number): void {
    const running = (this.#running.get(user) ?? 0) + by
    if (running === 0) this.#running.delete(user)
    else this.#running.set(user, running)
  }

  #next(): void {
    const able = this.#waiting.filter(({ ticket }) => this.#hasSlot(ticket))
    const first = able.reduce<QueuedQuery | undefined>(
      (best, each) => (best && this.#before(best, each) ? best : each),
      undefined,
    )
    if (!first) return
    this.#waiting.splice(this.#waiting.indexOf(first), 1)
    first.enter()
  }

  #before(a: QueuedQuery, b: QueuedQuery): boolean {
    const keys = (each: QueuedQuery): readonly number[] => [
      RANK[each.ticket.priority],
      this.#running.get(each.ticket.user) ?? 0,
      each.ticket.expected,
      each.sequence,
    ]
    const right = keys(b)
    for (const [index, left] of keys(a).entries()) {
      const difference = left - (right[index] ?? 0)
      if (difference !== 0) return difference < 0
    }
    return true
  }
}
