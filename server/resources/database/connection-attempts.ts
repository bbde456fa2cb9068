import { ApiError } from '#core/rest/api-error.ts'
import type { Context } from '#server/route/context.ts'

/** Connections that are tried at a time, whoever asks: trying is a way to look around in a network. */
export const MAX_ATTEMPTS = 4

const running = new WeakMap<Context, number>()

/** Runs what tries a connection. Fails with `too-many-requests` when as many are being tried as may be. */
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
