import type { Tone } from '#ui/base/tone.ts'

/**
 * A message. `seconds` is its duration: by default 5, or 10 for errors and warnings. A message with a `topic` replaces
 * those of the same topic, so that the last of several changes is reported at once.
 */
export interface ToastMessage {
  readonly text: string
  readonly tone?: Tone | undefined
  readonly action?: { readonly label: string; readonly onPress: () => void } | undefined
  readonly seconds?: number | undefined
  readonly topic?: string | undefined
}

export interface QueuedToast extends ToastMessage {
  readonly id: number
  readonly seconds: number
}

/** Creates a queue of messages, of which the first one is shown. */
export function toastQueue() {
  let queue: readonly QueuedToast[] = []
  let lastId = 0
  const listeners = new Set<() => void>()
  const set = (next: readonly QueuedToast[]) => {
    queue = next
    for (const listener of listeners) listener()
  }
  return {
    /** Adds a message, unless the same text without an action is queued already. Returns its id. */
    show(message: ToastMessage): number {
      const same = queue.find((each) => each.text === message.text && each.action === undefined)
      if (same !== undefined && message.action === undefined) return same.id
      lastId += 1
      const isTrouble = message.tone === 'danger' || message.tone === 'warn'
      const others = queue.filter(({ topic }) => topic === undefined || topic !== message.topic)
      set([...others, { ...message, id: lastId, seconds: message.seconds ?? (isTrouble ? 10 : 5) }])
      return lastId
    },
    close(id: number): void {
      if (queue.some((each) => each.id === id)) set(queue.filter((each) => each.id !== id))
    },
    clear(): void {
      set([])
    },
    first(): QueuedToast | undefined {
      return queue[0]
    },
    /** True if another message waits for the end of the first. */
    hasNext(): boolean {
      return queue.length > 1
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export const toast = toastQueue()
