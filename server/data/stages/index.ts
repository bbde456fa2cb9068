import { createPipeline, type Step } from '../pipeline.ts'
import type { QueryRequest } from '../plan/query-request.ts'
import type { Result } from '../result/present.ts'
import type { ServiceDependencies } from '../dependencies.ts'
import { cacheStage, type CacheLookup, type CacheableRequest } from './cache-stage.ts'
import { executionStage } from './execution-stage.ts'
import { coalescingStage } from './coalescing-stage.ts'
import { responseStage } from './response-stage.ts'
import { sampleStage } from './sample-stage.ts'
import {
  annotationStage,
  rowSecurityStage,
  shareTotalsStage,
  postProcessedStage,
  sqlPreviewStage,
} from './query-stages.ts'

/** How an answer is come by, once all that decides it is known. */
const answerSteps: readonly ((services: ServiceDependencies) => Step<CacheableRequest, CacheLookup>)[] = [
  sampleStage,
  cacheStage,
  coalescingStage,
  executionStage,
]

/** What a question becomes on its way to an answer, and its answer on the way back; the last step puts it to the data. */
const questionSteps: readonly ((services: ServiceDependencies) => Step<QueryRequest, Result>)[] = [
  sqlPreviewStage,
  rowSecurityStage,
  shareTotalsStage,
  annotationStage,
  postProcessedStage,
]

/** The two conveyors: of questions, and of answers to questions whose parcel is known. */
export function createPipelines(services: ServiceDependencies) {
  const answer = createPipeline(answerSteps.map((step) => step(services)))
  const ask = createPipeline([...questionSteps.map((step) => step(services)), responseStage(services, answer)])
  return { ask, answer }
}
