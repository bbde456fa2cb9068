import { ApiError } from '#core/rest/api-error.ts'
import type { Context } from '#server/route/context.ts'

/** Maximum concurrent connection tests of all callers: tests could be used to scan a network. */
export const MAX_ATTEMPTS = 4

const running = new WeakMap<Context, number>()

/** Runs a connection test. Throws `too-many-requests` if the maximum number is running. */
export async function attempt<T>(context: Context, work: () => Promise<T>): Promise<T> {
  const before = running.get(context) ?? 0
  if (before >= MAX_ATTEMPTS) throw new ApiError('too-many-requests')
  running.set(context, before + 1)
  try {
    return await work()
  } finally {
    running.set(context, (running.get(context) ?? 1) - 1)
  }
}
