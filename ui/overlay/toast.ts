import type { Tone } from '#ui/base/tone.ts'

/** What is said. `seconds` is how long it stays: 5, or 10 for trouble. */
export interface ToastMessage {
  readonly text: string
  readonly tone?: Tone | undefined
  readonly action?: { readonly label: string; readonly onPress: () => void } | undefined
  readonly seconds?: number | undefined
}

export interface QueuedToast extends ToastMessage {
  readonly id: number
  readonly seconds: number
}

/** A queue of messages of which the first is shown. */
export function toastQueue() {
  let queue: readonly QueuedToast[] = []
  let lastId = 0
  const listeners = new Set<() => void>()
  const set = (next: readonly QueuedToast[]) => {
    queue = next
    for (const listener of listeners) listener()
  }
  return {
    /** Queues a message; the same text twice in the queue is said once. Answers its id. */
    show(message: ToastMessage): number {
      const same = queue.find((each) => each.text === message.text && each.action === undefined)
      if (same !== undefined && message.action === undefined) return same.id
      lastId += 1
      const isTrouble = message.tone === 'danger' || message.tone === 'warn'
      set([...queue, { ...message, id: lastId, seconds: message.seconds ?? (isTrouble ? 10 : 5) }])
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
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export const toast = toastQueue()
