import { chartLinkResponse, exploreResponse } from '#core/rest/data-shapes.ts'
import { doneResponse, formResponse, keyResponse, linkResponse } from '#core/rest/response-shapes.ts'
import { hasGrants } from '#core/access/granted-objects.ts'
import { APPLICATION } from '#core/access/ability.ts'
import { exploreAccess } from '#core/access/rules.ts'
import { parseDatasource } from '#core/form/form-data.ts'
import { ApiError } from '#core/rest/api-error.ts'
import type { RouteResponse, RouteRequest, Route } from '#server/route/route.ts'
import { makePermalink, readPermalink, requirePairs } from '#server/resources/shared/permalink.ts'
import { linkTo } from '#server/resources/shared/link.ts'
import { requirePair } from '#server/resources/shared/require-pair.ts'
import { ruleOptions } from '#server/resources/shared/rule-options.ts'
import {
  createState,
  findState,
  readState,
  removeState,
  type TemporaryStateType,
  updateState,
} from '#server/resources/shared/temporary-state.ts'

import { showExplore } from './show-explore.ts'

const kind: TemporaryStateType = { resource: 'form_data', field: 'form_data', days: 7 }
const ofFormData = (permission: string) => ({ permission, view: 'ExploreFormDataRestApi', orGrant: 'explore' }) as const
const ofPermalink = (permission: string) => ({ permission, view: 'ExplorePermalinkRestApi' })

/** Data that explore stores under keys: form data temporarily, permalinks permanently. */
export const exploreRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/',
    policy: { permission: 'can_read', view: 'Explore', orGrant: 'explore' },
    responses: { 200: exploreResponse },
    handler: (request) => showExplore(request, readForm, requireDataset),
  },
  {
    method: 'POST',
    path: '/form_data',
    policy: ofFormData('can_write'),
    responses: { 201: keyResponse },
    handler: createForm,
  },
  {
    method: 'GET',
    path: '/form_data/:key',
    policy: ofFormData('can_read'),
    responses: { 200: formResponse },
    handler: readForm,
  },
  {
    method: 'PUT',
    path: '/form_data/:key',
    policy: ofFormData('can_write'),
    responses: { 200: keyResponse },
    handler: updateForm,
  },
  {
    method: 'DELETE',
    path: '/form_data/:key',
    policy: ofFormData('can_write'),
    responses: { 200: doneResponse },
    handler: removeForm,
  },
  {
    method: 'POST',
    path: '/permalink',
    policy: ofPermalink('can_write'),
    responses: { 201: linkResponse },
    handler: make,
  },
  {
    method: 'GET',
    path: '/permalink/:key',
    policy: ofPermalink('can_read'),
    responses: { 200: chartLinkResponse },
    handler: showStoredForm,
  },
]

const ABOUT = 'explore '

/** Returns the id of the dataset of a body; the caller must be able to read it. */
async function datasetOf(request: RouteRequest): Promise<number> {
  const body = (request.body ?? {}) as Record<string, unknown>
  const id = body['datasource_id'] ?? body['dataset_id']
  if (id === undefined)
    throw new ApiError('fields-wrong', { fields: { datasource_id: ['Missing data for required field.'] } })
  const dataset = typeof id === 'object' ? Number.NaN : Number(id)
  await requireDataset(request, dataset)
  return dataset
}

async function createForm(request: RouteRequest): Promise<RouteResponse> {
  if (!hasGrants(request.user, 'explore')) requirePair(request, 'can_explore', APPLICATION)
  return createState(kind, request, ABOUT + (await datasetOf(request)))
}

/** Requires access to the dataset the form data was stored for and to the one it names: it contains names of both. */
async function readForm(request: RouteRequest): Promise<RouteResponse> {
  const { stored } = await findState(kind, request)
  const named = parseDatasource((JSON.parse(stored.value) as { datasource?: unknown } | null)?.datasource)
  const about = Number(stored.about.slice(ABOUT.length))
  const ids = new Set([...(about > 0 ? [about] : []), ...(named ? [named.id] : [])])
  if (ids.size === 0) throw new ApiError('not-found')
  for (const id of ids) await requireDataset(request, id)
  return readState(kind, request, stored.about)
}

async function updateForm(request: RouteRequest): Promise<RouteResponse> {
  const next = ABOUT + (await datasetOf(request))
  const { stored } = await findState(kind, request)
  return updateState(kind, request, stored.about, next)
}

async function removeForm(request: RouteRequest): Promise<RouteResponse> {
  const { stored } = await findState(kind, request)
  return removeState(kind, request, stored.about)
}

async function requireDataset(request: RouteRequest, id: number): Promise<void> {
  const { datasets } = request.context.store
  const known = Number.isSafeInteger(id) ? await datasets.get(id) : undefined
  if (!known) throw new ApiError('dataset-missing')
  const where = {
    and: [{ col: 'id', op: 'eq' as const, value: id }, exploreAccess(request.user, ruleOptions(request))],
  }
  if ((await datasets.count(where)) === 0) throw new ApiError('dataset-access', { args: [String(id)] })
}

async function make(request: RouteRequest): Promise<RouteResponse> {
  requirePair(request, 'can_share_chart', APPLICATION)
  const { formData, urlParams } = (request.body ?? {}) as Record<string, unknown>
  if (typeof formData !== 'object' || formData === null)
    throw new ApiError('fields-wrong', { fields: { formData: ['Missing data for required field.'] } })
  requirePairs(urlParams)
  const form = formData as Record<string, unknown>
  const datasource = parseDatasource(form['datasource'])
  if (!datasource) throw new ApiError('fields-wrong', { fields: { formData: ['The datasource is missing'] } })
  await requireDataset(request, datasource.id)
  const key = await makePermalink(request, 'explore_permalink', {
    chartId: typeof form['slice_id'] === 'number' ? form['slice_id'] : null,
    datasourceId: datasource.id,
    datasourceType: datasource.type,
    datasource: form['datasource'],
    state: { formData, urlParams: urlParams ?? [] },
  })
  return {
    status: 201,
    json: { key, url: linkTo(request, `/superset/explore/p/${key}/`) },
  }
}

async function showStoredForm(request: RouteRequest): Promise<RouteResponse> {
  const value = await readPermalink(request, 'explore_permalink', request.params['key'] ?? '')
  await requireDataset(request, Number(value['datasourceId']))
  return { status: 200, json: value }
}
