/** One step of a conveyor: it hands the parcel on, changed or not, or answers itself. */
export type Step<Parcel, Answer> = (
  queryRequest: Parcel,
  next: (queryRequest: Parcel) => Promise<Answer>,
) => Promise<Answer>

/** The way of a parcel through steps in their order. The last one answers: behind it there is none. */
export function createPipeline<Parcel, Answer>(
  steps: readonly Step<Parcel, Answer>[],
): (queryRequest: Parcel) => Promise<Answer> {
  return steps.reduceRight<(queryRequest: Parcel) => Promise<Answer>>(
    (next, step) => (queryRequest) => step(queryRequest, next),
    () => Promise.reject(new Error('No step answered')),
  )
}
