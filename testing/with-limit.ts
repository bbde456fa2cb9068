import { type BoundName, bounds } from '#core/rest/bounds.ts'

/** Runs `work` with another value of a limit, where it takes seconds to reach the usual one. */
export async function withLimit(name: BoundName, most: number, work: () => Promise<void>): Promise<void> {
  const limit: { most: number } = bounds[name]
  const usual = limit.most
  limit.most = most
  try {
    await work()
  } finally {
    limit.most = usual
  }
}
