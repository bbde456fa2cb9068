import { expect, it } from 'vitest'
import { createPipeline, type Step } from './pipeline.ts'

const adds =
  (letter: string): Step<string, string> =>
  async (queryRequest, next) =>
    `${await next(`${queryRequest}${letter}`)}${letter}`
const answers: Step<string, string> = async (queryRequest) => `(${queryRequest})`

it('a parcel goes through the steps in their order, and its answer back through them', async () => {
  expect(await createPipeline([adds('a'), adds('b'), answers])('')).toBe('(ab)ba')
})

it('what stands behind a step that answers is not done', async () => {
  const never: Step<string, string> = () => Promise.reject(new Error('done'))
  expect(await createPipeline([adds('a'), answers, never])('x')).toBe('(xa)a')
})

it('a conveyor on which nobody answers is a fault of ours', async () => {
  await expect(createPipeline([adds('a')])('')).rejects.toThrow('No step answered')
})
