import { LocalAnswers, type LocalAnswersOptions } from './local-answers.ts'
import { LocalLimits } from './local-limits.ts'
import type { Shared, Topic } from './shared.ts'

/** What a process on its own shares: everything is in its memory, and answers below it on its disk. */
export function localShared(options: LocalAnswersOptions): Shared {
  const answers = new LocalAnswers(options)
  const limits = new LocalLimits(options.now)
  const topics = new Map<string, Topic<unknown>>()
  return {
    answers,
    topic<M>(name: string) {
      const topic = topics.get(name) ?? localTopic()
      topics.set(name, topic)
      return topic as Topic<M>
    },
    allow: async (all, windowMs) => limits.allow(all, windowMs),
    forgive: async (key, count) => limits.forgive(key, count),
    close: () => answers.close(),
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
