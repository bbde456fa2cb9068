/** One stage of a pipeline: it passes the request on, changed or unchanged, or returns a result itself. */
export type Step<Input, Answer> = (
  queryRequest: Input,
  next: (queryRequest: Input) => Promise<Answer>,
) => Promise<Answer>

/** Chains stages in order. The last one must return a result. */
export function createPipeline<Input, Answer>(
  steps: readonly Step<Input, Answer>[],
): (queryRequest: Input) => Promise<Answer> {
  return steps.reduceRight<(queryRequest: Input) => Promise<Answer>>(
    (next, step) => (queryRequest) => step(queryRequest, next),
    () => Promise.reject(new Error('No step answered')),
  )
}
