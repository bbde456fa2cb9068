import type { Step } from '../pipeline.ts'
import { keyOf } from '../plan/query-request.ts'
import { isMadeHere, madePlaces, sampleOf, samplePlaces } from '../cache/sampled.ts'
import type { CacheLookup, CacheableRequest } from './cache-stage.ts'

/**
 * A question for a sample is first the question without it: its answer, which others may have asked for, is the answer
 * where there is no more than can be seen. Only then the sample is asked for, or made of that answer where its rows are
 * made here, and kept by itself.
 */
export const sampleStage: () => Step<CacheableRequest, CacheLookup> = () => async (queryRequest, next) => {
  const { query } = queryRequest.question
  if (!query.sample) return next(queryRequest)
  const { sample: _sample, ...without } = query
  const plain = { ...queryRequest, question: { ...queryRequest.question, query: without } }
  const key = keyOf(plain)
  const lookup = await next({ ...plain, key })
  const sample = sampleOf(queryRequest)
  if (!sample) return { ...lookup, key }
  if (!isMadeHere(query)) {
    const places = samplePlaces(query, sample, lookup.sealed)
    return places ? next({ ...queryRequest, sampledBy: places }) : { ...lookup, key }
  }
  const places = madePlaces(query, sample, lookup.sealed)
  if (!places) return { ...lookup, key }
  const made = await next({ ...queryRequest, sampledBy: places, whole: lookup.sealed })
  // It is as new as what it is made of.
  return made.cached === 'miss' ? { ...made, cached: lookup.cached } : made
}
