import type { Step } from '../conveyor.ts'
import { keyOf } from '../parcel.ts'
import { sampleOf, samplePlaces } from '../sampled.ts'
import type { Come, Keyed } from './cached.ts'

/**
 * A question for a sample is first the question without it: its answer, which others may have asked for, is the answer
 * where there is no more than can be seen. Only then the sample is asked for, and kept by itself.
 */
export const sampled: () => Step<Keyed, Come> = () => async (parcel, next) => {
  const { query } = parcel.question
  if (!query.sample) return next(parcel)
  const { sample: _sample, ...without } = query
  const plain = { ...parcel, question: { ...parcel.question, query: without } }
  const key = keyOf(plain)
  const come = await next({ ...plain, key })
  const sample = sampleOf(parcel)
  const places = sample && samplePlaces(query, sample, come.sealed)
  return places ? next({ ...parcel, sampledBy: places }) : { ...come, key }
}
