import type { Step } from '../pipeline.ts'
import { keyOf } from '../plan/query-request.ts'
import { isMadeHere, madePlaces, sampleOf, samplePlaces } from '../cache/sampled.ts'
import type { CacheLookup, CacheableRequest } from './cache-stage.ts'

/**
 * A question for a sample is first the question without it: its answer, which others may have asked for, is the answer
 * where there is no more than can be seen. Only then the sample is asked for, or made of that answer where its rows are
 * made here, and kept by itself.
 */
export const sampleStage: () => Step<CacheableRequest, CacheLookup> = () => async (parcel, next) => {
  const { query } = parcel.question
  if (!query.sample) return next(parcel)
  const { sample: _sample, ...without } = query
  const plain = { ...parcel, question: { ...parcel.question, query: without } }
  const key = keyOf(plain)
  const come = await next({ ...plain, key })
  const sample = sampleOf(parcel)
  if (!sample) return { ...come, key }
  if (!isMadeHere(query)) {
    const places = samplePlaces(query, sample, come.sealed)
    return places ? next({ ...parcel, sampledBy: places }) : { ...come, key }
  }
  const places = madePlaces(query, sample, come.sealed)
  if (!places) return { ...come, key }
  const made = await next({ ...parcel, sampledBy: places, whole: come.sealed })
  // It is as new as what it is made of.
  return made.cached === 'miss' ? { ...made, cached: come.cached } : made
}
