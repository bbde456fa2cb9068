import type { Worker } from 'node:worker_threads'
import {
  type Answers,
  type MacroFacts,
  type MacroReply,
  type MacroTask,
  type Need,
  needKey,
  type Reads,
} from './macro-task.ts'
import { openThread } from './thread.ts'

/** Milliseconds one rendering may take. */
const LONGEST_MS = 800
/** Times a template is rendered again because what it needs was not known. */
const MOST_ROUNDS = 8
const MEMORY_MB = 128

/** A template that cannot be rendered; the message is for its author. */
export class TemplateError extends Error {}

/** A rendered template. */
export interface Rendering {
  readonly text: string
  readonly reads: Reads
}

/** Whether a text is a template at all. */
export function isTemplate(text: string | null | undefined): text is string {
  return typeof text === 'string' && /\{[{%#]/.test(text)
}

interface Sandbox {
  readonly worker: Worker
  /** Settles with the first word of the thread: it has loaded what it needs. */
  readonly ready: Promise<void>
}

/**
 * Renders templates in a thread of its own that knows nothing but the facts it is given, with a limit to its steps, its
 * memory and its time. One template at a time; a thread that breaks or does not answer is replaced.
 */
export class Macros {
  #sandbox: Sandbox | undefined
  #turn: Promise<unknown> = Promise.resolve()
  #tasks = 0

  /** Throws TemplateError. `answer` looks up what macros need; what it throws is thrown here. */
  async render(source: string, facts: MacroFacts, answer: (need: Need) => Promise<unknown>): Promise<Rendering> {
    if (!isTemplate(source)) return { text: source, reads: { filters: [], removed: [], keys: [] } }
    const answers: Record<string, unknown> = {}
    for (let round = 0; round < MOST_ROUNDS; round++) {
      const { text, reads, needs } = await this.#next({ source, facts, answers: { ...answers } })
      if (needs.length === 0) return { text, reads }
      for (const need of needs) answers[needKey(need)] = await answer(need)
    }
    throw new TemplateError('it asks for ever more')
  }

  async close(): Promise<void> {
    const sandbox = this.#sandbox
    this.#sandbox = undefined
    await sandbox?.worker.terminate()
  }

  #next(task: { source: string; facts: MacroFacts; answers: Answers }) {
    const mine = this.#turn.then(() => this.#exchange({ ...task, id: ++this.#tasks }))
    this.#turn = mine.catch(() => {})
    return mine
  }

  async #exchange(task: MacroTask): Promise<Extract<MacroReply, { text: string }>> {
    const { worker, ready } = this.#open()
    await ready
    const reply = await answerOf(worker, task)
    if ('text' in reply) return reply
    if (reply.broken) await this.close()
    throw new TemplateError(reply.error)
  }

  #open(): Sandbox {
    if (this.#sandbox) return this.#sandbox
    const worker = openThread(import.meta.url, 'macros-worker', {
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    })
    const sandbox: Sandbox = {
      worker,
      ready: new Promise((resolve, reject) => {
        worker.once('message', () => resolve())
        worker.once('error', reject)
        worker.once('exit', () => reject(new TemplateError('the sandbox has ended')))
      }),
    }
    worker.once('exit', () => {
      if (this.#sandbox === sandbox) this.#sandbox = undefined
    })
    this.#sandbox = sandbox
    return sandbox
  }
}

function answerOf(worker: Worker, task: MacroTask): Promise<MacroReply> {
  return new Promise((resolve) => {
    const end = (reply: MacroReply): void => {
      clearTimeout(timer)
      worker.off('message', take)
      worker.off('error', fail)
      resolve(reply)
    }
    const take = (reply: MacroReply): void => {
      if (reply.id === task.id) end(reply)
    }
    const fail = (error: Error): void => end({ id: task.id, error: error.message, broken: true })
    const timer = setTimeout(() => end({ id: task.id, error: 'it takes too long', broken: true }), LONGEST_MS)
    worker.on('message', take)
    worker.once('error', fail)
    worker.postMessage(task)
  })
}
