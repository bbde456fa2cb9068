import { createPipeline, type Step } from '../pipeline.ts'
import type { QueryRequest } from '../plan/query-request.ts'
import type { Result } from '../result/result-entry.ts'
import type { ServiceDependencies } from '../dependencies.ts'
import { cacheStage, type CacheLookup, type CacheableRequest } from './cache-stage.ts'
import { executionStage } from './execution-stage.ts'
import { coalescingStage, quotaStage } from './coalescing-stage.ts'
import { responseStage } from './response-stage.ts'
import { rightsStage } from './rights-stage.ts'
import { sampleStage } from './sample-stage.ts'
import {
  annotationStage,
  rowSecurityStage,
  shareTotalsStage,
  postProcessedStage,
  sqlPreviewStage,
} from './query-stages.ts'

/** The stages that obtain a result once its request is complete. */
const resultStages: readonly ((services: ServiceDependencies) => Step<CacheableRequest, CacheLookup>)[] = [
  sampleStage,
  cacheStage,
  rightsStage,
  quotaStage,
  coalescingStage,
  executionStage,
]

/** The stages of a query and its result; the last stage obtains the result. */
const queryStages: readonly ((services: ServiceDependencies) => Step<QueryRequest, Result>)[] = [
  sqlPreviewStage,
  rowSecurityStage,
  shareTotalsStage,
  annotationStage,
  postProcessedStage,
]

/** Creates the two pipelines: for queries, and for results of complete requests. */
export function createPipelines(services: ServiceDependencies) {
  const answer = createPipeline(resultStages.map((step) => step(services)))
  const ask = createPipeline([...queryStages.map((step) => step(services)), responseStage(services, answer)])
  return { ask, answer }
}
