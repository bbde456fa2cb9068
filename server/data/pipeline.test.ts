import { expect, it } from 'vitest'
import { createPipeline, type Step } from './pipeline.ts'

const adds =
  (letter: string): Step<string, string> =>
  async (queryRequest, next) =>
    `${await next(`${queryRequest}${letter}`)}${letter}`
const answers: Step<string, string> = async (queryRequest) => `(${queryRequest})`

it('runs the stages in order, and passes the response back through them', async () => {
  expect(await createPipeline([adds('a'), adds('b'), answers])('')).toBe('(ab)ba')
})

it('a stage that responds ends the pipeline', async () => {
  const never: Step<string, string> = () => Promise.reject(new Error('done'))
  expect(await createPipeline([adds('a'), answers, never])('x')).toBe('(xa)a')
})

it('a pipeline without a response is an internal error', async () => {
  await expect(createPipeline([adds('a')])('')).rejects.toThrow('No step answered')
})
