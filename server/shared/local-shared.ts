import { ResultCache, type ResultCacheOptions } from './result-cache.ts'
import { LocalLimits } from './local-limits.ts'
import type { SharedState, Topic } from './shared.ts'

export interface LocalSharedOptions extends ResultCacheOptions {
  /** Limits that are counted with other processes; absent: in this process alone. */
  readonly limits?: Pick<SharedState, 'allow' | 'forgive'>
}

/** Creates the shared state of a single process: in memory, with results also on its disk. */
export function createLocalSharedState(options: LocalSharedOptions): SharedState {
  const results = new ResultCache(options)
  const limits = options.limits ?? localLimits(options.now)
  const topics = new Map<string, Topic<unknown>>()
  return {
    results,
    topic<M>(name: string) {
      const topic = topics.get(name) ?? localTopic()
      topics.set(name, topic)
      return topic as Topic<M>
    },
    allow: (all, windowMs) => limits.allow(all, windowMs),
    forgive: (key, count) => limits.forgive(key, count),
    close: () => results.close(),
  }
}

function localLimits(now: () => number): Pick<SharedState, 'allow' | 'forgive'> {
  const limits = new LocalLimits(now)
  return {
    allow: async (all, windowMs) => limits.allow(all, windowMs),
    forgive: async (key, count) => limits.forgive(key, count),
  }
}

function localTopic(): Topic<unknown> {
  let listeners: readonly { readonly hear: (message: unknown) => void }[] = []
  return {
    publish(message) {
      for (const { hear } of listeners) hear(message)
    },
    listen(hear) {
      const listener = { hear }
      listeners = [...listeners, listener]
      return () => {
        listeners = listeners.filter((each) => each !== listener)
      }
    },
  }
}
