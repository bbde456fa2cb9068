import { chartLinkAnswer, exploreAnswer } from '#core/rest/data-shapes.ts'
import { doneAnswer, formAnswer, keyAnswer, linkAnswer } from '#core/rest/answer-shapes.ts'
import { APPLICATION } from '#core/access/ability.ts'
import { datasetAccess } from '#core/access/rules.ts'
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
  type Temporary,
  updateState,
} from '#server/resources/shared/temporary.ts'

import { showExplore } from './show.ts'

const kind: Temporary = { resource: 'form_data', field: 'form_data', days: 7 }
const ofFormData = (permission: string) => ({ permission, view: 'ExploreFormDataRestApi' })
const ofPermalink = (permission: string) => ({ permission, view: 'ExplorePermalinkRestApi' })

/** Data that explore stores under keys: form data temporarily, permalinks permanently. */
export const exploreRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/',
    policy: { permission: 'can_read', view: 'Explore' },
    answers: { 200: exploreAnswer },
    handler: (asked) => showExplore(asked, readForm, requireDataset),
  },
  {
    method: 'POST',
    path: '/form_data',
    policy: ofFormData('can_write'),
    answers: { 201: keyAnswer },
    handler: createForm,
  },
  {
    method: 'GET',
    path: '/form_data/:key',
    policy: ofFormData('can_read'),
    answers: { 200: formAnswer },
    handler: readForm,
  },
  {
    method: 'PUT',
    path: '/form_data/:key',
    policy: ofFormData('can_write'),
    answers: { 200: keyAnswer },
    handler: updateForm,
  },
  {
    method: 'DELETE',
    path: '/form_data/:key',
    policy: ofFormData('can_write'),
    answers: { 200: doneAnswer },
    handler: removeForm,
  },
  { method: 'POST', path: '/permalink', policy: ofPermalink('can_write'), answers: { 201: linkAnswer }, handler: make },
  {
    method: 'GET',
    path: '/permalink/:key',
    policy: ofPermalink('can_read'),
    answers: { 200: chartLinkAnswer },
    handler: read,
  },
]

const ABOUT = 'explore '

/** Returns the id of the dataset of a body; the caller must be able to read it. */
async function datasetOf(asked: RouteRequest): Promise<number> {
  const body = (asked.body ?? {}) as Record<string, unknown>
  const id = body['datasource_id'] ?? body['dataset_id']
  if (id === undefined)
    throw new ApiError('fields-wrong', { fields: { datasource_id: ['Missing data for required field.'] } })
  const dataset = typeof id === 'object' ? Number.NaN : Number(id)
  await requireDataset(asked, dataset)
  return dataset
}

async function createForm(asked: RouteRequest): Promise<RouteResponse> {
  requirePair(asked, 'can_explore', APPLICATION)
  return createState(kind, asked, ABOUT + (await datasetOf(asked)))
}

/** Requires access to the dataset the form data was stored for and to the one it names: it contains names of both. */
async function readForm(asked: RouteRequest): Promise<RouteResponse> {
  const { kept } = await findState(kind, asked)
  const named = parseDatasource((JSON.parse(kept.value) as { datasource?: unknown } | null)?.datasource)
  const about = Number(kept.about.slice(ABOUT.length))
  const ids = new Set([...(about > 0 ? [about] : []), ...(named ? [named.id] : [])])
  if (ids.size === 0) throw new ApiError('not-found')
  for (const id of ids) await requireDataset(asked, id)
  return readState(kind, asked, kept.about)
}

async function updateForm(asked: RouteRequest): Promise<RouteResponse> {
  const next = ABOUT + (await datasetOf(asked))
  const { kept } = await findState(kind, asked)
  return updateState(kind, asked, kept.about, next)
}

async function removeForm(asked: RouteRequest): Promise<RouteResponse> {
  const { kept } = await findState(kind, asked)
  return removeState(kind, asked, kept.about)
}

async function requireDataset(asked: RouteRequest, id: number): Promise<void> {
  const { datasets } = asked.context.store
  const known = Number.isSafeInteger(id) ? await datasets.get(id) : undefined
  if (!known) throw new ApiError('dataset-missing')
  const where = { and: [{ col: 'id', op: 'eq' as const, value: id }, datasetAccess(asked.user, ruleOptions(asked))] }
  if ((await datasets.count(where)) === 0) throw new ApiError('dataset-access', { args: [String(id)] })
}

async function make(asked: RouteRequest): Promise<RouteResponse> {
  requirePair(asked, 'can_share_chart', APPLICATION)
  const { formData, urlParams } = (asked.body ?? {}) as Record<string, unknown>
  if (typeof formData !== 'object' || formData === null)
    throw new ApiError('fields-wrong', { fields: { formData: ['Missing data for required field.'] } })
  requirePairs(urlParams)
  const form = formData as Record<string, unknown>
  const datasource = parseDatasource(form['datasource'])
  if (!datasource) throw new ApiError('fields-wrong', { fields: { formData: ['The datasource is missing'] } })
  await requireDataset(asked, datasource.id)
  const key = await makePermalink(asked, 'explore_permalink', {
    chartId: typeof form['slice_id'] === 'number' ? form['slice_id'] : null,
    datasourceId: datasource.id,
    datasourceType: datasource.type,
    datasource: form['datasource'],
    state: { formData, urlParams: urlParams ?? [] },
  })
  return {
    status: 201,
    json: { key, url: linkTo(asked, `/superset/explore/p/${key}/`) },
  }
}

async function read(asked: RouteRequest): Promise<RouteResponse> {
  const value = await readPermalink(asked, 'explore_permalink', asked.params['key'] ?? '')
  await requireDataset(asked, Number(value['datasourceId']))
  return { status: 200, json: value }
}
