import type { FormData } from '#core/form/form-data.ts'
import type { ColumnsEntry } from '#core/query/result.ts'
import { queryText } from './query-text.ts'

/** How long results that were loaded ahead are used, in milliseconds, and their maximum number. */
const AHEAD_MS = 30_000
const MAX_AHEAD = 24

/** Results loaded ahead, with the width of the chart that they were requested for. */
export interface ResultAhead {
  readonly answers: readonly ColumnsEntry[]
  readonly pixels: number | undefined
  readonly at: number
}

/** Stores results that were loaded ahead, by chart and query; the oldest of too many are dropped. */
export function createResultsAhead(now: () => number) {
  const results = new Map<string, ResultAhead>()
  const keyOf = (id: number, form: FormData) => `${id} ${queryText(form)}`
  const get = (id: number, form: FormData): ResultAhead | undefined => {
    const found = results.get(keyOf(id, form))
    return found && now() - found.at <= AHEAD_MS ? found : undefined
  }
  return {
    get,
    put(id: number, form: FormData, result: Omit<ResultAhead, 'at'>): void {
      results.delete(keyOf(id, form))
      results.set(keyOf(id, form), { ...result, at: now() })
      for (const key of [...results.keys()].slice(0, -MAX_AHEAD)) results.delete(key)
    },
    take(id: number, form: FormData): ResultAhead | undefined {
      const found = get(id, form)
      results.delete(keyOf(id, form))
      return found
    },
  }
}
