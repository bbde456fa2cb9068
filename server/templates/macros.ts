import { ApiError } from '#core/rest/api-error.ts'
import { requireWithin } from '#core/rest/bounds.ts'
import { WorkerPool } from '#server/workers/pool.ts'
import { TaskError } from '#server/workers/task.ts'
import {
  type MacroContext,
  type MacroReply,
  type MacroTask,
  type MacroLookup,
  lookupKey,
  type TemplateReads,
} from './macro-task.ts'

/** Maximum milliseconds of one rendering. */
const MAX_RENDER_MS = 800
/** Maximum renderings of a template to look up what it needs. */
const MAX_ROUNDS = 8
const MEMORY_MB = 128
/** One user can occupy all threads but one. */
const THREADS = 3

/** A template that cannot be rendered; the message is for its author. */
export class TemplateError extends Error {}

/** A rendered template. */
export interface Rendering {
  readonly text: string
  readonly reads: TemplateReads
}

/** True if a text contains template tags. */
export function isTemplate(text: string | null | undefined): text is string {
  return typeof text === 'string' && /\{[{%#]/.test(text)
}

/**
 * Renders templates in worker threads that have only the given data, with limits on steps, memory and time. Users take
 * turns. A thread that crashes, does not respond or whose caller has disconnected is replaced.
 */
export class Macros {
  readonly #pool = new WorkerPool<MacroTask, MacroReply>({
    from: import.meta.url,
    name: 'macros-worker',
    threads: THREADS,
    limitMs: MAX_RENDER_MS,
    memoryMb: MEMORY_MB,
    tasks: 'template-tasks',
  })

  /**
   * Renders a template. Throws TemplateError, and `bound-passed` if it is too long or needs too much. `answer` looks up
   * what macros need; its errors are thrown here. Rejects with the signal's reason.
   */
  async render(
    source: string,
    macroContext: MacroContext,
    answer: (need: MacroLookup) => Promise<unknown>,
    signal: AbortSignal = new AbortController().signal,
  ): Promise<Rendering> {
    if (!isTemplate(source)) return { text: source, reads: { filters: [], removed: [], keys: [], missing: [] } }
    requireWithin('template-length', source.length)
    const answers: Record<string, unknown> = {}
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const { text, reads, needs } = await this.#next({ source, macroContext, answers: { ...answers } }, signal)
      if (needs.length === 0) return { text, reads }
      requireWithin('template-needs', needs.length)
      for (const need of needs) answers[lookupKey(need)] = await answer(need)
    }
    throw new TemplateError('it needs too many queries')
  }

  close(): void {
    this.#pool.close()
  }

  async #next(task: MacroTask, signal: AbortSignal): Promise<MacroReply> {
    try {
      return await this.#pool.run(task, { person: task.macroContext.user.id, signal })
    } catch (error) {
      if (error instanceof TaskError) throw new TemplateError(error.message)
      const reason = error instanceof ApiError ? REASONS[error.code] : undefined
      throw reason === undefined ? error : new TemplateError(reason)
    }
  }
}

const REASONS: Readonly<Record<string, string>> = {
  'work-timeout': 'it takes too long',
  'work-memory': 'it needs too much memory',
}
