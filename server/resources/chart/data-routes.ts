import { chartDataResponse, chartJobResponse } from '#core/rest/data-shapes.ts'
import type { Route } from '#server/route/route.ts'
import { readDataPolicy } from './data.ts'
import { getDeferredResult } from './deferred-result.ts'
import { postData } from './post-data.ts'
import { getSavedData } from './saved-data.ts'

const READS = 'It changes nothing, and older clients send no token.'

const FORM_LIMIT = 16 * 1024 * 1024
const form = { csrfExempt: READS, formLimit: FORM_LIMIT, formOptional: true } as const

const answers = { 200: chartDataResponse, 202: chartJobResponse }

/** The routes that read chart data. */
export const dataRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/data',
    policy: readDataPolicy,
    tokenScope: 'read',
    guest: true,
    ...form,
    repeats: true,
    responses: answers,
    handler: postData,
  },
  {
    method: 'GET',
    path: '/data/:key',
    policy: readDataPolicy,
    responses: { 200: chartDataResponse },
    handler: getDeferredResult,
  },
  {
    method: 'GET',
    path: '/:id/data',
    policy: readDataPolicy,
    guest: true,
    responses: { 200: chartDataResponse },
    handler: getSavedData,
  },
]
