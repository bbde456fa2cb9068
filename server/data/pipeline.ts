/** One stage of a pipeline: it passes the request on, changed or unchanged, or returns a result itself. */
export type Step<Parcel, Answer> = (
  queryRequest: Parcel,
  next: (queryRequest: Parcel) => Promise<Answer>,
) => Promise<Answer>

/** Chains stages in order. The last one must return a result. */
export function createPipeline<Parcel, Answer>(
  steps: readonly Step<Parcel, Answer>[],
): (queryRequest: Parcel) => Promise<Answer> {
  return steps.reduceRight<(queryRequest: Parcel) => Promise<Answer>>(
    (next, step) => (queryRequest) => step(queryRequest, next),
    () => Promise.reject(new Error('No step answered')),
  )
}
