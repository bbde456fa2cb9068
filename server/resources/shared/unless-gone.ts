import type { Answer, Asked } from '#server/route/route.ts'

/** The answer; when the caller has left meanwhile that is no failure, and nobody reads what is answered. */
export async function unlessGone(asked: Asked, answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer
  } catch (error) {
    if (asked.signal.aborted) return { status: 204 }
    throw error
  }
}
