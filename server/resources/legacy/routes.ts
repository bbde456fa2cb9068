import { samplesResponse, samplesPageResponse, valuesResponse, valuesList } from '#core/rest/data-shapes.ts'
import type { Route } from '#server/route/route.ts'
import { noContentIfDisconnected } from '#server/resources/shared/no-content-if-disconnected.ts'
import { getLegacyJobResult, exploreJson, sliceJson } from './explore-json.ts'
import { getFormData, postQuery } from './query.ts'
import { getSamples, postSamples } from './samples.ts'
import { getColumnValues, getValues } from './values.ts'

const READS = 'It changes nothing, and older clients send no token.'
const FORM_LIMIT = 16 * 1024 * 1024

const application = (permission: string) => ({ permission, view: 'Superset' })
const form = { tokenScope: 'read', csrfExempt: READS, formLimit: FORM_LIMIT, formOptional: true } as const
const explore = { policy: application('can_explore_json'), handler: exploreJson }
const EXPLORE_JSON = '/superset/explore_json'

const routes: readonly Route[] = [
  { method: 'GET', path: EXPLORE_JSON, ...explore },
  { method: 'GET', path: `${EXPLORE_JSON}/data/:key`, policy: explore.policy, handler: getLegacyJobResult },
  { method: 'GET', path: `${EXPLORE_JSON}/:type/:id`, ...explore },
  { method: 'POST', path: EXPLORE_JSON, ...explore, ...form },
  { method: 'POST', path: `${EXPLORE_JSON}/:type/:id`, ...explore, ...form },
  {
    method: 'GET',
    path: '/superset/filter/:type/:id/:column',
    policy: application('can_filter'),
    responses: { 200: valuesList },
    handler: getValues,
  },
  {
    method: 'GET',
    path: '/api/v1/datasource/:type/:id/column/:column/values',
    policy: { permission: 'can_read', view: 'Dataset' },
    responses: { 200: valuesResponse },
    handler: getColumnValues,
  },
  {
    method: 'GET',
    path: '/api/v1/dataset/:id/samples',
    policy: { permission: 'can_read', view: 'Dataset' },
    responses: { 200: samplesResponse },
    handler: getSamples,
  },
  {
    method: 'POST',
    path: '/datasource/samples',
    policy: { permission: 'can_samples', view: 'Datasource' },
    csrfExempt: READS,
    tokenScope: 'read',
    responses: { 200: samplesPageResponse },
    handler: postSamples,
  },
  {
    method: 'POST',
    path: '/api/v1/query',
    policy: { permission: 'can_query', view: 'Api' },
    ...form,
    handler: postQuery,
  },
  {
    method: 'GET',
    path: '/api/v1/form_data',
    policy: { permission: 'can_query_form_data', view: 'Api' },
    handler: getFormData,
  },
]

const withAbort = (route: Route): Route => ({
  ...route,
  handler: (request) => noContentIfDisconnected(request, route.handler(request)),
})

/** The data of a saved chart, also as a layer over another. */
export const sliceRoute = withAbort({
  method: 'GET',
  path: '/superset/slice_json/:id',
  policy: application('can_slice_json'),
  handler: sliceJson,
})

/** Former URLs that return data: charts by form data, samples, values of a column. A disconnect stops their queries. */
export const legacyRoutes: readonly Route[] = [...routes.map(withAbort), sliceRoute]
